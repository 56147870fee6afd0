"""Which cards may be played and why others may not, for events and observations."""

from collections.abc import Iterator, Mapping

from spades_tui import cards
from spades_tui.cards import CLUBS, SPADES
from spades_tui.game.kernel import beats, followers, leaders
from spades_tui.game.phase import Refusal
from spades_tui.game.state import HandState
from spades_tui.rules.ruleset import Ruleset


def playable(rules: Ruleset, hand: HandState) -> int:
    """Return the cards that the player on turn may play, as a bit set; reneges too, in games with challenges (C-11)."""
    able = follows(rules, hand)
    if rules.challenge is None:
        return able
    return may_renege(rules, hand, able)


def may_renege(rules: Ruleset, hand: HandState, following: int) -> int:
    """Return the cards that follow; in games with challenges, any card of a hand that could follow (C-11)."""
    if hand.led is None or rules.challenge is None:
        return following
    holding = hand.holding[hand.player]
    suit = rules.cards.suit_masks[hand.led]
    if not holding & suit:
        return following
    return following | holding & ~suit


_latest: tuple[HandState | None, Ruleset | None, int] = (None, None, 0)
"""The latest hand, its rules, and what `follows` found, because it is asked several times before each card."""


def follows(rules: Ruleset, hand: HandState) -> int:
    """Return the cards that the player on turn may play without reneging (C-6, SB-3, JK-6, NL-3, CB-1)."""
    global _latest
    latest_hand, latest_rules, latest = _latest
    if latest_hand is hand and latest_rules is rules:
        return latest
    holding, led = hand.holding[hand.player], hand.led
    if hand.best is not None and led is not None:
        able = answers(rules, hand, holding, led, hand.best.value)
    else:
        able = leaders(rules.cards, holding, hand.broken or rules.lead.spades == "always")
        if not hand.tricks:
            able = _opening_leads(rules, hand, able)
    _latest = hand, rules, able
    return able


def answers(rules: Ruleset, hand: HandState, holding: int, led: int, best: int) -> int:
    """Return the cards of `holding` that may be played on a lead of suit `led` without reneging (C-6, NL-3, CB-1).

    `best`: the card as played that is winning the trick.
    """
    able = followers(rules.cards, holding, led)
    if not hand.tricks and rules.first_trick is not None and led != SPADES:
        able = able & ~rules.cards.suit_masks[SPADES] or able
    return _beating(rules, able, led, best)


def _beating(rules: Ruleset, able: int, led: int, best: int) -> int:
    """Return those of the cards that follow which a player must choose from to beat the trick (CB-1)."""
    must = rules.must_beat
    if must is None:
        return able
    void = not able & rules.cards.suit_masks[led]
    if void and must.void == "free":
        return able
    if not void and not must.follow:
        return able
    winning = sum([1 << card for card in cards.cards_of(able) if beats(rules.cards, card, best)])
    if not winning and void and must.void == "spade":
        winning = able & rules.cards.suit_masks[SPADES]
    return winning or able


def _opening_leads(rules: Ruleset, hand: HandState, able: int) -> int:
    """Return the legal leads to the first trick: only the lowest club, or no spade, where the rules say so."""
    clubs = hand.holding[hand.player] & rules.cards.suit_masks[CLUBS]
    if rules.opening is not None and clubs:
        return 1 << min(cards.cards_of(clubs), key=rules.cards.ranks.__getitem__)
    if rules.first_trick is None:
        return able
    return hand.holding[hand.player] & ~rules.cards.suit_masks[SPADES] or able


def why_not(rules: Ruleset, hand: HandState, able: int) -> Mapping[int, Refusal]:
    """Return the reason for each card that the player on turn may not play; `able`: the playable cards as a bit set."""
    holding = hand.holding[hand.player]
    barred = holding & ~able
    if not barred:
        return {}
    first = not hand.tricks and (rules.opening is not None or rules.first_trick is not None)
    return UnplayableReasons(rules, hand.led, holding, barred, first)


class UnplayableReasons(Mapping[int, Refusal]):
    """The cards that may not be played, each with its reason.

    Reasons are made on demand, because computer players never read them.
    """

    __slots__ = ("barred", "first", "holding", "led", "rules")

    def __init__(self, rules: Ruleset, led: int | None, holding: int, barred: int, first: bool) -> None:
        self.rules, self.led, self.holding, self.barred, self.first = rules, led, holding, barred, first

    def __getitem__(self, card: int) -> Refusal:
        if not self.barred >> card & 1:
            raise KeyError(card)
        return _reason(self.rules, self.led, self.holding, card, self.first)

    def __iter__(self) -> Iterator[int]:
        return iter(cards.cards_of(self.barred))

    def __len__(self) -> int:
        return self.barred.bit_count()

    def __reduce__(self) -> tuple[type["UnplayableReasons"], tuple[Ruleset, int | None, int, int, bool]]:
        """Return how to make it again in another process: a compiled class can't be made without its arguments."""
        return UnplayableReasons, (self.rules, self.led, self.holding, self.barred, self.first)


def _reason(rules: Ruleset, led: int | None, holding: int, card: int, first: bool) -> Refusal:
    """Return why a card may not be led, or may not be played on the suit led."""
    if first and led is None and rules.opening is not None:
        return Refusal(rules.opening.rule, "You hold the lowest club, so you must lead it first")
    spade = rules.cards.suit_masks[SPADES] >> card & 1
    other = holding & ~rules.cards.suit_masks[SPADES]
    if first and rules.first_trick is not None and spade and other:
        if led is None:
            return Refusal(rules.first_trick.rule, "You hold other cards, so you can't lead a spade to the first trick")
        if not holding & rules.cards.suit_masks[led]:
            return Refusal(rules.first_trick.rule, "You hold other cards, so you can't play a spade to the first trick")
    if led is None:
        odd = f"; {cards.in_sentence(card)} is a spade here" if card in rules.cards.odd else ""
        if rules.lead.broken_by == "any_spade":
            return Refusal(rules.lead.rule, f"You can't lead a spade until one has been played{odd}")
        return Refusal(rules.lead.rule, f"You can't lead a spade until one has been played on another suit{odd}")
    follows = holding & rules.cards.suit_masks[led]
    if rules.must_beat is not None and follows >> card & 1:
        return Refusal(rules.must_beat.rule, "You can beat the trick, so you must")
    if rules.must_beat is not None and not follows:
        beating = "" if rules.must_beat.void == "spade" and not spade else " that beats the trick"
        return Refusal(rules.must_beat.rule, f"You can't follow suit, so play a spade{beating}")
    suit = cards.SUIT_NAMES[led] if follows & (follows - 1) else f"a {cards.SUIT_NAMES[led].removesuffix('s')}"
    odd = f", and {cards.in_sentence(card)} is a spade here" if card in rules.cards.odd else ""
    return Refusal("C-6", f"Follow suit: you have {suit}{odd}")

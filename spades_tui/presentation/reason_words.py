"""A reason for a hint as a sentence of at most 18 words, the same on screen and in plain text."""

import re
from collections.abc import Callable

from spades_tui.bots.position import Position
from spades_tui.bots.valued_choice import Aim, PlainReason, Reason
from spades_tui.cards import SPADES, SUIT_NAMES, card_words, cards_of, in_sentence
from spades_tui.game.events import Bid, Discard, Draft, Pass, Play, SeatEvent, TurnEvent
from spades_tui.language.sentence_parts import capitalized
from spades_tui.presentation.bid_words import BidChoice, bid_words
from spades_tui.presentation.play_words import PlayWords
from spades_tui.presentation.wording import choice_words, in_words
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

Names = tuple[str, ...] | None


def reason_words(reason: Reason, seen: Observation, names: Names = None) -> str:
    """Return a reason of the seat on turn as a sentence; with `names`, other players go by name."""
    return f"{capitalized(_Words(reason, seen, names).sentence())}."


def both_reason_words(
    wrong: Reason, better: Reason, seen: Observation, names: Names = None
) -> tuple[str, ...]:
    """Return what is wrong with a card, and why another one is better, each thing said once.

    The second sentence tells to play the better card, so the first one doesn't.
    """
    first, second = (_Words(reason, seen, names).sentence() for reason in (wrong, better))
    rest, _, need = second.rpartition("; ")
    if rest and need in first:
        second = rest
    last, called = f"{capitalized(second)}.", _called(better.event)
    if f"let {called} go" in first and second.endswith(f": play {called}"):
        lets_go = first[first.index(f"let {called} go") :]
        return (f"{capitalized(second.removesuffix(f'play {called}'))}{lets_go}.",)
    keeps, _, leaves = first.partition(" for a later trick and leave this one to ")
    if leaves and keeps in second:
        return (last,)
    clauses = _BETWEEN_CLAUSES.split(first)
    end = clauses[-1]
    before_card, card, after_card = end.partition(called)
    repeated = len((before_card + after_card).split()) >= SAYS_MORE and end in second
    if clauses[0] in second or repeated:
        return (last,)
    is_act = len(before_card.split()) in (1, 2)
    if len(clauses) > 1 and card and (is_act or first.endswith(f"; {end}")):
        if _called(wrong.event) in after_card:
            return (last,)
        first = first.removesuffix(end).rstrip(" ;:")
    return f"{capitalized(first)}.", last


_BETWEEN_CLAUSES = re.compile("; |: ")
SAYS_MORE = 4
"""Words beside a card's rank from which a clause says more than to play the card."""


def _called(event: SeatEvent) -> str:
    """Return how a sentence calls a card, without its suit: `the two`."""
    return f"the {card_words(event.card).split(' of ')[0]}" if isinstance(event, Play) else "–"


def choice_verb(event: SeatEvent, rules: Ruleset, card: Callable[[int], str]) -> str:
    """Return what you do with a choice: ``play the nine of clubs``; `card` names a card."""
    match event:
        case Play():
            called = "" if event.ace is None else f", called {event.ace}"
            return f"play {card(event.card)}{called}"
        case Bid(blind=True):
            return f"bid {choice_words(event, rules=rules)}"
        case Bid():
            return choice_words(event, rules=rules)
        case TurnEvent():
            return f"choose to {event.short_label(card)}"
    return "do it"


def _share_words(tricks: float) -> str:
    """Return how much of a trick a card adds, in words."""
    words = (
        (0.1, "hardly anything"),
        (0.35, "little"),
        (0.65, "about half a trick"),
        (0.9, "most of a trick"),
    )
    for most, share in words:
        if tricks < most:
            return share
    return "a whole trick"


class _Words:
    """Builds the sentence for one reason."""

    def __init__(self, reason: Reason, seen: Observation, names: Names) -> None:
        self.reason = reason
        self.seen = seen
        self.names = names
        self.number = reason.number or 0.0
        self.other = reason.other or 0.0

    def sentence(self) -> str:
        reason = self.reason
        if isinstance(reason.event, Play) and reason.plan is not None:
            return self._card_sentence(reason.event)
        if isinstance(reason.event, Discard) and reason.goal != PlainReason.COUNT:
            return self._discard(reason.event)
        if isinstance(reason.event, BidChoice) and reason.goal not in (
            PlainReason.ONLY,
            PlainReason.RULED,
        ):
            return bid_words(reason, self.seen)
        match reason.goal:
            case PlainReason.ONLY:
                return "your only choice"
            case PlainReason.RULED:
                return self.seen.why_bids[-1].sentence
            case PlainReason.ALIKE:
                return "every choice gives the same result"
            case PlainReason.CLAIM:
                return self._claim()
            case PlainReason.COUNT:
                worth = "this hand is" if reason.card is None else "the other cards are"
                return f"{worth} worth about {self.number:.1f} tricks"
            case PlainReason.RENEGE:
                return "a renege: an opponent may challenge it"
            case PlainReason.UNTRIED:
                return "not tried"
            case PlainReason.DRAW:
                kitty = self.seen.rules.kitty is not None
                return "take the kitty" if kitty else "draw the extra card"
            case PlainReason.DRAFT:
                return self._draft()
            case PlainReason.PASS:
                return self._pass()
            case PlainReason.HIGHEST:
                return f"partner gets no card above the {card_words(reason.card or 0)}"
            case _:
                return "the other choices are worth about the same"

    @property
    def nil(self) -> str:
        return self.seen.rules.zero_word

    def _card_sentence(self, play: Play) -> str:
        reason = self.reason
        aim = reason.goal if isinstance(reason.goal, Aim) else None
        words = PlayWords(Position(self.seen), self._who, self.nil, aim)
        if reason.goal == PlainReason.ALIKE:
            best = reason.against if isinstance(reason.against, Play) else None
            return words.any_of(play, best, reason.number, reason.other)
        if reason.costs_bid:
            return words.gives_up(play, reason.whose, reason.costs_bid)
        against = reason.against if isinstance(reason.against, Play) else None
        if against is not None and reason.better < 0:
            return words.why_not(play, against)
        return words.why(play, against)

    def _discard(self, thrown: Discard) -> str:
        """Return which card to throw back, and which one to keep."""
        deck = self.seen.rules.cards
        own = self.seen.own or 0
        suit = deck.suit_of[thrown.card]
        card = card_words(thrown.card)
        against = self.reason.against
        if isinstance(against, Discard):
            other = card_words(against.card)
            best, worse = card, other
            if self.reason.better < 0:
                best, worse = other, card
            if self.seen.bids[thrown.seat] == 0:
                return f"throw the {best}: it endangers your {self.nil} more than the {worse}"
            if self.reason.better < 0:
                return f"keep the {card} and throw the {other}"
        alone = (own & deck.suit_masks[suit]).bit_count() == 1
        if alone and suit != SPADES and own & deck.suit_masks[SPADES]:
            only = f"your only {SUIT_NAMES[suit].removesuffix('s')}"
            return f"throw the {card}, {only}: then you can ruff the suit"
        if isinstance(against, Discard):
            return f"throw the {card} and keep the {card_words(against.card)}"
        return f"throw the {card}"

    # ---- without an aim

    def _pass(self) -> str:
        names = "these"
        if isinstance(self.reason.event, Pass):
            names = in_words(map(in_sentence, cards_of(self.reason.event.cards)))
        if self.number > self.other:
            return f"your {self.nil} is safer without {names}"
        return f"no card to pass makes your {self.nil} safer than {names}"

    def _claim(self) -> str:
        left = round(self.number)
        every = f"all {left} remaining tricks are" if left > 1 else "the last trick is"
        return f"{every} yours, whoever has the other cards"

    def _draft(self) -> str:
        card = card_words(self.reason.card or 0)
        adds = _share_words(self.number)
        keeps = isinstance(self.reason.event, Draft) and self.reason.event.keep
        poor = self.number < self.other
        comparison = "more" if poor else "less"
        beside = f"the average card left adds {comparison}"
        if keeps == poor:
            return f"the {card} adds {adds}; {beside}"
        verb = "keep" if keeps else "throw away"
        return f"{verb} the {card}: it adds {adds}; {beside}"

    # ---- players

    def _who(self, seat: int) -> str:
        """Return another player: partner, a name, or where they sit."""
        rules = self.seen.rules
        me = self.seen.seat or 0
        if rules.side_of[seat] == rules.side_of[me]:
            return "partner"
        if self.names is not None:
            return self.names[seat]
        if len(self.seen.table) == 2:
            return "your opponent"
        beside = {1: "your left opponent", rules.seats - 1: "your right opponent"}
        return beside.get((seat - me) % rules.seats, "the player across")

"""Count the tricks of a hand card by card, as a player does before the bidding, and the cards that endanger a nil.

`estimate` says what the whole hand is worth; here each trick of it gets a card. Only the seat's own cards and the rules
are used.
"""

import math
from enum import StrEnum
from typing import Final

from spades_tui.bots.estimate import estimate, hand_value
from spades_tui.bots.rank_masks import descending, rank_masks
from spades_tui.bots.sound_bids import sure_of, sure_plain
from spades_tui.bots.suit_holdings import LAST_ROUND, Holding
from spades_tui.cards import JOKER_RANK, SPADES, printed_rank
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.secrecy import FullyHidden

NO_CARD: Final = 99
"""Stands for a card that can't win, as a number of unseen higher cards."""
LIKELY: Final = 0.5
"""Minimum tricks of a card, 0 to 1, that wins more often than not."""
RUFF_AT_MOST: Final = 0.75
"""Maximum tricks of a ruff, because another player may overruff, or lead trumps."""
RUFF_LATER: Final = 0.2
"""Tricks by which a ruff, or a low trump that may win, must be worth more than another card to be counted before it."""
LOW: Final = 3
"""Unseen higher trumps from which a trump is low."""
GUARDED_FIRST: Final = 0.1
"""Tricks by which another card must be worth more than a guarded trump, to be counted before it."""
HONOURS: Final = 0.8
"""Tricks of a plain card, 0 to 1, that equal ones below it make high in time, where nobody ruffs."""
POSSIBLE: Final = 0.2
"""Minimum tricks of a card, 0 to 1, that is worth a mention."""
ROUNDING: Final = 1e-9
"""Tricks that sums of the same numbers may differ by."""
SHORT: Final = 2
"""Maximum cards of a plain suit that a hand hopes to ruff."""
MANY_TRUMPS: Final = 5
"""Trumps from which a hand surely loses one to a higher trump; fewer may all ruff."""
DANGEROUS: Final = 0.2
"""Minimum tricks of a card, 0 to 1, that it can't avoid and that endanger a nil."""


TRUMP_BREAKS: Final = 1.8
"""How much more often than other cards a trump breaks a nil next to a partner, who can't cover it (`zero_chance`)."""


class CardMark(StrEnum):
    """What a card is expected to do."""

    SURE = "sure"
    """It wins a trick, whatever the others hold."""
    LIKELY = "likely"
    """It wins a trick more often than not."""
    LONG = "long"
    """A low trump that wins when the others have no trumps left."""
    RUFF = "ruff"
    """A small trump that may ruff a short suit."""
    PERHAPS = "perhaps"
    """It may win a trick."""


class CardTrick(FullyHidden, frozen=True):
    """A trick that a hand may win."""

    card: int
    mark: CardMark
    worth: float
    """Tricks that it brings on average, 0 to 1."""
    higher: int = 0
    """Unseen higher cards of its suit."""
    suit: int | None = None
    """For a ruff: the short suit."""


class Danger(FullyHidden, frozen=True):
    """A card that may break a nil."""

    card: int
    worth: float
    """Tricks that it can't avoid on average, trumps counted more next to a partner."""
    higher: int
    """Unseen higher cards of its suit."""
    below: tuple[int, ...]
    """The hand's own lower cards of that suit, highest first."""


class TrickCount(FullyHidden, frozen=True):
    """The tricks of a hand."""

    total: float
    """Tricks that the hand takes on average (`estimate`)."""
    tricks: tuple[CardTrick, ...]
    """The tricks that it may win, the surest first; more or fewer than `total`."""
    dangers: tuple[Danger, ...]
    """The cards that may break a nil, the most dangerous first; at least one."""

    @property
    def about(self) -> int:
        """The total as a whole number of tricks."""
        return max(self.sure, math.floor(self.total + 0.5))

    @property
    def sure(self) -> int:
        """The number of sure tricks."""
        return sum(trick.mark == CardMark.SURE for trick in self.tricks)

    @property
    def counted(self) -> tuple[CardTrick, ...]:
        """The tricks that make up the whole number; fewer if the cards don't give that many."""
        return self.tricks[: self.about]


def count_tricks(seen: Observation, seat: int) -> TrickCount | None:
    """Return the tricks of a seat's hand before the play; None if it hasn't looked at its cards."""
    rules, own = seen.rules, seen.own
    if not own:
        return None
    holding = hand_value(rules, own)
    sure = _sure_cards(seen, seat, own)
    out, higher = rank_masks(rules).pack & ~own, rank_masks(rules).higher
    tricks = [CardTrick(card, CardMark.SURE, 1.0, (out & higher[card]).bit_count()) for card in sure]
    for suit in range(SPADES + 1):
        tricks += _winners(rules, own, holding, suit, sure)
    used = {trick.card for trick in tricks}
    tricks += _ruffs(rules, own, holding, used)
    trumps = (own & rules.cards.suit_masks[SPADES]).bit_count()
    tricks.sort(key=lambda trick: _place(trick, rules, trumps))
    tricks = _without_a_falling_trump(rules, own, tricks)
    return TrickCount(estimate(rules, own).tricks, tuple(tricks), _dangers(rules, own, holding))


def _place(trick: CardTrick, rules: Ruleset, trumps: int) -> tuple[bool, float]:
    """Return the place of a trick among those of a hand with so many trumps, the surest first.

    A player counts on ruffs last, and on a low trump later still. A trump with a guard for each higher one comes early;
    jokers are seldom led, so one guard less will do under them.
    """
    worth = trick.worth
    if trick.mark == CardMark.RUFF:
        worth -= RUFF_LATER
    elif trick.mark == CardMark.PERHAPS and rules.cards.suit_of[trick.card] == SPADES:
        if trick.higher >= LOW:
            worth -= RUFF_LATER
        elif trumps >= trick.higher + (not _has_jokers(rules)):
            worth += GUARDED_FIRST
    return trick.mark != CardMark.SURE, -worth


def _has_jokers(rules: Ruleset) -> bool:
    return any(printed_rank(card) >= JOKER_RANK for card in rules.cards.pack)


def _without_a_falling_trump(rules: Ruleset, own: int, tricks: list[CardTrick]) -> list[CardTrick]:
    """Return the tricks of a hand without one of its many trumps, if each is named although a higher one is out.

    One of them falls to that trump. The last one named goes, and a ruff is none of them.
    """
    trumps = own & rules.cards.suit_masks[SPADES]
    named = [trick for trick in tricks if trumps >> trick.card & 1 and trick.mark != CardMark.RUFF]
    if len(named) < max(MANY_TRUMPS, trumps.bit_count()):
        return tricks
    top = max(named, key=lambda trick: rules.cards.ranks[trick.card])
    if not top.higher:
        return tricks
    return [trick for trick in tricks if trick is not named[-1]]


def _sure_cards(seen: Observation, seat: int, own: int) -> tuple[int, ...]:
    """Return as many cards as the hand has sure tricks: the highest trumps, then top cards of plain suits."""
    rules, count = seen.rules, sure_of(seen, seat)
    masks, out = rules.cards.suit_masks, rank_masks(rules).pack & ~own
    trumps = descending(rules, own & masks[SPADES])
    if count <= len(trumps):
        return trumps[:count]
    surest = list(trumps)
    for suit in range(SPADES):
        surest += descending(rules, own & masks[suit])[: sure_plain(rules, own, out, suit)]
    return tuple(surest[:count])


def _winners(rules: Ruleset, own: int, holding: Holding, suit: int, sure: tuple[int, ...]) -> list[CardTrick]:
    """Return the cards of a suit that may win a trick, and aren't sure to."""
    held, above = descending(rules, own & rules.cards.suit_masks[suit]), holding.above[suit]
    winners = []
    before = 0.0
    for place, card in enumerate(held):
        # The suit with the cards up to this one, and others that only guard them.
        guards = (NO_CARD,) * (len(held) - place - 1)
        total = holding.can_win(suit, above[: place + 1] + guards)
        idle = _idle_trumps(holding, len(guards), place + 1) if suit == SPADES else 0.0
        worth = min(1.0, total - idle - before)
        before = total - idle
        if suit != SPADES and _forces_out(above, place):
            worth = max(worth, HONOURS * holding.ruffed(suit)[min(LAST_ROUND, place + above[place])])
        if card in sure or worth < POSSIBLE:
            continue
        long = suit == SPADES and worth <= long_trump(holding, place) + ROUNDING
        mark = CardMark.PERHAPS
        if worth >= LIKELY:
            mark = CardMark.LONG if long else CardMark.LIKELY
        winners.append(CardTrick(card, mark, worth, above[place]))
    return _higher_first(winners)


def _forces_out(above: tuple[int, ...], place: int) -> bool:
    """Return whether equal cards force out all higher ones, so that the card at this place wins unless ruffed.

    The king and queen make a trick together, and so do the queen, jack and ten.
    """
    return 0 < above[place] < above[place:].count(above[place])


def _higher_first(winners: list[CardTrick]) -> list[CardTrick]:
    """Return the winners of a suit, highest first, so that no card is worth less than a lower one but a long trump."""
    named = [trick for trick in winners if trick.mark != CardMark.LONG]
    worths = sorted([(trick.worth, trick.mark) for trick in named], key=lambda pair: -pair[0])
    better = {trick.card: pair for trick, pair in zip(named, worths, strict=True)}
    ranked = []
    for trick in winners:
        worth, mark = better.get(trick.card, (trick.worth, trick.mark))
        ranked.append(CardTrick(trick.card, mark, worth, trick.higher))
    return ranked


def _idle_trumps(holding: Holding, count: int, place: int) -> float:
    """Return the tricks that trumps win by their number alone, from a place in the hand on."""
    return sum(long_trump(holding, place + number) for number in range(count))


def long_trump(holding: Holding, place: int) -> float:
    """Return the tricks of the lowest possible trump at this place of a hand's trumps, counted from 0."""
    trumps = (NO_CARD,) * (place + 1)
    return holding.can_win(SPADES, trumps) - holding.can_win(SPADES, trumps[:-1])


def _ruffs(rules: Ruleset, own: int, holding: Holding, used: set[int]) -> list[CardTrick]:
    """Return the ruffs that a hand may make: its lowest free trumps, the shortest suit first."""
    masks = rules.cards.suit_masks
    trumps = [card for card in descending(rules, own & masks[SPADES])[::-1] if card not in used]
    short = sorted(range(SPADES), key=lambda suit: (own & masks[suit]).bit_count())
    short = [suit for suit in short if (own & masks[suit]).bit_count() <= SHORT]
    left = holding.ruffs(holding.winners()[SPADES])
    ruffs = []
    for place, card in enumerate(trumps):
        worth = min(RUFF_AT_MOST, left - place)
        if not short or worth < POSSIBLE:
            break
        suit = short[min(place, len(short) - 1)]
        ruffs.append(CardTrick(card, CardMark.RUFF, worth, suit=suit))
    return ruffs


def _dangers(rules: Ruleset, own: int, holding: Holding) -> tuple[Danger, ...]:
    """Return the cards that a nil can't easily lose, the most dangerous first."""
    dangers: list[Danger] = []
    higher = rank_masks(rules).higher
    for suit in range(SPADES + 1):
        held, above = descending(rules, own & rules.cards.suit_masks[suit]), holding.above[suit]
        worth = 0.0
        weight = TRUMP_BREAKS if suit == SPADES and rules.partners else 1.0
        for place in reversed(range(len(held))):
            card = held[place]
            # A card is at least as dangerous as the lower ones of its suit.
            alone = holding.must_win(suit, above[place:]) - holding.must_win(suit, above[place + 1 :])
            worth = max(worth, weight * alone)
            out = (holding.out[suit] & higher[card]).bit_count()
            dangers.append(Danger(card, worth, out, held[place + 1 :]))
    dangers.sort(key=lambda danger: (-danger.worth, danger.higher))
    return tuple([danger for danger in dangers if danger.worth >= DANGEROUS] or dangers[:1])

"""The cards of a zero or nil that is still alive: which of them may have to win a trick, and which to get rid of.

A lower card is never worse to keep than a higher one of its suit. So a card that loses the trick is at least as good
to play as each lower one that loses it too.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from spades_tui.bots.cardplay import CardPlay
from spades_tui.bots.suit_holdings import Holding
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.cards import ACES, SPADES
from spades_tui.game.events import Play
from spades_tui.game.kernel import beats
from spades_tui.rules.ruleset import Ruleset

LONGER: Final = 2
"""Cards of a suit by which the longest of the other hands is hardly ever longer than their average, rounded up."""


def is_zero_alive(decision: CardPlay, seat: int) -> bool:
    """Return whether a seat wants no trick at all and has none."""
    unit = decision.worth.unit_of[seat]
    return decision.worth.best_of(unit) == 0 and not decision.took[unit]


def losing_plays(decision: CardPlay, plays: Sequence[Play]) -> list[Play]:
    """Return the plays that don't take the lead of the trick; none if nothing is led."""
    if decision.best < 0:
        return []
    cards = decision.rules.cards
    return [event for event in plays if not beats(cards, event.value, decision.best)]


def from_high(rules: Ruleset, plays: Sequence[Play]) -> list[Play]:
    """Return these leads from high to low: of equal cards, a living zero gets rid of the highest."""
    return sorted(plays, key=lambda event: -rules.cards.ranks[event.card])


def by_suit(decision: CardPlay, plays: Sequence[Play]) -> list[list[Play]]:
    """Return these plays suit by suit, the safest card to keep first in each."""
    suits: dict[int, list[Play]] = {}
    for event in plays:
        suits.setdefault(decision.suit_of[event.card], []).append(event)
    return [sorted(cards, key=lambda event: _danger_rank(decision, event)) for cards in suits.values()]


def best_loser(decision: CardPlay, losers: Sequence[Play]) -> Play:
    """Return the losing card to get rid of: the highest of the suit that it makes safest."""
    highest = [cards[-1] for cards in by_suit(decision, losers)]
    return max(highest, key=lambda event: _relief(decision, event))


def is_safe(below: Sequence[int], rounds: int) -> bool:
    """Return whether cards of a plain suit can't be made to win, however the others lead it.

    `below`: for each card, lowest first, the number of unseen lower ones. `rounds`: the number of unseen cards. The
    first round needs a card below all others, the second one with at most one unseen card below it, and so on.
    """
    return all(lower <= place for place, lower in enumerate(below[:rounds]))


def likely_rounds(holding: Holding, suit: int) -> int:
    """Return how often others can lead a suit if no hand has many more of its unseen cards than its share."""
    count = holding.counts[suit]
    hands = sum(chance > 0.0 for chance in holding.unseen.chances[suit])
    return min(count, math.ceil(count / max(1, hands)) + LONGER)


def danger(holding: Holding, suit: int, above: tuple[int, ...]) -> float:
    """Return the tricks that cards of a suit may be unable to avoid; `above` as in `Holding`."""
    if suit == SPADES:
        return holding.must_win(suit, above)
    rounds = likely_rounds(holding, suit)
    lowest = above[-rounds:] if rounds else ()
    if is_safe([holding.counts[suit] - higher for higher in reversed(lowest)], rounds):
        return 0.0
    return holding.must_win(suit, lowest)


def in_known_order(
    decision: CardPlay, rows: tuple[ValuedChoice, ...], losers: Sequence[Play]
) -> tuple[ValuedChoice, ...]:
    """Raise each losing card to the value of the lower ones of its suit, and return all of them, best first.

    Play-outs value these cards with errors, and which one of a suit is better is known without them.
    """
    values = {row.event: row for row in rows}
    for cards in by_suit(decision, [event for event in losers if event in values]):
        for lower, higher in pairwise(cards):
            least = values[lower]
            if values[higher].value < least.value:
                values[higher] = replace(values[higher], value=least.value, doubt=least.doubt)
    usual = best_loser(decision, losers)
    if rows[0].event == usual:
        return tuple(values.values())
    return tuple(sorted(values.values(), key=lambda row: (-row.value, row.event != usual)))


def _danger_rank(decision: CardPlay, event: Play) -> int:
    """Return a rank that is higher for cards that are worse to keep; an ace that may be called low is the best."""
    if decision.aces_called and event.card in ACES:
        return -1
    return decision.rules.cards.ranks[event.card]


def _relief(decision: CardPlay, event: Play) -> tuple[float, float]:
    """Return by how much the danger of a suit falls without a card, and the card's height."""
    holding, suit = decision.holding, decision.suit_of[event.card]
    now = danger(holding, suit, holding.above[suit])
    return now - danger(holding, suit, holding.without(suit, event.card)), decision.heights[event.card]

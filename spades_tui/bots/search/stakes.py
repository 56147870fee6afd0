"""The worth of a hand's result for the game: points far from the end of the game, the chance to win near it."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from spades_tui.bots.hand_worth import SideBefore, of_side, sides_before
from spades_tui.bots.search.win_chances import Chances, chances
from spades_tui.rules.ledger import Announced, Standing
from spades_tui.rules.ruleset import Ruleset

NEAR_END: Final = 2.5
"""Hands left, at the usual pace, from which only the chance to win counts."""
FAR_FROM_END: Final = 4.0
"""Hands left from which only points count."""
POINTS_TOO: Final = 0.04
"""Weight of points where the chance to win decides: they break ties."""


def nearness(rules: Ruleset, standing: Standing) -> float:
    """Return how much the chance to win counts in the next hand: 0 far from the game's end, 1 near it."""
    known = chances(rules)
    if known is None:
        return 0.0
    left = known.hands_left(standing.totals, standing.hands)
    return min(1.0, max(0.0, (FAR_FROM_END - left) / (FAR_FROM_END - NEAR_END)))


class Stakes:
    """The ends of a hand with certain bids, as far as they decide the game."""

    def __init__(
        self, rules: Ruleset, standing: Standing, side: int, sides: Sequence[SideBefore], known: Chances, weight: float
    ) -> None:
        """Take `weight`, the `nearness`, which must be above 0."""
        self._rules, self._standing, self._side, self._known = rules, standing, side, known
        self._sides = sides
        self.weight = weight

    def value(self, points: float, taken: Sequence[int | None], extra: Sequence[int] = (0, 0)) -> float:
        """Return what an end is worth to the side, which gains `points` more than the others.

        `taken`: tricks by seat, None for a seat that sits out. `extra`: points by side for winning certain tricks.
        """
        chance = self.chance(taken, extra)
        return (1.0 - self.weight) * points + self.weight * (self._known.points * (chance - 0.5) + POINTS_TOO * points)

    def chance(self, taken: Sequence[int | None], extra: Sequence[int] = (0, 0)) -> float:
        """Return the side's chance to win the game, 0 to 1."""
        before = self._standing
        found = [of_side(self._rules, side, tuple([taken[seat] for seat in side[0]])) for side in self._sides]
        totals = tuple([had + one[0] + more for had, one, more in zip(before.totals, found, extra, strict=True)])
        bags = tuple([one[1] for one in found])
        sets = tuple([had + one[2] for had, one in zip(before.sets, found, strict=True)])
        hands = before.hands + 1
        wins = next((side for side in (1, 0) if found[side][4]), None)
        outcome = self._rules.decide(replace(before, totals=totals, bags=bags, sets=sets, hands=hands), wins)
        if outcome is not None:
            return 1.0 / len(outcome.winners) if self._side in outcome.winners else 0.0
        return self._known.win(totals, bags, sets, hands, self._side)


def stakes(
    rules: Ruleset, standing: Standing, side: int, bids: tuple[int | None, ...], blind: tuple[bool, ...],
    contracts: tuple[int | None, ...], announced: tuple[Announced, ...] = (),
) -> Stakes | None:  # fmt: skip
    """Return what is at stake for a side in a hand with these bids; None far from the game's end."""
    weight = nearness(rules, standing)
    known = chances(rules)
    if known is None or weight <= 0.0:
        return None
    before = sides_before(rules, standing, bids, blind, contracts, announced)
    return Stakes(rules, standing, side, before, known, weight)

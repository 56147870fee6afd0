"""What the end of a hand does to the game: points far from the game's end, the chance to win near it."""

from collections.abc import Sequence
from typing import Final

from spades_tui.bots.hand_worth import SideBefore, of_side, sides_before
from spades_tui.bots.search.win_chances import Chances, chances
from spades_tui.game.copying import changing
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset

NEAR: Final = 2.5
"""With so many hands left, by what a hand usually brings, the chance to win is all that counts."""
FAR: Final = 4.0
"""With so many, points are."""
POINTS_TOO: Final = 0.04
"""How much points count where the chance to win is all: they part what is as good."""

_after = changing(Standing, "totals", "bags", "sets", "hands")


def nearness(rules: Ruleset, standing: Standing) -> float:
    """How much the chance to win counts in the next hand: 0 far from the game's end, 1 near it."""
    known = chances(rules)
    if known is None:
        return 0.0
    left = known.hands_left(standing.totals, standing.hands)
    return min(1.0, max(0.0, (FAR - left) / (FAR - NEAR)))


class Stakes:
    """The ends of a hand with certain bids, as far as they decide the game."""

    def __init__(
        self, rules: Ruleset, standing: Standing, side: int, sides: Sequence[SideBefore], known: Chances, weight: float
    ) -> None:
        """`weight` is the `nearness`, above 0."""
        self._rules, self._standing, self._side, self._known = rules, standing, side, known
        self._sides = sides
        self.weight = weight

    def value(self, points: float, taken: Sequence[int | None], extra: Sequence[int] = (0, 0)) -> float:
        """What the end is worth to the side, where it brings so many points more than to the others.

        `taken`: the tricks by seat, None for one that sits out. `extra`: points by side that hang on which tricks.
        """
        chance = self.chance(taken, extra)
        return (1.0 - self.weight) * points + self.weight * (self._known.points * (chance - 0.5) + POINTS_TOO * points)

    def chance(self, taken: Sequence[int | None], extra: Sequence[int] = (0, 0)) -> float:
        """The side's chance to win the game."""
        before = self._standing
        found = [of_side(self._rules, side, tuple([taken[seat] for seat in side[0]])) for side in self._sides]
        totals = tuple([had + one[0] + more for had, one, more in zip(before.totals, found, extra, strict=True)])
        bags = tuple([one[1] for one in found])
        sets = tuple([had + one[2] for had, one in zip(before.sets, found, strict=True)])
        hands = before.hands + 1
        wins = next((side for side in (1, 0) if found[side][4]), None)
        outcome = self._rules.decide(_after(before, totals, bags, sets, hands), wins)
        if outcome is not None:
            return 1.0 / len(outcome.winners) if self._side in outcome.winners else 0.0
        return self._known.win(totals, bags, sets, hands, self._side)


def stakes(
    rules: Ruleset, standing: Standing, side: int, bids: tuple[int | None, ...], blind: tuple[bool, ...],
    contracts: tuple[int | None, ...],
) -> Stakes | None:  # fmt: skip
    """What is at stake for a side in a hand with these bids; None far from the game's end."""
    weight = nearness(rules, standing)
    known = chances(rules)
    if known is None or weight <= 0.0:
        return None
    return Stakes(rules, standing, side, sides_before(rules, standing, bids, blind, contracts), known, weight)

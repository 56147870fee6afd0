"""Components that end a game, in the order in which they are asked after each hand."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from spades_tui.rules.ledger import Standing
from spades_tui.rules.part import Number, Part, RuleName, Switch, plural


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended."""

    reason: str
    winners: tuple[int, ...]
    """Sides."""
    standings: tuple[tuple[int, ...], ...]
    """Sides from first place to last, level ones together."""


def places(totals: tuple[int, ...], first: tuple[int, ...] = ()) -> tuple[tuple[int, ...], ...]:
    """Sides grouped by points, most first; those named `first` stand before all others."""
    rest = [side for side in range(len(totals)) if side not in first]
    levels = sorted({totals[side] for side in rest}, reverse=True)
    groups = tuple(tuple(side for side in rest if totals[side] == level) for level in levels)
    return ((first,) if first else ()) + groups


class Outright(Part):
    """A bid that wins the game ends it at once (BM-12, 3B-15)."""

    kind: Literal["outright"]
    rule: RuleName

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """The end, if a bid has won the game."""
        if outright is None:
            return None
        return Outcome("outright", (outright,), places(standing.totals, (outright,)))

    def sentence(self) -> str:
        """For the rules page."""
        return "A bid that wins the game ends it at once."


class Sets(Part):
    """A side that is set too often loses at once (JK-11); for two sides."""

    kind: Literal["sets"]
    rule: RuleName
    limit: Annotated[int, Field(strict=True, ge=1, le=100)]

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """The end, if one side has reached the limit, or both have and one has more points."""
        out = [side for side, sets in enumerate(standing.sets) if sets >= self.limit]
        if not out:
            return None
        if len(out) == len(standing.sets):
            best = max(standing.totals)
            winners = tuple(side for side in out if standing.totals[side] == best)
            if len(winners) > 1:
                return None
        else:
            winners = tuple(side for side in range(len(standing.sets)) if side not in out)
        return Outcome("sets", winners, places(standing.totals, winners))

    def sentence(self) -> str:
        """For the rules page."""
        return f"A side that is set {'once' if self.limit == 1 else f'{self.limit} times'} loses at once."


class Target(Part):
    """The game goes to a number of points (SB-10, JK-12, BM-12)."""

    kind: Literal["target"]
    rule: RuleName
    points: Number
    fewest_bags: Switch = False
    """Level sides are parted by fewer overtricks (BM-12)."""

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """The end, if somebody has reached the target and one side leads."""
        best = max(standing.totals)
        if best < self.points:
            return None
        winners = [side for side, total in enumerate(standing.totals) if total == best]
        if len(winners) > 1 and self.fewest_bags:
            fewest = min(standing.bags[side] for side in winners)
            winners = [side for side in winners if standing.bags[side] == fewest]
        if len(winners) > 1:
            return None
        return Outcome("target", tuple(winners), places(standing.totals, tuple(winners)))

    def sentence(self) -> str:
        """For the rules page."""
        tie = "; level sides are parted by fewer overtricks" if self.fewest_bags else ""
        return f"The game goes to {plural(self.points, 'point')}; the most points win{tie}."


class Hands(Part):
    """The game has a number of hands, and no two may be level at its end (3B-16, 3B-17)."""

    kind: Literal["hands"]
    rule: RuleName
    hands: Annotated[int, Field(strict=True, ge=1, le=200)]

    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """The end, if the hands have been played and nobody is level with anybody."""
        if standing.hands < self.hands or len(set(standing.totals)) < len(standing.totals):
            return None
        standings = places(standing.totals)
        return Outcome("hands", standings[0], standings)

    def sentence(self) -> str:
        """For the rules page."""
        return f"The game has {plural(self.hands, 'hand')}; while anyone is level, another is played."


EndingPart = Annotated[Outright | Sets | Target | Hands, Field(discriminator="kind")]

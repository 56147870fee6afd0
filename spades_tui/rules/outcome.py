"""How a game has ended, and everybody's place."""

from spades_tui.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended."""

    reason: str
    """The kind of the ending."""
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

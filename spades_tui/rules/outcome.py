"""How a game has ended, and everybody's place."""

from msgspec import Struct

from spades_tui.rules.ledger import Standing


class Outcome(Struct, frozen=True):
    """How a game has ended."""

    reason: str
    """The kind of the ending."""
    winners: tuple[int, ...]
    """Sides."""
    standings: tuple[tuple[int, ...], ...]
    """Sides from first place to last, tied ones together."""


def leaders(standing: Standing, fewest_bags: bool = False) -> tuple[int, ...]:
    """Return the sides with the most points; `fewest_bags`: of tied ones those with the fewest overtricks."""
    best = max(standing.totals)
    found = [side for side, total in enumerate(standing.totals) if total == best]
    if fewest_bags:
        fewest = min(standing.bags[side] for side in found)
        found = [side for side in found if standing.bags[side] == fewest]
    return tuple(found)


def places(totals: tuple[int, ...], first: tuple[int, ...] = ()) -> tuple[tuple[int, ...], ...]:
    """Return sides grouped by points, most first; sides in `first` come before all others."""
    rest = [side for side in range(len(totals)) if side not in first]
    levels = sorted({totals[side] for side in rest}, reverse=True)
    groups = tuple(tuple(side for side in rest if totals[side] == level) for level in levels)
    return ((first,) if first else ()) + groups

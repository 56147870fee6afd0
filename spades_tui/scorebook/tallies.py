"""The counts of persons, to which each game adds, so that statistics needn't read every game."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from spades_tui.scorebook.season import is_computer

Tallies = dict[tuple[str, str], Counter[tuple[str, str]]]
"""By person and variant, then by the name of a count and its key: the count.

``pair`` has bid and tricks as its key, ``week_…`` a Monday, ``with…`` and ``against…`` another person, ``cast_…`` the
name of a computer player. The rest are sums with an empty key.
"""


class Seat(NamedTuple):
    """A seat of a finished game: the columns that are counted, `won` and all after it as sums."""

    seat: int
    person: str
    variant: str
    day: str
    side: int
    place: int
    pairs: str
    player: str
    """The name of a computer player of the cast; "" for others."""
    won: int
    hands: int
    points: int
    made: int
    set: int
    bags: int
    bid: int
    tricks: int
    zeros: int
    zeros_made: int
    blinds: int
    blinds_made: int
    bemos: int
    bemos_kept: int
    bones: int
    off_hands: int
    off_over: int
    off_short: int
    take_backs: int
    blind_zeros_made: int


SUMS = Seat._fields[Seat._fields.index("won") :]


def tally(seats: Iterable[Seat], sign: int, tallies: Tallies) -> None:
    """Add a game to the counts, or subtract it with `sign` −1.

    A level of computer players may have several seats. Its game counts once, also with and against others; all else
    counts for each seat.
    """
    seats = tuple(seats)
    won: dict[str, bool] = {}
    best: dict[str, int] = {}
    for seat in seats:
        won[seat.person] = won.get(seat.person, False) or bool(seat.won)
        best[seat.person] = min(best.get(seat.person, seat.place), seat.place)
    variant, day = seats[0].variant, date.fromisoformat(seats[0].day)
    monday = date.fromordinal(max(1, day.toordinal() - day.weekday())).isoformat()
    counts = {person: tallies.setdefault((person, variant), Counter()) for person in won}
    for person, first in won.items():
        counts[person]["games", ""] += sign
        counts[person]["wins", ""] += sign * first
    for seat in seats:
        own = counts[seat.person]
        for name in SUMS[1:]:
            amount: int = getattr(seat, name)
            if amount:
                own[name, ""] += sign * amount
        own["place", str(seat.place)] += sign
        for pair in seat.pairs.split():
            own["pair", pair] += sign
        own["week_hands", monday] += sign * seat.hands
        own["week_points", monday] += sign * seat.points
    for (word, person, other), victory in _met(seats).items():
        own = counts[person]
        own[word, other] += sign
        own[f"{word}_won", other] += sign * victory
        if other in best and best[person] < best[other]:
            own[f"{word}_ahead", other] += sign


def _met(seats: tuple[Seat, ...]) -> dict[tuple[str, str, str], bool]:
    """Return who played with and against which persons and players of the cast, and whether the first of the two won.

    Computer players are persons by level, and players of the cast by name.
    """
    met: dict[tuple[str, str, str], bool] = {}
    for one in seats:
        for other in seats:
            word = "with" if one.side == other.side else "against"
            if one.person != other.person:
                key = (word, one.person, other.person)
                met[key] = met.get(key, False) or bool(one.won)
            if other.player and not is_computer(one.person):
                key = (f"cast_{word}", one.person, other.player)
                met[key] = met.get(key, False) or bool(one.won)
    return met

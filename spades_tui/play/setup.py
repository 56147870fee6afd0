"""The seats and the game: everything that a table needs to begin."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.bots.levels import level_problem
from spades_tui.language.player_names import NAME_MOST, Roster, name_key, new_fault
from spades_tui.language.unusable import UnusableError
from spades_tui.system.foreign_text import pasted

if TYPE_CHECKING:
    from spades_tui.rules.variant import Variant

NAMES = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou", "May", "Ned", "Oz", "Pam")
"""Default names for computer players."""

USUAL = "club"
"""The default level of a computer player who isn't a person's partner."""

PARTNER = "strong"
"""The default level of a person's partner."""

OUTSIDE = "exec"
"""The level of a seat played by another program."""


class SeatSetup(Struct, frozen=True):
    """A seat: its name, and who plays it."""

    name: str
    kind: str
    """``human`` or ``bot``."""
    level: str | None = None
    """The level of a computer player, with its style (``club/bold``); ``exec`` for a user's own program."""
    command: str | None = None
    """The command of such a program; it isn't written into records."""

    def to_json(self) -> dict[str, object]:
        """Return the seat as in a record's `game` line."""
        entry: dict[str, object] = {"name": self.name, "kind": self.kind}
        if self.level is not None:
            entry["level"] = self.level
        return entry


class TableSetup(Roster, Struct, frozen=True):
    """A table before its first deal."""

    variant: Variant
    options: dict[str, object] = {}
    seats: tuple[SeatSetup, ...] = ()
    dealer: int = 0
    seed: str | None = None
    game: int = 1
    cut: bool = True
    """Whether people are asked to cut (C-3)."""

    def seats_json(self) -> list[dict[str, object]]:
        """Return the seats as in a record's `game` line."""
        return [seat.to_json() for seat in self.seats]


def check_name(name: str) -> str:
    """Return a name that somebody chooses now, trimmed. Raises UnusableError as `_checked`, or if it has only signs."""
    checked = _checked(name)
    if new_fault(checked) == "signs":
        raise UnusableError("a name needs a letter or a digit")
    return checked


def _checked(name: str) -> str:
    """Return a seat's name, trimmed. Raises UnusableError if it is empty, too long or not printable."""
    name = pasted(name).strip()
    if not name:
        raise UnusableError("a seat needs a name")
    if len(name) > NAME_MOST:
        raise UnusableError(f"the name {name[:NAME_MOST]}… is too long; the maximum is {NAME_MOST} letters")
    if not name.isprintable():
        raise UnusableError("a name can have printable letters only")
    return name


def check_seats(variant: Variant, seats: tuple[SeatSetup, ...]) -> None:
    """Check that these seats can play this variant, with the table's options. Raises UnusableError."""
    if len(seats) != variant.seats:
        raise UnusableError(f"{len(seats)} players don't fit {variant.name}; it has {variant.seats} seats")
    names = [_checked(seat.name) for seat in seats]
    for name in names:
        if names.count(name) > 1:
            raise UnusableError(f"{name!r} is there twice; rename one of them")
    people: dict[str, str] = {}
    for seat, name in zip(seats, names, strict=True):
        if seat.kind != "human":
            continue
        other = people.setdefault(name_key(name), name)
        if other != name:
            raise UnusableError(f"{other!r} and {name!r} are one person in the scorebook; rename one of them")
    for seat in seats:
        if seat.kind != "bot" or (seat.level == OUTSIDE and seat.command):
            continue
        wrong = level_problem(seat.level or "")
        if wrong is not None:
            raise UnusableError(f"{seat.name}: {wrong}")
    unfit = variant.unfit(sum(seat.kind == "human" for seat in seats))
    if unfit is not None:
        raise UnusableError(unfit[0])


def default_level(seat: int, people: Collection[int], sides: Sequence[Sequence[int]], levels: Sequence[str]) -> str:
    """Return the default level of a computer player: higher for a person's partner."""
    side = next(side for side in sides if seat in side)
    beside = any(other in people for other in side if other != seat)
    if beside and PARTNER in levels:
        return PARTNER
    return USUAL


def with_sides_changed(setup: TableSetup) -> TableSetup:
    """Return the table with everybody but the first person one seat further, so that partners change."""
    stays = setup.people[0] if setup.people else 0
    moving = [number for number in range(len(setup.seats)) if number != stays]
    seats = list(setup.seats)
    for to, place in enumerate(moving):
        seats[place] = setup.seats[moving[(to + 1) % len(moving)]]
    return replace(setup, seats=tuple(seats))


def bot_seats(count: int, level: str) -> tuple[SeatSetup, ...]:
    """Return `count` computer players of one level, with pleasant names."""
    return tuple(SeatSetup(name, "bot", level) for name in NAMES[:count])

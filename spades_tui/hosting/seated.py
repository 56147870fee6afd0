"""One connection at a table: a guest's or a watcher's, before and after they have sat down."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from msgspec.structs import replace

from spades_tui.hosting.invitations import Invitation
from spades_tui.hosting.links import HostLink
from spades_tui.language.player_names import NAME_MOST, name_key
from spades_tui.play import cast
from spades_tui.play.setup import SeatSetup


@dataclass(eq=False)
class Seated:
    """One connection to a seat, or of a watcher."""

    invitation: Invitation
    key: str | None = None  # the fingerprint of the guest's public key, if they have shown one
    link: HostLink = field(init=False)
    asks_password: bool = False  # whether the seat was free when this guest came, so that they choose a password
    arrived: bool = False
    stopped: bool = False  # whether the guest's program is stopped, so that they count as gone
    keep: Callable[[str], None] = lambda _: None
    """Called with the guest's settings when they have changed. Watchers who share a line have nowhere to keep them."""
    back: Callable[[str], None] | None = None
    """Called with a sentence instead of ending the connection of a guest who returns to the club's lobby."""

    @property
    def seat(self) -> int | None:
        """The seat; None for a watcher."""
        return self.invitation.seat


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if it's taken, in any spelling that the scorebook counts as the same person."""
    keys = set(map(name_key, taken))
    free = name
    number = 1
    while name_key(free) in keys:
        number += 1
        free = f"{name[: NAME_MOST - 3]} {number}"
    return free


def with_room_for(name: str, seats: tuple[SeatSetup, ...]) -> tuple[SeatSetup, ...]:
    """Return seats with another name for a computer player who is named like this person."""
    taken = [seat.name for seat in seats]
    free = [player.name for player in cast.free(taken)] or [free_name(name, taken)]
    renamed = list(seats)
    for place, seat in enumerate(seats):
        if seat.kind == "bot" and name_key(seat.name) == name_key(name):
            renamed[place] = replace(seat, name=free[0])
    return tuple(renamed)

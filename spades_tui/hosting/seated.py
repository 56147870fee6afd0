"""One connection at a table: a guest's or a watcher's, before and after they have sat down."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import count

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
    keys = {name_key(one) for one in taken}
    numbered = (f"{name[: NAME_MOST - 3]} {number}" for number in count(2))
    return name if name_key(name) not in keys else next(one for one in numbered if name_key(one) not in keys)


def with_room_for(name: str, seats: tuple[SeatSetup, ...]) -> tuple[SeatSetup, ...]:
    """Return seats with another name for a computer player who is named like this person."""
    taken = [seat.name for seat in seats]
    free = next(iter(cast.free(taken)), None)
    other = free.name if free is not None else free_name(name, taken)
    return tuple(
        replace(seat, name=other) if seat.kind == "bot" and name_key(seat.name) == name_key(name) else seat
        for seat in seats
    )

"""Before the game: what the host may do about friends who don't come, and the invitations of the last table."""

import asyncio
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS
from spades_tui.hosting.friend_list import friend_named
from spades_tui.hosting.invitations import Invitation, Invitations, save, saved
from spades_tui.hosting.messages import Begin, FromGuest, Give, HandOver, Swap
from spades_tui.language.quoting import shown
from spades_tui.play import cast
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup, default_level
from spades_tui.rules.variant import with_options
from spades_tui.system.folders import data_folder

HOW = (
    "Say start to begin: computer players take the seats of those who are missing.",
    "Say swap 2 3 to exchange seats 2 and 3.",
    "Say computer 2 to give seat 2 to a computer player, and friend 2 to give it back.",
    "Say friend 2 Bea to keep it for Bea, who has played here; their old line works.",
    "Say new line 2 if the guest of seat 2 comes from another computer.",
)
"""What the host may say before the game; a new line also later."""


ANYWHERE = "anywhere"
"""Instead of an address: friends come from anywhere, and the table listens at no port."""


class SavedLobby(msgspec.Struct):
    """The last table: who sat where, and whose lines open the seats."""

    seats: tuple[SeatSetup, ...]
    own: int | None  # the seat of the host's own player
    address: str
    port: int
    invitations: list[Invitation]


def lobby_file() -> Path:
    """Return the file with the last table's invitations."""
    return data_folder() / "hosting" / "last-invitations.json"


def keep(lobby: SavedLobby) -> None:
    """Save the invitations, so that they open the same seats another day. Raises OSError."""
    save(lobby_file(), lobby)


def last_lobby(seats: int) -> SavedLobby | None:
    """Return the last table's invitations, if it had this many seats. Raises OSError, ValueError if they're damaged."""
    lobby = saved(lobby_file(), SavedLobby)
    return lobby if lobby is not None and len(lobby.seats) == seats else None


def read_line(line: str) -> FromGuest | None:
    """Return what the host's line asks for; None if it isn't one of the lobby's words."""
    match line.casefold().split():
        case ["start"]:
            return Begin()
        case ["swap", first, second] if _is_seat(first) and _is_seat(second):
            return Swap(int(first) - 1, int(second) - 1)
        case ["computer", seat, *_] if _is_seat(seat):
            return Give(int(seat) - 1, computer=True)
        case ["friend", seat, *_] if _is_seat(seat):
            return Give(int(seat) - 1, friend=" ".join(line.split()[2:]))
        case ["new", "line", seat] if _is_seat(seat):
            return HandOver(int(seat) - 1)
    return None


def _is_seat(word: str) -> bool:
    return word.isdecimal() and len(word) < 3


def with_computer_players(setup: TableSetup, absent: Collection[int]) -> TableSetup:
    """Return a setup in which computer players have the seats of absent friends."""
    seats = list(setup.seats)
    people = [seat for seat in setup.people if seat not in absent]
    sides = with_options(setup.variant, setup.options).side_seats()
    for seat in sorted(absent):
        level = default_level(seat, people, sides, LEVELS)
        taken = {one.name for one in seats}
        free = cast.free(taken)
        if free:
            seats[seat] = SeatSetup(free[0].name, "bot", free[0].at(level))
        else:
            seats[seat] = SeatSetup(next(name for name in NAMES if name not in taken), "bot", level)
    return replace(setup, seats=tuple(seats))


def invite_friend(invitations: Invitations, seat: int, name: str) -> str:
    """Let only this friend take a seat, with the line they have; return a sentence."""
    friend, old = friend_named(name), invitations.of_seat(seat)
    if friend is None:
        return f"{shown(name)} isn't in the list of your friends."
    taken = invitations.find(friend.code)
    if taken is not None and taken is not old:
        return f"{friend.name} has another seat already."
    if old is not None:
        invitations.withdraw(old)
    invitations.add(friend.invitation(seat))
    return f"Seat {seat + 1} waits for {friend.name}, and the line from last time leads there."


@contextmanager
def typed_by_host(ask: Callable[[FromGuest], str], tell: Callable[[str], None]) -> Iterator[None]:
    """During the block, do what is typed at the terminal of a host without a seat; `ask` returns why it can't be."""
    loop = asyncio.get_running_loop()
    if not sys.stdin.isatty():
        yield
        return

    def take() -> None:
        line = sys.stdin.readline()
        if not line:
            loop.remove_reader(sys.stdin)
        elif line.strip():
            message = read_line(line)
            said = "\n".join(HOW) if message is None else ask(message)
            if said:
                tell(said)

    tell("\n".join(HOW))
    loop.add_reader(sys.stdin, take)
    try:
        yield
    finally:
        loop.remove_reader(sys.stdin)

"""Run a host: its invitations, the processes of its guests, its own player at this terminal, and signals."""

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from tempfile import TemporaryDirectory
from types import MappingProxyType

from msgspec.structs import replace

from spades_tui.hosting import lobby
from spades_tui.hosting.friend_list import Friend
from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.links import FAREWELL_SECONDS
from spades_tui.language.unusable import UnusableError
from spades_tui.play.resume import Suspended
from spades_tui.play.sandbox import program_sandbox
from spades_tui.play.setup import TableSetup
from spades_tui.system.folders import config_folder, data_folder, invitations_file

LOCAL = ("localhost", "127.0.0.1", "::1")
ANY = ("", "0.0.0.0", "::")
GUEST_MODULES = (
    "spades_tui.hosting.guest", "spades_tui.hosting.guest_screens", "spades_tui.tui.table.dealing_screen",
    "spades_tui.tui.table.table_screen", "spades_tui.tui.table.watch_screen", "spades_tui.tui.table.score_screen",
    "spades_tui.rules.schema", "spades_tui.bots.every_level", "spades_tui.bots.club", "spades_tui.bots.cardplay",
    "spades_tui.bots.bidding", "pydantic.main", "pydantic.types", "csv", "email.message", "importlib.metadata",
    "textual.drivers.linux_driver", "textual.layouts.factory", "textual.layouts.horizontal", "textual.pilot",
    "zoneinfo",
)  # fmt: skip
"""What guests import sooner or later; imported once before them, it's shared."""


Invited = Callable[[], TableHost]
"""Returns the host of a table, such as `invited_host` with its arguments, in the loop that runs it."""


def invited_host(
    setup: TableSetup, own: int | None, resume: Suspended | None, pause: float, watchers: int, again: bool = False,
    named: Mapping[int, Friend] = MappingProxyType({}),
) -> TableHost:  # fmt: skip
    """Return the host of a table to which all people but `own` are invited, and those who watch.

    Computer players act after `pause` seconds. `again`: the last table's seats and invitations are used, if they fit.
    `named`: the friends for whom some seats wait, with the lines they have.
    Raises OSError, ValueError if saved invitations are damaged.
    """
    invitations = Invitations.saved(invitations_file(resume.path)) if resume is not None else Invitations()
    last = lobby.last_lobby(len(setup.seats)) if again else None
    if last is not None:
        setup, own = replace(setup, seats=last.seats), last.own
        invitations = Invitations(last.invitations)
    for place, friend in named.items():
        if invitations.of_seat(place) is None and invitations.find(friend.code) is None:
            invitations.add(friend.invitation(place))
    guests: list[int | None] = [seat for seat in setup.people if seat != own]
    if watchers:
        guests.append(None)
    for seat in guests:
        if invitations.of_seat(seat) is None:
            invitations.invite(seat)
    host = TableHost(setup, invitations, resume, pause, watchers)
    host.own = own
    return host


@asynccontextmanager
async def guest_processes() -> AsyncIterator[ForkServer]:
    """Start what guests' processes are forked from, and end them with the block. Raises OSError."""
    box, unguarded = sandbox_or_why()
    with TemporaryDirectory(prefix="spades-tui-guests-") as home:
        async with ForkServer(GUEST_MODULES, "/tmp" if box else home, box, unguarded) as forks:
            yield forks


def sandbox_or_why() -> tuple[list[str], str]:
    """Return the start of a command line that keeps guests' processes from the host's files, or a sentence why not."""
    try:
        return program_sandbox((data_folder(), config_folder())), ""
    except UnusableError as error:
        why = str(error).removeprefix("--sandbox: ")
        return [], f"Guests' processes are not kept apart from your files: {why}."


def reach(address: str, port: int) -> str:
    """Return a sentence that says who can connect."""
    if address in LOCAL:
        return "Only this machine can connect. For friends elsewhere, add --listen 0.0.0.0."
    where = "this machine" if address in ANY else address
    return f"Everybody who can reach {where} at port {port} can try to connect."


@contextmanager
def closed_by_signals(close: Callable[[], None]) -> Iterator[None]:
    """Call `close` during the block when Ctrl+C or a signal asks the program to end."""
    loop, numbers = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in numbers:
        loop.add_signal_handler(number, close)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


async def play_hosted(host: TableHost, tell: Callable[[str], None]) -> None:
    """Run a table until its game is over or it closes; the host's own player is at this terminal.

    Call it in `closed_by_signals`. The host's own player hears Ctrl+C, and closes the table by leaving it.
    """
    if host.own is None:
        host.told = tell
        with lobby.typed_by_host(host.ask, tell):
            await host.run()
        return
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, lambda: None)
    ours, theirs = socket.socketpair()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the player hears it once loaded
    try:
        with theirs:
            player = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "spades_tui.hosting.guest", str(theirs.fileno()),
                host.setup.seats[host.own].name, pass_fds=[theirs.fileno()],
            )  # fmt: skip
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    host.admit_own(ours)
    try:
        await host.run()
    finally:
        try:
            await asyncio.wait_for(player.wait(), FAREWELL_SECONDS)
        except TimeoutError:
            player.terminate()
            await player.wait()

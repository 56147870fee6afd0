"""What a table for guests needs before anything listens for them: invitations, and a server to fork processes from."""

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.host import Host
from spades_tui.hosting.invitations import Invitations
from spades_tui.play.resume import Suspended
from spades_tui.play.sandbox import SandboxError, program_sandbox
from spades_tui.play.setup import TableSetup
from spades_tui.system.folders import config_folder, data_folder, invitations_file

LOCAL = ("localhost", "127.0.0.1", "::1")
ANY = ("", "0.0.0.0", "::")
GUEST_MODULES = (
    "spades_tui.hosting.guest", "spades_tui.hosting.guest_screens", "spades_tui.tui.table.dealing_screen",
    "spades_tui.tui.table.bidding_screen", "spades_tui.tui.table.trick_play", "spades_tui.tui.table.score_screen",
    "spades_tui.tui.table.sheets", "spades_tui.rules.schema", "spades_tui.bots.every_level", "spades_tui.bots.club",
    "spades_tui.bots.cardplay", "spades_tui.bots.bidding", "pydantic.main", "pydantic.types", "csv", "email.message",
    "importlib.metadata", "textual.drivers.linux_driver", "textual.layouts.factory", "textual.layouts.horizontal",
    "textual.pilot", "zoneinfo",
)  # fmt: skip
"""What guests import sooner or later; imported once before them, it's shared."""
FAREWELL_SECONDS = 3.0
"""Seconds that guests may take to hear why the table closes."""


def invited_seats(journal: Path) -> list[int]:
    """Return the seats of a saved game that guests have. Raises OSError, ValueError."""
    return [one.seat for one in Invitations.saved(invitations_file(journal)) if one.seat is not None]


def invited_host(setup: TableSetup, own: int | None, resume: Suspended | None, pause: float, watchers: int) -> Host:
    """Return the host of a table to which all people but `own` are invited, and those who watch.

    Computer players act after `pause` seconds. Raises OSError, ValueError if saved invitations are damaged.
    """
    invitations = Invitations.saved(invitations_file(resume.path)) if resume is not None else Invitations()
    guests = [seat for seat, one in enumerate(setup.seats) if one.kind == "human" and seat != own]
    for seat in (*guests, *([None] if watchers else [])):
        if invitations.of_seat(seat) is None:
            invitations.invite(seat)
    return Host(setup, invitations, resume, pause, watchers)


@asynccontextmanager
async def guest_processes() -> AsyncIterator[ForkServer]:
    """Start what guests' processes are forked from, and end them with the block. Raises OSError."""
    box, unguarded = sandbox_or_why()
    with TemporaryDirectory(prefix="spades-tui-guests-") as home:
        forks = ForkServer(GUEST_MODULES, "/tmp" if box else home, box, unguarded)
        await forks.begin()
        try:
            yield forks
        finally:
            await forks.close()


def sandbox_or_why() -> tuple[list[str], str]:
    """Return the start of a command line that keeps guests' processes from the host's files, or a sentence why not."""
    try:
        return program_sandbox((data_folder(), config_folder())), ""
    except SandboxError as error:
        why = str(error).removeprefix("--sandbox: ")
        return [], f"Guests' processes are not kept apart from your files: {why}."


def reach(address: str, port: int) -> str:
    """Return a sentence that says who can connect."""
    if address in LOCAL:
        return "Only this machine can connect. For friends elsewhere, add --listen 0.0.0.0."
    where = "this machine" if address in ANY else address
    return f"Everybody who can reach {where} at port {port} can try to connect."


async def play_hosted(host: Host, own: int | None, tell: Callable[[str], None]) -> None:
    """Run a table until its game is over or a signal closes it; the host's own player is at this terminal."""
    loop = asyncio.get_running_loop()
    player: asyncio.subprocess.Process | None = None
    if own is None:
        host.told = tell
        loop.add_signal_handler(signal.SIGINT, host.close, "The host has closed the table. The game is saved.")
    else:
        loop.add_signal_handler(signal.SIGINT, lambda: None)  # the player's process hears it too
        ours, theirs = socket.socketpair()
        with theirs:
            player = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "spades_tui.hosting.guest", str(theirs.fileno()), host.setup.seats[own].name,
                pass_fds=[theirs.fileno()],
            )  # fmt: skip
            host.connect(own, None, ours)
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, host.close, "The host has closed the table. The game is saved.")
    try:
        await host.run()
    finally:
        if player is not None:
            try:
                await asyncio.wait_for(player.wait(), FAREWELL_SECONDS)
            except TimeoutError:
                player.terminate()
                await player.wait()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.remove_signal_handler(number)

"""Open a host's table: its key, invitations, ssh server, and the host's player at this terminal."""

import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.host import Host
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.ssh_server import key_in, listen
from spades_tui.play.resume import Suspended
from spades_tui.play.sandbox import SandboxError, program_sandbox
from spades_tui.play.setup import TableSetup
from spades_tui.play.table import Table
from spades_tui.system.folders import config_folder, data_folder

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


def invitations_file(journal: Path) -> Path:
    """Return the file with the invitations of a game."""
    return data_folder() / "hosting" / f"{journal.name}.invitations.json"


def invited_seats(journal: Path) -> list[int]:
    """Return the seats of a saved game that guests have. Raises OSError, ValueError."""
    return [one.seat for one in Invitations.saved(invitations_file(journal)) if one.seat is not None]


async def host_table(
    setup: TableSetup,
    own: int | None,
    resume: Suspended | None,
    address: str,
    port: int,
    pause: float,
    watchers: int,
    play: Callable[["Opened"], Awaitable[None]],
) -> Path | None:
    """Host a table until its game is over or it closes; return the game's file if it can be resumed.

    `own` is the seat of the host's own player. `play` runs the table. Computer players act after `pause` seconds.
    Raises NotSaved, OSError, RecordError, ValueError.
    """
    journal = resume.path if resume is not None else None
    invitations = Invitations.saved(invitations_file(journal)) if journal is not None else Invitations()
    invited = {one.seat: one for one in invitations}
    guests = [seat for seat, one in enumerate(setup.seats) if one.kind == "human" and seat != own]
    for seat in (*guests, *([None] if watchers else [])):
        if seat not in invited:
            invited[seat] = invitations.invite(seat)
    opened: list[Path] = [journal] if journal is not None else []

    def opens(setup: TableSetup) -> Table:
        table = Table.open(None, resume) if resume is not None else Table.open(setup, None)
        if table.path is not None and not opened:
            opened.append(table.path)
        keep()
        return table

    def keep() -> None:
        if opened:
            with suppress(OSError):  # the game is saved; without this file, a resumed game gets new codes
                invitations.save(invitations_file(opened[0]))

    box, unguarded = sandbox_or_why()
    with TemporaryDirectory(prefix="spades-tui-guests-") as home:
        forks = ForkServer(GUEST_MODULES, "/tmp" if box else home, box)
        await forks.begin()
        host = Host(setup, invitations, forks, opens, keep, pause, watchers)
        try:
            key = key_in(data_folder() / "hosting" / "host-key")
            server = await listen(invitations, host, key, address, port)
            try:
                port = server.get_port()
                lines = {seat: line_for(address, port, one.code) for seat, one in invited.items()}
                why = unguarded or forks.unguarded
                await play(Opened(host, lines, key.get_fingerprint(), reach(address, port), why))
            finally:
                server.close()
                with suppress(TimeoutError):
                    await asyncio.wait_for(host.gone(), FAREWELL_SECONDS)
        finally:
            await forks.close()
    return opened[0] if opened and not host.over else None


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
        return "Only this machine can connect. For friends elsewhere, add --listen 0.0.0.0 or see docs/hosting.md."
    where = "this machine" if address in ANY else address
    return f"Everybody who can reach {where} at port {port} can try to connect."


class Opened(Struct, frozen=True):
    """A table that is open to guests."""

    host: Host
    lines: dict[int | None, str]
    """By seat: what a guest types to take it; None: to watch."""
    fingerprint: str
    reach: str
    """A sentence that says who can connect."""
    unguarded: str
    """A sentence about what guests' processes aren't kept from; "" if there is nothing to say."""


async def at_terminal(own: int | None, tell: Callable[[str], None], opened: Opened) -> None:
    """Tell the host what to send to friends, and run the table with the host's own player at this terminal."""
    host = opened.host
    guests = [line for seat, line in opened.lines.items() if seat is not None]
    tell("\n".join([
        f"A table of {host.setup.variant.name} is open. Send each friend one line; it opens one seat:", "",
        *(f"  {line}" for line in guests), "",
        f"The host key's fingerprint, which ssh shows your friends: {opened.fingerprint}",
        opened.reach,
    ]))  # fmt: skip
    if None in opened.lines:
        tell(f"Up to {host.most_watchers} people can watch with: {opened.lines[None]}")
    if opened.unguarded:
        tell(opened.unguarded)
    await _play(host, own, tell)


def line_for(address: str, port: int, code: str) -> str:
    """Return the command with which to take a seat, or to watch."""
    return f"ssh -p {port} {code}@{socket.gethostname() if address in ANY else address}"


async def _play(host: Host, own: int | None, tell: Callable[[str], None]) -> None:
    """Run the table, with the host's own player at this terminal."""
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

"""Open a table to guests with ssh: its host key, the server, and the line of each guest."""

import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import Struct

from spades_tui.hosting.guest_table import ANY, guest_table, play_hosted, reach
from spades_tui.hosting.host import Host
from spades_tui.hosting.ssh_server import key_in, listen
from spades_tui.play.resume import Suspended
from spades_tui.play.setup import TableSetup
from spades_tui.system.folders import data_folder


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
    async with guest_table(setup, own, resume, pause, watchers) as table:
        key = key_in(data_folder() / "hosting" / "host-key")
        server = await listen(table.invitations, table.host, key, address, port)
        try:
            port = server.get_port()
            lines = {seat: line_for(address, port, one.code) for seat, one in table.invited.items()}
            await play(Opened(table.host, lines, key.get_fingerprint(), reach(address, port), table.unguarded))
        finally:
            server.close()
            await table.farewell()
    return table.resumable


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
    await play_hosted(host, own, tell)


def line_for(address: str, port: int, code: str) -> str:
    """Return the command with which to take a seat, or to watch."""
    return f"ssh -p {port} {code}@{socket.gethostname() if address in ANY else address}"

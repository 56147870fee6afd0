"""A hosted table whose people come by browser: each has a link that opens their seat."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from spades_tui.hosting import host, running
from spades_tui.hosting.guest_processes import ForkServer, GuestProcess
from spades_tui.hosting.invitations import Invitation
from spades_tui.hosting.links import FAREWELL_SECONDS, wait_while
from spades_tui.play.hosted_games import WEB_PORT, address_options
from spades_tui.play.setup import TableSetup
from spades_tui.system.output import IN_BROWSER
from spades_tui.web.server import HOST, Server, Show, Tab, new_key

ENVIRONMENT: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", IN_BROWSER: "1"}
"""What a browser's terminal can do."""
LATE = 2
"""Reads of output, of at most 32 KiB, that may wait for a slow browser; then the guest's process waits."""
NOT_ENCRYPTED = (
    "The pages aren't encrypted: whoever can read your network's traffic can read the cards. Elsewhere than at home, "
    "use a VPN, or spades-tui host."
)


class GuestTab(Tab):
    """A tab with a guest's process behind it instead, the same that a guest by ssh has."""

    def __init__(self, table: host.TableHost, forks: ForkServer, line: Invitation, show: Show) -> None:
        """Let somebody sit down at the seat of an invitation, or watch; whoever has the link is its guest."""
        super().__init__(show)
        self._host, self._forks = table, forks
        self._invitation = Invitation("", line.seat, key="link")
        self._guest: GuestProcess
        self._output: asyncio.Queue[bytes | None] = asyncio.Queue()
        """What the process has shown; None at its end."""
        self._can_type = asyncio.Event()

    async def start(self, width: int, height: int) -> None:
        """Start the process. Raises OSError if that isn't possible now."""
        self._guest, stream = self._forks.start((width, height), ENVIRONMENT, self._take, self._end, self._can_type.set)
        self._host.admit(self._invitation, None, stream)

    async def listen(self) -> None:
        """Pass on its output until it ends; output that nobody takes is dropped."""
        while (data := await self._output.get()) is not None:
            with suppress(ConnectionError, RuntimeError):  # the tab is closed
                await self._show(data)
            if self._output.empty():
                self._guest.resume()

    async def type(self, text: str) -> None:
        """Send keys and mouse events; wait while the process doesn't read them."""
        self._can_type.clear()
        if not self._guest.write(text.encode("utf-8", "replace")):
            await self._can_type.wait()

    async def resize(self, width: int, height: int) -> None:
        """Send the terminal's new size."""
        self._guest.resize(width, height)

    async def focus(self, there: bool) -> None:
        """Do nothing: a terminal in a browser reports this by itself."""

    async def close(self) -> None:
        """End the process: its guest has gone, and their seat waits."""
        self._guest.close()
        self._end(0)

    def _take(self, data: bytes) -> None:
        """Take output; let the process wait while the browser is slow."""
        self._output.put_nowait(data)
        if self._output.qsize() > LATE:
            self._guest.pause()

    def _end(self, status: int) -> None:
        self._output.put_nowait(None)
        self._can_type.set()


async def host_in_browsers(
    invited: running.Invited, address: str, port: int, tell: Callable[[str], None]
) -> str | None:  # fmt: skip
    """Host a table whose people all come by browser. Return and raise as `host_table`."""
    given, address = address, HOST if address in running.LOCAL else address
    async with running.guest_processes() as forks:
        table = invited()
        lines = {one.seat: one for one in table.invitations}
        keys = {seat: new_key() for seat in sorted(lines, key=lambda seat: (seat is None, seat))}
        tabs = {key: partial(GuestTab, table, forks, lines[seat]) for seat, key in keys.items()}
        seats = [key for seat, key in keys.items() if seat is not None]
        server = Server(port, address, tabs, lambda: table.closed, seats)
        runner = await server.open()
        table.command = "serve", "--invite", *address_options(given, server.port, WEB_PORT, table.most_watchers)
        try:
            with running.closed_by_signals(table.close):
                reach = running.reach(address, server.port)
                tell(_told(table.setup, dict(zip(keys, server.links, strict=True)), reach))
                if address != HOST:
                    tell(NOT_ENCRYPTED)
                if forks.unguarded:
                    tell(forks.unguarded)
                await running.play_hosted(table, tell)
            await table.wait_until_gone(FAREWELL_SECONDS)
            await wait_while(lambda: server.tabs, FAREWELL_SECONDS)  # until they have shown their last output
        finally:
            await runner.cleanup()
    return table.reopens


def _told(setup: TableSetup, links: Mapping[int | None, str], reach: str) -> str:
    """Return what the host should know and send to friends."""
    names: dict[int | None, str] = {}
    for seat in links:
        if seat is None:
            names[seat] = "to watch"
        else:
            names[seat] = setup.seats[seat].name or f"seat {seat + 1}"
    width = max(map(len, names.values()))
    return "\n".join([
        f"A table of {setup.variant.name} is open. Each link opens one seat in a browser; send each friend one:", "",
        *(f"  {names[seat]:{width}}  {link}" for seat, link in links.items()), "",
        "Anyone who has a link can see that seat's cards and play from it. Press Ctrl+C to close the table.", reach,
    ])  # fmt: skip

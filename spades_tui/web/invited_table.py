"""A hosted table whose people come by browser: each has a link that opens their seat."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from spades_tui.hosting.carrier import LOCAL, Admit, Door, reach_of
from spades_tui.hosting.guest_processes import ForkServer, GuestProcess, guest_processes
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitation, Invitations
from spades_tui.hosting.links import FAREWELL_SECONDS, wait_while
from spades_tui.hosting.open_host import Invited, closed_by_signals, host_table, play_hosted
from spades_tui.play.hosted_games import WEB_PORT, address_options
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

    def __init__(self, admit: Admit, forks: ForkServer, line: Invitation, show: Show) -> None:
        """Let somebody sit down at the seat of an invitation, or watch; whoever has the link is its guest."""
        super().__init__(show)
        self._admit, self._forks = admit, forks
        self._invitation = Invitation("", line.seat, key="link")
        self._guest: GuestProcess
        self._output: asyncio.Queue[bytes | None] = asyncio.Queue()
        """What the process has shown; None at its end."""
        self._can_type = asyncio.Event()

    async def start(self, width: int, height: int) -> None:
        """Start the process. Raises OSError if that isn't possible now."""
        self._guest, stream = self._forks.start((width, height), ENVIRONMENT, self._take, self._end, self._can_type.set)
        self._admit(self._invitation, None, stream, "")

    async def listen(self) -> None:
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


class BrowserDoor(Door):
    """The host's end, for friends at browsers: each has a link, with a key of its own."""

    def __init__(self, address: str, port: int) -> None:
        """Serve at an address, and at a port, or at any free one if it's 0."""
        self._given, self._port = address, port
        self._address = HOST if address in LOCAL else address
        self._links: dict[str, str] = {}  # by code
        self.closed: Callable[[], bool] = lambda: False
        """Whether the table behind the links has closed."""

    @asynccontextmanager
    async def open(self, invitations: Invitations, admit: Admit) -> AsyncIterator[None]:
        """Let guests in during the block, and until they have seen its end. Raises OSError."""
        keys = {new_key(): one for one in invitations}
        seats = [key for key, one in keys.items() if one.seat is not None]
        async with guest_processes() as forks:
            self.unguarded = forks.unguarded
            tabs = {key: partial(GuestTab, admit, forks, one) for key, one in keys.items()}
            server = Server(self._port, self._address, tabs, lambda: self.closed(), seats)
            runner = await server.open()
            self._port = server.port
            self._links = dict(zip([one.code for one in invitations], server.links, strict=True))
            try:
                yield
                await wait_while(lambda: server.tabs, FAREWELL_SECONDS)  # until they have shown their last output
            finally:
                await runner.cleanup()

    def line(self, code: str) -> str:
        """Return the link of a code."""
        return self._links[code]

    def command(self, watchers: int) -> tuple[str, ...]:
        """Return the command that opens such a table again."""
        return "serve", "--invite", *address_options(self._given, self._port, WEB_PORT, watchers)

    @property
    def reach(self) -> str:
        """A sentence that says who can connect, and perhaps that the pages aren't encrypted."""
        reach = reach_of(self._address, self._port)
        if self._address == HOST:
            return reach
        return f"{reach}\n{NOT_ENCRYPTED}"


async def host_in_browsers(invited: Invited, address: str, port: int, tell: Callable[[str], None]) -> str | None:
    """Host a table whose people all come by browser. Return and raise as `host_table`."""
    door = BrowserDoor(address, port)

    async def play(host: TableHost) -> None:
        door.closed = lambda: host.closed
        with closed_by_signals(host.close):
            tell(_told(host, door))
            await play_hosted(host, tell)

    return await host_table(invited, door, play)


def _told(host: TableHost, door: Door) -> str:
    """Return what the host should know and send to friends."""
    names, links = dict[int | None, str](), host.lines()
    for seat in links:
        if seat is None:
            names[seat] = "to watch"
        else:
            names[seat] = host.setup.seats[seat].name or f"seat {seat + 1}"
    width = max(map(len, names.values()))
    game = host.setup.variant.name
    words = [f"A table of {game} is open. Each link opens one seat in a browser; send each friend one:", ""]
    words += [*(f"  {names[seat]:{width}}  {link}" for seat, link in links.items()), ""]
    words.append("Anyone who has a link can see that seat's cards and play from it. Press Ctrl+C to close the table.")
    words += [door.reach, door.unguarded]
    return "\n".join(words).rstrip()

"""Open a hosted table, or the tables of a club: its key, its code, and the ssh server."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

from spades_tui.hosting import lobby
from spades_tui.hosting.carrier import Admit, Door
from spades_tui.hosting.club import Club
from spades_tui.hosting.club_roll import ClubRoll
from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitations, new_code, saved
from spades_tui.hosting.links import FAREWELL_SECONDS, GuestLink, wait_while
from spades_tui.hosting.messages import FromTable
from spades_tui.hosting.running import ANY, Invited, closed_by_signals, guest_processes, play_hosted, reach
from spades_tui.hosting.ssh import Limits, key_in, listen
from spades_tui.language.address import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.play.hosted_games import HOST_PORT, address_options
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.setup import TableSetup
from spades_tui.system.folders import data_folder
from spades_tui.system.output import os_words

DOOR_SECONDS = 3.0  # seconds after which a table opens although nobody can come to it yet
THREAD_SECONDS = 5.0  # seconds that the thread may take to end


async def host_table(
    invited: Invited, address: str, port: int, play: Callable[["OpenTable"], Awaitable[None]]
) -> str | None:
    """Host a table until its game is over or it closes; return the command that resumes its game, if there is one.

    `invited` makes its host, and `play` runs the table. Raises NotSaved, OSError, ValueError.
    """
    async with guest_processes() as forks:
        host = invited()
        try:
            async with _listening(host.invitations, host.admit, forks, address, port) as (port, fingerprint):
                host.command = "host", *address_options(address, port, HOST_PORT, host.most_watchers)
                host.at, host.line = (address, port), partial(line_for, address, port)
                await play(OpenTable(host, host.lines(), fingerprint, reach(address, port), forks.unguarded))
        finally:
            await host.wait_until_gone(FAREWELL_SECONDS)
    return host.reopens


async def host_anywhere(invited: Invited, door: Door, play: Callable[["OpenTable"], Awaitable[None]]) -> str | None:
    """Host a table for friends who come through a door, wherever they are. Arguments and result as of `host_table`.

    Raises NotSaved, OSError, ValueError, UnusableError if the door can't be opened.
    """
    host = invited()
    try:
        async with door.open(host.invitations, host.admit):
            host.command = "host", *address_options("localhost", HOST_PORT, HOST_PORT, host.most_watchers)
            host.at = lobby.ANYWHERE, 0
            host.line = lambda code: f"uvx --from 'spades-tui[friends]' spades-tui join {door.line(code)}"
            before, loop = door.reach, asyncio.get_running_loop()
            ends = loop.time() + DOOR_SECONDS
            while door.reach == before and loop.time() < ends:
                await asyncio.sleep(0.02)
            await play(OpenTable(host, host.lines(), "", door.reach, "", door))
    finally:
        await host.wait_until_gone(FAREWELL_SECONDS)
    return host.reopens


@asynccontextmanager
async def _listening(
    invitations: Invitations, admit: Admit, forks: ForkServer, address: str, port: int
) -> AsyncIterator[tuple[int, str]]:
    """Let guests in by ssh during the block; yield the port and the host key's fingerprint. Raises OSError."""
    key = key_in(data_folder() / "hosting" / "host-key")
    limits = Limits()
    server = await listen(invitations, admit, forks, key, address, port, limits)
    try:
        yield server.get_port(), key.get_fingerprint()
    finally:
        server.close()
        await wait_while(lambda: limits.connected.keys() - limits.logging_in, FAREWELL_SECONDS)


class OpenTable(Struct, frozen=True):
    """A table that is open to guests."""

    host: TableHost
    lines: dict[int | None, str]  # by seat: what a guest types to take it; None: to watch
    fingerprint: str  # of the host key that ssh shows; "" if friends need no ssh
    reach: str  # a sentence that says who can connect
    unguarded: str  # a sentence about what guests' processes aren't kept from; "" if there is nothing to say
    door: Door | None = None  # the door for friends from anywhere, whose `reach` changes


async def at_terminal(tell: Callable[[str], None], opened: OpenTable) -> None:
    """Tell the host what to send to friends, and run the table with the host's own player at this terminal."""
    host = opened.host
    words = [f"A table of {host.setup.variant.name} is open. Send each friend one line; it opens one seat:", ""]
    words += [f"  {line}" for seat, line in opened.lines.items() if seat is not None]
    words.append("")
    if opened.fingerprint:
        words.append(f"The host key's fingerprint, which ssh shows your friends: {opened.fingerprint}")
    words.append(opened.reach)
    if None in opened.lines:
        who = "One person" if host.most_watchers == 1 else f"Up to {host.most_watchers} people"
        words.append(f"{who} can watch with: {opened.lines[None]}")
    if opened.unguarded:
        words.append(opened.unguarded)
    with closed_by_signals(host.close):
        tell("\n".join(words))
        await play_hosted(host, tell)
    if host.journal is None:
        tell("The game hasn't begun. To open the table with the same lines another day, add --again to your command.")


def line_for(address: str, port: int, code: str) -> str:
    """Return the command with which to take a seat, or to watch."""
    return f"ssh -p {port} {code}@{socket.gethostname() if address in ANY else address}"


def anywhere_door() -> Door:
    """Return the door for friends who come from anywhere. Raises UnusableError for a wrong address of a relay."""
    from spades_tui.hosting.anywhere_door import AnywhereDoor  # its library is large, and isn't there on every system

    return AnywhereDoor()


class OwnHost:
    """A host for the screens of this program: a thread opens the table, and the host's own seat is at a stream.

    Everything is called in the thread of the host, or of the stream.
    """

    _latest: ClassVar[threading.Thread | None] = None
    """The thread of the last table, whose guests may still say goodbye."""

    def __init__(
        self, invited: Invited, address: str, port: int, opened: Callable[[OpenTable], object],
        hear: Callable[[FromTable], None], ended: Callable[[str], object],
    ) -> None:  # fmt: skip
        """Host a table at an address and a port; with the address `ANYWHERE`, friends come from anywhere.

        `opened` is called once guests can come, `hear` with each message for that seat, and `ended` once, with a
        sentence about a fault, or "".
        """
        self._invited, self.address, self._port = invited, address, port
        self._opened, self._hear, self._ended = opened, hear, ended
        ours, self._theirs = socket.socketpair()
        self.link = GuestLink(ours)  # the stream of the host's own seat
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: OpenTable | None = None
        self._left = False  # whether the host has closed the table, perhaps before it was open
        self._before = OwnHost._latest
        self._thread = OwnHost._latest = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def ask_lines(self, then: Callable[[dict[int | None, str]], object]) -> None:
        """Call `then` with the lines as they are now."""
        if self._loop is not None and self._table is not None:
            host = self._table.host
            self._loop.call_soon_threadsafe(lambda: then(host.lines()))

    def close(self) -> None:
        """Close the table, and wait until the game is saved and its guests know."""
        self._left = True
        if self._loop is not None and self._table is not None:
            self._loop.call_soon_threadsafe(self._table.host.close)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(THREAD_SECONDS)

    def _run(self) -> None:
        why = ""
        if self._before is not None:
            self._before.join(FAREWELL_SECONDS)  # one table at a time is found by the host's key
        try:
            try:
                self._host(self._port)
            except OSError:
                if self._table is not None:
                    raise
                self._host(0)
        except OSError as error:
            problem = "The table can't be opened" if self._table is None else "The table has failed"
            why = f"{problem}: {os_words(error)}."
        except NotSaved as error:
            why = f"{error}"
        except UnusableError as error:
            why = f"{capitalized(str(error))}."
        except Exception as error:
            why = f"The table has failed ({type(error).__name__})."
        finally:
            self._ended(why)

    def _host(self, port: int) -> None:
        """Open the table at a port, or at any free one if it's 0, and play until it closes. Raises as `host_table`."""
        if self.address == lobby.ANYWHERE:
            asyncio.run(host_anywhere(self._invited, anywhere_door(), self._play))
        else:
            asyncio.run(host_table(self._invited, self.address, port, self._play))

    async def _play(self, opened: OpenTable) -> None:
        """Take the own seat, and run the table."""
        if self._left:
            return
        self._loop, self._table = asyncio.get_running_loop(), opened
        opened.host.admit_own(self._theirs)
        threading.Thread(target=self.link.read, args=(self._hear, lambda: None), daemon=True).start()
        self._opened(opened)
        await opened.host.run()


def club_file() -> Path:
    """Return the file with the club's code and members."""
    return data_folder() / "hosting" / "club.json"


async def host_club(
    setup: TableSetup, tables: int, address: str, port: int, pause: float, watchers: int, tell: Callable[[str], None]
) -> None:
    """Host a club of this many tables of a setup, whose people have no names. Raises OSError, ValueError."""
    roll = saved(club_file(), ClubRoll) or ClubRoll(new_code())
    async with guest_processes() as forks:
        club = Club(setup, tables, roll, club_file(), pause, watchers, tell)
        async with _listening(Invitations([club.invitation]), club.admit, forks, address, port) as (port, fingerprint):
            words = [
                f"A club with {tables} table{'s' if tables > 1 else ''} of {setup.variant.name} is open. "
                "Send this line to its members:", "", f"  {line_for(address, port, roll.code)}", "",
                f"The host key's fingerprint, which ssh shows them: {fingerprint}", reach(address, port),
            ]  # fmt: skip
            if forks.unguarded:
                words.append(forks.unguarded)
            with closed_by_signals(partial(club.close, "The host has closed the club.")):
                tell("\n".join(words))
                await club.run()

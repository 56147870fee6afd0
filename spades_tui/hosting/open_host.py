"""Open a hosted table through a door: for a host at this terminal, or for one at this program's screens."""

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import ClassVar

from msgspec.structs import replace

from spades_tui.hosting import lobby
from spades_tui.hosting.carrier import Door
from spades_tui.hosting.friend_list import Friend
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.links import FAREWELL_SECONDS, GuestLink
from spades_tui.hosting.messages import FromTable
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.play.resume import Suspended
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.setup import TableSetup
from spades_tui.system.folders import invitations_file
from spades_tui.system.output import os_words

THREAD_SECONDS = 5.0  # seconds that the thread may take to end

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


async def host_table(invited: Invited, door: Door, play: Callable[[TableHost], Awaitable[None]]) -> str | None:
    """Host a table behind a door until its game is over or it closes; return the command that resumes its game, if any.

    `play` runs the table that `invited` makes. Raises NotSaved, OSError, ValueError; UnusableError if the door can't be
    opened.
    """
    host = invited()
    try:
        async with door.open(host.invitations, host.admit):
            host.door = door
            await play(host)
    finally:
        await host.wait_until_gone(FAREWELL_SECONDS)
    return host.reopens


def door_to(address: str, port: int) -> Door:
    """Return the door at an address and a port, or with the address `ANYWHERE` the one for friends anywhere.

    Raises UnusableError for a wrong address of a relay.
    """
    if address != lobby.ANYWHERE:
        from spades_tui.hosting.ssh import SshDoor  # a table for browsers does without asyncssh

        return SshDoor(address, port)
    from spades_tui.hosting.anywhere_door import AnywhereDoor  # its library is large, and isn't there on every system

    return AnywhereDoor()


async def at_terminal(tell: Callable[[str], None], host: TableHost) -> None:
    """Tell the host what to send to friends, and run the table with the host's own player at this terminal."""
    door, lines = host.door, host.lines()
    assert door is not None
    words = [f"A table of {host.setup.variant.name} is open. Send each friend one line; it opens one seat:", ""]
    words += [f"  {line}" for seat, line in lines.items() if seat is not None]
    words.append("")
    if door.fingerprint:
        words.append(f"The host key's fingerprint, which ssh shows your friends: {door.fingerprint}")
    words.append(door.reach)
    if None in lines:
        who = "One person" if host.most_watchers == 1 else f"Up to {host.most_watchers} people"
        words.append(f"{who} can watch with: {lines[None]}")
    if door.unguarded:
        words.append(door.unguarded)
    with closed_by_signals(host.close):
        tell("\n".join(words))
        await play_hosted(host, tell)
    if host.journal is None:
        tell("The game hasn't begun. To open the table with the same lines another day, add --again to your command.")


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


class OwnHost:
    """A host for the screens of this program: a thread opens the table, and the host's own seat is at a stream.

    Everything is called in the thread of the host, or of the stream.
    """

    _latest: ClassVar[threading.Thread | None] = None
    """The thread of the last table, whose guests may still say goodbye."""

    def __init__(
        self, invited: Invited, address: str, port: int, opened: Callable[[Door, dict[int | None, str]], object],
        hear: Callable[[FromTable], None], ended: Callable[[str], object],
    ) -> None:  # fmt: skip
        """Host a table at an address and a port; with the address `ANYWHERE`, friends come from anywhere.

        `opened` is called with the lines once guests can come, `hear` with each message for that seat, and `ended`
        once, with a sentence about a fault, or "".
        """
        self._invited, self.address, self._port = invited, address, port
        self._opened, self._hear, self._ended = opened, hear, ended
        ours, self._theirs = socket.socketpair()
        self.link = GuestLink(ours)  # the stream of the host's own seat
        self._loop: asyncio.AbstractEventLoop | None = None
        self._table: TableHost | None = None
        self._left = False  # whether the host has closed the table, perhaps before it was open
        self._before = OwnHost._latest
        self._thread = OwnHost._latest = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Open the table."""
        self._thread.start()

    def ask_lines(self, then: Callable[[dict[int | None, str]], object]) -> None:
        """Call `then` with the lines as they are now."""
        self._call(lambda host: then(host.lines()))

    def close(self) -> None:
        """Close the table, and wait until the game is saved and its guests know."""
        self._left = True
        self._call(TableHost.close)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(THREAD_SECONDS)

    def _call(self, do: Callable[[TableHost], object]) -> None:
        """Do something with the table in its thread, if there is one."""
        if self._loop is not None and self._table is not None:
            with suppress(RuntimeError):  # the table has just ended, and its loop with it
                self._loop.call_soon_threadsafe(do, self._table)

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
        asyncio.run(host_table(self._invited, door_to(self.address, port), self._play))

    async def _play(self, host: TableHost) -> None:
        """Take the own seat, and run the table."""
        if self._left:
            return
        self._loop, self._table = asyncio.get_running_loop(), host
        host.admit_own(self._theirs)
        threading.Thread(target=self.link.read, args=(self._hear, lambda: None), daemon=True).start()
        assert host.door is not None
        self._opened(host.door, host.lines())
        await host.run()

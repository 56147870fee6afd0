"""A hosted table in one thread, and a guest's side of it in this one."""

import asyncio
import io
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from spades_tui.hosting.deal_check import DealCheck
from spades_tui.hosting.hosted_table import HostedTable, SeasonVotes
from spades_tui.hosting.links import GuestLink, HostLink
from spades_tui.hosting.messages import FromTable, TableUpdate
from spades_tui.hosting.plain_guest import GuestConsole
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from tests.hosting.tables import SECONDS, Guest

SETTINGS = Settings(name="P0", pace="instant", cut_patience=0, motion=False)


@contextmanager
def keyboard(news: Callable[[], list[str]] = list) -> Iterator[tuple[GuestConsole, io.StringIO, int, int]]:
    """Yield the console of a guest in plain text, what it prints, where to type, and where to wake it."""
    (reads, writes), (wakes, waker) = os.pipe(), os.pipe()
    printed = io.StringIO()
    try:
        yield GuestConsole(reads, printed, wakes, news), printed, writes, waker
    finally:
        for end in (reads, writes, wakes, waker):
            with suppress(OSError):
                os.close(end)


class Side:
    """A hosted table in another thread, with a guest in seat 0, or a watcher, at the other end of a socket."""

    def __init__(
        self, table: Table, people: int, seat: int | None = 0, season: SeasonVotes | None = None,
        other: Callable[[HostedTable, int | None], object] = Guest,
    ) -> None:  # fmt: skip
        """Host the table; `other` makes the guests of the other seats."""
        self.table, self.seat = table, seat
        self._season, self._other = season, other
        self.moments: list[TableUpdate] = []
        self.said: list[str] = []
        self.remote: RemoteTable | None = None
        self.awake: Callable[[], None] = lambda: None
        self._begun = threading.Event()
        self._ours, theirs = socket.socketpair()
        self._link = GuestLink(self._ours)
        self._host = threading.Thread(target=lambda: asyncio.run(self._run(theirs, people)), daemon=True)
        self._host.start()
        threading.Thread(target=self._link.read, args=(self._hear, self._lose), daemon=True).start()
        assert self._begun.wait(SECONDS)

    async def _run(self, stream: socket.socket, people: int) -> None:
        host = HostedTable(self.table, season=self._season)
        self.link = HostLink(stream, lambda message: host.hear(self.seat or 0, message), lambda: None)
        self.loop = asyncio.get_running_loop()
        for seat in set(range(people)) - {self.seat}:
            self._other(host, seat)
        if self.seat is None:
            host.watch(self.link.send)
        else:
            host.come({self.seat: self.link.send})
        await host.run()
        while self.link.unsent:
            await asyncio.sleep(0.01)

    def _hear(self, message: FromTable) -> None:
        if isinstance(message, TableUpdate):
            self.moments.append(message)
        if self.remote is not None:
            self.remote.hear(message)
        elif isinstance(message, TableUpdate):
            self.remote = RemoteTable(self.seat, message, self._link.send)
            check = DealCheck(self.seat, message)
            self.remote.taken = lambda moment: self.said.extend(check.take(moment))
            self.remote.sent = check.sent
            self._begun.set()

    def _lose(self) -> None:
        if self.remote is not None:
            self.remote.lose()
        self.awake()

    def ended(self) -> None:
        """Wait for the host's end of the game."""
        self._host.join(SECONDS)
        assert not self._host.is_alive()

    def cut_off(self) -> None:
        """Lose the connection."""
        self._ours.shutdown(socket.SHUT_RDWR)

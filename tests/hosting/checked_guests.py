"""Guests whose programs check the deals of a table, and note what comes and goes."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spades_tui.hosting.deal_check import DealCheck
from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import FromGuest, FromTable, TableUpdate
from tests.hosting.tables import Guest, friends_table

Log = list[TableUpdate | FromGuest]
"""What has come to a guest and gone from them, in order."""


class CheckedGuest(Guest):
    """A guest whose program checks the deals."""

    def __init__(self, host: HostedTable, seat: int | None) -> None:
        self.check: DealCheck | None = None
        self.said: list[str] = []
        self.log: Log = []
        self.table = host
        super().__init__(self, seat)  # type: ignore[arg-type]

    def send(self, message: FromTable) -> None:
        """Check a moment, then answer it."""
        if isinstance(message, TableUpdate):
            self.log.append(message)
            if self.check is None:
                self.check = DealCheck(self.seat, message)
            else:
                self.said += self.check.take(message)
        super().send(message)

    # In the place of the host

    def hear(self, seat: int, message: FromGuest) -> None:
        """Note what goes to the host."""
        assert self.check is not None
        self.log.append(message)
        self.check.sent(message)
        self.table.hear(seat, message)

    def come(self, sends: dict[int, Any]) -> None:
        """Sit down."""
        self.table.come(sends)

    def watch(self, send: Any) -> None:
        """Watch."""
        self.table.watch(send)


async def played(
    slug: str, people: int, folder: Path, hands: int, kind: Callable[[Any], HostedTable] = HostedTable,
    seed: str = "friends", *, cut: bool = True,
) -> list[CheckedGuest]:  # fmt: skip
    """Play some hands with guests in the first seats and a watcher; return them."""
    table = friends_table(slug, people, folder, seed, cut=cut)
    host = kind(table)
    guests = [CheckedGuest(host, seat) for seat in (*range(people), None)]
    playing = asyncio.ensure_future(host.run())
    while not playing.done() and len(table.scores) < hands:
        await asyncio.sleep(0.01)
    playing.cancel()
    return guests


class Hung(BaseException):
    """Raised when something takes too long."""


@contextmanager
def hang_noticed(seconds: float = 60.0) -> Iterator[None]:
    """Raise Hung if the block takes longer."""

    def late(*_: object) -> None:
        raise Hung

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

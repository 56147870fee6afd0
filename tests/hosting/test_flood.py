"""A host that floods a guest's program fills no memory there, and a guest who is slow to look loses nothing."""

import asyncio
import io
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from msgspec.structs import replace

from spades_tui.game.events import Bid
from spades_tui.hosting import remote_table
from spades_tui.hosting.guest import Guest
from spades_tui.hosting.links import frame
from spades_tui.hosting.messages import VERSION, Closed, FromTable, TableUpdate, Welcome
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.saved_games import NotSaved
from tests.hosting.checked_guests import hang_noticed, played
from tests.hosting.tables import SECONDS


class Flood:
    """A host that sends moments as fast as it can, to a guest whose screens are slow."""

    def __init__(self, moment: TableUpdate, number: int) -> None:
        self.stream, theirs = socket.socketpair()
        self.guest, self.sent = Guest(theirs, io.StringIO(), "Ann"), 0
        welcome = Welcome(VERSION, 0, "Spades", "Ann", False, "1.0")
        moments = [replace(moment, number=place) for place in range(number)]
        self._messages: list[FromTable] = [welcome, *moments]
        calls = self.guest._hear, self.guest._lose, self.guest._end_strangely
        self.reader = threading.Thread(target=self.guest._link.read, args=calls, daemon=True)
        self.sender = threading.Thread(target=self._send, daemon=True)
        self.reader.start()
        self.sender.start()

    def _send(self) -> None:
        with suppress(OSError):
            for message in self._messages:
                data = frame(message)
                self.stream.sendall(data)
                self.sent += len(data)

    @property
    def table(self) -> RemoteTable:
        """The guest's table, when the first moment has come."""
        while (table := self.guest._table) is None:
            sleep(0.01)
        return table

    def until_it_waits(self) -> int:
        """Wait until no more is read; return the number of bytes sent by then."""
        while not self.table._full:
            sleep(0.01)
        before = -1
        while self.sent != before:
            before = self.sent
            sleep(0.3)
        return before


@pytest.fixture
def flood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flood]:
    """Return a flood of 400 moments for a guest who lets few wait."""
    (guest, *_) = asyncio.run(played("sandbags", 2, tmp_path, 1))
    moment = next(message for message in guest.heard if isinstance(message, TableUpdate))
    monkeypatch.setattr(remote_table, "MOST_WAITING", 50_000)
    with hang_noticed():
        one = Flood(moment, 400)
        yield one
        with suppress(OSError):
            one.stream.shutdown(socket.SHUT_RDWR)
        one.reader.join()
        one.stream.close()
        for end in (one.guest._wakes, one.guest._waker):
            os.close(end)


def test_a_flood_of_moments_waits_in_the_stream_and_nothing_is_lost(flood: Flood) -> None:
    """Few are in memory at any time; a guest who looks at them one by one sees them all, and the news meanwhile."""
    most = remote_table.MOST_WAITING + (1 << 20)  # with what the system holds for a socket
    assert flood.until_it_waits() < most
    assert flood.guest._news() == []
    numbers = [flood.table._now.number]
    while numbers[-1] < 399:
        assert flood.table._waiting_bytes < 2 * remote_table.MOST_WAITING
        if flood.table.waits:
            flood.table.take()
            numbers.append(flood.table._now.number)
    assert numbers == list(range(400))
    assert flood.sent > 2 * most


def test_a_guest_who_waits_for_room_notices_that_the_connection_is_lost(flood: Flood) -> None:
    flood.until_it_waits()
    flood.stream.shutdown(socket.SHUT_RDWR)
    flood.reader.join(SECONDS)
    assert flood.table.lost and flood.guest._over


def test_a_guest_who_leaves_in_a_flood_forgets_it(flood: Flood) -> None:
    """The host's goodbye arrives behind it."""
    flood.until_it_waits()
    flood.table.leave()
    flood.sender.join(SECONDS)
    flood.stream.sendall(frame(Closed("Goodbye.")))
    while not flood.guest._over:
        sleep(0.01)
    assert flood.guest._news() == ["Goodbye."]
    assert not flood.table.waits


def test_a_decision_in_a_flood_ends_with_a_sentence(flood: Flood) -> None:
    """None of the moments is its answer."""
    with pytest.raises(NotSaved):
        flood.table.do(Bid(0, 3))

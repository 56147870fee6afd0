"""A stream of bytes that outlives its connections: what a cut has swallowed is sent again over the next one.

Each end counts the bytes that it has received, and says so with all it sends. Until then the other end keeps them.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

CHUNK = 1 << 15  # maximum bytes in one frame
UNCONFIRMED = 1 << 18  # bytes that wait for the other end's word, after which nothing more is read here
UNCOUNTED = 1 << 16  # received bytes after which the other end hears of it at once
ASK_SECONDS = 1.0  # seconds without a frame after which an empty one is sent
SILENT_SECONDS = 3.0
"""Seconds without a frame after which a connection counts as cut."""
GOODBYE_SECONDS = 1.0  # seconds that the other end may take to close after the end
_FRAME = struct.Struct(">QI")  # how many bytes have been received, and how many follow
_END = 0xFFFFFFFF
"""Instead of a frame's length: the stream has ended. It counts as one more byte."""


class Way(Protocol):
    """One connection between the two ends."""

    async def read(self) -> bytes:
        """Return what has come; nothing at the end. Raises ConnectionError."""

    async def write(self, data: bytes) -> None:
        """Send bytes. Raises ConnectionError."""


class ResumedStream:
    """One end: a socket of this program, and the connection that carries its bytes at the moment."""

    def __init__(self, stream: socket.socket) -> None:
        """Carry a socket's bytes; it belongs to this stream, and `close` closes it."""
        stream.setblocking(False)
        self._stream = stream
        self._kept = bytearray()
        """Bytes of the socket whose receipt the other end hasn't confirmed."""
        self._confirmed = 0  # how many bytes before those were confirmed
        self.ended = False
        """Whether the socket has no more bytes to send."""
        self.received = 0
        """How many bytes have come from the other end, with its end."""
        self._given = bytearray()  # received bytes that the socket hasn't taken
        self._end_confirmed = self._other_ended = self._is_closed = False
        self._changed = asyncio.Event()
        self._tasks = [asyncio.create_task(self._take()), asyncio.create_task(self._give())]

    @property
    def over(self) -> bool:
        """Whether one end has said all, and the other has it."""
        return self._end_confirmed or (self._other_ended and not self._given)

    @property
    def _sum(self) -> int:
        """How many bytes the socket has sent, without the end."""
        return self._confirmed + len(self._kept)

    def close(self) -> None:
        """End the stream, and close the socket."""
        for task in self._tasks:
            task.cancel()
        self._stream.close()
        self._is_closed = True
        self._change()

    async def wait_until_over(self, seconds: float) -> None:
        """Wait until both ends know the end; once the socket has ended, at most this many seconds longer."""
        await self._until(lambda: self.over or self.ended or self._is_closed)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._until(lambda: self.over or self._is_closed)

    async def wait_until_ended(self) -> None:
        """Wait until the socket has ended."""
        await self._until(lambda: self.ended)

    async def run(self, way: Way, confirmed: int) -> None:
        """Carry bytes over a connection until the end; the other end has `confirmed` so many bytes before.

        Raises ConnectionError when the connection is cut, or the other end breaks the form.
        """
        self._confirm(confirmed)
        works = [asyncio.create_task(work) for work in (self._send(way), self._hear(way), self._until_goodbye())]
        try:
            done, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except ConnectionError:
            if not self.over:
                raise
        finally:
            for task in works:
                task.cancel()
            await asyncio.gather(*works, return_exceptions=True)

    # The socket

    async def _take(self) -> None:
        """Keep what the socket sends, while there is room."""
        loop = asyncio.get_running_loop()
        while not self.ended:
            await self._until(lambda: len(self._kept) < UNCONFIRMED)
            try:
                data = await loop.sock_recv(self._stream, CHUNK)
            except OSError:
                data = b""
            self._kept += data
            self.ended = not data
            self._change()

    async def _give(self) -> None:
        """Give the socket what has come; if it's closed, nobody needs it."""
        loop = asyncio.get_running_loop()
        while True:
            await self._until(lambda: self._given)
            data = bytes(self._given[:CHUNK])
            with suppress(OSError):
                await loop.sock_sendall(self._stream, data)
            del self._given[: len(data)]
            self._change()

    # The connection

    async def _send(self, way: Way) -> None:
        """Send what isn't confirmed, and say regularly what has been received."""
        place, told = self._confirmed, -1

        def due() -> bool:
            uncounted = self.received - told
            return place < self._sum + self.ended or uncounted >= UNCOUNTED or (self._other_ended and uncounted > 0)

        while True:
            if told >= 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(ASK_SECONDS):
                        await self._until(due)
            place, told = max(place, self._confirmed), self.received
            begin = place - self._confirmed
            data = bytes(self._kept[begin : begin + CHUNK])
            ends = self.ended and place == self._sum
            await way.write(_FRAME.pack(told, _END if ends else len(data)) + data)
            place += len(data) + ends

    async def _hear(self, way: Way) -> None:
        """Take what comes until it ends. Raises ConnectionError."""
        waiting = bytearray()
        while True:
            try:
                data = await asyncio.wait_for(way.read(), SILENT_SECONDS)
            except TimeoutError:
                raise ConnectionError("silent") from None
            if not data:
                raise ConnectionError("ended")
            waiting += data
            while len(waiting) >= _FRAME.size:
                confirmed, length = _FRAME.unpack_from(waiting)
                size = 0 if length == _END else length
                if size > CHUNK:
                    raise ConnectionError("a frame is too long")
                if len(waiting) < _FRAME.size + size:
                    break
                self._confirm(confirmed)
                self._receive(bytes(waiting[_FRAME.size : _FRAME.size + size]), length == _END)
                del waiting[: _FRAME.size + size]
            await self._until(lambda: len(self._given) < UNCONFIRMED)

    def _confirm(self, received: int) -> None:
        """Forget what the other end has. Raises ConnectionError if it can't have so much."""
        if not self._confirmed <= received <= self._sum + self.ended:
            raise ConnectionError("more is confirmed than was sent")
        self._end_confirmed |= received > self._sum
        received = min(received, self._sum)
        del self._kept[: received - self._confirmed]
        self._confirmed = received
        self._change()

    def _receive(self, data: bytes, ends: bool) -> None:
        """Take bytes. Raises ConnectionError if they come after the end."""
        if self._other_ended and (data or ends):
            raise ConnectionError("more comes after the end")
        self._given += data
        self.received += len(data) + ends
        self._other_ended |= ends
        self._change()

    async def _until_goodbye(self) -> None:
        """Wait until the end; the other end then may close first, so that it hears of it."""
        await self._until(lambda: self.over)
        if not self._end_confirmed:
            await asyncio.sleep(GOODBYE_SECONDS)

    # Waiting

    def _change(self) -> None:
        """Let all look again who wait."""
        self._changed.set()
        self._changed.clear()

    async def _until(self, true: Callable[[], object]) -> None:
        while not true():
            await self._changed.wait()

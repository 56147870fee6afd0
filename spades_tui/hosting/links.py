"""The stream between a host and one guest: messages of JSON, each after its length in four bytes.

A guest's process reads in a thread, so that a decision can wait for its answer. The host reads and writes in its loop,
and never waits: a guest who doesn't read is dropped, and finds the table as it is when they come back.
"""

import asyncio
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress

from spades_tui.hosting.guest_processes import Output
from spades_tui.hosting.messages import FromGuest, FromTable
from spades_tui.record.codec import decode, encode

LONGEST = 4 << 20
"""Bytes of the longest message from a table."""
LONGEST_DECISION = 4096
"""Bytes of the longest message from a guest."""
UNREAD = 16 << 20
"""Bytes that a guest may leave unread."""
_LENGTH = struct.Struct(">I")


class LinkError(Exception):
    """A stream that doesn't follow the protocol; the text is one sentence."""


class Frames:
    """Messages cut out of a stream of bytes."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._bytes = bytearray()

    def take(self, data: bytes) -> list[bytes]:
        """Return the messages that are complete now. Raises LinkError for one that is too long."""
        self._bytes += data
        found = []
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            if length > self._longest:
                raise LinkError(f"a message has {length} bytes; the maximum is {self._longest}")
            end = _LENGTH.size + length
            if len(self._bytes) < end:
                break
            found.append(bytes(self._bytes[_LENGTH.size : end]))
            del self._bytes[:end]
        return found


def frame(message: FromGuest | FromTable) -> bytes:
    """Return a message as bytes, after its length."""
    data = encode(message)
    return _LENGTH.pack(len(data)) + data


class GuestLink:
    """A guest's end of the stream."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._frames = Frames(LONGEST)
        self._sending = threading.Lock()

    def send(self, message: FromGuest) -> None:
        """Send a message; a lost connection is noticed by the reader."""
        with self._sending, suppress(OSError):
            self._stream.sendall(frame(message))

    def read(self, hear: Callable[[FromTable], None], lost: Callable[[], None]) -> None:
        """Read messages until the stream ends, or doesn't follow the protocol; call it in a thread."""
        with suppress(OSError, LinkError, ValueError):
            while data := self._stream.recv(1 << 16):
                for message in self._frames.take(data):
                    hear(decode(message, FromTable))
        lost()


class HostLink:
    """The host's end of a guest's stream, in the host's loop."""

    def __init__(
        self, stream: socket.socket, hear: Callable[[FromGuest], None], lost: Callable[[str], None]
    ) -> None:
        """Call `hear` with each message, and `lost` once with the reason when the stream ends."""
        self._stream, self._hear, self._lost = stream, hear, lost
        self._frames = Frames(LONGEST_DECISION)
        self._unsent = bytearray()
        self._open = True
        self._closing = False
        self._loop = asyncio.get_running_loop()
        stream.setblocking(False)
        self._loop.add_reader(stream, self._read)

    def _read(self) -> None:
        try:
            data = self._stream.recv(1 << 14)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close("the guest has gone")
            return
        try:
            for message in self._frames.take(data):
                self._hear(decode(message, FromGuest))
        except (LinkError, ValueError) as error:
            self.close(str(error))

    def send(self, message: FromTable) -> None:
        """Send a message without waiting; a guest who has left too much unread is dropped."""
        if not self._open or self._closing:
            return
        if not self._unsent:
            self._loop.add_writer(self._stream, self._write)
        self._unsent += frame(message)
        if len(self._unsent) > UNREAD:
            self.close("the guest does not read")

    def _write(self) -> None:
        try:
            sent = self._stream.send(self._unsent)
        except BlockingIOError:
            return
        except OSError:
            self.close("the guest has gone")
            return
        del self._unsent[:sent]
        if not self._unsent:
            self._loop.remove_writer(self._stream)
            if self._closing:
                self.close()

    def close_when_sent(self) -> None:
        """End the stream when everything is sent."""
        if self._open and not self._unsent:
            self.close()
        self._closing = True

    def close(self, why: str = "") -> None:
        """End the stream."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._stream)
            self._loop.remove_writer(self._stream)
            self._stream.close()
            self._lost(why)


class Bridge:
    """A socket and an ssh channel, whose bytes go from one to the other: a guest whose screens run at home."""

    def __init__(self, stream: socket.socket, out: Output) -> None:
        self._stream, self._out, self._open = stream, out, True
        self._unread, self._finishing = b"", False
        self._loop = asyncio.get_running_loop()
        stream.setblocking(False)
        self._loop.add_reader(stream, self._read)

    def _read(self) -> None:
        try:
            data = self._stream.recv(1 << 15)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._out.write(data)
        else:
            self.close()
            self._out.ended(0)

    def write(self, data: bytes) -> bool:
        """Pass on what has come. Return whether more may come now; if not, `Output.ready` is called later."""
        if not self._open:
            return True
        if not self._unread:
            self._loop.add_writer(self._stream, self._write)
        self._unread += data
        return False

    def _write(self) -> None:
        try:
            self._unread = self._unread[self._stream.send(self._unread) :]
        except BlockingIOError:
            return
        except OSError:
            self._unread = b""
        if not self._unread:
            self._loop.remove_writer(self._stream)
            if self._finishing:
                self.close()
            else:
                self._out.ready()

    def finish(self) -> None:
        """End the stream when everything is passed on."""
        if self._unread and self._open:
            self._finishing = True
        else:
            self.close()

    def resize(self, columns: int, rows: int) -> None:
        """Ignore the size: the screens aren't here."""

    def pause(self) -> None:
        """Stop reading, because the guest's line is slow."""
        if self._open:
            self._loop.remove_reader(self._stream)

    def resume(self) -> None:
        """Read again."""
        if self._open:
            self._loop.add_reader(self._stream, self._read)

    def close(self) -> None:
        """End the stream: the guest has gone."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._stream)
            self._loop.remove_writer(self._stream)
            self._stream.close()

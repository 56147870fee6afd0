"""The stream between a host and one guest: messages of JSON, each after its length in four bytes.

An empty message asks a guest's program whether it runs, and the answer is another one. A guest's process reads in a
thread, so that a decision can wait for its answer. The host reads and writes in its loop, and never waits: a guest who
doesn't read is dropped, and finds the table as it is when they come back.
"""

import asyncio
import os
import select
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from io import FileIO

from spades_tui.hosting.messages import Arrive, Closed, FromGuest, FromTable, decode, encode
from spades_tui.system.faults import write_quietly

MOST_MESSAGE_BYTES = 4 << 20  # maximum bytes of a message from a table
LONGEST_DECISION = 4096  # maximum bytes of a message from a guest
MESSAGES = 500  # maximum messages from one guest per second; more end the connection
UNREAD = 16 << 20  # maximum bytes that a guest may leave unread
FAREWELL_SECONDS = 10.0  # seconds that guests may take to hear why their connection ends
PULSE_SECONDS = 5.0  # seconds between two questions whether a guest's program runs
PULSES_MISSED = 3  # unanswered questions after which it counts as stopped
_LENGTH = struct.Struct(">I")
_PULSE = _LENGTH.pack(0)


async def wait_while(there: Callable[[], object], seconds: float) -> None:
    """Wait until nobody is there any more, at most this long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while there():
                await asyncio.sleep(0.02)


class Frames:
    """Messages cut out of a stream of bytes."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._bytes = bytearray()

    def take(self, data: bytes) -> list[bytes]:
        """Return the messages that are complete now. Raises ValueError for one that is too long."""
        self._bytes += data
        found = []
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            if length > self._longest:
                raise ValueError(f"a message has {length} bytes; the maximum is {self._longest}")
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
        self._frames = Frames(MOST_MESSAGE_BYTES)
        self._sending = threading.Lock()

    def send(self, message: FromGuest) -> None:
        """Send a message; a lost connection is noticed by the reader."""
        self._send_bytes(frame(message))

    def _send_bytes(self, data: bytes) -> None:
        with self._sending, suppress(OSError):
            self._stream.sendall(data)

    def ended(self) -> bool:
        """Return whether the other end is closed, even if its last bytes haven't been read."""
        poll = select.poll()
        poll.register(self._stream, getattr(select, "POLLRDHUP", 0))  # a closed one is always reported, too
        return bool(poll.poll(0))

    def read(
        self, hear: Callable[[FromTable], None], lost: Callable[[], None], strange: Callable[[], None] = lambda: None
    ) -> None:
        """Read messages until the stream ends; call it in a thread, which then calls `lost`.

        If a message doesn't follow the protocol, or makes `hear` fail, it calls `strange` first.
        """
        try:
            while data := self._stream.recv(1 << 16):
                for message in self._frames.take(data):
                    if message:
                        hear(decode(message, FromTable))
                    else:
                        self._send_bytes(_PULSE)
        except OSError:
            pass
        except Exception as error:  # whatever the host has sent, the guest's program says so and goes on
            if not isinstance(error, ValueError):
                write_quietly(error)
            strange()
        lost()


class Pipe:
    """A socket or a terminal in the host's loop. Bytes to send wait here, so that writing never does."""

    def __init__(
        self, stream: socket.socket | FileIO, hear: Callable[[bytes], None], lost: Callable[[], None],
        sent: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """Call `hear` with bytes that arrive, `lost` once at the end, and `sent` whenever nothing is left to send."""
        self._stream, self._hear, self._lost, self._sent = stream, hear, lost, sent
        self.unsent = bytearray()
        self._is_open, self._finishing = True, False
        self._loop = asyncio.get_running_loop()
        os.set_blocking(stream.fileno(), False)
        self.resume()

    @property
    def open(self) -> bool:
        """Whether the stream hasn't ended, and isn't about to."""
        return self._is_open and not self._finishing

    def _read(self) -> None:
        try:
            data = os.read(self._stream.fileno(), 1 << 15)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._hear(data)
        else:
            self._break()

    def write(self, data: bytes) -> bool:
        """Send bytes soon. Return whether more may come now; if not, `sent` is called later."""
        if self._is_open and not self._finishing:
            if not self.unsent:
                self._loop.add_writer(self._stream, self._write)
            self.unsent += data
        return not self.unsent

    def _write(self) -> None:
        try:
            del self.unsent[: os.write(self._stream.fileno(), self.unsent)]
        except BlockingIOError:
            return
        except OSError:
            self._break()
            return
        if not self.unsent:
            self._loop.remove_writer(self._stream)
            if self._finishing:
                self.close()
            else:
                self._sent()

    def _break(self) -> None:
        """End the stream, because its other end is closed."""
        self.close()

    def pause(self) -> None:
        """Stop reading, because the other connection is slow."""
        if self._is_open:
            self._loop.remove_reader(self._stream)

    def resume(self) -> None:
        """Read again."""
        if self._is_open:
            self._loop.add_reader(self._stream, self._read)

    def resize(self, columns: int, rows: int) -> None:
        """Ignore the size of a guest's terminal, because their screens run on their machine."""

    def finish(self) -> None:
        """End the stream when everything is sent."""
        self._finishing = True
        if not self.unsent:
            self.close()

    def close(self) -> None:
        """End the stream now."""
        if self._is_open:
            self._is_open = False
            self.unsent.clear()
            self._loop.remove_reader(self._stream)
            self._loop.remove_writer(self._stream)
            self._stream.close()
            self._lost()


class HostLink(Pipe):
    """The host's end of a guest's stream."""

    def __init__(self, stream: socket.socket, hear: Callable[[FromGuest], None], lost: Callable[[], None]) -> None:
        """Call `hear` with each message, and `lost` once when the stream ends or breaks the protocol."""
        self._frames = Frames(LONGEST_DECISION)
        self._hear_message = hear
        self._times: deque[float] = deque(maxlen=MESSAGES)  # when the last messages came
        self.has_pulse = False
        """Whether the guest's program answers empty messages."""
        self._asks, self._unanswered = False, 0
        self._runs: Callable[[bool], None] = lambda _: None
        super().__init__(stream, self._take, lost)

    def pass_on(self, hear: Callable[[FromGuest], None], lost: Callable[[], None]) -> None:
        """Let others hear the next messages, and the end."""
        self._hear_message, self._lost, self._runs = hear, lost, lambda _: None

    def _take(self, data: bytes) -> None:
        try:
            for message in self._frames.take(data):
                now = self._loop.time()
                if len(self._times) == MESSAGES and self._times[0] > now - 1:
                    self.dismiss("Too many messages came at once.")
                    return
                self._times.append(now)
                if self._unanswered > PULSES_MISSED:
                    self._runs(True)
                self._unanswered = 0
                if message:
                    decoded = decode(message, FromGuest)
                    if isinstance(decoded, Arrive):
                        self.has_pulse = decoded.pulse
                    self._hear_message(decoded)
        except ValueError:
            self.close()

    def feel_pulse(self, runs: Callable[[bool], None]) -> None:
        """Ask from now on whether the guest's program runs, and call `runs` when it has stopped or continued."""
        self._runs = runs
        if self.has_pulse and not self._asks:
            self._asks = True
            self._ask()

    def _ask(self) -> None:
        if not self.open:
            return
        if self._unanswered == PULSES_MISSED:
            self._runs(False)
        if self._unanswered <= PULSES_MISSED:
            self._unanswered += 1
            self.write(_PULSE)
        self._loop.call_later(PULSE_SECONDS, self._ask)

    def send(self, message: FromTable) -> None:
        """Send a message without waiting; a guest who has left too much unread is dropped."""
        self.write(frame(message))
        if len(self.unsent) > UNREAD:
            self.close()

    def dismiss(self, why: str) -> None:
        """Say why the connection ends, in a sentence, and end it."""
        self.send(Closed(why))
        self.finish()

"""The way between two homes: a QUIC connection between two keys, direct where the routers allow, else over a relay.

The library is iroh. A line names the host's key and a relay, which is all that a friend's program needs. The host
lets a friend in by a code, and later by the friend's own key, which signs the connection. The relay and whoever listens
see addresses and sizes; the bytes themselves are encrypted from one end to the other.

Here is what both ends share: the first two messages, and one connection. `anywhere_carrier` is the friend's end, and
`anywhere_door` the host's. Between them, `ResumedStream` outlives connections.
"""

import asyncio
import re
from contextlib import suppress
from typing import Literal, TypeVar

import iroh
import msgspec

from spades_tui import __version__

PROTOCOL = b"spades-tui"
"""The name of what both ends speak."""
BIND_ADDRESS: str | None = None
"""The own address to use; None for all."""
CLOSE_SECONDS = 2.0  # seconds that an endpoint may take to close
HELLO_MOST = 1024  # maximum bytes of the first message of either end
HELLO_SECONDS = 5.0  # seconds that either end may take to send it
READ_BYTES = 1 << 16
WINDOW_BYTES = 1 << 20  # bytes that either end may send before they are read

Refusal = Literal["version", "no-seat", "taken", "busy", "gone"]
"""Why a friend isn't let in. ``gone``: the stream that they resume has ended."""
_REFUSALS: dict[Refusal, str] = {
    "version": "this table needs spades-tui {program}; install that version to join",
    "no-seat": "this line opens no seat any more; ask your friend for a new one",
    "taken": "this seat is taken from another computer; ask your friend for a new line",
    "busy": "the table is busy; try the same line again in a minute",
    "gone": "the table has been closed; join it again with the same line",
}


class Hello(msgspec.Struct, frozen=True):
    """The first message of a friend's program."""

    form: int  # the version of lines
    code: str
    key: str  # the friend's public key, as OpenSSH writes it
    signature: bytes  # of `signed`, with that key
    session: bytes  # names the stream
    resumes: bool  # whether the host has answered for this stream before
    received: int  # how many bytes of it have come


class Answer(msgspec.Struct, frozen=True):
    """The first message of the host."""

    refusal: Refusal | None = None
    received: int = 0  # how many bytes of the stream have come
    program: str = __version__  # the host's version of spades-tui


class RefusedError(Exception):
    """The host has answered, but doesn't let the friend in."""

    def __init__(self, answer: Answer, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        program = answer.program if re.fullmatch("[0-9a-z.+]{1,20}", answer.program) else "of another version"
        self.words = _REFUSALS[refusal].format(program=program)


def signed(host: bytes, endpoint: bytes, code: str) -> bytes:
    """Return what a friend's key signs: this host, this connection's other end, and the code."""
    return b"spades-tui join " + host + endpoint + code.encode()


MessageT = TypeVar("MessageT", Hello, Answer)


class Connection:
    """One connection, with its one stream, as a `Way`."""

    def __init__(self, connection: iroh.Connection, stream: iroh.BiStream) -> None:
        self.connection, self._send, self._recv = connection, stream.send(), stream.recv()

    async def read(self) -> bytes:
        """Return what has come; nothing at the end. Raises ConnectionError."""
        try:
            return bytes(await self._recv.read(READ_BYTES))
        except iroh.IrohError as error:
            raise ConnectionError(error.message()) from None

    async def write(self, data: bytes) -> None:
        """Send bytes. Raises ConnectionError."""
        try:
            await self._send.write_all(data)
        except iroh.IrohError as error:
            raise ConnectionError(error.message()) from None

    async def say(self, message: Hello | Answer) -> None:
        """Send the first message. Raises ConnectionError."""
        data = msgspec.json.encode(message)
        await self.write(len(data).to_bytes(2) + data)

    async def hear(self, kind: type[MessageT]) -> MessageT:
        """Return the other end's first message. Raises ConnectionError, also for one of another form."""
        try:
            size = int.from_bytes(await self._recv.read_exact(2))
            if size > HELLO_MOST:
                raise ConnectionError("the first message is too long")
            return msgspec.json.decode(await self._recv.read_exact(size), type=kind)
        except (iroh.IrohError, msgspec.DecodeError) as error:
            raise ConnectionError(str(error)) from None

    @property
    def is_closed(self) -> bool:
        """Whether either end has closed the connection."""
        return self.connection.close_reason() is not None

    def close(self) -> None:
        """End the connection."""
        self.connection.close(0, b"")


async def bind(relay: str, secret: bytes | None = None) -> iroh.Endpoint:
    """Return a new endpoint at a relay; with a secret key, the host's. Raises OSError.

    A relay without https has no port that says how the internet sees an endpoint, so that asking there takes seconds.
    """
    relays = iroh.RelayMap.from_urls([relay])
    if relay.startswith("http:"):
        relays.insert(iroh.RelayConfig(url=relay, quic_port=None, auth_token=None))
    alpns = [PROTOCOL] if secret is not None else []
    options = iroh.EndpointOptions(
        preset=iroh.preset_minimal(),
        secret_key=secret,
        alpns=alpns,
        relay_mode=iroh.RelayMode.custom(relays),
        bind_addr=BIND_ADDRESS,
    )
    try:
        return await iroh.Endpoint.bind(options)
    except iroh.IrohError as error:
        raise OSError(error.message()) from None


async def close(endpoint: iroh.Endpoint) -> None:
    with suppress(TimeoutError, iroh.IrohError):
        await asyncio.wait_for(endpoint.close(), CLOSE_SECONDS)

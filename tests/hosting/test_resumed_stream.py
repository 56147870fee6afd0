"""A stream loses, repeats and mixes up nothing, wherever its connections are cut; a wrong frame ends a connection."""

import asyncio
import random
import socket
import struct

import pytest

from spades_tui.hosting.resumed_stream import CHUNK, UNCONFIRMED, ResumedStream
from tests.hosting.tables import SECONDS

FRAME = struct.Struct(">QI")
END = 0xFFFFFFFF


class Pair:
    """Two ends of one connection, which breaks after some writes."""

    def __init__(self, writes: int) -> None:
        self.left = writes
        self.queues = asyncio.Queue[bytes](), asyncio.Queue[bytes]()

    def end(self, number: int) -> "End":
        """Return an end."""
        return End(self, number)


class End:
    """One end, as a `Way`."""

    def __init__(self, pair: Pair, number: int) -> None:
        self._pair, self._in, self._out = pair, pair.queues[number], pair.queues[1 - number]

    async def read(self) -> bytes:
        """Return what has come; nothing once the connection is broken."""
        return await self._in.get()

    async def write(self, data: bytes) -> None:
        """Send bytes, in pieces; the last ones before a break get lost in the middle."""
        self._pair.left -= 1
        if self._pair.left < 0:
            self._out.put_nowait(data[: len(data) // 2])
            for queue in self._pair.queues:
                queue.put_nowait(b"")
            raise ConnectionError("broken")
        for piece in (data[:5], data[5:]):
            self._out.put_nowait(piece)


async def _carried(one: ResumedStream, other: ResumedStream, chance: random.Random) -> None:
    """Carry two streams over one connection after the other until they are over."""
    while not (one.over and other.over):
        pair = Pair(chance.randrange(1, 40))
        runs = one.run(pair.end(0), other.received), other.run(pair.end(1), one.received)
        await asyncio.gather(*runs, return_exceptions=True)


async def _read_all(stream: socket.socket, size: int) -> bytes:
    """Read so many bytes, now and then slowly."""
    loop, found = asyncio.get_running_loop(), b""
    while len(found) < size:
        data = await loop.sock_recv(stream, 1 << 14)
        assert data
        found += data
    return found


@pytest.mark.parametrize("seed", range(20))
async def test_everything_arrives_once_and_in_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.hosting.resumed_stream.GOODBYE_SECONDS", 0.01)
    chance, loop = random.Random(seed), asyncio.get_running_loop()
    texts = [chance.randbytes(chance.choice((0, 10, 5000, 3 * CHUNK, 2 * UNCONFIRMED))) for _ in range(2)]
    pairs = [socket.socketpair() for _ in range(2)]
    for ours, _ in pairs:
        ours.setblocking(False)
    streams = [ResumedStream(theirs) for _, theirs in pairs]
    carrying = asyncio.create_task(_carried(streams[0], streams[1], chance))
    sending = [asyncio.create_task(loop.sock_sendall(ours, text)) for (ours, _), text in zip(pairs, texts, strict=True)]
    async with asyncio.timeout(SECONDS):
        found = [await _read_all(ours, len(text)) for (ours, _), text in zip(pairs, texts[::-1], strict=True)]
        assert found == texts[::-1]
        await asyncio.gather(*sending)
        pairs[0][0].close()
        await carrying
    for one in streams:
        one.close()
    pairs[1][0].close()


@pytest.mark.parametrize("data", [
    FRAME.pack(1, 0), FRAME.pack(0, CHUNK + 1), FRAME.pack(2**63, 0), FRAME.pack(0, END) + FRAME.pack(0, 1) + b"x",
    FRAME.pack(0, END) * 2, b"",
])  # fmt: skip
async def test_a_wrong_frame_ends_the_connection(data: bytes) -> None:
    """More is confirmed than was sent, a frame is too long, or something comes after the end."""
    ours, theirs = socket.socketpair()
    stream, pair = ResumedStream(theirs), Pair(1000)
    pair.queues[0].put_nowait(data)
    with ours:
        if data[8:12] == FRAME.pack(0, END)[8:]:
            await stream.run(pair.end(0), 0)  # it was over
            assert stream.received == 1
        else:
            with pytest.raises(ConnectionError):
                await stream.run(pair.end(0), 0)
            assert stream.received == 0
    stream.close()


async def test_a_silent_connection_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.hosting.resumed_stream.SILENT_SECONDS", 0.05)
    ours, theirs = socket.socketpair()
    stream = ResumedStream(theirs)
    with ours, pytest.raises(ConnectionError):
        await stream.run(Pair(1000).end(0), 0)
    stream.close()


async def test_a_stream_that_nobody_takes_reads_no_more_here() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    stream = ResumedStream(theirs)
    sent = asyncio.create_task(asyncio.get_running_loop().sock_sendall(ours, bytes(8 * UNCONFIRMED)))
    await asyncio.sleep(0.2)
    assert len(stream._kept) < UNCONFIRMED + CHUNK
    assert not sent.done()
    sent.cancel()
    stream.close()
    ours.close()

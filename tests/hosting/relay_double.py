"""A double of iroh's relay for tests: it passes packets on between two endpoints, after the public protocol of relays.

It isn't a relay: it speaks plain HTTP, believes every endpoint's key without checking its signature, measures no
addresses, and limits nobody. What passes through it can be kept, to be searched.
"""

import asyncio
import secrets
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress

from aiohttp import WSMsgType, web

CHALLENGE, AUTH, CONFIRMS = 0, 1, 2
TO_RELAY, TO_RELAY_BATCH, TO_CLIENT, TO_CLIENT_BATCH = 4, 5, 6, 7
GONE, PING, PONG = 8, 9, 10
KEY = 32
PROTOCOLS = ("iroh-relay-v2", "iroh-relay-v1")


class RelayDouble:
    """The endpoints that are connected, by key."""

    def __init__(self) -> None:
        self.endpoints: dict[bytes, list[web.WebSocketResponse]] = {}
        """The connections of each key; the last one gets its packets."""
        self.packets = 0
        self.passed: list[bytes] | None = None
        """All packets, while they are kept."""

    async def relay(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one endpoint until it goes."""
        socket = web.WebSocketResponse(protocols=PROTOCOLS, max_msg_size=1 << 20)
        await socket.prepare(request)
        await socket.send_bytes(bytes([CHALLENGE]) + secrets.token_bytes(16))
        auth = await socket.receive_bytes()
        assert auth[0] == AUTH
        key = auth[1 : 1 + KEY]
        self.endpoints.setdefault(key, []).append(socket)
        await socket.send_bytes(bytes([CONFIRMS]))
        try:
            async for message in socket:
                if message.type is WSMsgType.BINARY:
                    await self._take(key, socket, message.data)
        finally:
            self.endpoints[key].remove(socket)
        return socket

    async def _take(self, source: bytes, socket: web.WebSocketResponse, data: bytes) -> None:
        """Handle one frame of an endpoint."""
        kind, rest = data[0], data[1:]
        if kind == PING:
            await socket.send_bytes(bytes([PONG]) + rest)
        elif kind in (TO_RELAY, TO_RELAY_BATCH) and (others := self.endpoints.get(rest[:KEY])):
            self.packets += 1
            if self.passed is not None:
                self.passed.append(rest[KEY:])
            with suppress(ConnectionError):
                await others[-1].send_bytes(bytes([kind + 2]) + source + rest[KEY:])


async def _pong(_: web.Request) -> web.Response:
    return web.Response()


@asynccontextmanager
async def relay_double(address: str = "127.0.0.1", port: int = 0) -> AsyncIterator[tuple[RelayDouble, str]]:
    """Run a double; yield it and its address, such as ``http://127.0.0.1:3340/``."""
    double, app = RelayDouble(), web.Application()
    app.add_routes([web.get("/relay", double.relay), web.get("/ping", _pong), web.get("/generate_204", _pong)])
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, address, port).start()
    try:
        yield double, f"http://{address}:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


@contextmanager
def relay_in_thread() -> Iterator[str]:
    """Run a double beside programs that block this thread at times; yield its address."""
    begun, ends = Future[tuple[asyncio.AbstractEventLoop, str]](), asyncio.Event()

    async def serve() -> None:
        async with relay_double() as (_, url):
            begun.set_result((asyncio.get_running_loop(), url))
            await ends.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    loop, url = begun.result()
    try:
        yield url
    finally:
        loop.call_soon_threadsafe(ends.set)
        thread.join()


async def _run(address: str, port: int) -> None:
    async with relay_double(address, port) as (double, url):
        print(f"{time.time():.3f} relay {url}", flush=True)
        while True:
            await asyncio.sleep(1.0)
            print(f"{time.time():.3f} packets {double.packets}", flush=True)


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1], int(sys.argv[2])))

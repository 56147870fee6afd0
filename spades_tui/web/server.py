"""A server for browsers: one page, and one process of the program for each open tab.

It listens at 127.0.0.1, unless the host of an invited table chooses otherwise. But any user of this machine could
connect, and so could any page in any browser. So the page and its socket have a key in their address, which only the
terminal shows. A request must name this host, because a foreign name may resolve to it, and a socket must come from
this very page.
"""

import asyncio
import json
import logging
import os
import re
import secrets
import signal
import socket
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path
from string import Template

import textual_serve
from aiohttp import WSMsgType, web

from spades_tui.system.faults import complain_of_report
from spades_tui.system.output import IN_BROWSER, complain

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
EVERYWHERE = ("", "0.0.0.0", "::")  # addresses that mean all of this machine's
MOST_TABS = 8  # maximum number of tabs; each is a process with its own memory
MOST_MESSAGE_BYTES = 256 * 1024  # maximum bytes of a message from a tab; pasted text may be long
MOST_WAITING = 64  # maximum number of connections that haven't sent a complete request
REQUEST_SECONDS = 10.0  # seconds that a request may take to arrive
HEARTBEAT = 15.0  # seconds between checks whether a tab is still there
STATIC = Path(textual_serve.__file__).parent / "static"
"""Textual's terminal for a browser, with its fonts: nothing comes from the internet."""
POLICY = Template(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://$host; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page from `host` may load."""
HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
}  # fmt: skip


TABLE_GONE, SERVER_GONE = "The table has closed.", "The server has stopped. To start it again: spades-tui serve"
"""What a page says when it can't be opened again."""
Show = Callable[[bytes], Awaitable[None]]  # sends a tab what to paint
DATA, META = b"D", b"M"
"""The kinds of packets to and from a process, as in Textual's driver for the web: a byte, then four for the length."""
CLOSING_SECONDS = 8.0
"""Seconds to end in order before the process is killed, which loses nothing: everything shown is on disk."""
SMALLEST, LARGEST = 2, 500  # minimum and maximum of columns or lines of a terminal
DRIVER = "spades_tui.web.tab_process:TabDriver"


def new_key() -> str:
    """Return a new random key of 192 bits."""
    return secrets.token_urlsafe(24)


def _host_of(request: web.Request) -> str:
    """Return the name and port that a request is sent to, in small letters."""
    return request.headers.get("Host", "").lower()


_NAME_AND_PORT = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]*)(?::([0-9]+))?")
"""Matches the host of a request; an IPv6 address is in brackets."""


def _is_number(name: str) -> bool:
    try:
        return bool(ip_address(name.strip("[]")))
    except ValueError:
        return False


def _file(name: str) -> str:
    return files("spades_tui.web").joinpath(name).read_text("utf-8")


def bounded(number: object, usual: int) -> int:
    """Return a number of columns or lines from a request, within bounds."""
    try:
        return min(max(int(str(number)[:9]), SMALLEST), LARGEST)
    except ValueError:
        return usual


def environment(width: int, height: int) -> dict[str, str]:
    """Return the environment of the process, which describes its terminal."""
    return {
        **os.environ, "TEXTUAL_DRIVER": DRIVER, "TEXTUAL_COLOR_SYSTEM": "truecolor", "TERM": "xterm-256color",
        "COLORTERM": "truecolor", IN_BROWSER: "1", "COLUMNS": str(width), "ROWS": str(height),
        "LC_ALL": "C.UTF-8",  # a browser has letters for everything, whatever the server's terminal has
    }  # fmt: skip


class Tab:
    """What is behind a tab: a process of the program. Call `start`, then `listen`, and `close` at the end."""

    def __init__(self, show: Show) -> None:
        """Take `show`, which gets the bytes to paint."""
        self._show = show

    async def start(self, width: int, height: int) -> None:
        """Start the process for a terminal of this size. Raises OSError."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "spades_tui.web.tab_process",
            stdin=PIPE, stdout=PIPE, env=environment(width, height), start_new_session=True,
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout

    async def listen(self) -> None:
        """Pass on its output until it ends; output that nobody takes is dropped."""
        read = self._stdout.readexactly
        with suppress(asyncio.IncompleteReadError):
            await self._stdout.readuntil(b"\n")  # skip the first line, which the driver writes
            while True:
                kind = await read(1)
                payload = await read(int.from_bytes(await read(4), "big"))
                if kind == DATA:
                    with suppress(ConnectionError, RuntimeError):
                        await self._show(payload)

    async def type(self, text: str) -> None:
        """Send keys and mouse events, as a terminal does."""
        await self._send(DATA, text.encode("utf-8", "replace"))

    async def resize(self, width: int, height: int) -> None:
        """Send the terminal's new size."""
        await self._send(META, json.dumps({"type": "resize", "width": width, "height": height}).encode())

    async def focus(self, there: bool) -> None:
        """Send whether the tab is in front."""
        await self._send(META, json.dumps({"type": "focus" if there else "blur"}).encode())

    async def _send(self, kind: bytes, payload: bytes) -> None:
        """Send a packet, unless the process has ended."""
        with suppress(ConnectionError, RuntimeError):
            self._stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
            await self._stdin.drain()

    async def close(self) -> None:
        """Let the process end, and wait for it. Call `listen` meanwhile."""
        self._stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), CLOSING_SECONDS)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


class Server:
    """Serves the program until it is stopped."""

    def __init__(
        self, port: int, address: str = HOST, opens: Mapping[str, Callable[[Show], Tab]] | None = None,
        closed: Callable[[], bool] | None = None, seats: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Listen at this `address` and `port`; 0 for any free one.

        `opens`: by key, what is behind a tab; without it, one new key opens the program. `closed`: whether the hosted
        table behind the tabs has closed; None if there is none. `seats`: the keys of seats, which only one tab has.
        """
        self._seats = seats
        self._keys: dict[web.WebSocketResponse, str] = {}  # by tab
        self._closed = closed
        self.port, self._address = port, address
        self._opens = opens if opens is not None else {new_key(): Tab}
        self._most_tabs = max(MOST_TABS, 2 * len(self._opens))
        self._own_name = socket.gethostname().lower()
        self.tabs: set[web.WebSocketResponse] = set()  # which are open
        self._waiting: dict[object, asyncio.Transport] = {}
        """Connections that haven't sent a complete request yet, oldest first."""

    @property
    def address(self) -> str:
        """The first of `links`."""
        return self.links[0]

    @property
    def links(self) -> list[str]:
        """By key, the address to open in the browser. Anybody who has it plays as its user."""
        own = f"[{self._address}]" if ":" in self._address else self._address
        name = self._own_name if self._address in EVERYWHERE else own
        return [f"http://{name}:{self.port}/{key}/" for key in self._opens]

    async def open(self) -> web.AppRunner:
        """Start listening. Raises OSError."""
        for name in ("aiohttp", "asyncio"):  # their loggers would print errors with source code
            log = logging.getLogger(name)
            log.propagate = False
            log.addHandler(logging.NullHandler())
        app = web.Application()
        app.add_routes([
            web.get("/{key}/", self._page),
            web.get("/{key}/ws", self._socket),
            web.get("/{key}/open", self._is_open),
            web.get("/{name:page[.](?:css|js)}", self._beside),
            web.static("/static", STATIC),
        ])  # fmt: skip
        app.on_response_prepare.append(self._with_headers)
        app.on_shutdown.append(self._close_tabs)
        app.middlewares.append(self._refuse_other_hosts)
        runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=10)
        await runner.setup()
        assert runner.server is not None
        self._limit(runner.server)
        site = web.TCPSite(runner, self._address, self.port, backlog=MOST_WAITING)
        try:
            await site.start()
        except OSError:
            await runner.cleanup()
            raise
        self.port = runner.addresses[0][1]
        return runner

    def _limit(self, server: web.Server) -> None:
        """Close connections that haven't sent a whole request: late ones, and the oldest if there are too many."""
        noted, waiting, loop = server.connection_made, self._waiting, asyncio.get_running_loop()

        def close(handler: object) -> None:
            if handler in waiting:
                waiting.pop(handler).abort()

        def connection_made(handler: web.RequestHandler, transport: asyncio.Transport) -> None:
            noted(handler, transport)
            waiting[handler] = transport
            loop.call_later(REQUEST_SECONDS, close, handler)
            if len(waiting) > MOST_WAITING:
                close(next(iter(waiting)))

        server.connection_made = connection_made  # type: ignore[method-assign]

    def _is_own(self, host: str) -> bool:
        """Return whether a request's host is this one: its name and port. A number can't be a foreign name."""
        parts = _NAME_AND_PORT.fullmatch(host)
        if parts is None or int(parts[2] or 80) != self.port:
            return False
        name = parts[1]
        own = name in (self._address.lower(), self._own_name) or _is_number(name)
        return name in NAMES or (own and self._address != HOST)

    @web.middleware
    async def _refuse_other_hosts(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuse requests for any other host, and report faults of the program."""
        self._waiting.pop(request.protocol, None)
        if not self._is_own(_host_of(request)):
            raise web.HTTPForbidden(text="This address isn't the one that the terminal shows.\n")
        try:
            return await handler(request)
        except web.HTTPException:
            raise
        except Exception as error:
            complain("spades-tui serve: the program has a fault, and a tab had to close.")  # other tabs continue
            complain_of_report(error)
            raise web.HTTPInternalServerError from None

    def _key(self, request: web.Request) -> str:
        """Return the key in a request's address. Raises HTTPForbidden if it's wrong."""
        asked = request.match_info["key"].encode("utf-8", "replace")
        found = [key for key in self._opens if secrets.compare_digest(asked, key.encode())]
        if not found:
            raise web.HTTPForbidden(text="Wrong address; copy the whole address from the terminal.\n")
        return found[0]

    async def _page(self, request: web.Request) -> web.StreamResponse:
        key = self._key(request)
        page = Template(_file("page.html"))
        text = page.substitute(
            socket=f"ws://{_host_of(request)}/{key}/ws",
            size=min(bounded(request.query.get("fontsize", 16), 16), 60),
            gone=SERVER_GONE if self._closed is None else TABLE_GONE,
        )
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _is_open(self, request: web.Request) -> web.StreamResponse:
        """Answer a page whose socket has closed: "moved" if its seat has a newer tab.

        Raises HTTPGone if its table has closed.
        """
        key = self._key(request)
        if self._closed is not None and self._closed():
            raise web.HTTPGone(text=f"{TABLE_GONE}\n")
        newer = key in self._seats and any(own == key and not tab.closed for tab, own in self._keys.items())
        return web.Response(text="moved" if newer else "", headers={"Cache-Control": "no-store"})

    async def _beside(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        return web.Response(text=_file(name), content_type="text/css" if name.endswith("css") else "text/javascript")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        key = self._key(request)
        if request.headers.get("Origin", "") != f"http://{_host_of(request)}":
            raise web.HTTPForbidden(text="Only the page itself can open a socket.\n")
        if len(self.tabs) >= self._most_tabs:
            raise web.HTTPServiceUnavailable(text=f"{self._most_tabs} tabs are open already; close one first.\n")
        tab = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MOST_MESSAGE_BYTES)
        self.tabs.add(tab)
        self._keys[tab] = key
        try:
            await tab.prepare(request)
            size = bounded(request.query.get("width"), 80), bounded(request.query.get("height"), 24)
            await _serve(self._opens[key](tab.send_bytes), tab, *size)
        finally:
            self.tabs.discard(tab)
            del self._keys[tab]
        return tab

    async def _with_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(HEADERS)
        host = _host_of(request)
        response.headers["Content-Security-Policy"] = POLICY.substitute(host=host if self._is_own(host) else HOST)
        if not isinstance(response, web.WebSocketResponse):
            response.force_close()  # a second request on the same connection could be left half-sent

    async def _close_tabs(self, app: web.Application) -> None:
        await asyncio.gather(*(tab.close() for tab in list(self.tabs)))


async def _serve(program: Tab, socket: web.WebSocketResponse, width: int, height: int) -> None:
    """Serve one tab until it or its program ends. Raises OSError."""
    await program.start(width, height)
    listening = asyncio.create_task(_relay_output(program, socket))
    try:
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                await _take(program, socket, message.data)
    finally:
        await asyncio.shield(asyncio.gather(program.close(), listening))


async def _relay_output(program: Tab, socket: web.WebSocketResponse) -> None:
    await program.listen()
    with suppress(ConnectionError, RuntimeError):
        await socket.close()


async def _take(program: Tab, socket: web.WebSocketResponse, text: str) -> None:
    """Handle a message of Textual's page; ignore anything else."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return
    match message:
        case ["stdin", str(keys)]:
            await program.type(keys)
        case ["resize", {"width": width, "height": height}]:
            await program.resize(bounded(width, 80), bounded(height, 24))
        case ["ping", str(data)]:
            with suppress(ConnectionError, RuntimeError):  # it may have been closed meanwhile
                await socket.send_json(["pong", data])
        case ["focus" | "blur" as kind, *_]:
            await program.focus(kind == "focus")


async def serve(server: Server, opened: Callable[[], None]) -> None:
    """Serve until a signal comes; `opened` is called when a browser can connect. Raises OSError."""
    runner = await server.open()
    try:
        over = asyncio.Event()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            with suppress(NotImplementedError, AttributeError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), over.set)
        opened()
        await over.wait()
    finally:
        await runner.cleanup()

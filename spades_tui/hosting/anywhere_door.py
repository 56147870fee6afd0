"""The host's end of the way between two homes: friends come with a code, and later with the key that took the seat."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import asyncssh
import iroh
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_ssh_private_key

from spades_tui.hosting.anywhere import (
    HELLO_SECONDS,
    WINDOW_BYTES,
    Answer,
    Connection,
    Hello,
    Refusal,
    bind,
    close,
    signed,
)
from spades_tui.hosting.carrier import Admit, Door
from spades_tui.hosting.invitations import Invitation, Invitations, save, saved
from spades_tui.hosting.join_line import FORM, PUBLIC_RELAYS, JoinLine, relay_name
from spades_tui.hosting.links import FAREWELL_SECONDS, wait_while
from spades_tui.hosting.lobby import ANYWHERE
from spades_tui.hosting.resumed_stream import GOODBYE_SECONDS, ResumedStream
from spades_tui.hosting.ssh import key_in
from spades_tui.language.unusable import UnusableError
from spades_tui.play.hosted_games import HOST_PORT, address_options
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.disk import lock
from spades_tui.system.folders import data_folder

SILENT = 64  # maximum number of connections that haven't said hello; with another one, the oldest ends
SESSIONS = 200  # maximum number of streams, with those that are cut, before somebody else may watch
SESSIONS_OF_ONE = 4  # maximum number of streams of one key; with another one, the oldest ends
WRONG_SECONDS = 3.0  # seconds before a wrong code is refused
WRONG_AT_ONCE = 16  # maximum number of refusals that wait; further ones come at once
AGAIN_SECONDS = 1.5  # seconds between two new endpoints while nobody is heard
LOOK_SECONDS = 0.2  # seconds after which the host sees that somebody is heard again
LATER_SECONDS = 15.0  # `AGAIN_SECONDS`, after `PATIENT_SECONDS`
PATIENT_SECONDS = 120.0
SPARE = 3  # maximum number of endpoints besides the newest one that wait for somebody meanwhile
COMING_SECONDS = 3.0  # seconds in which friends may find an endpoint that has just come to the relay
DOOR_SECONDS = 3.0  # seconds after which a table opens although nobody can come to it yet
ONLINE_SECONDS = 0.1  # seconds in which an endpoint says whether it's at the relay
KEY_TEXT_MOST = 200  # maximum letters of a public key
FROM_ANYWHERE = "anywhere"
"""What counts as the address of all friends who come this way."""
_AMERICA_EAST, _AMERICA_WEST, _EUROPE, _ASIA = PUBLIC_RELAYS
_RELAY_EAST_OF = (5, _ASIA), (-2, _EUROPE), (-6, _AMERICA_EAST), (-24, _AMERICA_WEST)
"""The public relay for clocks that are at least so many hours before Greenwich's."""


class _Session:
    """The stream of one friend's program, over all its connections."""

    def __init__(self, stream: ResumedStream, key: str) -> None:
        """Carry a stream to the table for the owner of this key."""
        self.stream, self.key = stream, key
        self._turn = asyncio.Lock()
        self._carrying: asyncio.Task[None] | None = None

    @property
    def is_carried(self) -> bool:
        """Whether a connection carries the stream now."""
        return self._carrying is not None and not self._carrying.done()

    async def carry(self, way: Connection, confirmed: int) -> None:
        """Carry the stream over this connection, instead of an earlier one, until it's cut or the stream ends.

        Raises ConnectionError, also if the friend has closed it meanwhile: they have said hello over another one.
        """
        async with self._turn:
            if way.is_closed:
                raise ConnectionError("closed before the answer")
            if self._carrying is not None:
                self._carrying.cancel()
                await asyncio.wait([self._carrying])
            await way.say(Answer(received=self.stream.received))
            self._carrying = carrying = asyncio.create_task(self.stream.run(way, confirmed))
        try:
            await asyncio.wait([carrying])
        finally:
            carrying.cancel()
            await asyncio.gather(carrying, return_exceptions=True)


class _Listener:
    """An endpoint that takes connections."""

    def __init__(self, endpoint: iroh.Endpoint) -> None:
        """Keep an endpoint; `accepting` takes its connections."""
        self.endpoint = endpoint
        self.accepting: asyncio.Task[None] | None = None
        self.connections = 0
        self.online_since: float | None = None
        """When the endpoint was first seen to be connected to the relay, by the loop's clock."""

    async def look_for_relay(self, seconds: float) -> None:
        """Note whether the endpoint is connected to the relay, or is so within some seconds."""
        if self.online_since is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.endpoint.online(), seconds)
                self.online_since = asyncio.get_running_loop().time()

    async def close(self) -> None:
        """End the endpoint with its connections."""
        if self.accepting is not None:
            self.accepting.cancel()
            await asyncio.gather(self.accepting, return_exceptions=True)
        await close(self.endpoint)


class AnywhereDoor(Door):
    """The host's end, for friends anywhere."""

    address = ANYWHERE, 0

    def __init__(self, relay: str | None = None) -> None:
        """Be found at this relay; None for the user's own, or a public one that is kept with the host's key."""
        self._relay = relay or load_settings().relay
        self._host = b""  # the host's public key
        self._secret = b""
        self._listeners: list[_Listener] = []  # from the oldest
        self._sessions: dict[bytes, _Session] = {}  # from the oldest
        self._silent: list[asyncio.Timeout] = []
        """The time limits of connections that haven't said hello, from the oldest."""
        self._delayed = 0  # how many wrong codes wait for their refusal
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_online = False

    @asynccontextmanager
    async def open(self, invitations: Invitations, admit: Admit) -> AsyncIterator[None]:
        """Let friends in during the block. Raises OSError; UnusableError if another table is open."""
        self._invitations, self._admit = invitations, admit
        folder = data_folder() / "hosting"
        key = key_in(folder / "host-key")
        secret = load_ssh_private_key(key.export_private_key(), None)
        if not isinstance(secret, Ed25519PrivateKey):
            raise UnusableError(f"{folder / 'host-key'} isn't an Ed25519 key; delete it, and the program makes one")
        with _alone(folder / "host-key"):
            if not self._relay:
                self._relay = _kept_relay(folder / "relay.json")
            self._secret = secret.private_bytes_raw()
            self._host = secret.public_key().public_bytes_raw()
            await self._listen()
            await self._listeners[0].look_for_relay(DOOR_SECONDS)
            self._is_online = self._listeners[0].online_since is not None
            keeping = asyncio.create_task(self._keep_listening())
            try:
                yield
            finally:
                await wait_while(self._is_carrying, FAREWELL_SECONDS)  # until all programs have heard the end
                for task in (keeping, *self._tasks):
                    task.cancel()
                await asyncio.gather(keeping, *self._tasks, return_exceptions=True)
                await asyncio.gather(*(one.close() for one in self._listeners))

    def line(self, code: str) -> str:
        """Return what a friend pastes, with a command for those who have no spades-tui."""
        word = JoinLine(self._host, self._relay, code).word
        return f"uvx --from 'spades-tui[friends]' spades-tui join {word}"

    def command(self, watchers: int) -> tuple[str, ...]:
        """Return the command that opens such a table again."""
        return "host", *address_options("localhost", HOST_PORT, HOST_PORT, watchers)

    @property
    def reach(self) -> str:
        """A sentence that says who can come."""
        name = relay_name(self._relay)
        if self._is_online:
            return f"Friends anywhere can come: the relay {name} shows them the way."
        return f"The relay {name} hasn't answered yet. Until it does, friends can't join."

    async def _listen(self) -> None:
        """Take connections at another endpoint. Raises OSError."""
        listener = _Listener(await bind(self._relay, self._secret))
        listener.accepting = asyncio.create_task(self._accept(listener))
        self._listeners.append(listener)

    async def _keep_listening(self) -> None:
        """Listen at new endpoints while nobody is heard: this host's own network may be gone, and back unnoticed.

        The relay passes friends to the endpoint that has come last, so it then has some seconds for itself.
        """
        loop = asyncio.get_running_loop()
        heard = begun = loop.time()
        while True:
            await asyncio.sleep(LOOK_SECONDS if self._is_silent else AGAIN_SECONDS / 2)
            newest = self._listeners[-1]
            await newest.look_for_relay(ONLINE_SECONDS)
            self._is_online |= newest.online_since is not None
            if not self._is_silent:
                heard = loop.time()
            wait = AGAIN_SECONDS if loop.time() - heard < PATIENT_SECONDS else LATER_SECONDS
            has_come = newest.online_since is not None and loop.time() - newest.online_since < COMING_SECONDS
            if self._is_silent and not has_come and loop.time() - begun >= wait:
                begun = loop.time()
                with suppress(OSError):
                    await self._listen()
            for one in self._spare():
                self._listeners.remove(one)
                self._begin(one.close())  # which takes seconds without a network

    @property
    def _is_silent(self) -> bool:
        """Whether there are streams, but no connection carries one."""
        return bool(self._sessions) and not self._is_carrying()

    def _is_carrying(self) -> bool:
        return any(one.is_carried for one in self._sessions.values())

    def _spare(self) -> list[_Listener]:
        """Return the endpoints to close.

        A friend may come back at an older endpoint just before a new one takes its place at the relay, which cuts them
        off again. Then the new one goes.
        """
        idle = [one for one in self._listeners if not one.connections]
        newest = self._listeners[-1]
        if self._is_silent:
            return [one for one in idle if one is not newest][:-SPARE]
        if len(idle) == len(self._listeners):
            idle.remove(newest)
        return idle

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, listener: "_Listener") -> None:
        """Take connections."""
        while (incoming := await listener.endpoint.accept_next()) is not None:
            self._begin(self._serve(incoming, listener))

    async def _serve(self, incoming: iroh.Incoming, listener: "_Listener") -> None:
        """Let one connection in, and carry its stream."""
        listener.connections += 1
        try:
            await self._serve_one(incoming)
        finally:
            listener.connections -= 1

    @asynccontextmanager
    async def _hello_due(self) -> AsyncIterator[None]:
        """Limit the seconds until a hello; a flood of silent connections ends its own, and keeps nobody out.

        Raises TimeoutError.
        """
        async with asyncio.timeout(HELLO_SECONDS) as limit:
            self._silent.append(limit)
            if len(self._silent) > SILENT:
                oldest = self._silent.pop(0)
                if not oldest.expired():
                    oldest.reschedule(0.0)
            try:
                yield
            finally:
                if limit in self._silent:
                    self._silent.remove(limit)

    async def _serve_one(self, incoming: iroh.Incoming) -> None:
        try:
            async with self._hello_due():
                connection = await (await incoming.accept()).connect()
                connection.set_max_concurrent_uni_streams(0)
                connection.set_max_concurrent_bi_streams(1)
                connection.set_receive_window(WINDOW_BYTES)
                way = Connection(connection, await connection.accept_bi())
                hello = await way.hear(Hello)
            session = await self._let_in(hello, connection.remote_id().to_bytes())
        except (iroh.IrohError, ConnectionError, TimeoutError):
            return
        try:
            if isinstance(session, _Session):
                await session.carry(way, hello.received)
            else:
                await way.say(Answer(session))
                await asyncio.wait_for(connection.closed(), HELLO_SECONDS)
        except (ConnectionError, TimeoutError):
            pass
        finally:
            way.close()

    async def _let_in(self, hello: Hello, endpoint: bytes) -> "_Session | Refusal":
        """Return the stream that a hello begins or resumes, or why there is none."""
        if hello.form != FORM:
            return "version"
        invitation = self._invitations.find(hello.code)
        key = _proven_key(hello, signed(self._host, endpoint, hello.code))
        if invitation is None or key is None:
            await self._delay()
            return "no-seat"
        if not invitation.take_with_key(key):
            return "taken"
        session = self._sessions.get(hello.session)
        if session is not None:
            return session if session.key == key else "gone"
        if hello.resumes or hello.received:
            return "gone"
        return self._begin_session(hello.session, invitation, key)

    async def _delay(self) -> None:
        """Wait before a refusal, unless too many wait already."""
        if self._delayed < WRONG_AT_ONCE:
            self._delayed += 1
            await asyncio.sleep(WRONG_SECONDS)
            self._delayed -= 1

    def _begin_session(self, name: bytes, invitation: Invitation, key: str) -> "_Session | Refusal":
        """Open a stream of a friend's program to the table."""
        same = [one for one in self._sessions.values() if one.key == key]
        if len(same) >= SESSIONS_OF_ONE:
            same[0].stream.close()
        if invitation.seat is None and len(self._sessions) >= SESSIONS:
            return "busy"
        ours, theirs = socket.socketpair()
        session = _Session(ResumedStream(theirs), key)
        self._sessions[name] = session
        self._begin(self._end(name, session))
        self._admit(invitation, key, ours, FROM_ANYWHERE)
        return session

    async def _end(self, name: bytes, session: _Session) -> None:
        """Forget a stream when it's over, or when its program doesn't come back to hear the end."""
        try:
            await session.stream.wait_until_over(FAREWELL_SECONDS)
            await wait_while(lambda: session.is_carried, GOODBYE_SECONDS)
        finally:
            self._sessions.pop(name, None)
            session.stream.close()


def _proven_key(hello: Hello, signed: bytes) -> str | None:
    """Return the fingerprint of a friend's key, if it has signed this connection."""
    if len(hello.key) > KEY_TEXT_MOST or not hello.key.startswith("ssh-ed25519 "):
        return None
    try:
        key = asyncssh.import_public_key(hello.key)
        return key.get_fingerprint() if key.verify(signed, hello.signature) else None
    except (ValueError, asyncssh.KeyImportError):
        return None


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Lock a file during the block, so that one table at a time is found by its key. Raises UnusableError, OSError."""
    with file.open("rb") as opened:
        try:
            lock(opened.fileno(), wait=False)
        except BlockingIOError:
            raise UnusableError("another table of yours is open to friends; close it first") from None
        yield


def _kept_relay(file: Path) -> str:
    """Return the public relay of this host: the nearest by the clock's zone, chosen once.

    Raises UnusableError if its file is damaged, OSError.
    """
    try:
        kept = saved(file, str)
    except ValueError as error:
        raise UnusableError(
            f"{file} is damaged ({error}); delete it, and the program chooses a relay again. If it's another one, "
            "your friends need new lines"
        ) from None
    if kept in PUBLIC_RELAYS:
        return str(kept)
    relay = next(relay for hours, relay in _RELAY_EAST_OF if time.localtime().tm_gmtoff >= hours * 3600)
    save(file, relay)
    return relay

"""The friend's end of the way between two homes: reach the host, and reach them again whenever the way is cut."""

import asyncio
import secrets
import socket
from concurrent.futures import Future
from contextlib import suppress

import asyncssh
import iroh

from spades_tui.hosting.anywhere import (
    PROTOCOL,
    WINDOW_BYTES,
    Answer,
    Connection,
    Hello,
    RefusedError,
    bind,
    close,
    signed,
)
from spades_tui.hosting.carrier import Carrier
from spades_tui.hosting.join_line import FORM, JoinLine, relay_name
from spades_tui.hosting.resumed_stream import ResumedStream
from spades_tui.hosting.ssh import key_in
from spades_tui.language.unusable import UnusableError
from spades_tui.system.folders import data_folder

ATTEMPT_SECONDS = 5.0
AGAIN_SECONDS = 1.0  # seconds after which another attempt begins beside those that haven't failed
ANSWER_SECONDS = 3.0  # seconds that a host who knows the stream may take to answer the first hello after a cut
ANSWER_MOST = 8.0  # the same, for a busy host: each hello without an answer doubles them
LATER_SECONDS = 15.0  # `AGAIN_SECONDS`, after `PATIENT_SECONDS`
PATIENT_SECONDS = 120.0
UNREACHED_SECONDS = 7.0  # seconds after which a host that was never reached counts as away
SESSION_BYTES = 16  # random bytes that name a stream


class AnywhereCarrier(Carrier):
    """The way to the host whom a line names."""

    def __init__(self, line: JoinLine, key: asyncssh.SSHKey | None = None) -> None:
        """Take the way of a line with this key; None for the user's own, which proves whose seat it is."""
        self._line, self._key = line, key
        self.table = f"{line.host_key.hex()} {line.code}"
        self._session, self._resumes = b"", False  # the stream, and whether the host knows it
        self._is_reached = self._relay_answers = False
        self._speaking = asyncio.Lock()
        """Held by the attempt that says hello: only one at a time, because the host lets go of earlier ones."""
        self._answer_seconds = 0.0  # how long the next hello waits for its answer
        self._closings: set[asyncio.Task[None]] = set()

    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Carry the stream until one of its ends closes, over as many connections as it takes.

        Raises UnusableError if the host can't be reached within `UNREACHED_SECONDS`, or lets nobody in; OSError.
        """
        self._key = self._key or key_in(data_folder() / "hosting" / "guest-key")
        self._session, self._resumes, self.is_gone = secrets.token_bytes(SESSION_BYTES), False, False
        resumed = ResumedStream(stream)
        try:
            async with asyncio.timeout(UNREACHED_SECONDS):
                way, received = await self._reach(resumed)
            self._resumes = True
            reached.set_result(None)
            await self._carry(resumed, way, received)
        except TimeoutError:
            why = "the table isn't open now, or has a new line; ask your friend, and use the same line when it is"
            if not self._relay_answers:
                relay = relay_name(self._line.relay)
                why = f"the relay {relay} doesn't answer; check your connection to the internet, or try again later"
            raise UnusableError(why) from None
        except RefusedError as error:
            self.is_gone = error.refusal == "gone"
            raise UnusableError(error.words) from None
        finally:
            resumed.close()
            if not reached.done():  # nobody waits for a goodbye, but the user for a sentence
                for closing in self._closings:
                    closing.cancel()
            await asyncio.gather(*self._closings, return_exceptions=True)

    async def _carry(self, resumed: ResumedStream, way: "Dialled", received: int) -> None:
        """Carry the stream over this connection, and over others when it's cut. Raises RefusedError."""
        while True:
            try:
                await resumed.run(way, received)
                return
            except ConnectionError:
                self.noted(True)
            finally:
                way.close()
                self._let_close(way.endpoint)
            ended = asyncio.create_task(resumed.wait_until_ended())
            again = asyncio.create_task(self._reach(resumed))
            await asyncio.wait([ended, again], return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            if not again.done():
                again.cancel()
                await asyncio.gather(again, return_exceptions=True)
                return
            way, received = again.result()
            self.noted(False)

    def _let_close(self, endpoint: iroh.Endpoint) -> None:
        """Close an endpoint while other work goes on: that takes seconds when nothing is heard."""
        task = asyncio.create_task(close(endpoint))
        self._closings.add(task)
        task.add_done_callback(self._closings.discard)

    async def _reach(self, resumed: ResumedStream) -> tuple["Dialled", int]:
        """Return a new connection, and how many bytes the host has. Raises RefusedError.

        Attempts overlap, because one that has begun without a network may notice its return late. While one of them
        says hello, no other begins, so that they don't slow down a busy host.
        """
        self._is_reached = False
        self._answer_seconds = ANSWER_SECONDS if self._resumes else ATTEMPT_SECONDS
        loop = asyncio.get_running_loop()
        begun, attempts = loop.time(), set[asyncio.Task[tuple[Dialled, int]]]()
        try:
            while True:
                if not self._speaking.locked():
                    attempt = asyncio.create_task(self._attempt(resumed))
                    attempt.add_done_callback(_note_end)
                    attempts.add(attempt)
                wait = AGAIN_SECONDS if loop.time() - begun < PATIENT_SECONDS else LATER_SECONDS
                ends = loop.time() + wait
                while attempts and loop.time() < ends:
                    left = ends - loop.time()
                    done, attempts = await asyncio.wait(attempts, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                    for one in done:
                        with suppress(ConnectionError, OSError, TimeoutError):
                            return one.result()
                await asyncio.sleep(ends - loop.time())
        finally:
            for one in attempts:
                one.cancel()
            await asyncio.gather(*attempts, return_exceptions=True)

    async def _attempt(self, resumed: ResumedStream) -> tuple["Dialled", int]:
        """Make one connection, and say hello. Raises RefusedError, ConnectionError, OSError, TimeoutError."""
        line = self._line
        endpoint = await bind(line.relay)
        looking = asyncio.create_task(self._look_for_relay(endpoint))
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS):
                way = await dial(endpoint, line)
            if self._is_reached or self._speaking.locked():
                raise ConnectionError("another attempt was faster")
            async with self._speaking:
                answer = await self._greet(way, resumed)
            if answer.refusal is not None:
                raise RefusedError(answer, answer.refusal)
            return way, answer.received
        except BaseException:
            self._let_close(endpoint)
            raise
        finally:
            looking.cancel()

    async def _greet(self, way: "Dialled", resumed: ResumedStream) -> Answer:
        """Say hello, and return the answer. Raises ConnectionError, TimeoutError; then the next hello waits longer."""
        try:
            async with asyncio.timeout(self._answer_seconds):
                await way.say(self.hello(way.endpoint, resumed.received))
                answer = await way.hear(Answer)
        except TimeoutError:
            self._answer_seconds = min(2 * self._answer_seconds, ANSWER_MOST)
            raise
        self._is_reached = True
        return answer

    def hello(self, endpoint: iroh.Endpoint, received: int) -> Hello:
        """Return the first message over an endpoint, after so many bytes of the stream."""
        assert self._key is not None
        line = self._line
        signature = self._key.sign(signed(line.host_key, endpoint.id().to_bytes(), line.code), b"ssh-ed25519")
        public = self._key.export_public_key().decode()
        return Hello(FORM, line.code, public, signature, self._session, self._resumes, received)

    async def _look_for_relay(self, endpoint: iroh.Endpoint) -> None:
        await endpoint.online()
        self._relay_answers = True


def _note_end(attempt: "asyncio.Task[tuple[Dialled, int]]") -> None:
    """Take note of an attempt that has failed after another one has succeeded."""
    if not attempt.cancelled():
        attempt.exception()


class Dialled(Connection):
    """A friend's connection, with its own endpoint."""

    def __init__(self, endpoint: iroh.Endpoint, connection: iroh.Connection, stream: iroh.BiStream) -> None:
        """Keep the endpoint with its connection."""
        super().__init__(connection, stream)
        self.endpoint = endpoint


async def dial(endpoint: iroh.Endpoint, line: JoinLine) -> Dialled:
    """Connect to a line's host. Raises ConnectionError."""
    try:
        address = iroh.EndpointAddr(iroh.EndpointId.from_bytes(line.host_key), line.relay, [])
        connection = await endpoint.connect(address, PROTOCOL)
        connection.set_receive_window(WINDOW_BYTES)
        return Dialled(endpoint, connection, await connection.open_bi())
    except iroh.IrohError as error:
        raise ConnectionError(error.message()) from None

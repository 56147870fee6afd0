"""Run hosts on the loopback interface, and guests who connect with asyncssh."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncssh

from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.links import MOST_MESSAGE_BYTES, Frames, frame
from spades_tui.hosting.messages import (
    VERSION,
    Arrive,
    FromGuest,
    FromTable,
    TableUpdate,
    Welcome,
    decode,
)
from spades_tui.hosting.ssh import SUBSYSTEM, SshDoor
from spades_tui.play.resume import read_journal
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import GameEnded
from spades_tui.presentation.player_talk import TALK
from spades_tui.rules.catalogue import shipped
from tests.hosting.tables import SECONDS, answers

MessageT = TypeVar("MessageT", bound=FromTable)

CUTS = 25
"""Number of cuts of each guest's connection in a game."""


class StreamEnded(AssertionError):
    """Raised when the host has ended a guest's stream."""


class Reach:
    """A port on the loopback where a host listens, with the codes and the guests' keys, by seat."""

    def __init__(self, port: int, codes: Mapping[int, str]) -> None:
        self.port, self.codes = port, codes
        self.keys = {seat: asyncssh.generate_private_key("ssh-ed25519") for seat in codes}

    def connect(self, code: str, key: asyncssh.SSHKey | None = None, **more: Any) -> Any:
        """Start a connection and return it."""
        return asyncssh.connect(
            "127.0.0.1", self.port, username=code, client_keys=[key] if key is not None else None, known_hosts=None,
            config=[], agent_path=None, **more,
        )  # fmt: skip

    @asynccontextmanager
    async def guest(self, seat: int, name: str = "") -> AsyncIterator["Guest"]:
        """Let a guest connect with the key of their seat."""
        async with self.connect(self.codes[seat], self.keys[seat]) as connection:
            guest = await guest_over(connection)
            guest.welcome = await guest.expect(Welcome)
            guest.send(Arrive(VERSION, name))
            yield guest
            guest.leave()


class Opened(Reach):
    """A host in this process, whose game has begun to wait for its guests."""

    def __init__(self, host: TableHost, door: SshDoor) -> None:
        invitations = host.invitations
        super().__init__(door.address[1], {one.seat: one.code for one in invitations if one.seat is not None})
        self.host, self.invitations, self.limits = host, invitations, door.limits
        self.game = asyncio.ensure_future(host.run())


class Keyless(asyncssh.SSHClient):
    """A client without a key that answers no questions."""

    def kbdint_auth_requested(self) -> str:
        """Ask to be let in."""
        return ""

    def kbdint_challenge_received(self, *challenge: object) -> list[str]:
        """Answer nothing."""
        return []


class Guest:
    """A guest who does what the program would suggest."""

    word = "word"  # what they say to a cut

    def __init__(
        self, writer: "asyncssh.SSHWriter[bytes] | asyncio.StreamWriter",
        reader: "asyncssh.SSHReader[bytes] | asyncio.StreamReader",
    ) -> None:  # fmt: skip
        self._writer, self._reader = writer, reader
        self._frames, self._waiting = Frames(MOST_MESSAGE_BYTES), list[bytes]()
        self.heard: list[FromTable] = []
        self.welcome: Welcome | None = None

    def send(self, message: FromGuest) -> None:
        """Send a message."""
        self._writer.write(frame(message))

    def send_bytes(self, data: bytes) -> None:
        """Send anything at all."""
        self._writer.write(data)

    def leave(self) -> None:
        """Close this end of the stream."""
        self._writer.close()

    def cut(self) -> None:
        """Drop the connection without a message to the host."""
        assert isinstance(self._writer, asyncssh.SSHWriter)
        self._writer.channel.get_connection().abort()

    async def read(self) -> FromTable | None:
        """Return the next message; None at the end of the stream."""
        while not self._waiting:
            data = await asyncio.wait_for(self._reader.read(1 << 16), SECONDS)
            if not data:
                return None
            for found in self._frames.take(data):
                if found:
                    self._waiting.append(found)
                else:
                    self.send_bytes(bytes(4))  # the host asks whether this program runs
        message: FromTable = decode(self._waiting.pop(0), FromTable)
        self.heard.append(message)
        return message

    async def expect(self, kind: type[MessageT]) -> MessageT:
        """Read until a message of this kind comes."""
        while (message := await self.read()) is not None:
            if isinstance(message, kind):
                return message
        raise StreamEnded(f"no {kind.__name__}; the stream has ended after {self.heard[-1:]}")

    async def play(self, moments: int | None = None) -> TableUpdate:
        """Play until the game is over, or for this many moments; return the last one."""
        while True:
            moment = await self.expect(TableUpdate)
            self.answer(moment)
            moments = moments - 1 if moments is not None else None
            if moments == 0 or isinstance(moment.next, GameEnded):
                return moment

    def answer(self, moment: TableUpdate) -> None:
        """Decide what this moment asks of the guest, if anything."""
        assert self.welcome is not None
        for answer in answers(moment, self.welcome.seat, self.word):
            self.send(answer)


async def guest_over(connection: asyncssh.SSHClientConnection) -> Guest:
    """Return a guest at a new stream over a connection."""
    writer, reader, _ = await connection.open_session(subsystem=SUBSYSTEM, encoding=None)
    return Guest(writer, reader)


def setup_of(slug: str, guests: int, **options: Any) -> TableSetup:
    """Return a table with guests in its first seats, without names, and computer players in the others."""
    variant = shipped()[slug]
    seats = [
        SeatSetup("", "human") if seat < guests else SeatSetup(f"Bot {seat}", "bot", "beginner")
        for seat in range(variant.seats)
    ]
    return TableSetup(variant, options, tuple(seats), 0, "friends")


@asynccontextmanager
async def opened(
    setup: TableSetup,
    folder: Path,
    guests: int,
    invitations: Invitations | None = None,
    resume: Path | None = None,
    watchers: int = 0,
    forks: ForkServer | None = None,
) -> AsyncIterator[Opened]:
    """Open a host on the loopback."""
    if invitations is None:
        invitations = Invitations()
        for seat in range(guests):
            invitations.invite(seat)
        invitations.invite(None)
    host = TableHost(setup, invitations, read_journal(resume) if resume is not None else None, 0.0, watchers, folder)
    host.door = door = SshDoor("127.0.0.1", 0, forks or ForkServer([], ""))
    async with door.open(invitations, host.admit):
        one = Opened(host, door)
        try:
            yield one
        finally:
            host.close("The test is over.")
            await asyncio.wait([one.game], timeout=SECONDS)


def acts(moment: TableUpdate) -> list[tuple[str, int]]:
    """Return what the log says of each seat's actions in this hand; small talk is none, and isn't kept."""
    entries = moment.shown.entries
    return [(entry.kind, entry.seat) for entry in entries if entry.seat is not None and entry.kind != TALK]


def check_later(before: TableUpdate, after: TableUpdate) -> None:
    """Check that a later moment keeps everything that an earlier one showed."""
    assert after.shown.scores[: len(before.shown.scores)] == before.shown.scores
    hand = before.shown.public.hand_number
    assert after.shown.public.hand_number >= hand
    if after.shown.public.hand_number == hand and all(score.hand != hand for score in after.shown.scores):
        assert acts(after)[: len(acts(before))] == acts(before)


class Visitor:
    """A guest who returns whenever the connection is lost."""

    def __init__(self, host: Reach, seat: int, name: str) -> None:
        self.host, self.seat, self.name = host, seat, name
        self.last: TableUpdate | None = None
        self.returns: list[float] = []
        """Seconds from each new connection to the table on it."""

    @asynccontextmanager
    async def back(self) -> AsyncIterator[Guest]:
        """Return to the table, and check that it shows everything from before."""
        begun = asyncio.get_running_loop().time()
        async with self.host.guest(self.seat, self.name) as guest:
            moment = await guest.expect(TableUpdate)
            self.returns.append(asyncio.get_running_loop().time() - begun)
            assert moment.shown.seen.seat == self.seat
            assert moment.shown.names[self.seat] == self.name
            if self.last is not None:
                check_later(self.last, moment)
            self.last = moment
            guest.answer(moment)
            yield guest

    async def play(self, cuts: int, chance: random.Random) -> TableUpdate:
        """Play to the end of the game, with this many cuts; return the last moment."""
        for _ in range(cuts):
            async with self.back() as guest:
                for _ in range(chance.randrange(8)):
                    self.last = await guest.play(1)
                await asyncio.sleep(chance.random() / 50)
                guest.cut()
        async with self.back() as guest:
            return await guest.play()

    async def play_until_lost(self) -> None:
        """Play until the host ends."""
        with suppress(StreamEnded, OSError, asyncssh.Error):
            async with self.back() as guest:
                while True:
                    self.last = await guest.play(1)


async def play_with_cuts(folder: Path, cuts: int, seed: int, target: int = 500) -> list[float]:
    """Play a game of two guests, each of whom is cut off this often; return the seconds of all returns."""
    chance = random.Random(seed)
    async with opened(setup_of("sandbags", 2, target=target), folder, 2) as host:
        visitors = [Visitor(host, 0, "Ann"), Visitor(host, 1, "Bea")]
        ends = await asyncio.wait_for(asyncio.gather(*(one.play(cuts, chance) for one in visitors)), 4 * SECONDS)
        assert ends[0].shown.final is not None
        assert ends[0].shown.final == ends[1].shown.final
    return [seconds for one in visitors for seconds in one.returns[1:]]

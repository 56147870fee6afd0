"""Run a host and friends in other homes: all on this machine, each with their own key, over a double of the relay."""

import asyncio
import socket
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from spades_tui.hosting.anywhere import Connection
from spades_tui.hosting.anywhere_carrier import AnywhereCarrier
from spades_tui.hosting.anywhere_door import AnywhereDoor
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.join_line import read_join_line
from spades_tui.hosting.messages import VERSION, Arrive, Welcome
from spades_tui.play.resume import read_journal
from spades_tui.play.setup import TableSetup
from tests.hosting.loopback import Guest
from tests.hosting.relay_double import RelayDouble, relay_double
from tests.hosting.tables import SECONDS


class Friend(Guest):
    """A friend whose program has reached the host."""

    def __init__(self, carrier: AnywhereCarrier, writer: asyncio.StreamWriter, reader: asyncio.StreamReader) -> None:
        super().__init__(writer, reader)
        self.carrier = carrier
        self.cuts: list[bool] = []
        carrier.noted = self.cuts.append


class Network:
    """Cuts all connections between homes, as a pulled cable does: nothing arrives, and nobody hears why."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._is_up = asyncio.Event()
        self._is_up.set()
        read, write = Connection.read, Connection.write

        async def read_when_up(way: Connection) -> bytes:
            data = await read(way)
            if self._is_up.is_set():
                return data
            await asyncio.Event().wait()
            return b""

        async def write_when_up(way: Connection, data: bytes) -> None:
            if self._is_up.is_set():
                await write(way, data)

        monkeypatch.setattr(Connection, "read", read_when_up)
        monkeypatch.setattr(Connection, "write", write_when_up)

    async def cut(self, seconds: float) -> None:
        """Let nothing through for so many seconds."""
        self._is_up.clear()
        await asyncio.sleep(seconds)
        self._is_up.set()


class Home:
    """A host's home, whose door is open."""

    def __init__(self, host: TableHost, door: AnywhereDoor, relay: RelayDouble) -> None:
        self.host, self.door, self.relay = host, door, relay
        self.game = asyncio.ensure_future(host.run())
        self.keys: dict[int | None, asyncssh.SSHKey] = {}

    def line(self, seat: int | None) -> str:
        """Return the line of a seat."""
        invitation = self.host.invitations.of_seat(seat)
        assert invitation is not None
        return self.door.line(invitation.code)

    def key(self, seat: int | None) -> asyncssh.SSHKey:
        """Return the key of the friend with a seat."""
        return self.keys.setdefault(seat, asyncssh.generate_private_key("ssh-ed25519"))

    @asynccontextmanager
    async def friend(self, seat: int | None, name: str = "") -> AsyncIterator[Friend]:
        """Let a friend come, and leave at the end."""
        async with reached(self.line(seat), self.key(seat)) as friend:
            friend.welcome = await friend.expect(Welcome)
            friend.send(Arrive(VERSION, name))
            yield friend


@asynccontextmanager
async def reached(line: str, key: asyncssh.SSHKey) -> AsyncIterator[Friend]:
    """Reach the host of a line; raises as `AnywhereCarrier.carry` if that fails."""
    carrier, answered = AnywhereCarrier(read_join_line(line), key), Future[None]()
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    friend = Friend(carrier, writer, reader)
    carrying = asyncio.create_task(carrier.carry(theirs, answered))
    try:
        await asyncio.wait([carrying, asyncio.wrap_future(answered)], return_when=asyncio.FIRST_COMPLETED)
        if carrying.done():
            carrying.result()
        yield friend
    finally:
        writer.close()
        await asyncio.wait([carrying], timeout=SECONDS)
        carrying.cancel()


@asynccontextmanager
async def opened_home(
    setup: TableSetup, folder: Path, guests: int, watchers: int = 0, invitations: Invitations | None = None,
    resume: Path | None = None, relay: tuple[RelayDouble, str] | None = None,
) -> AsyncIterator[Home]:  # fmt: skip
    """Open a table to friends in other homes, over a double of its own or the given one."""
    if relay is None:
        async with (
            relay_double() as own,
            opened_home(setup, folder, guests, watchers, invitations, resume, own) as home,
        ):
            yield home
        return
    if invitations is None:
        invitations = Invitations()
        for seat in (*range(guests), *([None] if watchers else [])):
            invitations.invite(seat)
    suspended = read_journal(resume) if resume is not None else None
    setup = suspended.setup if suspended is not None else setup
    host = TableHost(setup, invitations, suspended, 0.0, watchers, folder)
    door = AnywhereDoor(relay[1])
    async with door.open(invitations, host.admit):
        home = Home(host, door, relay[0])
        try:
            yield home
        finally:
            host.close("The test is over.")
            await asyncio.wait([home.game], timeout=SECONDS)

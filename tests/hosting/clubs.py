"""Run clubs on the loopback interface, and members who connect with asyncssh."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from spades_tui.hosting.club import Club
from spades_tui.hosting.club_roll import ClubRoll
from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.messages import VERSION, Arrive, ClubTable, Tables, Welcome
from spades_tui.hosting.ssh import SshDoor
from spades_tui.play.setup import TableSetup
from tests.hosting.loopback import Guest, Keyless, Reach, guest_over
from tests.hosting.tables import SECONDS


class Opened(Reach):
    """A club in this process."""

    def __init__(self, club: Club, port: int) -> None:
        super().__init__(port, {})
        self.club = club
        self.running = asyncio.ensure_future(club.run())
        self.members: dict[str, asyncssh.SSHKey] = {}

    @asynccontextmanager
    async def member(self, name: str, password: str = "") -> AsyncIterator[Guest]:
        """Let a member connect, with their own key or with a password."""
        if not password and name not in self.members:
            self.members[name] = asyncssh.generate_private_key("ssh-ed25519")
        how = {"client_factory": Keyless} if password else {}
        async with self.connect(self.club.roll.code, None if password else self.members[name], **how) as connection:
            guest = await guest_over(connection)
            assert (await guest.expect(Welcome)).club
            guest.send(Arrive(VERSION, name, password))
            yield guest
            guest.leave()


@asynccontextmanager
async def opened_club(
    setup: TableSetup, tables: int, folder: Path, roll: ClubRoll | None = None, file: Path | None = None
) -> AsyncIterator[Opened]:
    """Open a club whose games are saved in a folder."""
    club = Club(setup, tables, roll or ClubRoll("K7QF2M9D"), file, folder=folder)
    door = SshDoor("127.0.0.1", 0, ForkServer([], ""))
    async with door.open(Invitations([club.invitation]), club.admit):
        one = Opened(club, door.address[1])
        try:
            yield one
        finally:
            club.close("The test is over.")
            await asyncio.wait([one.running], timeout=SECONDS)
    one.running.result()


async def until(guest: Guest, holds: Callable[[tuple[ClubTable, ...]], bool]) -> Tables:
    """Read until the lobby lists tables for which this is true."""
    while not holds((tables := await guest.expect(Tables)).tables):
        pass
    return tables

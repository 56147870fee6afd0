"""A club: several tables in one process, and a lobby from which members sit down, watch, and come back.

Each table is a `TableHost` with its own task and journal, so what happens at one table doesn't stop another. A
member's seat at a game that has begun belongs to their key or password until the game is over.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from spades_tui import __version__
from spades_tui.hosting import messages, ssh
from spades_tui.hosting.carrier import Door
from spades_tui.hosting.club_roll import ClubRoll, Member
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitation, Invitations, PasswordChecks, new_code, save, saved
from spades_tui.hosting.links import HostLink
from spades_tui.hosting.open_host import closed_by_signals
from spades_tui.hosting.seated import free_name
from spades_tui.language.player_names import name_key
from spades_tui.language.sentence_parts import capitalized
from spades_tui.play.resume import Suspended, read_journal
from spades_tui.play.setup import TableSetup, check_name
from spades_tui.record import RecordError
from spades_tui.system.disk import locked_folder
from spades_tui.system.folders import data_folder, invitations_file

MOST_MEMBERS = 200
JOINS_FROM_ONE, JOIN_SECONDS = 20, 3600.0  # maximum number of new members from one address in so many seconds
EMPTY_SECONDS = 3600.0  # seconds for which an unfinished game keeps its table when nobody is there
REREAD_SECONDS = 5.0  # seconds after which an open club notices that a member was removed from its file
_NEWS_SECONDS = 0.3  # minimum seconds between two lists of tables to the lobby


@dataclass(eq=False)
class _Guest:
    """One connection, while it is at no table."""

    key: str | None
    address: str = ""
    link: HostLink = field(init=False)
    member: Member | None = None
    place: "_Place | None" = None  # the table where they have a chair
    arriving: bool = False  # whether they have said who they are; they can't say it twice


@dataclass(eq=False)
class _Place:
    """One table of the club, game after game."""

    number: int
    host: TableHost = field(init=False)  # the host of the current game; its invitations say whose each seat is
    failed: bool = False
    emptied: asyncio.TimerHandle | None = None  # closes the game when nobody has been there for long

    def shown(self) -> messages.ClubTable:
        """Return the table as the lobby lists it."""
        host = self.host
        away = tuple(seat for seat in host.setup.people if host.invitations.of_seat(seat) and seat not in host.seated)
        names = []
        for one in host.setup.seats:
            names.append(one.name if one.kind == "human" else f"{one.name} (computer)")
        game, watching = host.setup.variant.name, len(host.watchers)
        return messages.ClubTable(self.number, game, host.begun, tuple(names), away, watching, self.failed)


def club_file() -> Path:
    """Return the file with the club's code and members."""
    return data_folder() / "hosting" / "club.json"


async def host_club(
    setup: TableSetup, tables: int, door: Door, pause: float, watchers: int, tell: Callable[[str], None]
) -> None:
    """Host a club of this many tables of a setup, whose people have no names. Raises OSError, ValueError."""
    roll = saved(club_file(), ClubRoll) or ClubRoll(new_code())
    club = Club(setup, tables, roll, club_file(), pause, watchers, tell)
    async with door.open(Invitations([club.invitation]), club.admit):
        words = [
            f"A club with {tables} table{'s' if tables > 1 else ''} of {setup.variant.name} is open. "
            "Send this line to its members:", "", f"  {door.line(roll.code)}", "",
            f"The host key's fingerprint, which ssh shows them: {door.fingerprint}", door.reach,
        ]  # fmt: skip
        if door.unguarded:
            words.append(door.unguarded)
        with closed_by_signals(partial(club.close, "The host has closed the club.")):
            tell("\n".join(words))
            await club.run()


class Club:
    """The lobby and the tables."""

    def __init__(
        self, setup: TableSetup, tables: int, roll: ClubRoll, file: Path | None = None, pause: float = 0.0,
        watchers: int = 20, tell: Callable[[str], None] = lambda _: None, folder: Path | None = None,
    ) -> None:  # fmt: skip
        """Open tables of one setup, whose people's seats have no names.

        The roll is saved in `file`, games in `folder`; None: the user's games folder. `tell` is called with sentences
        for the host's terminal.
        """
        self.roll, self._file, self._setup, self._folder = roll, file, setup, folder
        self._pause, self._watchers, self.told = pause, watchers, tell
        self.invitation = Invitation(roll.code, None)  # the invitation that all members use
        self._guests: set[_Guest] = set()
        self._passwords = PasswordChecks()
        self._seated: set[_Guest] = set()
        """Connections at a table."""
        self._on_disk: set[str] = set()
        """The names of the members in the file."""
        self._joined: dict[str, list[float]] = {}
        """When new members have joined from each address, by the loop's clock."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._news: asyncio.TimerHandle | None = None
        self._closes: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Why the club closes."""
        self.places = list(map(_Place, range(1, tables + 1)))
        for place in self.places:
            self._prepare(place)
        self._keep()

    # Tables

    def _prepare(self, place: _Place) -> None:
        """Prepare a table for its next game, or for the one that it hasn't finished."""
        resume, invitations = self._unfinished(place.number)
        setup = resume.setup if resume is not None else self._setup
        place.host = TableHost(setup, invitations, resume, self._pause, self._watchers, self._folder)
        place.host.changed = partial(self._changed, place)

    def _unfinished(self, number: int) -> tuple[Suspended | None, Invitations]:
        """Return the game that a table hasn't finished, and whose its seats are; neither if it can't be resumed."""
        try:
            if number in self.roll.games:
                resume = read_journal(Path(self.roll.games[number]))
                saved = Invitations.saved(invitations_file(resume.path))
                seats = range(len(resume.setup.seats))
                owned = [one for one in saved if one.seat in seats]
                if owned:
                    return resume, Invitations(owned)
        except (OSError, ValueError, RecordError) as error:
            self.told(f"{self.roll.games[number]} can't be resumed: {error}")
        return None, Invitations()

    def _keep(self) -> None:
        """Save the roll, without the members who were removed from the file meanwhile."""
        if self._file is None:
            return
        with suppress(OSError), locked_folder(self._file.parent):  # without this file, members join again
            self._forget_removed()
            save(self._file, self.roll)
            self._on_disk = {member.name for member in self.roll.members}

    def _forget_removed(self) -> None:
        """Forget the members whom `host members` has removed from the file, and end their connections."""
        kept = None
        with suppress(OSError, ValueError):
            kept = saved(self._file, ClubRoll) if self._file is not None else None
        if kept is None:
            return
        gone = self._on_disk - {member.name for member in kept.members}
        removed = [member for member in self.roll.members if member.name in gone]
        self._on_disk -= gone
        for member in removed:
            self.roll.members.remove(member)
            self.told(f"{member.name} isn't a member any more.")
        for one in self._connections():
            if one.member in removed:
                one.link.dismiss("You aren't a member of this club any more.")

    def _connections(self) -> list[_Guest]:
        """Return all connections, first those in the lobby."""
        self._seated = {one for one in self._seated if one.link.open}
        return [*self._guests, *self._seated]

    async def _run_table(self, place: _Place) -> None:
        """Play one game after another at a table; if one fails, only that table closes."""
        while not self._closes.done():
            try:
                await place.host.run()
            except Exception as error:
                place.failed = True
                self.told(f"Table {place.number} has closed: {error}")
                self._changed(place)
                return
            if self._closes.done():
                return
            if place.host.reopens is not None:
                self.told(f"Table {place.number} is free. Resume its game with: {place.host.reopens}")
            self.roll.games.pop(place.number, None)
            self._keep()
            self._prepare(place)
            self._changed(place)

    def _changed(self, place: _Place) -> None:
        """Free seats of people who have left before the game, note who has played, and tell the lobby soon."""
        host = place.host
        if not host.begun and host.journal is None:
            for one in tuple(host.invitations):
                if one.seat is not None and one.seat not in host.seated:
                    host.invitations.withdraw(one)
                    host.empty(one.seat)
        if host.begun:
            for guest in self._seated:
                sits = guest.place is not None and guest.place.host is host
                if sits and guest.member is not None and not guest.member.played:
                    guest.member.played = True
                    self._keep()
        if host.journal is not None and self.roll.games.get(place.number) != str(host.journal) and not host.over:
            self.roll.games[place.number] = str(host.journal)
            self._keep()
        if host.seated or host.watchers or not host.begun:
            if place.emptied is not None:
                place.emptied.cancel()
                place.emptied = None
        elif place.emptied is None:
            why = "Nobody has come back to this table."
            place.emptied = asyncio.get_running_loop().call_later(EMPTY_SECONDS, host.close, why)
        if self._news is None:
            self._news = asyncio.get_running_loop().call_later(_NEWS_SECONDS, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._news = None
        message = self._tables()
        for one in list(self._guests):
            if one.member is not None:
                one.link.send(message)

    def _tables(self, reason: str = "") -> messages.Tables:
        return messages.Tables(tuple(place.shown() for place in self.places), reason)

    async def run(self) -> None:
        """Keep all tables until the club closes; unfinished games are saved."""
        self._tasks = {asyncio.create_task(self._run_table(place)) for place in self.places}
        while not (await asyncio.wait([self._closes], timeout=REREAD_SECONDS))[0]:
            self._forget_removed()
        why = self._closes.result()
        for place in self.places:
            place.host.close(why)
        await asyncio.gather(*self._tasks)
        for one in list(self._guests):
            one.link.dismiss(why)

    def close(self, why: str) -> None:
        """Close all tables; `run` saves their games."""
        if not self._closes.done():
            self._closes.set_result(why)

    # The lobby

    def admit(self, invitation: Invitation, key: str | None, stream: socket.socket, address: str = "") -> None:
        """Welcome a guest to the lobby."""
        self._forget_removed()
        one = _Guest(key, address)
        one.link = HostLink(stream, partial(self._hear, one), partial(self._guests.discard, one))
        self._guests.add(one)
        known, game = self._by_key(key), self._setup.variant.name
        name = known.name if known is not None else ""
        one.link.send(messages.Welcome(messages.VERSION, None, game, name, key is None, __version__, club=True))

    def _by_key(self, key: str | None) -> Member | None:
        return next((member for member in self.roll.members if key is not None and member.key == key), None)

    def _hear(self, one: _Guest, message: messages.FromGuest) -> None:
        if isinstance(message, messages.Arrive) and message.version != messages.VERSION:
            one.link.dismiss(f"This club needs spades-tui {__version__}; install that version.")
        elif isinstance(message, messages.Arrive) and not one.arriving:
            one.arriving = True
            task = asyncio.create_task(self._arrive(one, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif one.member is None:
            return
        elif isinstance(message, messages.Keep):
            self._keep_settings(one.member, message.settings)
        elif isinstance(message, messages.Sit):
            self._sit(one, one.member, message)
        elif isinstance(message, messages.Watch):
            place = self._place(message.table)
            if place is not None:
                self._seat(one, place, self.invitation)
            else:
                one.link.send(self._tables("There is no such table."))
        elif isinstance(message, messages.Leave):
            one.link.send(self._tables())

    async def _arrive(self, one: _Guest, message: messages.Arrive) -> None:
        """Let a member in, or a new one join."""
        known = self._by_key(one.key)
        if known is None:
            try:
                name = check_name(message.name)
                same = next((member for member in self.roll.members if name_key(member.name) == name_key(name)), None)
                if same is not None:
                    known = await self._by_password(one, same, message)
                else:
                    known = await self._new(one, name, message)
            except ValueError as error:
                one.link.dismiss(f"{capitalized(str(error))}.")
            if known is None:
                return
        one.member = known
        self._bound(one, known)
        if one in self._guests:
            if known.settings:
                one.link.send(messages.Kept(known.settings))
            one.link.send(self._tables())

    def _bound(self, newest: _Guest, member: Member) -> None:
        """End other connections of a member who has too many, first those in the lobby."""
        others = [one for one in self._connections() if one.member is member and one is not newest]
        for one in others[: max(0, len(others) + 1 - ssh.MOST_OF_ONE)]:
            one.link.dismiss("You are here from another terminal now.")

    async def _by_password(self, one: _Guest, member: Member, message: messages.Arrive) -> Member | None:
        """Return the member if this is their password; otherwise end the connection."""
        given, checks = message.password, self._passwords
        if one.key is None and member.password and await checks.opens(member, given, one.address, ssh.WRONG_SECONDS):
            return member
        one.link.dismiss(f"{member.name} is a member already. If that's you, use the same key or password as before.")
        return None

    async def _new(self, one: _Guest, name: str, message: messages.Arrive) -> Member:
        """Return a new member. Raises ValueError if that's impossible."""
        now = asyncio.get_running_loop().time()
        joined = [then for then in self._joined.get(one.address, ()) if then > now - JOIN_SECONDS]
        if len(joined) >= JOINS_FROM_ONE:
            raise ValueError("too many new members have come from your address; try again in an hour")
        self._joined[one.address] = [*joined, now]
        member = Member(name=name, key=one.key, played=False)
        if one.key is None:
            await asyncio.to_thread(member.take_with_password, message.password)
        if len(self.roll.members) >= MOST_MEMBERS and not self._make_room():
            raise ValueError(f"the club is full; it has {MOST_MEMBERS} members")
        member.name = free_name(name, {other.name for other in self.roll.members})
        self.roll.members.append(member)
        self._keep()
        self.told(f"{member.name} has joined the club.")
        return member

    def _make_room(self) -> bool:
        """Forget the oldest member who has never played and isn't here. Return whether there was one."""
        here = {id(one.member) for one in self._connections()}
        for member in self.roll.members:
            if not member.played and id(member) not in here:
                self.roll.members.remove(member)
                return True
        return False

    def _place(self, number: int) -> _Place | None:
        """Return a table where people can play, if there is one with this number."""
        return next((place for place in self.places if place.number == number and not place.failed), None)

    def _sit(self, one: _Guest, member: Member, message: messages.Sit) -> None:
        """Let a member take their own seat, or a free one."""
        place = self._place(message.table)
        if place is None:
            one.link.send(self._tables("There is no such table."))
            return
        for same in self._connections():
            other = same.place
            if same.member is member and other is not None and other is not place:
                one.link.send(self._tables(f"You sit at table {other.number} already. Leave it first."))
                return
        host = place.host
        proof = member.key, member.salt, member.password
        own = next((owner for owner in host.invitations if (owner.key, owner.salt, owner.password) == proof), None)
        if own is None:
            free = [seat for seat in host.setup.people if host.invitations.of_seat(seat) is None]
            seat = message.seat if message.seat is not None else next(iter(free), None)
            if seat not in free or host.begun or self._closes.done():
                there = seat is None or 0 <= seat < len(host.setup.seats)
                taken = "That seat is taken." if there else "There is no such seat."
                one.link.send(self._tables(taken if free or not there else f"Table {place.number} is full."))
                return
            own = host.invitations.invite(seat, member)
        self._seat(one, place, own)

    def _seat(self, one: _Guest, place: _Place, owner: Invitation) -> None:
        """Hand the guest's stream over to a table."""
        assert one.member is not None
        self._guests.discard(one)
        self._seated.add(one)
        one.place = place if owner.seat is not None else None
        keep = partial(self._keep_settings, one.member)
        place.host.sit(owner, one.member.name, one.link, partial(self._back, one), keep)

    def _keep_settings(self, member: Member, settings: str) -> None:
        if member.settings != settings:
            member.settings = settings
            self._keep()

    def _back(self, one: _Guest, why: str) -> None:
        """Take a guest's stream back from a table."""
        self._seated.discard(one)
        one.place = None
        if not one.link.open:
            return
        self._guests.add(one)
        one.link.pass_on(partial(self._hear, one), partial(self._guests.discard, one))
        one.link.send(self._tables(why))

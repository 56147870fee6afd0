"""The host: let guests sit down, open the table when everybody is there, and save it when it closes.

Guests come through a server, which forks a process for each of them.
"""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from spades_tui import __version__
from spades_tui.hosting import lobby
from spades_tui.hosting.carrier import Door
from spades_tui.hosting.friend_list import remember_friends
from spades_tui.hosting.hosted_table import HostedTable, SeasonVotes
from spades_tui.hosting.invitations import Invitation, Invitations
from spades_tui.hosting.links import HostLink, wait_while
from spades_tui.hosting.messages import (
    VERSION,
    Arrive,
    Begin,
    FromGuest,
    Give,
    HandOver,
    HostNote,
    Keep,
    Kept,
    Leave,
    Presence,
    StandIn,
    Swap,
    Welcome,
)
from spades_tui.hosting.seated import Seated, free_name, with_room_for
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.play.hosted_games import note_command
from spades_tui.play.resume import Suspended
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.setup import SeatSetup, TableSetup, check_name, check_seats
from spades_tui.play.table import Table
from spades_tui.rules.variant import with_options
from spades_tui.system.folders import games_folder, invitations_file
from spades_tui.system.output import resume_command

TAKEN_FOR_NOW = "A computer player has your seat for now. The same line opens it if your host gives it back."
TAKEN = "The game has begun without you. A computer player has your seat."
LAST_SECONDS = 600.0  # seconds that guests may look at the result before the table closes


class TableHost:
    """The guests of one table, from the lobby to the end of the game."""

    def __init__(
        self, setup: TableSetup, invitations: Invitations, resume: Suspended | None = None, pause: float = 0.0,
        watchers: int = 0, folder: Path | None = None,
    ) -> None:  # fmt: skip
        """Wait for the guests of a setup, whose seats have no name until they have come; `watchers` may watch.

        `resume`: the game to resume. A new one is saved in `folder`; None: the user's games folder.
        """
        self.setup, self.invitations, self._resume, self._folder = setup, invitations, resume, folder
        self._pause, self.most_watchers = pause, watchers
        self.journal = resume.path if resume is not None else None
        """The game's file, once there is one."""
        self.own: int | None = None
        """The seat of the host's own player, who closes the table by leaving it."""
        self.seated: dict[int, Seated] = {}
        """The guests who have sat down and are connected, by seat."""
        self._lobby: dict[int, Seated] = {}
        """Connections whose guests haven't sat down yet; at most one for each seat."""
        self.watchers: set[Seated] = set()
        self._hosted: HostedTable | None = None
        self._all_named = asyncio.Event()
        self._closes: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Why the table closes before the game is over."""
        self.door: Door | None = None
        """Where guests come in; a club has one for all its tables."""
        self._without = False  # whether the game begins without those who are missing
        self.changed: Callable[[], None] = lambda: None
        """Called when a guest has come or gone, or when the game has its file."""
        self.told: Callable[[str], None] = lambda _: None
        """Called with a sentence for the host's terminal, when no player uses it."""

    def admit(self, invitation: Invitation, key: str | None, stream: socket.socket, address: str = "") -> None:
        """Welcome a guest at the other end of this stream, which belongs to the host from now on."""
        seat = invitation.seat
        one = Seated(invitation, key, asks_password=seat is not None and not invitation.taken)
        one.link = HostLink(stream, partial(self._hear, one), partial(self._lost, one))
        if seat is None:
            self._welcome_watcher(one)
            return
        one.keep = partial(self._keep_settings, one)
        if seat not in self.setup.people:
            one.link.dismiss(TAKEN if self.begun else TAKEN_FOR_NOW)
            return
        older = self._lobby.get(seat)
        self._lobby[seat] = one
        if older is not None:
            self._dismiss(older, "Your line is open in another terminal now.")
        one.link.send(self._welcome(seat, self.setup.seats[seat].name, one.asks_password))

    def admit_own(self, stream: socket.socket) -> None:
        """Welcome the host's own player."""
        self.admit(Invitation("", self.own, key="own"), None, stream)

    def lines(self) -> dict[int | None, str]:
        """Return the line of each invitation by its seat, in their order, or None for watchers."""
        if self.door is None:
            return {}
        invitations = sorted(self.invitations, key=lambda one: (one.seat is None, one.seat or 0))
        return {one.seat: self.door.line(one.code) for one in invitations}

    # For a club

    def sit(
        self, invitation: Invitation, name: str, link: HostLink, back: Callable[[str], None],
        keep: Callable[[str], None],
    ) -> None:  # fmt: skip
        """Let a member of the club sit down at a seat of theirs, or watch.

        `back` is called when they leave, `keep` with their settings.
        """
        one, seat = Seated(invitation, back=back), invitation.seat
        one.keep = keep
        one.link = link
        link.pass_on(partial(self._hear, one), partial(self._lost, one))
        if seat is None:
            self._welcome_watcher(one)
            if one in self.watchers:
                self._add_watcher(one)
        else:
            name = self.setup.seats[seat].name or self._free_name(name)
            link.send(self._welcome(seat, name))
            self._sit_down(one, seat, name)

    @property
    def begun(self) -> bool:
        """Whether everybody has come, so that names and seats don't change any more."""
        return self._all_named.is_set()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._hosted is not None and self._hosted.over

    @property
    def closed(self) -> bool:
        """Whether the game is over or the table has closed."""
        return self.over or self._closes.done()

    @property
    def command(self) -> tuple[str, ...]:
        """The command that opens the table again, without the game's file."""
        return ("host",) if self.door is None else self.door.command(self.most_watchers)

    @property
    def reopens(self) -> str | None:
        """The command that opens the table again, as it is typed in a shell; None if there is no game to resume."""
        if self.journal is None or self.over:
            return None
        command, *options = self.command
        return resume_command(self.journal, *options, command=command)

    def empty(self, seat: int) -> None:
        """Free a seat before the game has begun."""
        self._seat(seat, replace(self.setup.seats[seat], name=""))
        self._tell_presence()

    def _seat(self, seat: int, setup: SeatSetup) -> None:
        self.setup = replace(self.setup, seats=(*self.setup.seats[:seat], setup, *self.setup.seats[seat + 1 :]))

    # Guests

    def _welcome_watcher(self, one: Seated) -> None:
        if len(self.watchers) >= self.most_watchers:
            self._dismiss(one, "There is no room for another watcher.")
        else:
            self.watchers.add(one)
            one.link.send(self._welcome(None))

    def _welcome(self, seat: int | None, name: str = "", asks_password: bool = False) -> Welcome:
        return Welcome(VERSION, seat, self.setup.variant.name, name, asks_password, __version__, begun=self.begun)

    def _hear(self, one: Seated, message: FromGuest) -> None:
        if isinstance(message, Arrive) and message.version != VERSION:
            self._dismiss(one, f"This table needs spades-tui {__version__}; install that version.")
        elif isinstance(message, Keep):
            if one.arrived:
                one.keep(message.settings)
        elif one.seat is None:  # a watcher can only come and leave
            if isinstance(message, Leave):
                self._dismiss(one, "Goodbye.")
            elif isinstance(message, Arrive) and one in self.watchers and not one.arrived:
                self._add_watcher(one)
        elif isinstance(message, Arrive) and self._lobby.get(one.seat) is one:
            self._arrive(one, one.seat, message)
        elif isinstance(message, Begin | Swap | Give | HandOver):
            said = self.ask(message) if one.seat == self.own else "Only the host can do that."
            if said:
                one.link.send(HostNote(said))
        elif isinstance(message, Leave):
            if one.seat == self.own and not self.over:
                self._close_by(one.seat)
            elif self.over or (one.back is not None and not self.begun):
                self._dismiss(one, "Goodbye.")
            else:
                self._dismiss(one, "Goodbye. Your seat waits for you.")
        elif self._hosted is not None and one.arrived:
            self._hosted.hear(one.seat, message)

    def ask(self, message: FromGuest) -> str:
        """Do what only the host may: begin without those who are missing, exchange, give away or hand over seats.

        Return a sentence: the seat's new line, or why it can't be done; "" if there is nothing to say.
        """
        if isinstance(message, HandOver):
            return self._hand_over(message.seat)
        if self.begun:
            return "The game has begun."
        if isinstance(message, Swap):
            return self._swap(message.first, message.second)
        if isinstance(message, Give):
            return self._give(message)
        return self._begin()

    def _hand_over(self, seat: int) -> str:
        """Make a new line for a seat, whose owner has lost their key, or forgotten their password."""
        old = self.invitations.of_seat(seat)
        if self.door is None or self.door.address is None:
            return "Each link opens its seat from any computer."
        if old is None:
            return "That isn't the seat of a guest."
        self.invitations.withdraw(old)
        new = self.invitations.invite(seat)
        new.settings = old.settings
        for here in (self.seated, self._lobby):
            if seat in here:
                self._dismiss(here[seat], "Your host has made a new line for this seat.")
        self._keep_invitations()
        return f"The new line for seat {seat + 1}: {self.door.line(new.code)}"

    def _give(self, message: Give) -> str:
        """Give the seat of a missing friend to a computer player, to any friend, or to one with a name."""
        seat, old = message.seat, self.invitations.of_seat(message.seat)
        if self._resume is not None:
            return "The seats of a saved game stay as they are."
        if old is None or seat in self.seated:
            return "That isn't the seat of a missing friend."
        if message.computer:
            self.setup = lobby.with_computer_players(self.setup, [seat])
        else:
            self._seat(seat, SeatSetup("", "human"))
        if message.computer and seat in self._lobby:
            self._lobby.pop(seat).link.dismiss(TAKEN_FOR_NOW)
        said = lobby.invite_friend(self.invitations, seat, message.friend) if message.friend else ""
        self._keep_invitations()
        self._tell_presence()
        self.changed()
        return said

    def _keep_settings(self, one: Seated, settings: str) -> None:
        self._owner(one).settings = settings
        self._keep_invitations()

    def _owner(self, one: Seated) -> Invitation:
        """Return the invitation of a guest's seat, also if they have come by a link."""
        return self.invitations.of_seat(one.seat) or one.invitation

    def _begin(self) -> str:
        absent = [seat for seat in self.setup.people if seat not in self.seated]
        if not self.seated:
            return "Nobody is here yet."
        if self._resume is None:
            setup = lobby.with_computer_players(self.setup, absent)
            try:
                check_seats(with_options(setup.variant, setup.options), setup.seats)
            except UnusableError as error:
                return f"{capitalized(str(error).rstrip('.'))}."
            self.setup = setup
            for seat in absent:
                if seat in self._lobby:
                    self._lobby.pop(seat).link.dismiss(TAKEN)
        self._without = True
        self._tell_presence()
        self._all_named.set()
        return ""

    def _swap(self, first: int, second: int) -> str:
        """Exchange two seats, with their invitations and everybody who has come."""
        seats = list(self.setup.seats)
        if self._resume is not None:
            return "The seats of a saved game stay as they are."
        if first == second or not (0 <= first < len(seats) and 0 <= second < len(seats)):
            return f"There are seats 1 to {len(seats)}; name two of them."
        seats[first], seats[second] = seats[second], seats[first]
        self.setup = replace(self.setup, seats=tuple(seats))
        other = {first: second, second: first}
        connected = [*self.seated.values(), *self._lobby.values()]
        invitations = [*self.invitations, *(one.invitation for one in connected)]
        for invitation in {id(one): one for one in invitations}.values():
            if invitation.seat in other:
                invitation.seat = other[invitation.seat]
        self.seated = {other.get(seat, seat): one for seat, one in self.seated.items()}
        self._lobby = {other.get(seat, seat): one for seat, one in self._lobby.items()}
        self.own = other.get(self.own, self.own) if self.own is not None else None
        for one in connected:
            if one.seat in other:
                one.link.send(self._welcome(one.seat, seats[one.seat].name, one.asks_password and not one.arrived))
        self._keep_invitations()
        self._tell_presence()
        self.changed()
        return ""

    def _add_watcher(self, one: Seated) -> None:
        """Show a watcher the table, now or when it opens."""
        one.arrived = True
        if self._hosted is not None:
            self._hosted.watch(one.link.send)
        self.changed()

    def _dismiss(self, one: Seated, why: str) -> None:
        """End a guest's connection with a sentence, or let them return to the club's lobby."""
        if one.back is not None:
            self._lost(one)
            one.back(why)
            return
        one.link.dismiss(why)

    def _arrive(self, one: Seated, seat: int, message: Arrive) -> None:
        """Let a guest sit down, and end their older connection."""
        try:
            name = self.setup.seats[seat].name or self._free_name(check_name(message.name))
            if one.asks_password:
                one.invitation.take_with_password(message.password)
        except ValueError as error:
            self._dismiss(one, f"{capitalized(str(error).rstrip('.'))}.")
            return
        del self._lobby[seat]
        self._sit_down(one, seat, name)

    def _sit_down(self, one: Seated, seat: int, name: str) -> None:
        older = self.seated.get(seat)
        self.seated[seat], one.arrived = one, True
        if older is not None:
            self._dismiss(older, "You are here from another terminal now.")
        self._seat(seat, replace(self.setup.seats[seat], name=name))
        self.setup = replace(self.setup, seats=with_room_for(name, self.setup.seats))
        self._keep_invitations()
        settings = self._owner(one).settings
        if settings and one.back is None:
            one.link.send(Kept(settings))
        self.told(f"{name} is here.")
        one.link.feel_pulse(partial(self._note_pulse, one, seat))
        if self._hosted is not None:
            self._hosted.come({seat: one.link.send})
        else:
            self._tell_presence()
            if self.seated.keys() >= set(self.setup.people):
                self._all_named.set()
        self.changed()

    def _note_pulse(self, one: Seated, seat: int, runs: bool) -> None:
        """Note that a guest's program is stopped, or runs again."""
        one.stopped = not runs
        if self.seated.get(seat) is not one:
            return
        name = self.setup.seats[seat].name
        self.told(f"{name} is back." if runs else f"{name} has gone: their program doesn't answer.")
        if self._hosted is not None:
            self._hosted.stop(seat, one.stopped)
        else:
            self._tell_presence()

    def _free_name(self, name: str) -> str:
        """Return a person's name, with a number if another person has it."""
        return free_name(name, [self.setup.names[seat] for seat in self.setup.people])

    def _lost(self, one: Seated) -> None:
        seat = one.seat
        if seat is None:
            self.watchers.discard(one)
            if self._hosted is not None and one.arrived:
                self._hosted.go(None, one.link.send)
        elif self._lobby.get(seat) is one:
            del self._lobby[seat]
            if seat == self.own:
                self._close_by(seat)
            elif one.key is not None and one.key == one.invitation.key and not self.setup.seats[seat].name:
                one.invitation.free()  # they may come back another way, such as by ssh after `join`
        elif self.seated.get(seat) is one:
            del self.seated[seat]
            self.told(f"{self.setup.seats[seat].name} has gone.")
            if seat == self.own and not self.over:
                self._close_by(seat)
            elif self._hosted is not None:
                self._hosted.go(seat, one.link.send)
            else:
                self._tell_presence()
        if self.over and not self.seated:
            for watcher in tuple(self.watchers):
                self._dismiss(watcher, "The table has closed.")
        self.changed()

    def _tell_presence(self) -> None:
        """Send everybody in the lobby the list of guests."""
        here = tuple(sorted(seat for seat, one in self.seated.items() if not one.stopped))
        for one in list(self.seated.values()):
            one.link.send(Presence(here, self.setup.names, self.setup.people))

    # The table

    def close(self, why: str = "The host has closed the table.") -> None:
        """Close the table; `run` saves its game, if one has begun."""
        self._close(why if self.reopens is None else f"{why} The game is saved.")

    def _close(self, why: str) -> None:
        if not self._closes.done():
            self._closes.set_result(why)

    def _close_by(self, seat: int) -> None:
        self.close(f"{self.setup.seats[seat].name} has closed the table.")

    async def run(self) -> None:
        """Wait for all guests, and play the game to its end or until it closes. Raises NotSaved, OSError."""
        try:
            if not await self._unless_closed(self._all_named.wait()):
                return
            if self._resume is not None:
                table = Table.resume(self._resume.path, stays_open=True, suspended=self._resume)
            else:
                table = Table.create(self.setup, self._folder or games_folder())
            self.journal = table.path
            self._keep_invitations()
            if self._folder is None:
                guests = [one for one in self.invitations if one.seat in self.setup.people]
                remember_friends(guests, table.names, date.today())
            self.changed()
            try:
                season = SeasonVotes(self.told) if self._folder is None else None
                self._hosted = HostedTable(table, self._pause, season)
                self._hosted.come({seat: one.link.send for seat, one in self.seated.items()})
                for seat, one in tuple(self.seated.items()):
                    if one.stopped:
                        self._hosted.stop(seat, True)
                for one in tuple(self.watchers):
                    if one.arrived:
                        self._hosted.watch(one.link.send)
                if self._without:
                    self._hosted.hear(min(self.seated, default=0), StandIn())
                if await self._unless_closed(self._hosted.run()):
                    await self._unless_closed(self.wait_until_gone(LAST_SECONDS))
            except NotSaved as error:
                self._close(str(error))
                table.leave()
                raise
            table.suspend()
        finally:
            if self.journal is None:
                self._keep_invitations()
            self._close("The table has closed.")
            for one in (*self.seated.values(), *self._lobby.values(), *self.watchers):
                self._dismiss(one, self._closes.result())

    def _keep_invitations(self) -> None:
        """Save whose the seats are and how the table is opened again, once the game has its file."""
        if self.door is not None and self.door.address is not None:
            with suppress(OSError):  # without this file, the next table gets new codes
                lobby.keep(lobby.SavedLobby(self.setup.seats, self.own, *self.door.address, list(self.invitations)))
        if self.journal is not None:
            with suppress(OSError):  # the game is saved; without this file, a resumed game gets new codes
                self.invitations.save(invitations_file(self.journal))
                note_command(self.journal, self.command)

    async def wait_until_gone(self, seconds: float) -> None:
        """Wait until all guests and watchers have gone, at most this long."""
        await wait_while(lambda: self.seated or self.watchers, seconds)

    async def _unless_closed(self, work: Coroutine[None, None, object]) -> bool:
        """Wait for `work`, or until the table closes; return whether `work` was done."""
        task = asyncio.create_task(work)
        closes: set[asyncio.Future[Any]] = {task, self._closes}
        try:
            await asyncio.wait(closes, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            return task.done()
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

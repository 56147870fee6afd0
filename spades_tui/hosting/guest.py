"""A guest's side of a table, or of a club: the lobby, then the game.

It runs in a process of the host, or on the guest's machine (`join`). A guest in plain text imports no screens.
"""

import os
import select
import signal
import socket
import sys
import termios
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from typing import TextIO

from spades_tui.hosting import lobby, messages
from spades_tui.hosting.carrier import CarriedStream, Carrier
from spades_tui.hosting.club_lobby import ClubLobby
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.guest_seat import BACK, CUT, LOST, REOPENED, STOPPED, STRANGE, GuestSeat
from spades_tui.hosting.invitations import PASSWORD_LEAST
from spades_tui.hosting.links import GuestLink
from spades_tui.hosting.plain_guest import GuestConsole, GuestTable, WatchedTable
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.language.unusable import UnusableError
from spades_tui.plain.console import GoneError
from spades_tui.play.setup import check_name
from spades_tui.settings.settings_file import load_settings, save_some, settings_file
from spades_tui.system.exit_status import DONE
from spades_tui.system.faults import write_quietly
from spades_tui.system.output import OutputError

SETTINGS_MOST = 3000  # maximum bytes of settings that the host keeps for a guest
MOST_SENTENCES = 100  # maximum sentences that wait to be shown; older ones are dropped
LAST_SECONDS = 5.0  # seconds that the host may take to say goodbye


def main(stream: socket.socket, name: str = "", hosts: bool = False) -> int:
    """Run a guest at this process's terminal, and return the exit status; without a `name`, ask for it.

    `hosts`: this is the host's own player. Other guests' processes keep their settings with the host.
    """
    with _terminal() as writes:
        return Guest(stream, writes, name, hosts=hosts, visits=not hosts).run()


def join(carrier: Carrier, plain: bool = False) -> int:
    """Play as a guest at this process's terminal, at a table that a carrier leads to; return the exit status.

    If the host's program ends, and the host opens the table again, the guest is back there. `plain`: in plain text,
    without asking. Raises UnusableError, OSError.
    """
    while _plays_again(carrier, plain):
        pass
    return DONE


def _plays_again(carrier: Carrier, plain: bool) -> bool:
    """Play over one stream of the carrier; return whether another one leads to the same table now."""
    carried = CarriedStream(carrier)
    try:
        with carried.stream, _terminal() as writes:
            carried.reached.result()
            guest = Guest(carried.stream, writes, load_settings().name, plain=plain, carrier=carrier)
            guest.run()
            return guest.reopened
    finally:
        carried.wait()


def _terminal() -> TextIO:
    """Return this process's terminal, to write to."""
    return open(1, "w", encoding="utf-8", errors="replace", closefd=False)


class VisitorSettings:
    """The settings file of a guest's process on the host's machine, which ends with the process."""

    def __init__(self) -> None:
        self._kept = ""  # the text that the host has

    def take(self, text: str) -> None:
        """Use the settings that the host has kept."""
        self._kept = text
        with suppress(OSError):
            settings_file().parent.mkdir(parents=True, exist_ok=True)
            settings_file().write_text(text, "utf-8")

    def changed(self) -> str:
        """Return the text of the file if it has changed; "" if not, or if it's too long to be kept."""
        try:
            text = settings_file().read_text("utf-8")
        except (OSError, ValueError):
            return ""
        if text == self._kept or len(text.encode()) > SETTINGS_MOST:
            return ""
        self._kept = text
        return text


class Guest:
    """A guest and their stream."""

    def __init__(
        self, stream: socket.socket, writes: TextIO, name: str = "", hosts: bool = False, visits: bool = False,
        plain: bool = False, carrier: Carrier | None = None,
    ) -> None:  # fmt: skip
        """Sit down under this name, or ask for one.

        `hosts`: this is the host's own player. `visits`: the settings are kept with the host. `plain`: in plain text,
        without asking. `carrier` carries the stream, and says when the way is cut.
        """
        self._carrier = carrier
        self.reopened = False
        """Whether the host's program has ended, and the host has opened the table again."""
        memory = None
        if carrier is not None:
            carrier.noted = self.note_cut
            memory = MemoryFile(carrier.table)
        self._visits, self._settings = visits, VisitorSettings()
        self._hosts = hosts
        self._link, self._name = GuestLink(stream), name
        self._seat = GuestSeat(self._link, self._tell, memory, hosts)
        self._wakes, self._waker = os.pipe()
        os.set_blocking(self._waker, False)
        self._lock = threading.Lock()
        self._sentences: deque[str] = deque(maxlen=MOST_SENTENCES)
        self._tables: messages.Tables | None = None
        """The tables of the club, while this guest is at none."""
        self._screens: bool | None = False if plain else None
        """Whether this guest wants screens, when they have been asked."""
        self._over = False
        self._shows: Callable[[], None] = lambda: None
        """Called when there is news, while the screens are shown."""
        self._console = GuestConsole(
            0, writes, self._wakes, self._news, lambda: self._over or (self._table is not None and self._table.lost)
        )

    def run(self) -> int:
        """Go through the lobby and play; return the exit status."""
        calls = self._hear, self._lose, self._end_strangely
        threading.Thread(target=self._link.read, args=calls, daemon=True).start()
        try:
            if self._hosts:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # Ctrl+C has waited until here
            club = self._arrive()
            while True:
                table = self._wait_for_table(club)
                if table is not None:
                    if self._screens is None:
                        self._screens = self._wants_screens()
                    if self._screens:
                        self._show(table)
                    else:
                        kind = WatchedTable if self._seat.watches else GuestTable
                        kind(table, self._console, load_settings()).run()
                if not club or self._over:
                    break
                self._leave()
                self._choose()
        except (GoneError, KeyboardInterrupt):
            pass
        except OutputError:
            raise
        except Exception as error:  # the host may have sent anything
            write_quietly(error)
            self._end_strangely()
        with suppress(KeyboardInterrupt):
            self._leave()
        self._console.tell(*self._news())
        return 0

    def _leave(self) -> None:
        """Leave the table, if this guest is at one, and wait until the host has answered."""
        if self._table is not None:
            self._table.leave()
        if not self._over and self._tables is None:
            self._link.send(messages.Leave())
            self._wait_for(lambda: self._tables is not None)

    def _wait_for(self, answered: Callable[[], bool]) -> None:
        """Wait for the host's answer, or until it has ended, but only for a short time."""
        last = monotonic() + LAST_SECONDS
        while not (self._over or answered()):
            if not select.select([self._wakes], [], [], max(0.0, last - monotonic()))[0] or monotonic() > last:
                break
            os.read(self._wakes, 4096)

    # In the reader's thread

    def _hear(self, message: messages.FromTable) -> None:
        """Handle a message from the host."""
        said = self._seat.hear(message)
        with self._lock:
            match message:
                case messages.Welcome():
                    self._tables = None
                case messages.Tables(tables, reason) if self._table is not None:
                    said = [reason]
                    self._tables = messages.Tables(tables)
                    self._table.lose()
                case messages.Tables():
                    self._sentences.clear()  # about a table that this guest has left
                    self._tables = message
                case messages.Kept(settings) if self._visits:
                    self._settings.take(settings)
                case messages.Closed(reason):
                    self._over = True
                    said = [reason]
            self._sentences += said
        self._keep_settings()
        self._wake()

    def _keep_settings(self) -> None:
        """Let the host keep settings that have changed, for the guest's next process."""
        changed = self._settings.changed() if self._visits else ""
        if changed:
            self._link.send(messages.Keep(changed))

    def _lose(self) -> None:
        with self._lock:
            if not self._over:
                self._over = True
                is_playing = self._welcome is not None and not (self._table is not None and self._table.is_over)
                self.reopened = is_playing and self._carrier is not None and self._carrier.is_gone
                lost = STOPPED if self._hosts else LOST
                self._sentences.append(REOPENED if self.reopened else lost)
            if self._table is not None:
                self._table.lose()
        self._wake()

    def note_cut(self, cut: bool) -> None:
        """Say that the way to the host is cut, or there again; call it in any thread."""
        with self._lock:
            if not self._over:
                self._sentences.append(CUT if cut else BACK)
            if self._table is not None:
                self._table.note_cut(cut)
        self._wake()

    def _end_strangely(self) -> None:
        """Note that the table has sent something that can't be shown."""
        with self._lock:
            self._over = True
            self._sentences.append(STRANGE)

    def _tell(self, said: list[str]) -> None:
        if said:
            self._sentences += said
            self._wake()

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # the pipe is full of earlier wake-ups
            os.write(self._waker, b".")
        self._shows()

    # At the terminal

    def _news(self) -> list[str]:
        """Return the sentences that have arrived."""
        with self._lock:
            found = list(self._sentences)
            self._sentences.clear()
        return found

    @property
    def _welcome(self) -> messages.Welcome | None:
        return self._seat.welcome

    @property
    def _table(self) -> RemoteTable | None:
        return self._seat.table

    def _wait(self) -> str | None:
        """Return the next line that is typed, or None when something has come from the host. Raises GoneError."""
        if self._over:
            raise GoneError
        line = self._console.line_or_news()
        if line is not None and line.casefold() == "quit":
            raise GoneError
        return line

    def _arrive(self) -> bool:
        """Say who this guest is; in a club, choose a table too. Return whether it is one. Raises GoneError."""
        while self._welcome is None:
            self._wait()
        welcome = self._welcome
        if self._over:  # why it is over has been said already, and stays the last line
            raise GoneError
        if welcome.version != messages.VERSION:
            self._console.tell(f"This table needs spades-tui {welcome.program}; install that version to join.")
            raise GoneError
        self._console.tell(f"Welcome to a {'club' if welcome.club else 'table'} of {welcome.game}.")
        name, password = welcome.name or self._name, ""
        if welcome.club and welcome.name:
            self._console.tell(f"You are {welcome.name}.")
        elif not name and (welcome.club or welcome.seat is not None):
            name = self._asked("What is your name?", check_name)
            if self._carrier is not None:
                with suppress(UnusableError, OSError):
                    save_some(name=name)
        if welcome.asks_password:
            again = " If you've been here before, type the one you chose then." if welcome.club else ""
            self._console.tell(
                f"Your ssh has shown no key. Choose a password; with it, the same line brings you back.{again}"
            )
            with _unseen():
                question = f"Your password, {PASSWORD_LEAST} letters or more? You won't see it."
                password = self._asked(question, _check_password)
        self._link.send(messages.Arrive(messages.VERSION, name, password, pulse=True))
        if welcome.club:
            self._choose()
        return welcome.club

    def _choose(self) -> None:
        """Choose a table of the club, and wait for the host's welcome there. Raises GoneError."""
        club = ClubLobby(self._console.tell, self._link.send)
        shown: messages.Tables | None = None
        while (tables := self._tables) is not None or shown is None:
            self._console.tell(*self._news())
            if tables is not None and tables is not shown and not self._over:  # why it is over stays the last line
                club.show(tables)
                shown = tables
            line = self._wait()
            if line is not None and tables is not None and club.take(line):
                self._wait_for(partial(lambda before: self._tables is not before, tables))

    def _wait_for_table(self, club: bool) -> RemoteTable | None:
        """Wait until the game begins; in a club, return None if this guest doesn't wait. Raises GoneError."""
        if self._seat.watches:
            self._console.tell("You watch. You see what everybody at the table sees.")
        if self._welcome is not None and self._welcome.begun:
            self._console.tell("The game has begun.")
        elif self._table is None:
            self._console.tell("The table opens when everybody is here.")
            if self._hosts:
                self._console.tell(*lobby.HOW)
            elif club:
                self._console.tell("Say quit to leave the table.")
        while True:
            table = self._table
            if table is not None:
                break
            if self._tables is not None:
                return None
            try:
                line = self._wait()
                if line and self._hosts:
                    message = lobby.read_line(line)
                    if message is None:
                        self._console.tell(*lobby.HOW)
                    else:
                        self._link.send(message)
            except GoneError:
                if self._over or not club:
                    raise
                return None
        self._console.tell(*self._news())  # its wake-up may have been read with an earlier one
        return table

    def _wants_screens(self) -> bool:
        """Ask whether to use screens or plain text, if the terminal can do both."""
        if not os.isatty(0) or not os.isatty(1) or os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
            return False
        if self._visits and load_settings().plain:
            asked = self._console.ask("Press Enter for plain text, or say screens.")
            plain = not asked.casefold().startswith("s")
        else:
            asked = self._console.ask("Press Enter for screens, or say plain for plain text.")
            plain = asked.casefold().startswith("p")
        if self._visits:
            with suppress(OSError, UnusableError):
                save_some(plain=plain)
            self._keep_settings()
        return not plain

    def _show(self, table: RemoteTable) -> None:
        """Show the screens until the guest leaves or the table closes."""
        from spades_tui.hosting.guest_screens import GuestApp

        def news() -> list[str]:  # sentences about the end are printed after the screens
            return [] if self._over or self._tables is not None else self._news()

        app = GuestApp(table, news, visits=self._visits)
        self._shows = app.wake
        try:
            app.run()
        finally:
            self._shows = lambda: None
        if app.fault is not None:
            write_quietly(app.fault)
            self._console.tell(f"The screens have failed ({type(app.fault).__name__}). The same line brings you back.")

    def _asked(self, question: str, check: Callable[[str], str]) -> str:
        """Ask until the answer is right. Raises GoneError."""
        while True:
            try:
                return check(self._console.ask(question))
            except UnusableError as error:
                self._console.tell(str(error))


@contextmanager
def _unseen() -> Iterator[None]:
    """Hide what is typed at the terminal, if there is one."""
    try:
        before = termios.tcgetattr(0)
    except termios.error:
        yield
        return
    hidden = list(before)
    hidden[3] &= ~termios.ECHO
    termios.tcsetattr(0, termios.TCSADRAIN, hidden)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)


def _check_password(text: str) -> str:
    if len(text) < PASSWORD_LEAST:
        raise UnusableError(f"that's too short; use {PASSWORD_LEAST} letters or more")
    return text


if __name__ == "__main__":
    sys.exit(main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], hosts=True))

"""Join a friend's table from home: paste the line, or choose a table where you have played before."""

import asyncio
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from functools import partial

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from spades_tui.hosting import messages
from spades_tui.hosting.anywhere_carrier import AnywhereCarrier
from spades_tui.hosting.carrier import Carrier
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.friend_list import JoinedTable, joined_tables, remember_table
from spades_tui.hosting.guest_screens import show_news
from spades_tui.hosting.guest_words import BACK, CUT, LOST, STRANGE
from spades_tui.hosting.join_line import TEXT_MOST, JoinLine, read_join_line
from spades_tui.hosting.links import GuestLink
from spades_tui.hosting.lobby_screen import LobbyScreen
from spades_tui.language.address import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.play.setup import check_name
from spades_tui.presentation.wording import in_words
from spades_tui.system.faults import write_quietly
from spades_tui.system.output import os_words
from spades_tui.tui.setup.name_question import NameQuestion
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import AnswerField
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

FAREWELL_SECONDS = 2.0  # seconds that the carrier may take to tell the host that the guest has left


REASON_SECONDS = 5.0  # seconds that the carrier may take to end after its stream
ASK = "Paste the line that your friend has sent you, and press Enter."
OR_CHOOSE = "With nothing typed, Enter goes to the chosen table, where you have played before."


class TableStream:
    """A stream to a table that a carrier leads to; it runs in threads of its own, which call the functions."""

    def __init__(
        self, carrier: Carrier, hear: Callable[[messages.FromTable], None], ended: Callable[[str], object]
    ) -> None:
        """Call `hear` with each message, and `ended` once with a sentence that says why the stream has ended."""
        ours, self._theirs = socket.socketpair()
        self._ours, self.link = ours, GuestLink(ours)
        self._carrier, self._ended = carrier, ended
        self._why = LOST
        self._carrying = threading.Thread(target=self._carry, daemon=True)
        self._carrying.start()
        calls = hear, self._lost, partial(setattr, self, "_why", STRANGE)
        threading.Thread(target=self.link.read, args=calls, daemon=True).start()

    @property
    def is_gone(self) -> bool:
        """Whether the host's program has ended since, and lets this user in again by the same line."""
        return self._carrier.is_gone

    def close(self) -> None:
        """Leave the table, and give the host a moment to hear of it."""
        self._ended = lambda _: None
        self.link.send(messages.Leave())
        self._ours.shutdown(socket.SHUT_WR)
        self._carrying.join(FAREWELL_SECONDS)

    def _lost(self) -> None:
        """Say why the stream has ended, which the carrier may know a little later; what the host has said, at once."""
        if self._why is not STRANGE:
            self._carrying.join(REASON_SECONDS)
        self._ended(self._why)

    def _carry(self) -> None:
        try:
            asyncio.run(self._carrier.carry(self._theirs, Future()))
        except UnusableError as error:
            self._why = f"{capitalized(str(error))}."
        except OSError as error:
            self._why = f"The table can't be reached: {os_words(error)}."
        except Exception as error:  # whatever the library does, the program goes on
            write_quietly(error)
            self._why = f"The connection has failed ({type(error).__name__}). The same line brings you back."
        finally:
            self._theirs.close()


class JoinScreen(LobbyScreen):
    """A field for a friend's line and the tables of earlier days; then the lobby of the table."""

    HELP_LINES = (
        "Paste the line that your friend has sent you, and press Enter. Nothing else is needed.",
        "A table where you have played before needs no line: choose it, and press Enter.",
        "Your screens, your settings and the checks of the deals stay on this machine.",
        "If the connection is cut, the program comes back to your seat on its own.",
    )
    BINDINGS = [
        Binding("up", "table(-1)", "choose", key_display="↑↓"),
        Binding("down", "table(1)"),
    ]
    AUTO_FOCUS = "#line"

    def __init__(self, line: JoinLine | None = None) -> None:
        """Go to the table of a line, or ask for one."""
        super().__init__()
        self._line = line
        self._tables = joined_tables()
        self._stream: TableStream | None = None
        self._game = ""
        self._called = ""  # this user's name at the table
        self.carrier_of: Callable[[JoinLine], Carrier] = AnywhereCarrier

    def compose_body(self) -> ComposeResult:
        """Lay out the field, the words, and the earlier tables."""
        yield Page(id="told")
        yield AnswerField("", max_length=TEXT_MOST, compact=True, id="line")
        with Vertical(id="lines"):
            yield ChoiceList()
        yield Page(id="about")

    def on_mount(self) -> None:
        """Go to the table, if a line was given."""
        self.set_top([("Join a friend", inks.bold)])
        self.query_one(ChoiceList).show(
            [Choice(one.line, f"With {in_words(one.names)}", f"{one.game} · {one.day}") for one in self._tables],
            focus=False,
        )
        if self._line is not None:
            self._ask_name()
        self.show()

    @property
    def link(self) -> GuestLink | None:
        """This guest's end of the stream."""
        return self._stream.link if self._stream is not None else None

    def show(self) -> None:
        """Show what the guest should know now."""
        told, about = self.query_one("#told", Page), self.query_one("#about", Page)
        asks = self._stream is None
        self.query_one("#line").display = self.query_one(ChoiceList).display = asks
        if asks:
            told.say(f"{ASK} {OR_CHOOSE}" if self._tables else ASK)
            about.show([Paragraph(self.said, inks.red)] if self.said else [])
        elif self.seat is None:
            told.say("Looking for the table …")
            about.show([])
        else:
            told.show([Paragraph(f"You are at a table of {self._game}. The game begins when everybody is here.")])
            lines = []
            for seat in self.presence.people:
                name = self.presence.names[seat] or f"Seat {seat + 1}"
                lines.append(Paragraph(f"{name}: {'here' if seat in self.presence.here else 'not here yet'}"))
            if self.said:
                lines.append(Paragraph(self.said, inks.soft))
            about.show(lines)

    # Going there

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the table of the pasted line, or without one to the chosen earlier table."""
        event.stop()
        chosen = self.query_one(ChoiceList).chosen.key if self._tables else ""
        self._go(event.value.strip() or chosen)

    def action_table(self, step: int) -> None:
        """Choose another of the earlier tables."""
        listed = self.query_one(ChoiceList)
        (listed.action_cursor_down if step > 0 else listed.action_cursor_up)()

    def take_line(self, choice: Choice) -> None:
        """Go to an earlier table."""
        self._go(choice.key)

    def _go(self, text: str) -> None:
        if self._stream is not None:
            return
        try:
            self._line = read_join_line(text)
        except UnusableError as error:
            self.said = f"{capitalized(str(error))}."
            self.show()
        else:
            self._ask_name()

    def _ask_name(self) -> None:
        """Ask for a name, if this user has none; then look for the table."""
        if self.spades.settings.name:
            self._connect(self.spades.settings.name)
        else:
            self.spades.ask(NameQuestion(), self._connect)

    def _connect(self, name: str) -> None:
        assert self._line is not None
        self.said, self._called = "", check_name(name)
        carrier = self.carrier_of(self._line)
        carrier.noted = lambda cut: self.spades.call_later(self._note_cut, cut)
        self.memory = MemoryFile(carrier.table)
        self._stream = TableStream(carrier, self.hear, lambda why: self.spades.call_later(self.ended, why))
        self.show()

    def close(self) -> None:
        """Leave the table."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    # From the stream, in the app's thread

    def welcomed(self, welcome: messages.Welcome) -> None:
        """Sit down, unless the versions differ."""
        link = self.link
        if link is None:
            return
        if welcome.version != messages.VERSION:
            self.ended(f"This table needs spades-tui {welcome.program}; install that version to join.")
            return
        self.seat, self._game = welcome.seat, welcome.game
        link.send(messages.Arrive(messages.VERSION, welcome.name or self._called, "", pulse=True))

    def begun(self) -> None:
        """Remember the table for another day."""
        assert self.remote is not None and self._line is not None
        people = [seat for seat in self.presence.people if seat != self.seat]
        others = tuple(name for seat, name in enumerate(self.remote.names) if seat in people)
        remember_table(JoinedTable(self._line.word, self._game, others, date.today().isoformat()))

    def ended(self, why: str) -> None:
        """Go back to the field, or from the table to home; if the host has opened the table again, go there."""
        if self._stream is None:
            return
        over = self.remote is not None and self.remote.is_over
        reopened = self._stream.is_gone and self.seat is not None and not over
        super().ended("" if reopened else why)
        self.close()
        if reopened:
            again = JoinScreen(self._line)
            again.carrier_of = self.carrier_of
            self.spades.open_home()
            self.spades.push_screen(again)
        elif self.remote is None and self.is_attached:
            self.seat = None
            self.show()
            self.query_one("#line").focus()
        elif self.remote is not None and not over and self.spades.controller is not None:
            self.spades.open_home()

    def _note_cut(self, cut: bool) -> None:
        words = CUT if cut else BACK
        if self.remote is not None:
            self.remote.note_cut(cut)
            show_news(self.spades, [words])
        elif self.is_attached:
            self.said = words
            self.show()

"""Join a friend's table from home: paste the line, or choose a table where you have played before."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from spades_tui.hosting import messages
from spades_tui.hosting.anywhere_carrier import AnywhereCarrier
from spades_tui.hosting.carrier import CarriedStream, Carrier
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.friend_list import JoinedTable, joined_tables, remember_table
from spades_tui.hosting.guest_screens import LobbyScreen, show_news
from spades_tui.hosting.guest_seat import BACK, CUT, LOST, STRANGE
from spades_tui.hosting.join_line import TEXT_MOST, JoinLine, read_join_line
from spades_tui.hosting.links import GuestLink
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.presentation.wording import in_words
from spades_tui.settings.settings_file import save_some
from spades_tui.system.faults import write_quietly
from spades_tui.system.output import os_words
from spades_tui.tui.setup.name_question import NameQuestion
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import AnswerField
from spades_tui.tui.widgets.paragraphs import Page, Paragraph

REASON_SECONDS = 5.0  # seconds that the carrier may take to end after its stream
ASK = "Paste the line that your friend has sent you, and press Enter."
OR_CHOOSE = "With nothing typed, Enter goes to the chosen table, where you have played before."


def why_ended(error: Exception | None) -> str:
    """Return a sentence about a stream's end, and the error with which its carrier has ended, if there is one."""
    match error:
        case None:
            return LOST
        case UnusableError():
            return f"{capitalized(str(error))}."
        case OSError():
            return f"The table can't be reached: {os_words(error)}."
    write_quietly(error)  # whatever the library does, the program goes on
    return f"The connection has failed ({type(error).__name__}). The same line brings you back."


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
        self._carried: CarriedStream | None = None
        self._game, self._has_begun = "", False
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
            self._connect(self._line)
        self.show()

    def show(self) -> None:
        """Show what the guest should know now."""
        told, about = self.query_one("#told", Page), self.query_one("#about", Page)
        asks = self._carried is None
        self.query_one("#line").display = self.query_one(ChoiceList).display = asks
        if asks:
            told.say(f"{ASK} {OR_CHOOSE}" if self._tables else ASK)
            about.show(self.said_in_red())
        elif self.seat is None:
            told.say("Looking for the table …")
            about.show([])
        else:
            waits = "The game has begun." if self._has_begun else "The game begins when everybody is here."
            told.show([Paragraph(f"You are at a table of {self._game}. {waits}")])
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
        if self._carried is not None:
            return
        try:
            self._connect(read_join_line(text))
        except UnusableError as error:
            self.said = f"{capitalized(str(error))}."
            self.show()

    def _connect(self, line: JoinLine) -> None:
        """Look for the table."""
        self._line, self.said = line, ""
        carrier = self.carrier_of(line)
        carrier.noted = lambda cut: self.spades.call_later(self._note_cut, cut)
        self._carried = carried = CarriedStream(carrier)
        link = GuestLink(carried.stream)
        self.sit(link, MemoryFile(carrier.table))
        calls = self.hear, partial(self._lost, carried), partial(self._end_later, carried, STRANGE)
        threading.Thread(target=link.read, args=calls, daemon=True).start()
        self.show()

    def close(self) -> None:
        """Leave the table, and give the host a moment to hear of it."""
        carried, self._carried = self._carried, None
        if carried is not None and self.link is not None:
            self.link.send(messages.Leave())
            carried.stream.shutdown(socket.SHUT_WR)
            carried.wait()

    # In the stream's thread

    def _lost(self, carried: CarriedStream) -> None:
        """Say why the stream has ended, which the carrier may know a little later."""
        if carried is self._carried:
            carried.wait(REASON_SECONDS)
            self._end_later(carried, why_ended(carried.error))

    def _end_later(self, carried: CarriedStream, why: str) -> None:
        self.spades.call_later(self._end, carried, why)

    # In the app's thread

    def _end(self, carried: CarriedStream, why: str) -> None:
        if carried is self._carried:
            self.ended(why)

    def welcomed(self, welcome: messages.Welcome) -> None:
        """Sit down, unless the versions differ; ask for a name, if neither the seat nor this user has one."""
        if welcome.version != messages.VERSION:
            self.ended(f"This table needs spades-tui {welcome.program}; install that version to join.")
            return
        self.seat, self._game, self._has_begun = welcome.seat, welcome.game, welcome.begun
        name = welcome.name or self.spades.settings.name
        if name:
            self._arrive(name)
        elif not isinstance(self.spades.screen, NameQuestion):  # the seat may be exchanged meanwhile
            self.spades.ask(NameQuestion(), self._take_name)

    def _take_name(self, name: str) -> None:
        """Keep a name, and sit down with it."""
        self.spades.settings = replace(self.spades.settings, name=name)
        with suppress(UnusableError, OSError):
            save_some(name=name)
        self._arrive(name)

    def _arrive(self, name: str) -> None:
        if self._carried is not None and self.link is not None:
            self.link.send(messages.Arrive(messages.VERSION, name, "", pulse=True))

    def begun(self) -> None:
        """Remember the table for another day."""
        assert self.remote is not None and self._line is not None
        people = [seat for seat in self.presence.people if seat != self.seat]
        others = tuple(name for seat, name in enumerate(self.remote.names) if seat in people)
        remember_table(JoinedTable(self._line.word, self._game, others, date.today().isoformat()))

    def ended(self, why: str) -> None:
        """Go back to the field, or from the table to home; if the host has opened the table again, go there."""
        if self._carried is None:
            return
        over = self.remote is not None and self.remote.is_over
        reopened = self._carried.carrier.is_gone and self.seat is not None and not over
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

"""Putting something right by hand: a star, a chit, a tray that the book has wrong or cannot know."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from spades_tui.screens.book_words import WHAT
from spades_tui.screens.fields import Cycle, Line, PushButton
from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.page import Page, Paragraph
from spades_tui.widgets import palette

if TYPE_CHECKING:
    from spades_tui.book.book import Book
    from spades_tui.book.views import Scoreboard
    from spades_tui.screens.book_page import BookPage

COUNTED = {
    "star": "wins", "outside": "outside", "gold": "gold", "red": "red", "tray_person": "tray_times",
    "wire": "wire_to_wire", "pile": "to_carry", "tray": "tray_count", "chit": "chits", "perfect": "perfect",
    "imperfect": "imperfect", "deck": "decks", "bone": "boneheads", "zero_buddy": "zero_buddies",
}  # fmt: skip
"""Where the scoreboard has each count."""
FIRST = "chit"


class CorrectScreen(SpadesScreen):
    """Who, what, how many more or fewer, and why."""

    HELP: ClassVar[tuple[str, ...]] = (
        "A correction is a fact of its own, with its date: nothing that was written down is changed.",
        "Nothing changes until you press Keep.",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "up and down", key_display="↑↓"),
        Binding("down", "app.focus_next", show=False),
        Binding("ctrl+s", "keep", "keep", key_display="Ctrl+S"),
        Binding("escape", "back", "back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    CorrectScreen #correcting { height: 1fr; padding: 1 3; }
    CorrectScreen .row { height: 1; margin-bottom: 1; }
    CorrectScreen .label { width: 20; }
    CorrectScreen Line { width: 1fr; max-width: 60; }
    CorrectScreen #now { height: 3; }
    """

    def __init__(self, page: "BookPage", board: "Scoreboard", person: str) -> None:
        super().__init__()
        self.page, self.board, self.person = page, board, person

    def compose_body(self) -> ComposeResult:
        """The rows."""
        ids = [line.person for line in self.board.lines]
        place = ids.index(self.person) if self.person in ids else 0
        kinds = list(WHAT)
        rows = (
            ("Who", Cycle(ids, [line.name for line in self.board.lines], place, id="correct-who")),
            ("What", Cycle(kinds, list(WHAT.values()), kinds.index(FIRST), id="correct-what")),
            ("More, or − fewer", Line("1", max_length=7, id="correct-amount")),
            ("Why", Line("", max_length=200, id="correct-why")),
        )
        with Vertical(id="correcting"):
            for label, field in rows:
                with Horizontal(classes="row"):
                    yield Static(label, classes="label", markup=False)
                    yield field
            yield Page(id="now")
            yield PushButton("Keep")

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Put right by hand  ", palette.bold), (self.board.table.name, palette.soft)])
        self.query_one("#correct-what").focus()
        self.look()

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        """Another count stands there now."""
        event.stop()
        self.look()

    def on_input_changed(self, event: Line.Changed) -> None:
        """What it would be."""
        event.stop()
        self.look()

    def on_input_submitted(self, event: Line.Submitted) -> None:
        """Enter in a line goes on to the next field."""
        event.stop()
        self.focus_next()

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Keep it."""
        event.stop()
        self.action_keep()

    @property
    def amount(self) -> int | None:
        """How many more; None for what is no number, or none."""
        text = self.query_one("#correct-amount", Line).value.strip().replace("−", "-").replace("+", "")
        try:
            return int(text) or None
        except ValueError:
            return None

    def look(self) -> None:
        """Say how it stands, and how it would."""
        if not self.is_mounted:
            return
        who = str(self.query_one("#correct-who", Cycle).value)
        what = str(self.query_one("#correct-what", Cycle).value)
        line = next(line for line in self.board.lines if line.person == who)
        now, more = int(getattr(line, COUNTED[what])), self.amount
        words = f"{line.name}, {WHAT[what]}: {now} now"
        if more is None:
            self._say(f"{words}. Write a number: 1 for one more, -1 for one fewer.")
        else:
            self._say(f"{words}, and {max(0, now + more)} when this is kept.")

    def _say(self, words: str) -> None:
        self.query_one("#now", Page).show([Paragraph(words, palette.soft)])

    def action_keep(self) -> None:
        """Tell the book, and go back."""
        amount = self.amount
        if self.app.screen is not self:
            return
        if amount is None:
            self.query_one("#correct-amount").focus()
            self.look()
            return
        who = str(self.query_one("#correct-who", Cycle).value)
        what = str(self.query_one("#correct-what", Cycle).value)
        why = " ".join(self.query_one("#correct-why", Line).value.split())
        self.app.pop_screen()
        name = next(line.name for line in self.board.lines if line.person == who)
        sign = "−" if amount < 0 else "+"
        self.page.change(
            partial(_correct, who, self.board.table.id, what, amount, why),
            lambda _: f"Put right by hand: {name}, {WHAT[what]} {sign}{abs(amount)}.",
        )


def _correct(person: str, table: str, what: str, amount: int, why: str, book: "Book") -> None:
    from spades_tui.book.season import Kind

    book.correct(person, table, Kind(what), amount, why)

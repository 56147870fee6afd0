"""The base of the scorebook's pages, with a line for messages; and its forms for corrections and tables."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input

from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.language.sentence_parts import plural, signed
from spades_tui.presentation import season_debts
from spades_tui.presentation.scorebook_words import WHAT
from spades_tui.record import RecordError
from spades_tui.scorebook.queries import BookTable
from spades_tui.scorebook.scoreboard import FIELDS, BoardLine, Scoreboard
from spades_tui.scorebook.scorebook import Book
from spades_tui.scorebook.season import Agreements, Kind
from spades_tui.scorebook.transfer import export_to
from spades_tui.system.folders import typed_path
from spades_tui.tui.dialogs import AskLine, Confirmation, FormScreen
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen, playing_on
from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.fields import ValueField
from spades_tui.tui.widgets.paragraphs import Page

T = TypeVar("T")

OPENING = "Opening the scorebook …"
WAITING = "One moment …"
EXPORT_NAME = "spades-book.jsonl"


class BookPage(SpadesScreen):
    """A page of the scorebook; override `compose_page` and `load`, and ask the scorebook with `ask`."""

    ALLOW_SELECT = True
    HORIZONTAL_BREAKPOINTS = [(110, "-wide")]
    BINDINGS = [
        Binding("pagedown", "page(1)", "next page", show=False),
        Binding("pageup", "page(-1)", "previous page", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._asked: dict[str, int] = {}
        self._troubled: set[str] = set()

    @property
    def letters(self) -> bool:
        """Whether the user prefers letters to signs."""
        return glyphs.letters(self.app.settings)

    def compose_body(self) -> ComposeResult:
        """Lay out the page, and a line for messages."""
        with Container(id="page"):
            yield from self.compose_page()
        yield Page(id="message")

    def compose_page(self) -> ComposeResult:
        """Lay out the page."""
        yield from ()

    def on_mount(self) -> None:
        """Say that the scorebook is being opened."""
        self.say(OPENING)

    def on_screen_resume(self) -> None:
        """Load the page, at first and whenever another one may have changed the scorebook."""
        self.load()

    def load(self) -> None:
        """Ask the scorebook for the page's content."""

    def ask(self, work: Callable[[Book], T], then: Callable[[T], object], about: str = "page") -> None:
        """Ask for the page's content; of several questions with the same `about`, use only the last answer."""
        mine = self._asked[about] = self._asked.get(about, 0) + 1

        def answered(answer: T) -> None:
            if mine == self._asked[about] and self.has_widgets:
                if self.said == OPENING or about in self._troubled:
                    self.say("")
                self._troubled.discard(about)
                then(answer)

        def sorry(sentence: str) -> None:
            if mine == self._asked[about]:
                self._troubled.add(about)
                self.sorry(sentence)

        self.app.scorebook.ask(work, answered, sorry)

    @work(group="record", exclusive=True)
    async def show_hands(self, path: Path, number: int | None = None) -> None:
        """Show all hands of a game from its record, beginning with this one."""
        try:
            game = (await asyncio.to_thread(collect_journal, path)).open_game
        except (RecordError, OSError) as error:
            self.say(f"The saved game can't be read: {error}")
            return
        numbers = [hand.number for hand in game.hands]
        first = numbers[:1] if number is None else [number]
        if first and first[0] in numbers and self.is_active:
            look = CardStyle.liked(self.app.settings, game.names, game.people, game.rules)
            play_on = playing_on(self.app, path, game.names, over=(game, look))
            at = numbers.index(first[0])
            self.app.push_screen(OpenHandsScreen(game, look, hand=at, play_on=play_on))

    def close_dialogs(self) -> None:
        """Close dialogs and menus over the page."""
        while self in self.app.screen_stack and self.app.screen is not self:
            self.app.pop_screen()

    def change(self, work: Callable[[Book], T], said: Callable[[T], str]) -> None:
        """Change the scorebook with `work`, show the sentence that `said` returns, and reload the page."""
        self.close_dialogs()
        self.say(WAITING)
        progress = partial(self.progress, "Updating the scorebook: {} of {} …", "game")
        self.app.scorebook.ask(work, lambda answer: self.changed(said(answer)), self.sorry, progress)

    def progress(self, words: str, counted: str, done: int, of: int) -> None:
        """Show how far long work is."""
        if self.has_widgets:
            self.say(words.format(done, plural(of, counted)))

    def changed(self, sentence: str) -> None:
        """Say what has changed, and reload the page."""
        if self.has_widgets:
            self.say(sentence)
            self.load()
        else:
            self.app.scorebook.tell(sentence)

    def ask_carried(self, table: BookTable, line: BoardLine, at: str) -> None:
        """Ask whether the violator has done their duty, with this answer preselected, and note it (3B-26)."""

        def tick(_: bool) -> None:
            self.change(
                lambda book: book.tick_carried(line.person, table.id),
                partial(season_debts.has_carried, line.name),
            )

        words = season_debts.asks_carried(line, table.settings.forfeit)
        self.app.ask(Confirmation("Carried", words, "Yes", "Not yet", at), tick)

    def ask_path(self, title: str, words: str, taken: Callable[[Path], object]) -> None:
        """Ask for the path of an exported scorebook."""
        usual = str(Path.home() / EXPORT_NAME)
        self.app.ask(AskLine(title, words, usual, 400), lambda text: taken(typed_path(text)))

    def action_export(self) -> None:
        """Ask for a path, and export the whole scorebook to it."""
        words = "Export the whole scorebook to this file: a spreadsheet table if it ends in .csv, otherwise JSON Lines."

        def write(path: Path) -> None:
            self.change(partial(export_to, path), lambda _: f"Scorebook exported to {path}.")

        self.ask_path("Export scorebook", words, write)

    @property
    def said(self) -> str:
        """The message below the page."""
        return self.query_one("#message", Page).words

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message below the page; `wrong`: it says that something is wrong."""
        message = self.query_one("#message", Page)
        message.say(sentence, wrong)
        message.display = bool(sentence)

    def sorry(self, sentence: str) -> None:
        """Show a message that something went wrong."""
        if self.has_widgets:
            self.say(sentence, wrong=True)
        else:
            self.app.scorebook.tell(sentence)


class CorrectScreen(FormScreen):
    """A form with the person, the count, the difference and the reason."""

    HELP_LINES = ("A correction is added with its date; earlier entries don't change.", *FormScreen.HELP_LINES)

    def __init__(self, page: BookPage, board: Scoreboard, person: str) -> None:
        super().__init__()
        self.title = f"Correct scores at {board.table.name}"
        self.page, self.board, self.person = page, board, person

    def fields(self) -> Iterable[tuple[str, Widget]]:
        """Return the four fields."""
        names = {line.person: line.name for line in self.board.lines}
        person = self.person if self.person in names else next(iter(names))
        yield "Person", ValueField(names, person, id="correct-who")
        yield "What", ValueField(WHAT, season_debts.FIRST_CORRECTED, id="correct-what")
        yield "Add", Input("1", max_length=7, restrict="[-−+]?[0-9]*", compact=True, id="correct-amount")
        yield "Reason", Input(max_length=200, compact=True, id="correct-why")

    def on_mount(self) -> None:
        """Begin with what to correct."""
        self.query_one("#correct-what").focus()
        self.look()

    def on_value_field_changed(self, event: ValueField.Changed) -> None:
        """Show the count that was chosen."""
        event.stop()
        self.look()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the new value."""
        event.stop()
        self.look()

    @property
    def amount(self) -> int | None:
        """The difference; None if the field has no number, or 0."""
        text = self.written("correct-amount").replace("−", "-").replace("+", "")
        try:
            return int(text) or None
        except ValueError:
            return None

    def _chosen(self) -> tuple[BoardLine, str]:
        """Return the person's line, and the count to correct."""
        who, what = self.query_one("#correct-who", ValueField).value, self.query_one("#correct-what", ValueField).value
        return next(line for line in self.board.lines if line.person == who), str(what)

    def look(self) -> None:
        """Show the current and the new value."""
        if not self.is_mounted:
            return
        (line, what), more = self._chosen(), self.amount
        now = int(getattr(line, FIELDS[Kind(what)]))
        words = f"{line.name}, {WHAT[what]}: {now} now"
        if more is None:
            self.say(f"{words}. Write how many: 1 adds one, -1 takes one away.")
        else:
            self.say(f"{words}, {max(0, now + more)} after saving.")

    def keep(self) -> None:
        """Save the correction and go back."""
        amount = self.amount
        if amount is None:
            self.query_one("#correct-amount").focus()
            self.look()
            return
        (line, what), why, table = self._chosen(), self.written("correct-why"), self.board.table.id
        self.app.pop_screen()
        self.page.change(
            lambda book: book.correct(line.person, table, Kind(what), amount, why),
            lambda _: f"Corrected: {line.name}, {WHAT[what]} {signed(amount)}.",
        )


MOST_LETTERS = 80
MEANINGS = {
    "name": "The table's name in the scorebook.",
    "people": "The table's people, separated by commas. All games of exactly these people belong to the table, and "
    "from now on games of some of them too.",
    "session": "Wins in one gaming session count as stars (3B-28): a day, or a week from Monday.",
    **season_debts.AGREEMENT_HELP,
}
SESSIONS = {"day": "a day", "week": "a week"}


class TableSettingsScreen(FormScreen):
    """The settings of a table, or of a new one."""

    def __init__(self, page: BookPage, table: BookTable | None, at: str = "name") -> None:
        super().__init__()
        self.page, self.at = page, at
        self.table = table or BookTable("", "", Agreements(), 0, ())
        self.title = f"Table {self.table.name}" if self.table.id else "New table"

    def fields(self) -> Iterable[tuple[str, Widget]]:
        """Return the fields for the settings."""
        settings = self.table.settings
        yield "Name", Input(self.table.name, max_length=MOST_LETTERS, compact=True, id="agreed-name")
        yield "People", Input(", ".join(self.table.people), max_length=400, compact=True, id="agreed-people")
        yield "Gaming session", ValueField(SESSIONS, settings.session, id="agreed-session")
        for key, label in season_debts.AGREEMENTS.items():
            words = getattr(settings, key)
            yield label, Input(words, max_length=MOST_LETTERS, compact=True, id=f"agreed-{key}")

    def on_mount(self) -> None:
        """Begin with the field asked for."""
        self.query_one(f"#agreed-{self.at}").focus()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain the field."""
        self.say(MEANINGS.get((event.widget.id or "").removeprefix("agreed-"), ""))

    def keep(self) -> None:
        """Save the settings and go back."""
        table, old = self.table, self.table.settings
        session = self.query_one("#agreed-session", ValueField).value
        forfeit, deck = self.written("agreed-forfeit"), self.written("agreed-deck")
        settings = Agreements(session, forfeit or old.forfeit, deck or old.deck)
        name = self.written("agreed-name") or table.name
        names = map(str.strip, self.written("agreed-people").split(","))
        people = tuple(dict.fromkeys(filter(None, names)))
        if not name:
            self.query_one("#agreed-name").focus()
            return
        self.app.pop_screen()
        if not table.id:
            self.page.change(lambda book: book.create_table(name, people, settings), lambda _: f"Table {name} added.")
            return
        new_name = name if name != table.name else None
        new_people = people if people and set(people) != set(table.people) else None
        agreed = settings if settings != old else None
        if new_name is None and new_people is None and agreed is None:
            self.page.close_dialogs()
            return
        self.page.change(
            lambda book: book.change_table(table.id, name=new_name, people=new_people, settings=agreed),
            lambda _: f"Table {name} saved.",
        )

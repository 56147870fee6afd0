"""What a table has agreed on: its name, its people, the gaming session, the forfeit, and what an imperfect day owes."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus
from textual.widgets import Static

from spades_tui.screens.fields import Cycle, Line, PushButton
from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.page import Page, Paragraph
from spades_tui.widgets import palette

if TYPE_CHECKING:
    from spades_tui.book.book import Book
    from spades_tui.book.views import TableView
    from spades_tui.screens.book import BookScreen

LONGEST = 80
MEANINGS = {
    "name": "What the table is called in the book.",
    "people": "Who belongs to it, with commas between. Games of exactly these people are its games, and from now on "
    "games of some of them.",
    "session": "For how long the wins of a gaming session stand as stars (3B-28): one day, or a week from Monday on.",
    "forfeit": "What the tray person does, after his name: carries the trays, makes the tea (3B-26).",
    "deck": "What is owed after an imperfect day: a deck of cards, or what the table names instead (3B-24).",
}


class TableSettingsScreen(SpadesScreen):
    """The settings of a table, or of one that is to be made."""

    HELP: ClassVar[tuple[str, ...]] = ("Nothing changes until you press Keep.",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "up and down", key_display="↑↓"),
        Binding("down", "app.focus_next", show=False),
        Binding("ctrl+s", "keep", "keep", key_display="Ctrl+S"),
        Binding("escape", "back", "back", key_display="Esc"),
    ]
    DEFAULT_CSS = """
    TableSettingsScreen #agreed { height: 1fr; padding: 1 3; }
    TableSettingsScreen .row { height: 1; margin-bottom: 1; }
    TableSettingsScreen .label { width: 20; }
    TableSettingsScreen Line { width: 1fr; max-width: 60; }
    TableSettingsScreen #meaning { height: 3; }
    """

    def __init__(self, book_screen: "BookScreen", table: "TableView | None", at: str = "name") -> None:
        super().__init__()
        self.book_screen, self.table, self.at = book_screen, table, at

    def compose_body(self) -> ComposeResult:
        """The rows."""
        from spades_tui.book.people import Settings

        table = self.table
        settings = table.settings if table is not None else Settings()
        name_now, people = (table.name, ", ".join(table.people)) if table is not None else ("", "")
        weekly = int(settings.session == "week")
        with Vertical(id="agreed"):
            for name, label, field in (
                ("name", "Name", Line(name_now, max_length=LONGEST, id="agreed-name")),
                ("people", "People", Line(people, max_length=400, id="agreed-people")),
                ("session", "Gaming session", Cycle(("day", "week"), ("a day", "a week"), weekly, id="agreed-session")),
                ("forfeit", "The tray person", Line(settings.forfeit, max_length=LONGEST, id="agreed-forfeit")),
                ("deck", "An imperfect day", Line(settings.deck, max_length=LONGEST, id="agreed-deck")),
            ):
                with Horizontal(classes="row", id=f"row-{name}"):
                    yield Static(label, classes="label", markup=False)
                    yield field
            yield Page(id="meaning")
            yield PushButton("Keep")

    def on_mount(self) -> None:
        """Name the page."""
        named = [("The table  ", palette.soft), (self.table.name, palette.bold)] if self.table is not None else []
        self.set_top(named or [("A new table", palette.bold)])
        self.query_one(f"#agreed-{self.at}").focus()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Say what the field means."""
        meaning = MEANINGS.get((event.widget.id or "").removeprefix("agreed-"), "")
        self.query_one("#meaning", Page).show([Paragraph(meaning, palette.soft)])

    def on_input_submitted(self, event: Line.Submitted) -> None:
        """Enter in a line goes on to the next field."""
        event.stop()
        self.focus_next()

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Keep it."""
        event.stop()
        self.action_keep()

    def _line(self, name: str) -> str:
        return " ".join(self.query_one(f"#agreed-{name}", Line).value.split())

    def action_keep(self) -> None:
        """Tell the book, and go back."""
        if self.app.screen is not self:
            return
        from spades_tui.book.people import Settings

        table = self.table
        old = table.settings if table is not None else Settings()
        session = str(self.query_one("#agreed-session", Cycle).value)
        settings = Settings(session, self._line("forfeit") or old.forfeit, self._line("deck") or old.deck)
        name = self._line("name") or (table.name if table is not None else "")
        people = tuple(dict.fromkeys(one for part in self._line("people").split(",") if (one := part.strip())))
        if not name:
            self.query_one("#agreed-name").focus()
            return
        self.app.pop_screen()
        if table is None:
            self.book_screen.change(lambda book: book.create_table(name, people, settings), lambda _: f"{name}: made.")
            return
        new_name = name if name != table.name else None
        new_people = people if people and set(people) != set(table.people) else None
        if new_name is None and new_people is None and settings == old:
            return

        def work(book: "Book") -> None:
            agreed = settings if settings != old else None
            book.change_table(table.id, name=new_name, people=new_people, settings=agreed)

        self.book_screen.change(work, lambda _: f"{name}: kept.")

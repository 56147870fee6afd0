"""The agreements of a table: its name, people, gaming session, forfeit, and debt of an imperfect day."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.events import DescendantFocus
from textual.widget import Widget

from spades_tui.scorebook.people import Settings
from spades_tui.tui.form_screen import FormScreen
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.fields import Cycle, TextField

if TYPE_CHECKING:
    from spades_tui.scorebook.scorebook import Book
    from spades_tui.scorebook.views import TableView
    from spades_tui.tui.scorebook.scorebook_page import BookPage

LONGEST = 80
MEANINGS = {
    "name": "The table's name in the scorebook.",
    "people": "The table's people, separated by commas. Games of exactly these people belong to it, and from now on "
    "games of some of them.",
    "session": "How long a gaming session lasts, whose wins count as stars (3B-28): a day, or a week from Monday.",
    "forfeit": "What the tray person does, such as: carries the trays, makes the tea (3B-26).",
    "deck": "What a player owes after an imperfect day: a deck of cards, or what your table chose (3B-24).",
}


class TableSettingsScreen(FormScreen):
    """The settings of a table, or of a new one."""

    def __init__(self, page: "BookPage", table: "TableView | None", at: str = "name") -> None:
        super().__init__()
        self.page, self.table, self.at = page, table, at

    def fields(self) -> Iterable[tuple[str, Widget]]:
        """Return the fields for the agreements."""
        table = self.table
        settings = table.settings if table is not None else Settings()
        name, people = (table.name, ", ".join(table.people)) if table is not None else ("", "")
        weekly = int(settings.session == "week")
        return (
            ("Name", TextField(name, max_length=LONGEST, id="agreed-name")),
            ("People", TextField(people, max_length=400, id="agreed-people")),
            ("Gaming session", Cycle(("day", "week"), ("a day", "a week"), weekly, id="agreed-session")),
            ("Tray person", TextField(settings.forfeit, max_length=LONGEST, id="agreed-forfeit")),
            ("Imperfect day", TextField(settings.deck, max_length=LONGEST, id="agreed-deck")),
        )

    def on_mount(self) -> None:
        """Name the page."""
        named = [("Table  ", palette.soft), (self.table.name, palette.bold)] if self.table is not None else []
        self.set_top(named or [("New table", palette.bold)])
        self.query_one(f"#agreed-{self.at}").focus()

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain the field."""
        self.say(MEANINGS.get((event.widget.id or "").removeprefix("agreed-"), ""))

    def keep(self) -> None:
        """Save the settings and go back."""
        table = self.table
        old = table.settings if table is not None else Settings()
        session = str(self.query_one("#agreed-session", Cycle).value)
        forfeit, deck = self.written("agreed-forfeit"), self.written("agreed-deck")
        settings = Settings(session, forfeit or old.forfeit, deck or old.deck)
        name = self.written("agreed-name") or (table.name if table is not None else "")
        people = tuple(dict.fromkeys(one for part in self.written("agreed-people").split(",") if (one := part.strip())))
        if not name:
            self.query_one("#agreed-name").focus()
            return
        self.app.pop_screen()
        if table is None:
            self.page.change(lambda book: book.create_table(name, people, settings), lambda _: f"Table {name} added.")
            return
        new_name = name if name != table.name else None
        new_people = people if people and set(people) != set(table.people) else None
        if new_name is None and new_people is None and settings == old:
            self.page.come_back()
            return

        def work(book: "Book") -> None:
            agreed = settings if settings != old else None
            book.change_table(table.id, name=new_name, people=new_people, settings=agreed)

        self.page.change(work, lambda _: f"Table {name} saved.")

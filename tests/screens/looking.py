"""What tests of screens look with: the text that stands on the screen, and cards in it."""

from textual import events

from spades_tui import cards
from spades_tui.app import SpadesApp
from spades_tui.table.settings import Settings
from spades_tui.table.table import Table
from spades_tui.widgets.hand import HandView


class TableApp(SpadesApp):
    """An app at a table that already stands, at an instant pace."""

    def __init__(self, table: Table, pace: str = "instant", **settings: object) -> None:
        super().__init__(settings=Settings(pace=pace, cut_patience=0, **settings), keep=False)  # type: ignore[arg-type]
        self.given = table

    def open_home(self) -> None:
        """The table first; then home."""
        if self.controller is None and self.given is not None:
            table, self.given = self.given, None
            self.sit_down(table)
        else:
            super().open_home()


def screen_text(app: SpadesApp) -> str:
    """Everything that the screen on top shows, line by line."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text for strip in strips)


def faces(held: int | None) -> set[str]:
    """The faces of cards, as the hand shows them."""
    return {cards.pretty(card) for card in cards.cards_of(held or 0)}


def hands_in_tree(app: SpadesApp) -> int:
    """How many hands are anywhere in the program, on any screen."""
    return sum(isinstance(node, HandView) for node in app._registry)


CHARACTERS = {"enter": "\r", "space": " ", "question_mark": "?", "tab": "\t"}


def type_keys(app: SpadesApp, *keys: str) -> None:
    """Put keys in as the terminal would, all at once; `pilot.pause()` waits for what comes of them."""
    for key in keys:
        event = events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))
        event.set_sender(app)
        app.post_message(event)

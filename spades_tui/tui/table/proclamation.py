"""A few words in a heavy frame with offers below, for what customs do after the last score."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from textual.binding import Binding

from spades_tui.settings import dead_key_reasons
from spades_tui.tui.table.answers import Continue
from spades_tui.tui.table.screen_at_table import OfferScreen
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView
from spades_tui.tui.widgets.card_faces import plaque, spaced
from spades_tui.tui.widgets.edge_lines import Sentence


class Proclaimed(NamedTuple):
    """A few words, the large ones below the small ones, and lines below their frame."""

    small: str
    large: str
    lines: Sequence[list[Piece]]


class Proclamation(StateView[Proclaimed]):
    """A few words in a heavy frame, and lines below."""

    DEFAULT_CSS = "Proclamation { width: 1fr; height: 12; }"

    def picture(self, canvas: Canvas, state: Proclaimed) -> None:
        """Draw the frame in the middle, and the lines under it."""
        small, large, lines = state
        words: tuple[Piece, Piece] = ((small, inks.soft), (spaced(large, canvas.width - 10), inks.gold))
        y = max(0, (canvas.height - 6 - len(lines)) // 2)
        plaque(canvas, 0, y, canvas.width, words, inks.gold, margin=8)
        for row, pieces in enumerate(lines):
            canvas.centred(0, canvas.width, y + 5 + row, pieces)


class ProclamationScreen(OfferScreen):
    """A proclamation with offers below."""

    BINDINGS = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter", "take", "select"),
        Binding("s", "scores", "all scores", id="scores"),
        Binding("q", "leave", "leave", id="leave", tooltip="leave the table"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self._view = Proclamation(id="proclamation")
        self.sentence = Sentence()
        self.body = (self._view, self._choices, self.sentence)

    def on_mount(self) -> None:
        """Name the page, and ask."""
        self.name_page("the game is over")
        self.ask()

    @abstractmethod
    def ask(self) -> None:
        """Show the current question."""

    def end_game(self) -> None:
        """Show the next part of the end of the game."""
        self.controller.act(Continue())

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done; there is no screen to go back to."""
        return dead_key_reasons.LEAVE_INSTEAD if action == "back" else None

"""The hand's log as a page: everything that all players have seen and heard."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.table_host import TableHost
from spades_tui.tui.table.table_words import public_log
from spades_tui.tui.table.top_line import top_line
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import bindings_of
from spades_tui.tui.widgets.score_sheet import LogPanel


class LogScreen(SpadesScreen):
    """The log, with the newest line at the bottom."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("log")

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller
        self._log = LogPanel()

    def compose_body(self) -> ComposeResult:
        """Show the log."""
        yield self._log

    def on_mount(self) -> None:
        """Name the page."""
        shown = self.controller.shown
        left, right = top_line(shown, self.controller.look)
        self.set_top([*left, (" · the log", palette.gold)], right)
        self._log.show(public_log(shown, self.controller.look))

    def action_scroll(self, lines: int) -> None:
        """Scroll back in the hand, or forward."""
        self._log.scroll(lines)

    def on_mouse_scroll_up(self) -> None:
        """Scroll back with the wheel."""
        self._log.scroll(3)

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward with the wheel."""
        self._log.scroll(-3)

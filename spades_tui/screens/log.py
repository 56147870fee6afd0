"""The hand in words, on a page of its own: what everybody has seen and heard."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.table_host import TableHost
from spades_tui.screens.top import top_line
from spades_tui.widgets import palette
from spades_tui.widgets.sheet import LogPanel


class LogScreen(SpadesScreen):
    """The newest line stands at the bottom."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,g,q", "back", "back", key_display="Esc"),
    ]

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller
        self._log = LogPanel()

    def compose_body(self) -> ComposeResult:
        """The log."""
        yield self._log

    def on_mount(self) -> None:
        """Name the page."""
        seen = self.controller.table.observe(None)
        left, right = top_line(seen, self.controller)
        self.set_top([*left, (" · the log", palette.gold)], right)
        self._log.show(self.controller.public_log(seen))

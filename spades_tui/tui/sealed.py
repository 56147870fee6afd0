"""The ways by which Textual would let cards out of the program, all closed."""

from collections.abc import Sequence

from textual.driver import Driver
from textual.filter import LineFilter

from spades_tui.tui.app_host import Host
from spades_tui.tui.terminal import tolerant
from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.plain_text import Plain


class Sealed(Host):
    """An app that makes no screenshots, hides errors' values, and writes only plain text."""

    PLAIN = Plain()
    ASCII = glyphs.Ascii()

    def get_driver_class(self) -> type[Driver]:
        """Return Textual's driver for this system, made to accept any byte."""
        return tolerant(super().get_driver_class())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and ours, which let only plain text through."""
        filters = (*super().get_line_filters(), self.PLAIN)
        return (*filters, self.ASCII) if glyphs.plain() else filters

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Do nothing: a picture would keep a player's cards."""

    def save_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str:
        """Do nothing; Textual would call it for an environment variable."""
        return ""

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str | None:
        """Do nothing, as `save_screenshot`."""
        return None

    def panic(self, *renderables: object) -> None:
        """End without showing the error, because hands may be in it."""
        self._fatal_error()

    def _fatal_error(self) -> None:
        """End without Textual's traceback, which shows the values of variables."""
        self.bell()
        self._close_messages_no_wait()

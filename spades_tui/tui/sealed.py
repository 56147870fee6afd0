"""The doors by which Textual would let something of a hand out, and each of them closed."""

from collections.abc import Sequence

from textual.driver import Driver
from textual.filter import LineFilter

from spades_tui.tui.app_host import Host
from spades_tui.tui.terminal import tolerant
from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.plain_text import Plain


class Sealed(Host):
    """An app that takes no pictures of itself, tells nothing of an error, and writes nothing but plain text."""

    PLAIN = Plain()
    ASCII = glyphs.Ascii()

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver for this system, that takes any byte."""
        return tolerant(super().get_driver_class())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, and after them: only plain text goes to the terminal."""
        filters = (*super().get_line_filters(), self.PLAIN)
        return (*filters, self.ASCII) if glyphs.plain() else filters

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Not offered: a picture would keep somebody's cards."""

    def save_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str:
        """Not offered either; Textual would call it for an environment variable."""
        return ""

    def deliver_screenshot(
        self, filename: str | None = None, path: str | None = None, time_format: str | None = None
    ) -> str | None:
        """Nor this."""
        return None

    def panic(self, *renderables: object) -> None:
        """Nothing of an error is shown, whatever it would show of itself: hands may be among it."""
        self._fatal_error()

    def _fatal_error(self) -> None:
        """Nor is Textual's picture of it, with the values of variables."""
        self.bell()
        self._close_messages_no_wait()

"""The user's colours and characters, on any terminal, without control characters."""

import os
import sys
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from spades_tui.system.output import harmless
from spades_tui.tui.textual_private import HookedApp
from spades_tui.tui.widgets import glyphs, theme_paint
from spades_tui.tui.widgets.canvas import CanvasWidget

if TYPE_CHECKING:
    from spades_tui.settings.settings import Settings

CSS = """
CommandPalette { background: $background 100%; }
CommandPalette > Vertical, CommandPalette:dark > Vertical { background: $background; }
CommandPalette > .command-palette--help-text { color: $foreground; text-style: none; }
CommandPalette CommandInput > .input--placeholder { color: $foreground; text-style: italic; }
CommandPalette SearchIcon { color: $foreground; }
CommandPalette CommandList > .option-list--option-highlighted { background: $field; color: $foreground; }
CommandPalette CommandList:focus > .option-list--option-highlighted { background: $field; color: $foreground; }
CommandPalette CommandList > .option-list--option { text-style: none; }
ToastRack { dock: top; align: right top; margin: 1 0 0 0; }
Toast { background: $panel; color: $foreground; padding: 0 1; width: 40; max-width: 100%; }
"""
"""CSS for Textual's widgets that the program shows, in the theme's colours."""


class Colours:
    """The theme of an app: call `paint_first` before there is a screen, `paint` after changes."""

    def __init__(self, app: HookedApp) -> None:
        self._app = app
        self._drawn = ("dark", "four", False)
        """The theme, the colouring of suits and plain ASCII or not, as last painted."""

    @property
    def depth(self) -> theme_paint.Depth:
        """The number of colours of the terminal."""
        system = self._app.console.color_system
        if self._app.is_headless or system == "truecolor":
            return "true"
        if system == "256":
            return "256"
        return "8" if os.environ.get("TERM") == "linux" else "16"

    def _theme_of(self, liked: "Settings") -> Theme:
        """Return the theme of these settings and register it with Textual."""
        if self._app.is_headless:
            glyphs.use(liked.characters == "ascii")
        else:
            coerced = bool(sys.flags.utf8_mode) and os.environ.get("LC_CTYPE", "") in glyphs.COERCED
            glyphs.use(glyphs.wants_plain(liked.characters, os.environ, coerced))
        theme_paint.use(liked.theme, depth=self.depth, grey=self._app.no_color, suits=liked.suits)
        theme = theme_paint.theme()
        self._app.register_theme(theme)
        return theme

    def paint_first(self, liked: "Settings") -> None:
        """Set the user's colours before the first frame, because changing the theme later parses all CSS again."""
        app = self._app
        theme = self._theme_of(liked)
        app.set_reactive(HookedApp.theme, theme.name)
        app.stylesheet.set_variables(app.get_css_variables())
        app.set_class(theme.dark, "-dark-mode", update=False)
        app.set_class(not theme.dark, "-light-mode", update=False)
        app.use_ansi_theme()

    def paint(self, liked: "Settings") -> None:
        """Use the user's colours on all open screens."""
        self._app.theme = self._theme_of(liked).name
        drawn = (liked.theme, liked.suits, glyphs.plain())
        if drawn != self._drawn:  # Textual updates them only if a background colour changes
            self._drawn = drawn
            self._app.refresh_css(animate=False)
            for screen in self._app.screen_stack:
                for each in screen.walk_children(CanvasWidget):
                    each.refresh()


class Plain(LineFilter):
    """Removes control characters from every line; those with a width become dots."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without control characters; its width is the same."""
        if harmless("".join([segment.text for segment in segments])):
            return segments
        return [
            segment if segment.control or harmless(segment.text) else Segment(plain(segment.text), segment.style)
            for segment in segments
        ]


def plain(text: str) -> str:
    """Return a text of the same width without control characters."""
    return "".join(letter if harmless(letter) else "·" * max(0, cell_len(letter)) for letter in text)

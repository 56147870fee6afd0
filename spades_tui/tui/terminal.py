"""The terminal below the screens: invalid bytes, signals, a closed terminal; and the user's colours and characters."""

import asyncio
import codecs
import os
import select
import selectors
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.driver import Driver
from textual.filter import LineFilter
from textual.theme import Theme

from spades_tui.settings.settings import Settings
from spades_tui.system.output import harmless, terminal_is_closed
from spades_tui.tui.terminal_keys import asked_for, use_parser
from spades_tui.tui.textual_private import HookedApp, note_suspended
from spades_tui.tui.themes import Depth, theme_of
from spades_tui.tui.widgets import glyphs

CLOSING_SECONDS = 2.0
"""Seconds to end in order after a signal; a closed terminal may never accept the last frame."""

ENDING = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
"""Signals that end the program in order (the key Ctrl+C is not a signal here)."""
SIGNALLED = 128
"""Added to the number of a signal for the exit status, as shells do."""


ENTERS, LEAVES = "\x1b[?1049h", "\x1b[?1049l"
"""Enter and leave the alternate screen, as Textual's drivers do when the program starts, stops or is suspended."""
SAVE_TITLE, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Put the terminal's title on its stack, and take it from there."""
LONGEST_TITLE = 80
"""Maximum letters of a title; the names of games are shorter."""


def titled(title: str) -> str:
    """Return the sequence that sets the terminal's title, "" if it has none.

    A game's name may come from a file or a host, so control characters in it become dots.
    """
    if os.environ.get("TERM") in ("linux", "dumb"):  # they have no title
        return ""
    return f"\x1b]2;{plain(title[:LONGEST_TITLE])}\x07"


def titled_driver(driver: type[Driver], title: Callable[[], str]) -> type[Driver]:
    """Return the driver class, changed to show the program's title while it has the terminal."""

    class TitledDriver(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            """Write to the terminal; change the title with the screen."""
            if ENTERS in data:
                data = data.replace(ENTERS, ENTERS + SAVE_TITLE + titled(title()))
            super().write(data.replace(LEAVES, RESTORE_TITLE + LEAVES))

    return TitledDriver


class KeySelector(selectors.SelectSelector):
    """Waits for bytes from the terminal until something arrives at `ear`, the end of a pipe.

    Textual's selector wakes up every tenth of a second, and waits once more at the end.
    """

    def __init__(self, ear: int) -> None:
        super().__init__()
        self._closed, self._ear = False, ear
        self.register(ear, selectors.EVENT_READ)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the keys that are ready to read; none if it has been woken or has nothing to listen to."""
        if len(self.get_map()) == 1:
            return []
        if self._closed:  # a closed input is always ready, so Textual would read it in a busy loop
            select.select([self._ear], [], [], timeout)
            return []
        found = [(key, events) for key, events in super().select(timeout) if key.fd != self._ear]
        if found and terminal_is_closed():
            self._closed = True
            hang_up()
            return []
        return found


class Leaving(threading.Event):
    """An event that also wakes the thread that waits for keys, through a pipe to its `ear`."""

    def __init__(self) -> None:
        super().__init__()
        self.ear, self._bell = os.pipe()

    def set(self) -> None:
        """Set the event and wake the thread."""
        super().set()
        os.write(self._bell, b".")

    def clear(self) -> None:
        """Clear the event, so that the next thread waits."""
        if self.is_set():
            os.read(self.ear, 1000)
        super().clear()


def hang_up() -> None:
    """End the program as if the system had reported that its terminal is closed."""
    os.kill(os.getpid(), signal.SIGHUP)


def shell_waits() -> bool:
    """Return whether a shell with job control has started the program, and can continue it after Ctrl+Z.

    Such a shell gives each job a process group of its own. Without one, the program is in the group of its session's
    leader: in a terminal that runs nothing else, behind a browser's tab, or as a guest by ssh.
    """
    return hasattr(os, "getsid") and os.getsid(0) != os.getpgrp()


def tolerant_driver(driver: type[Driver]) -> type[Driver]:
    """Return the driver class, changed in six ways.

    It reads keys with `KeyParser`. It reads invalid UTF-8 as a replacement character, which would end the program in
    Textual's driver. It leaves the terminal without waiting for a key. It ends the program in order when the terminal
    accepts nothing more. It draws on standard output if standard error goes to a file. And it stops the whole job:
    Textual stops only its own process, and a shell doesn't notice that if it waits for another one, such as a host.
    """
    use_parser()
    if driver.__name__ != "LinuxDriver":
        return driver
    from textual.drivers import linux_driver

    class Writer(linux_driver.WriterThread):  # type: ignore[misc, name-defined]
        def run(self) -> None:
            """Write to the terminal; drop everything once it is closed, because a full queue would hang the program."""
            try:
                super().run()
            except OSError:
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self.fileno())
                os.close(nowhere)
                hang_up()
                super().run()

    class PromptDriver(linux_driver.LinuxDriver):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            if sys.__stderr__ is None or not sys.__stderr__.isatty():
                self._file = sys.__stdout__
            self.exit_event = Leaving()
            vars(linux_driver)["selectors"] = SimpleNamespace(
                SelectSelector=partial(KeySelector, self.exit_event.ear), EVENT_READ=selectors.EVENT_READ,
                SelectorKey=selectors.SelectorKey,
            )  # fmt: skip
            signal.signal(signal.SIGTSTP, self.stop_job)

        def stop_job(self, *_: object) -> None:
            """Restore the terminal, and stop all processes of the job, if a shell can continue them."""
            if not shell_waits():
                return
            self.suspend_application_mode()
            note_suspended(self)
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.killpg(0, signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, self.stop_job)

        def resume_application_mode(self) -> None:
            """Draw again after the job has been continued; in the background, stop the job again."""
            if os.isatty(self.fileno) and os.tcgetpgrp(self.fileno) != os.getpgrp():
                os.killpg(0, signal.SIGTTOU)
            else:
                super().resume_application_mode()

        def write(self, data: str) -> None:
            """Write to the terminal; ask it for other keys and mouse reports than Textual."""
            super().write(asked_for(data))

    vars(linux_driver)["WriterThread"] = Writer
    decoder = codecs.getincrementaldecoder
    vars(linux_driver)["getincrementaldecoder"] = lambda encoding: partial(decoder(encoding), errors="replace")
    return PromptDriver


def end_in_order(end: Callable[[int], None]) -> None:
    """Call `end` with the number of a signal that ends the program, and cut it short after CLOSING_SECONDS.

    A second signal does nothing. Only in the main thread of a running loop, and where the system has signals.
    """
    numbers = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]

    def ended(number: int) -> None:
        for other in numbers:
            loop.remove_signal_handler(other)
            signal.signal(other, signal.SIG_IGN)  # the loop's own handlers end with the loop, before the program
        backstop = threading.Timer(CLOSING_SECONDS, os._exit, (SIGNALLED + number,))
        backstop.daemon = True
        backstop.start()
        end(number)

    with suppress(NotImplementedError, RuntimeError, ValueError):
        loop = asyncio.get_running_loop()
        for number in numbers:
            loop.add_signal_handler(number, ended, number)


class Colours:
    """The theme of an app: call `paint_first` before there is a screen, `paint` after changes."""

    def __init__(self, app: HookedApp) -> None:
        self._app = app
        self._drawn = ("dark", False)
        """The theme, and plain ASCII or not, as last painted."""
        self.colourless = Colourless(RichColor.default())
        """The filter for NO_COLOR in 16 colours."""

    @property
    def depth(self) -> Depth:
        """The number of colours of the terminal."""
        system = self._app.console.color_system
        if self._app.is_headless or system == "truecolor":
            return "true"
        if system == "256":
            return "256"
        return "8" if os.environ.get("TERM") == "linux" else "16"

    def _theme_of(self, liked: Settings) -> Theme:
        """Return the theme of these settings and register it with Textual."""
        if self._app.is_headless:
            glyphs.use(liked.characters == "ascii")
        else:
            coerced = bool(sys.flags.utf8_mode) and os.environ.get("LC_CTYPE", "") in glyphs.COERCED
            glyphs.use(glyphs.wants_plain(liked.characters, os.environ, coerced))
        theme = theme_of(liked.theme, self.depth, grey=self._app.no_color, two=liked.suits == "two")
        self._app.register_theme(theme)
        if theme.ansi and theme.background is not None:
            self.colourless = Colourless(Color.parse(theme.background).rich_color)
        return theme

    def paint_first(self, liked: Settings) -> None:
        """Set the user's colours before the first frame, because changing the theme later parses all CSS again."""
        app = self._app
        theme = self._theme_of(liked)
        app.set_reactive(HookedApp.theme, theme.name)
        app.stylesheet.set_variables(app.get_css_variables())
        app.set_class(theme.dark, "-dark-mode", update=False)
        app.set_class(not theme.dark, "-light-mode", update=False)

    def paint(self, liked: Settings) -> None:
        """Use the user's colours on all open screens."""
        self._app.theme = self._theme_of(liked).name
        drawn = (self._app.theme, glyphs.plain())
        if drawn != self._drawn:  # Textual updates them only if a background colour changes
            self._drawn = drawn
            self._app.refresh_css(animate=False)
            for screen in self._app.screen_stack:
                for each in screen.walk_children():
                    each.refresh()


class Colourless(LineFilter):
    """Leaves colours to the terminal, exchanged where a background differs from `ground`, that of the screen.

    It's for NO_COLOR with the themes of 16 colours, where Textual's own would make everything black.
    """

    def __init__(self, ground: RichColor) -> None:
        super().__init__()
        self.ground = ground

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without colours."""
        return [Segment(text, _colourless(style or Style(), self.ground), control) for text, style, control in segments]


@lru_cache(maxsize=1024)
def _colourless(style: Style, ground: RichColor) -> Style:
    other = style.bgcolor is not None and style.bgcolor[1:] != ground[1:]  # without its name
    return style.without_color + Style(reverse=bool(style.reverse) != other)


class Thin(LineFilter):
    """Leaves the dark ones of the 16 colours without bold, because many terminals lighten bold text."""

    DARK = (0, 1, 4, 5)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line with thin dark text."""
        return [Segment(text, thin(style or Style()), control) for text, style, control in segments]


@lru_cache(maxsize=1024)
def thin(style: Style) -> Style:
    """Return a style without bold, if its text has one of the dark colours."""
    ink = style.color
    dark = ink is not None and ink.type is ColorType.STANDARD and ink.number in Thin.DARK
    return style + Style(bold=False) if dark else style


class Plain(LineFilter):
    """Removes control characters from every line; those with a width become dots."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line without control characters; its width is the same."""
        if harmless("".join([segment.text for segment in segments])):
            return segments
        cleaned = []
        for segment in segments:
            if not segment.control:
                segment = Segment(plain(segment.text), segment.style)
            cleaned.append(segment)
        return cleaned


def plain(text: str) -> str:
    """Return a text of the same width without control characters."""
    letters = list(text)
    for place, letter in enumerate(letters):
        if not harmless(letter):
            letters[place] = "·" * max(0, cell_len(letter))
    return "".join(letters)

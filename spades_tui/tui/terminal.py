"""The terminal and the system below the screens: invalid bytes, signals, a closed terminal, and fewer bytes to it."""

import asyncio
import codecs
import os
import select
import selectors
import signal
import threading
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any, ClassVar

from msgspec import Struct
from rich.color import ColorSystem
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual.driver import Driver

from spades_tui.system.output import terminal_is_closed

CLOSING_SECONDS = 2.0
"""Seconds to end in order after a signal; a closed terminal may never accept the last frame."""

ENDING = ("SIGTERM", "SIGHUP", "SIGINT")
"""Signals that end the program in order (the key Ctrl+C is not a signal here)."""


class KeySelector(selectors.SelectSelector):
    """Waits for bytes from the terminal until it is woken.

    Textual's selector wakes up every tenth of a second, and waits once more at the end.
    """

    _waiting: ClassVar[set["KeySelector"]] = set()
    _one_at_a_time: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self) -> None:
        super().__init__()
        self._closed = False
        self._ear, self._bell = os.pipe()
        self.register(self._ear, selectors.EVENT_READ)
        with self._one_at_a_time:
            self._waiting.add(self)

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

    def close(self) -> None:
        """Close, and stop waiting here."""
        with self._one_at_a_time:
            self._waiting.discard(self)
        super().close()
        for end in (self._ear, self._bell):
            os.close(end)

    @classmethod
    def wake(cls) -> None:
        """Wake all waiting selectors."""
        with cls._one_at_a_time:
            for selector in cls._waiting:
                os.write(selector._bell, b".")


class Leaving(threading.Event):
    """An event that also wakes the thread that waits for keys."""

    def set(self) -> None:
        """Set the event and wake the thread."""
        super().set()
        KeySelector.wake()


def hang_up() -> None:
    """End the program as if the system had reported that its terminal is closed."""
    os.kill(os.getpid(), signal.SIGHUP)


UNREADABLE_KEYS = 1000
"""Reports of impossible keys after which the next one ends the program."""


def tolerant_driver(driver: type[Driver]) -> type[Driver]:
    """Return the driver class, changed in four ways.

    It reads invalid UTF-8 as a replacement character, which would end the program in Textual's driver, and so would a
    report of a key with an impossible number, which it drops. It leaves the terminal without waiting for a key. And it
    ends the program in order when the terminal accepts nothing more.
    """
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

    def decoder(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
        return partial(codecs.getincrementaldecoder(encoding), errors="replace")

    class PromptDriver(linux_driver.LinuxDriver):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.exit_event = Leaving()

        def run_input_thread(self) -> None:
            """Read keys; begin again after a report that Textual can't read."""
            for _ in range(UNREADABLE_KEYS):
                try:
                    super().run_input_thread()
                    return
                except (OverflowError, ValueError):  # of a number that is no character's
                    continue
            super().run_input_thread()

    vars(linux_driver)["WriterThread"] = Writer
    vars(linux_driver)["getincrementaldecoder"] = decoder
    vars(linux_driver)["selectors"] = SimpleNamespace(
        SelectSelector=KeySelector, EVENT_READ=selectors.EVENT_READ, SelectorKey=selectors.SelectorKey
    )
    return PromptDriver


def status_of(number: int) -> int:
    """Return the exit status for a signal, as shells count."""
    return 128 + number


def end_in_order(end: Callable[[int], None]) -> None:
    """Call `end` with the number of a signal that ends the program, and cut it short after CLOSING_SECONDS.

    Only in the main thread of a running loop, and where the system has signals.
    """
    loop = asyncio.get_running_loop()
    for name in ENDING:
        number = getattr(signal, name, None)
        if number is None:
            continue

        def ended(number: int = number) -> None:
            backstop = threading.Timer(CLOSING_SECONDS, os._exit, (status_of(number),))
            backstop.daemon = True
            backstop.start()
            end(number)

        try:
            loop.add_signal_handler(number, ended)
        except (NotImplementedError, RuntimeError, ValueError):
            return


# Writing only changed cells, and the parts of their styles that differ. Textual paints each changed part of a row from
# the left edge of its widget, and sets and resets all colours for each piece. At a table that is most of the cost of a
# key, and noticeable on a slow connection.

RESET = "\x1b[0m"
UNSEEN = ("", "1", "2")
"""Attributes that are invisible on a space: none, bold, dim."""


class Look(Struct, frozen=True):
    """The codes of a style: attributes, text colour, background colour; empty for the terminal's defaults."""

    attributes: str = ""
    text: str = ""
    ground: str = ""


PLAIN = Look()


@lru_cache(maxsize=4096)
def look_of(style: Style | None, system: ColorSystem) -> Look:
    """Return the codes of a style in this colour system."""
    if style is None:
        return PLAIN
    codes = style.without_color.render(".", color_system=system).partition(".")[0]
    text = style.color.downgrade(system).get_ansi_codes() if style.color is not None else ()
    ground = style.bgcolor.downgrade(system).get_ansi_codes(False) if style.bgcolor is not None else ()
    return Look(codes.removeprefix("\x1b[").removesuffix("m"), ";".join(text), ";".join(ground))


@lru_cache(maxsize=16384)
def switch_codes(before: Look, after: Look) -> str:
    """Return the codes that switch the terminal from one look to another."""
    if before == after:
        return ""
    resets = before.attributes != after.attributes or any(
        was and not now for was, now in ((before.text, after.text), (before.ground, after.ground))
    )
    if resets:
        return f"\x1b[{';'.join(filter(None, ('0', after.attributes, after.text, after.ground)))}m"
    changed = [now for was, now in ((before.text, after.text), (before.ground, after.ground)) if now != was]
    return f"\x1b[{';'.join(changed)}m"


class Line:
    """Text for the terminal, and the style in which the terminal currently writes."""

    def __init__(self, system: ColorSystem) -> None:
        self._system = system
        self._look = PLAIN
        self._parts: list[str] = []

    def go_to(self, x: int, y: int) -> None:
        """Continue at this cell."""
        self._parts.append(Control.move_to(x, y).segment.text)

    def write(self, segments: Iterable[Segment]) -> None:
        """Write segments, one after another."""
        for text, style, control in segments:
            if control:
                continue
            look, now = look_of(style, self._system), self._look
            if text.isspace() and now.attributes in UNSEEN and look.attributes in UNSEEN:
                look = Look(now.attributes, now.text, look.ground)  # only the background of a space is visible
            self._parts.append(switch_codes(now, look))
            self._parts.append(text)
            self._look = look

    def done(self) -> str:
        """Return all text, after which the terminal is in its default look again."""
        return "".join(self._parts) + (RESET if self._look != PLAIN else "")

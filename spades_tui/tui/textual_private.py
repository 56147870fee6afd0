"""Every private name of Textual that the program uses, with the reason that a player notices.

Written for Textual 8.2.8, which `pyproject.toml` pins; only `terminal_keys.py` also uses names of Textual that
begin with an underscore (`tests/test_house.py`). After an upgrade, read these classes against Textual's source.
"""

from asyncio import AbstractEventLoop
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar

from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.worker import WorkerFailed

from spades_tui.tui.terminal_cells import Cells, differences

ResultT = TypeVar("ResultT")


class HookedApp(App[int]):
    """Textual's app, which writes few bytes, and ends after an error without showing anything of a hand."""

    def __init__(self) -> None:
        super().__init__()
        self.error_console = Console(quiet=True)  # Textual would print the values of variables, and so cards
        self.cells: Cells = {}
        """The cells that the terminal shows; clear them when that isn't certain."""

    def failed(self, error: Exception) -> None:
        """Take note of the uncaught error that ends the program."""

    def send(self, sequence: str) -> None:
        """Send a sequence to the terminal; nothing without one."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    def _display(self, screen: Screen[None], renderable: RenderableType | None) -> None:
        """Write an update of the screen with few bytes, which is faster for guests by ssh."""
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            renderable = CompactUpdate(renderable, self.cells)  # type: ignore[assignment]  # Textual asks what it is
        super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Note an uncaught error, so that a report without cards can be saved and its file named."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        self.failed(error)
        super()._handle_exception(error)

    def handle(self, loop: AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error of a background task like any other, unless the program is ending."""
        error = context.get("exception")
        if isinstance(error, Exception) and self.return_code is None:
            self._handle_exception(error)


class LeavingScreen(Screen[ResultT]):
    """A screen on which late messages do no harm, such as timers, answers, or text typed into a field.

    A screen that is being removed loses its widgets first, so the program would end with an error.
    """

    async def _dispatch_message(self, message: Message) -> None:
        """Dispatch a message; a missing widget is an error only while the screen is open."""
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if self in self.app.screen_stack:
                raise

    def on_unmount(self) -> None:
        """Free the drawings of the last thousand widgets: a long session would need 10 MiB more."""
        StylesCache.get_inner_outer.cache_clear()

    def types(self, character: str) -> bool:
        """Return whether typing this character does something here, although no action has it as its key."""
        return False


def note_suspended(driver: Driver) -> None:
    """Let a driver report that it has resumed, once it does, so that the screen is drawn again after Ctrl+Z."""
    driver._must_signal_resume = True  # type: ignore[attr-defined]


class CompactUpdate(CompositorUpdate):
    """An update of Textual's, which writes only the cells that differ from those shown.

    Textual paints each changed part of a row from the left edge of its widget, sets and resets all colours for each
    piece, and paints a new screen several times. On a slow connection all of that can be seen.
    """

    def __init__(self, update: ChopsUpdate | LayoutUpdate, shown: Cells) -> None:
        self.update, self.shown = update, shown

    def _parts(self) -> Iterator[tuple[int, int, Iterable[Segment]]]:
        """Yield the cells to continue at (column and row), and the segments to write there."""
        update = self.update
        if isinstance(update, LayoutUpdate):
            left, top, _, _ = update.region
            yield from ((left, y, chain.from_iterable(strips)) for y, strips in enumerate(update.strips, top))
            return
        for y, left, right in update.spans:
            for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if chop is not None and x < right and left < end:
                    yield x, y, chop  # whole, because an end of the span may be in a wide letter

    def render_segments(self, console: Console) -> str:
        """Return the text for the terminal, which is in its default look before and after it."""
        return differences(self._parts(), self.shown, COLOR_SYSTEMS[console.color_system or "truecolor"])

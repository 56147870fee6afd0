"""Every private name of Textual that the program uses, with the reason that a player notices.

Written for Textual 8.2.8, which `pyproject.toml` pins; only `terminal_keys.py` also uses names of Textual that
begin with an underscore (`tests/test_house.py`). After an upgrade, read these classes against Textual's source.
"""

from asyncio import AbstractEventLoop
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.worker import WorkerFailed

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


# Textual paints each changed part of a row from the left edge of its widget, sets and resets all colours for each
# piece, and paints a new screen several times. On a slow connection all of that can be seen.

UNSEEN = ("", "1", "2")
"""Attributes that are invisible on a space: none, bold, dim."""


class Look(NamedTuple):
    """The codes of a style: attributes, text colour, background colour; empty for the terminal's defaults."""

    attributes: str = ""
    text: str = ""
    ground: str = ""


PLAIN = Look()
Cells = dict[int, dict[int, tuple[str, Look]]]
"""What the terminal shows, by row and column: a character and its look; no character right of a wide one."""


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
    changed = [now for was, now in zip(before, after, strict=True) if now != was]
    if before.attributes != after.attributes or "" in changed:
        changed = ["0", *filter(None, after)]
    return f"\x1b[{';'.join(changed)}m" if changed else ""


class CompactUpdate(CompositorUpdate):
    """An update of Textual's, which writes only the cells that differ from those shown."""

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
                    begin = max(x, left)
                    yield begin, y, chop.crop(begin - x, min(end, right) - x)

    def render_segments(self, console: Console) -> str:
        """Return the text for the terminal, which is in its default look before and after it."""
        system = COLOR_SYSTEMS[console.color_system or "truecolor"]
        written: list[str] = []
        now = PLAIN
        for left, y, segments in self._parts():
            cursor, row = -1, self.shown.setdefault(y, {})
            cells = (_cells(text, style, system) for text, style, control in segments if not control)
            for x, cell in enumerate(chain.from_iterable(cells), left):
                if row.get(x) == cell:
                    continue
                row[x] = cell
                character, look = cell
                if character:
                    if cursor != x:
                        written.append(Control.move_to(x, y).segment.text if cursor < 0 else f"\x1b[{x - cursor}C")
                    if character == " " and now.attributes in UNSEEN and look.attributes in UNSEEN:
                        look = Look(now.attributes, now.text, look.ground)  # only the background of a space is visible
                    written += switch_codes(now, look), character
                    now, cursor = look, x + max(1, cell_len(character))
        return "".join(written) + switch_codes(now, PLAIN)


@lru_cache(maxsize=1024)
def _cells(text: str, style: Style | None, system: ColorSystem) -> list[tuple[str, Look]]:
    """Return the character of each cell and its look, without the parts of it that are invisible."""
    look, cells = look_of(style, system), list[tuple[str, Look]]()
    blank = Look(ground=look.ground) if look.attributes in UNSEEN else look
    for character in text:
        size = cell_len(character)
        if size:
            cells += [(character, blank if character == " " else look), *[("", look)] * (size - 1)]
        elif cells:  # an accent belongs to the letter before it
            cells[-1] = cells[-1][0] + character, look
    return cells

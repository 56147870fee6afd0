"""Every private name of Textual that the program uses, with the reason and what would make it unnecessary.

The last part writes to the terminal only what has changed.

Written for Textual 8.2.8, which `pyproject.toml` pins; only `terminal_keys.py` also uses names of Textual that
begin with an underscore (`tests/test_house.py`). After an upgrade, read these classes against Textual's source.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual.app import App
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import WorkerFailed

ResultT = TypeVar("ResultT")


class SureTimers(MessagePump):
    """An object with timers from `set_timer` that always fire, even if late.

    Textual skips ticks that are already over when it checks the clock. On a busy machine, that can be the only tick of
    a timer, so it never fires. Unneeded once `set_timer` passes `skip=False` to its `Timer`, or lets us pass it.
    """

    def set_timer(
        self, delay: float, callback: Callable[[], Any] | None = None, *, name: str | None = None, pause: bool = False
    ) -> Timer:
        """Call back once, after `delay` seconds or as soon as possible after them."""
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer


class HookedApp(SureTimers, App[int]):
    """Textual's app with hooks that it doesn't offer: `failed` (to override), and `_display`."""

    def failed(self, error: Exception) -> None:
        """Take note of the uncaught error that ends the program."""

    def _display(self, screen: Screen[None], renderable: RenderableType | None) -> None:
        """Write an update of the screen with as few bytes as possible; unneeded with `CompactUpdate`."""
        update = CompactUpdate(renderable) if isinstance(renderable, ChopsUpdate | LayoutUpdate) else renderable
        super()._display(screen, update)  # type: ignore[arg-type]  # Textual asks what it is

    def _handle_exception(self, error: Exception) -> None:
        """Note an uncaught error. Unneeded once `App.run` raises it, or keeps it under a public name."""
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        self.failed(error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End without Textual's traceback, which shows the values of variables, and so cards.

        Unneeded once the traceback can be had without them (`show_locals=False`).
        """
        self.bell()
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """End as after an error, without showing it: hands may be in it. Textual gives it errors it can draw."""
        self._fatal_error()

    def handle(self, loop: AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error of a background task like any other, unless the program is ending."""
        error = context.get("exception")
        if isinstance(error, Exception) and self.return_code is None:
            self._handle_exception(error)

    def forget_notices(self) -> None:
        """Remove all notifications except warnings. Unneeded once a single one can be removed."""
        for notice in [one for one in self._notifications if one.severity != "warning"]:
            self._unnotify(notice)

    def leave_out_tooltips(self) -> None:
        """Mount no widget for tooltips, which no screen uses. Unneeded once that is a setting of `App`."""
        self._disable_tooltips = True

    def use_ansi_theme(self) -> None:
        """Draw the terminal's 16 colours by the theme, without parsing all CSS again as setting `theme` does.

        Unneeded once the first theme can be chosen before the start.
        """
        self._refresh_truecolor_filter(self.ansi_theme)

    def write_at_once(self, text: str) -> None:
        """Send text to the terminal before the next frame. Unneeded once the driver has a public name."""
        if self._driver is not None:
            self._driver.write(text)


class LeavingScreen(SureTimers, Screen[ResultT]):
    """A screen on which late messages do no harm, such as timers, answers, or text typed into a field.

    A screen that is being removed loses its widgets first. Unneeded once Textual drops the messages of such a screen.
    """

    async def _dispatch_message(self, message: Message) -> None:
        """Dispatch a message; a missing widget is an error only while the screen is attached."""
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if self.is_attached and not self._pruning:
                raise


class HeldScreen(LeavingScreen[Any]):
    """A screen that isn't painted while `held` is True, so that no empty frame appears between two screens.

    Unneeded once a screen can say when it is complete; `App.batch_update` holds back the whole app, timers included.
    """

    held = True
    painted = False
    """Whether its first frame has been written to the terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = Near()

    def _compositor_refresh(self) -> None:
        """Paint, unless the screen isn't complete yet."""
        if not self.held:
            whole = self is self.app.screen and self.size.region in self._compositor._dirty_regions
            super()._compositor_refresh()
            self.painted = True
            if whole:  # Textual would paint all of it once more
                self._repaint_required = False

    def types(self, character: str) -> bool:
        """Return whether typing this character does something here, although no action has it as its key."""
        return False


def forget_drawings() -> None:
    """Clear a cache of Textual that keeps the drawings of the last thousand widgets alive.

    They would take several MiB after a few screens. Unneeded once `StylesCache.get_inner_outer` is a static method.
    """
    StylesCache.get_inner_outer.cache_clear()


# Writing only changed cells, and the parts of their styles that differ. Textual paints each changed part of a row from
# the left edge of its widget, and sets and resets all colours for each piece. At a table that is most of the cost of a
# key, and noticeable on a slow connection.

UNSEEN = ("", "1", "2")
"""Attributes that are invisible on a space: none, bold, dim."""


class Look(NamedTuple):
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
    changed = [now for was, now in zip(before, after, strict=True) if now != was]
    if before.attributes != after.attributes or "" in changed:
        changed = ["0", *filter(None, after)]
    return f"\x1b[{';'.join(changed)}m" if changed else ""


class CompactUpdate(CompositorUpdate):
    """An update of Textual's, written with fewer bytes.

    On a slow connection the difference is noticeable at every key. Unneeded once Textual writes only differences.
    """

    def __init__(self, update: ChopsUpdate | LayoutUpdate) -> None:
        self.update = update

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
        for x, y, segments in self._parts():
            written.append(Control.move_to(x, y).segment.text)
            for text, style, control in segments:
                if control:
                    continue
                look = look_of(style, system)
                if text.isspace() and now.attributes in UNSEEN and look.attributes in UNSEEN:
                    look = Look(now.attributes, now.text, look.ground)  # only the background of a space is visible
                written += switch_codes(now, look), text
                now = look
        return "".join(written) + switch_codes(now, PLAIN)


class Near(Compositor):
    """Textual's compositor, changed to render only widgets that are visible in the changed area.

    Textual also renders the widgets beside them and below them, which is a good part of the time of a key at the table.
    Unneeded once `Compositor` leaves them out.
    """

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        """Yield from front to back the widgets within `crop`, each with its region, its clip and its rows."""
        if not crop:
            yield from super()._get_renders(crop)
            return
        open_rows = set(crop.line_range)
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            rows = [y for y in seen.line_range if y in open_rows]
            if rows and seen.overlaps(crop):
                part = Region(seen.x, rows[0], seen.width, rows[-1] + 1 - rows[0])
                strips = widget.render_lines(part.translate(-region.offset))
                yield region, part, strips
                if part.x <= crop.x and part.right >= crop.right:  # widgets are opaque
                    drawn = (y for y, strip in enumerate(strips, part.y) if strip.cell_length >= part.width)
                    open_rows.difference_update(drawn)  # a widget that is being removed draws nothing
                    if not open_rows:
                        return


class Ground(Screen[None]):
    """The empty screen below all others.

    It is covered as soon as there is something to see, so nothing is laid out on it and it has no place for
    notifications. Textual shows a first screen in any case; unneeded once an app can begin without one.
    """

    def _extend_compose(self, widgets: list[Widget]) -> None:
        pass

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        pass


def write_with(driver: Driver, write: Callable[[bytes], int]) -> None:
    """Let a web driver write its packets with this function.

    Textual's calls `os.write`, and fails if the server has gone. Unneeded once it has a method to override.
    """
    driver._write = write  # type: ignore[attr-defined]


def app_of_driver(driver: Driver) -> App[Any]:
    """Return the app of a driver. Unneeded once the driver has a public name for it."""
    return driver._app


def note_suspended(driver: Driver) -> None:
    """Let a driver report that it has resumed, once it does. Unneeded once it can stop the whole job itself."""
    driver._must_signal_resume = True  # type: ignore[attr-defined]

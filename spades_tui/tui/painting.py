"""Painting with less work and fewer bytes.

Only widgets that can be seen in a changed area are rendered; only changed cells are written, and only the parts of
their styles that differ. Textual paints a changed part of a row from the left edge of its widget on, and sets and
resets all colours for each piece of it. At a table that is most of the cost of a key, and on a slow line it can be
felt.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from rich.color import ColorSystem
from rich.console import Console, RenderableType
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

RESET = "\x1b[0m"
UNSEEN = ("", "1", "2")
"""Attributes that can't be seen on a blank: none, bold, dim."""


class Look(Struct, frozen=True):
    """The codes of a style: attributes, text colour, ground colour; empty for the terminal's defaults."""

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
def turn(before: Look, after: Look) -> str:
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
    """Text on its way to the terminal, and the look in which the terminal is writing."""

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
                look = Look(now.attributes, now.text, look.ground)  # of a blank only the ground is seen
            self._parts.append(turn(now, look))
            self._parts.append(text)
            self._look = look

    def done(self) -> str:
        """Return all text, after which the terminal is in its default look again."""
        return "".join(self._parts) + (RESET if self._look != PLAIN else "")


class CompactUpdate(CompositorUpdate):
    """An update of Textual's, written with fewer bytes."""

    def __init__(self, update: ChopsUpdate | LayoutUpdate) -> None:
        self.update = update

    def render_segments(self, console: Console) -> str:
        """Return the text for the terminal."""
        line = Line(console._color_system or ColorSystem.TRUECOLOR)
        if isinstance(self.update, LayoutUpdate):
            left, top, _, _ = self.update.region
            for y, strips in enumerate(self.update.strips, top):
                line.go_to(left, y)
                for strip in strips:
                    line.write(strip)
            return line.done()
        for y, left, right in self.update.spans:
            for end, (x, chop) in zip(self.update.chop_ends[y], self.update.chops[y].items(), strict=False):
                if chop is None or x >= right or end <= left:
                    continue
                begin = max(x, left)
                line.go_to(begin, y)
                line.write(chop.crop(begin - x, min(end, right) - x))
        return line.done()


class Near(Compositor):
    """Textual's compositor, but it renders only widgets that can be seen in the changed area.

    Textual also renders the widgets beside them and below them.
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
                if part.x <= crop.x and part.right >= crop.right:  # nothing is seen through a widget
                    drawn = (y for y, strip in enumerate(strips, part.y) if strip.cell_length >= part.width)
                    open_rows.difference_update(drawn)  # one that is being taken away draws nothing any more
                    if not open_rows:
                        return


class Ground(Screen[None]):
    """The empty screen below all others.

    It is covered as soon as there is something to see, so nothing is laid out on it and it has no place for
    notifications.
    """

    def _extend_compose(self, widgets: list[Widget]) -> None:
        pass

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        pass


def thrifty(update: RenderableType | None) -> RenderableType | None:
    """Return the same update with fewer bytes; anything else is returned unchanged."""
    return CompactUpdate(update) if isinstance(update, ChopsUpdate | LayoutUpdate) else update  # type: ignore[return-value]  # Textual asks what it is

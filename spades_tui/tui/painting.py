"""Paint with less work and fewer bytes than Textual does.

This renders only widgets visible in a changed area, and writes only changed cells and the parts of their styles that
differ. Textual paints each changed part of a row from the left edge of its widget, and sets and resets all colours for
each piece. At a table that is most of the cost of a key, and noticeable on a slow connection.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from rich.color import ColorSystem
from rich.control import Control
from rich.segment import Segment
from rich.style import Style

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

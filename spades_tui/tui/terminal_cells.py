"""What the terminal shows, cell by cell, and the shortest text that changes it."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.control import Control
from rich.segment import Segment
from rich.style import Style

UNKNOWN = -1
"""The column of the cursor when it isn't certain."""
JOINER = "\u200d"
"""Joins the signs before and after it to one, such as an astronaut."""
UNSEEN = ("", "1", "2")
"""Attributes that are invisible on a space: none, bold, dim."""


class Look(NamedTuple):
    """The codes of a style: attributes, text colour, background colour; empty for the terminal's defaults."""

    attributes: str = ""
    text: str = ""
    ground: str = ""


PLAIN = Look()
Part = tuple[int, int, Iterable[Segment]]
"""The column and the row at which segments begin."""
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


def differences(parts: Iterable[Part], shown: Cells, system: ColorSystem) -> str:
    """Return the text that makes the terminal show these parts, and note them in `shown`.

    The terminal is in its default look before it and after it.
    """
    written: list[str] = []
    now = PLAIN
    for left, y, segments in parts:
        cursor, row = UNKNOWN, shown.setdefault(y, {})
        cells = (_cells(text, style, system) for text, style, control in segments if not control)
        for x, cell in enumerate(chain.from_iterable(cells), left):
            if row.get(x) == cell:
                continue
            character, look = cell
            if character and row.get(x, cell)[0] == "" and cell_len(row.get(x - 1, cell)[0]) > 1:
                del row[x - 1]  # a terminal shows no half of a wide letter
            row[x] = cell
            if character:
                if cursor != x:
                    written.append(Control.move_to(x, y).segment.text if cursor < 0 else f"\x1b[{x + 1}G")
                if character == " " and now.attributes in UNSEEN and look.attributes in UNSEEN:
                    look = Look(now.attributes, now.text, look.ground)  # only the background of a space is visible
                size = cell_len(character)
                written.append(switch_codes(now, look))
                if len(character) > 1 and size > 1:  # a terminal may draw it in one cell
                    written.append(f"{' ' * size}\x1b[{x + 1}G")
                written.append(character)
                now, cursor = look, x + size if len(character) == 1 else UNKNOWN
    return "".join(written) + switch_codes(now, PLAIN)


@lru_cache(maxsize=1024)
def _cells(text: str, style: Style | None, system: ColorSystem) -> list[tuple[str, Look]]:
    """Return the character of each cell and its look, without the parts of it that are invisible."""
    look, cells = look_of(style, system), list[tuple[str, Look]]()
    blank = Look(ground=look.ground) if look.attributes in UNSEEN else look
    for character in _characters(text):
        size = cell_len(character)
        if size:
            cells += [(character, blank if character == " " else look), *[("", look)] * (size - 1)]
    return cells


def _characters(text: str) -> list[str]:
    """Return the characters of a text, each with its accents and what is joined to it, as Rich measures them."""
    characters = [""]
    for sign in text:
        if characters[-1].endswith(JOINER) or not cell_len(sign):
            characters[-1] += sign
        else:
            characters.append(sign)
    return characters

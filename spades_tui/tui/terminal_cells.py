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


class CellLook(NamedTuple):
    """The codes of a style: attributes, text colour, background colour; empty for the terminal's defaults."""

    attributes: str = ""
    text: str = ""
    ground: str = ""


PLAIN = CellLook()
NORMAL = "22"
"""The code for text that is neither bold nor dim."""
Cell = tuple[str, CellLook]
"""A character and its look."""
Part = tuple[int, int, Iterable[Segment]]
"""The column and the row at which segments begin."""
Cells = dict[int, dict[int, Cell]]
"""What the terminal shows, by row and column: a character and its look; no character right of a wide one."""


@lru_cache(maxsize=4096)
def look_of(style: Style | None, system: ColorSystem) -> CellLook:
    """Return the codes of a style in this colour system."""
    if style is None:
        return PLAIN
    codes = style.without_color.render(".", color_system=system).partition(".")[0]
    text = style.color.downgrade(system).get_ansi_codes() if style.color is not None else ()
    ground = style.bgcolor.downgrade(system).get_ansi_codes(False) if style.bgcolor is not None else ()
    return CellLook(codes.removeprefix("\x1b[").removesuffix("m"), ";".join(text), ";".join(ground))


@lru_cache(maxsize=16384)
def switch_codes(before: CellLook, after: CellLook) -> str:
    """Return the codes that switch the terminal from one look to another."""
    if before == after:
        return ""
    changed = [now for was, now in zip(before[1:], after[1:], strict=True) if now != was]
    weights = before.attributes in UNSEEN and after.attributes in UNSEEN
    if after == PLAIN or "" in changed or (before.attributes != after.attributes and not weights):
        changed = ["0", *filter(None, after)]
    elif before.attributes != after.attributes:
        weight = [NORMAL] if before.attributes else []
        changed = [*weight, *filter(None, after[:1]), *changed]
    return f"\x1b[{';'.join(changed)}m"


class Run(NamedTuple):
    """Cells beside each other that differ from those on the terminal."""

    x: int
    y: int
    cells: list[Cell]


def differences(parts: Iterable[Part], shown: Cells, system: ColorSystem) -> str:
    """Return the text that makes the terminal show these parts, and note them in `shown`.

    The terminal is in its default look before it and after it. Runs that begin with the same look are written one after
    another, because most of the text would be codes of colours.
    """
    written: list[str] = []
    now, cursor, line = PLAIN, UNKNOWN, UNKNOWN
    for x, y, cells in sorted(_changed(parts, shown, system), key=lambda run: run.cells[0][1]):
        for character, look in cells:
            if line != y or cursor < 0:
                written.append(Control.move_to(x, y).segment.text)
            elif cursor != x:
                written.append(f"\x1b[{x + 1}G")
            if character == " " and now.attributes in UNSEEN and look.attributes in UNSEEN:
                look = CellLook(now.attributes, now.text, look.ground)  # only the background of a space is visible
            size = cell_len(character)
            written.append(switch_codes(now, look))
            if len(character) > 1 and size > 1:  # a terminal may draw it in one cell
                written.append(f"{' ' * size}\x1b[{x + 1}G")
            written.append(character)
            x += size
            now, cursor, line = look, x if len(character) == 1 else UNKNOWN, y
    return "".join(written) + switch_codes(now, PLAIN)


def _changed(parts: Iterable[Part], shown: Cells, system: ColorSystem) -> list[Run]:
    """Return the cells that differ from those in `shown`, in their order, and note them there."""
    runs: list[Run] = []
    for left, y, segments in parts:
        end, row = UNKNOWN, shown.setdefault(y, {})
        cells = (_cells(text, style, system) for text, style, control in segments if not control)
        for x, cell in enumerate(chain.from_iterable(cells), left):
            if row.get(x) == cell:
                continue
            character, _ = cell
            if character and row.get(x, cell)[0] == "" and cell_len(row.get(x - 1, cell)[0]) > 1:
                del row[x - 1]  # a terminal shows no half of a wide letter
            row[x] = cell
            if character:
                if end != x:
                    runs.append(Run(x, y, []))
                runs[-1].cells.append(cell)
                end = x + cell_len(character)
    return runs


@lru_cache(maxsize=1024)
def _cells(text: str, style: Style | None, system: ColorSystem) -> list[Cell]:
    """Return the character of each cell and its look, without the parts of it that are invisible."""
    look, cells = look_of(style, system), list[Cell]()
    blank = CellLook(ground=look.ground) if look.attributes in UNSEEN else look
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

"""What home shows: four aces made of circles and triangles, and the user's form from the scorebook."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from textual.widgets import Static

from spades_tui.play.saved_games import EARLIER_NOTES, SCOREBOOK_FILE
from spades_tui.system.folders import data_folder
from spades_tui.tui.app_host import Host
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, StateView
from spades_tui.tui.widgets.card_art import in_cells

SYMBOLS = "♠♥♦♣"


def _disc(x: float, y: float, cx: float, cy: float, r: float) -> bool:
    return (x - cx) ** 2 + (y - cy) ** 2 <= r * r


def _heart(x: float, y: float) -> bool:
    lobes = _disc(x, y, -0.46, -0.4, 0.5) or _disc(x, y, 0.46, -0.4, 0.5)
    return lobes or (y > -0.38 and abs(x) <= 0.96 - 0.94 * max(0.0, (y + 0.25) / 1.2) and y <= 0.98)


def _stem(x: float, y: float) -> bool:
    return 0.3 < y <= 0.98 and abs(x) <= 0.09 + 0.32 * max(0.0, (y - 0.62) / 0.36)


def _club(x: float, y: float) -> bool:
    leaves = _disc(x, y, 0, -0.52, 0.44) or _disc(x, y, -0.5, 0.16, 0.44) or _disc(x, y, 0.5, 0.16, 0.44)
    return leaves or (abs(x) < 0.3 and -0.3 < y < 0.3) or _stem(x, y)


SHAPES: tuple[Callable[[float, float], bool], ...] = (
    lambda x, y: _heart(x, 0.98 - 1.12 * (y + 0.98)) or _stem(x, y),
    _heart,
    lambda x, y: abs(x) / 0.8 + abs(y) / 0.99 <= 1,
    _club,
)
"""The shapes of spades, hearts, diamonds and clubs."""


@lru_cache(maxsize=32)
def pip(suit: int, width: int, rows: int) -> tuple[str, ...]:
    """Return a pip as rows of half blocks: 0 spades, 1 hearts, 2 diamonds, 3 clubs. Its halves are symmetric."""
    shape, height = SHAPES[suit], 2 * rows
    across = [(2 * i + 1) / width - 1 for i in range((width + 1) // 2)]
    down = [(2 * i + 1) / height - 1 for i in range(height)]
    pixels = []
    for y in down:
        left = "".join("#" if shape(x, y) else "." for x in across)
        pixels.append(left + left[: width // 2][::-1])
    return in_cells(tuple(pixels))


class Aces(StateView[bool]):
    """Four aces side by side, as large as will fit; their state is whether suits are letters."""

    DEFAULT_CSS = "Aces { width: 1fr; height: 8; }"

    def picture(self, canvas: Canvas, state: bool) -> None:
        """Draw cards, corners and pips."""
        gap = 2 + (canvas.width > 100) * 2
        across = (canvas.width - 2 - 3 * gap) // 4  # columns for each ace
        rows = max(0, min(canvas.height - 2, (across - 5) // 2))
        width, height = 2 * rows + 1, rows + 2
        card = width + 4
        left = max(0, (canvas.width - 4 * card - 3 * gap) // 2)
        top = (canvas.height - height) // 2
        for n in range(4):
            x = left + n * (card + gap)
            ink = inks.Ink(f"bold $face-suit-{3 - n} on $face")
            canvas.fill(x, top, card, height, inks.face)
            corner = "A" + glyphs.sign(SYMBOLS[n], state)
            canvas.put(x + 1, top, corner, ink)
            canvas.put(x + card - 3, top + height - 1, corner, ink)
            for row, line in enumerate(pip(n, width, rows)):
                for column, char in enumerate(line):
                    if char != " ":
                        canvas.put(x + 2 + column, top + 1 + row, char, ink)


class FormLines(Static):
    """One line with this week's figures and a sparkline, and one with feats if there is room."""

    app: Host
    DEFAULT_CSS = "FormLines { height: 1; text-align: center; text-wrap: nowrap; color: $soft; }"

    def __init__(self) -> None:
        super().__init__(markup=False)
        # without a scorebook there is no form, and no row is kept for it
        self.display = any((data_folder() / name).exists() for name in (SCOREBOOK_FILE, EARLIER_NOTES))

    def ask(self, name: str) -> None:
        """Ask the scorebook in its thread for this person's lines; they stay as they are if it can't answer."""
        if self.display:
            ascii_only = glyphs.plain()
            self.app.scorebook.ask(
                lambda book: import_module("spades_tui.presentation.scorebook_words").lines_for(book, name, ascii_only),
                self._show, lambda _: None,
            )  # fmt: skip

    def _show(self, lines: tuple[str, ...]) -> None:
        if self.is_attached:
            self.update("\n".join(lines))

"""The hint: the best choices, what they cost and bring, and why; beside the table, or below it where that is narrow.

It is worked out where computer players think, from what the person at the keyboard sees. Any key closes it.
"""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.message import Message

from spades_tui.table.choice_words import choice_words, points_words
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget, Piece
from spades_tui.widgets.page import wrapped

if TYPE_CHECKING:
    from spades_tui.bots.weighed import Advice
    from spades_tui.game.facts import SeatFact
    from spades_tui.rules.ruleset import Ruleset
    from spades_tui.seats import Observation
    from spades_tui.table.questions import Brain
    from spades_tui.widgets.faces import CardStyle

SHOWN = 3
"""So many choices are shown at most."""
ROWS = 5
"""Rows of the panel across the foot of the table."""
ASIDE_ROWS = 14
"""Rows of the panel where it stands at the side of the table."""
CHOICE, POINTS, MADE = 12, 7, 9
"""Columns of a choice, of the points it costs, and of how often the bid is made with it."""
NUMBERS = CHOICE + POINTS + MADE + 6
"""Where the reason begins, at the right of the choices."""
NARROW = 40
"""Below this width, at the side of the table, the reason stands below the choices."""


class HintPanel(CanvasWidget):
    """A few lines over the foot of the table."""

    DEFAULT_CSS = f"""
    HintPanel {{ layer: hint; dock: bottom; height: {ROWS}; display: none; }}
    HintPanel.-open {{ display: block; }}
    """

    class Found(Message):
        """The hint stands there; `fact` is what the program would do with what was `seen`."""

        def __init__(self, seen: "Observation", fact: "SeatFact") -> None:
            super().__init__()
            self.seen, self.fact = seen, fact

    def __init__(self) -> None:
        super().__init__(id="hint")
        self._letters = False
        self._rules: Ruleset | None = None
        self._advice: tuple[Advice, ...] = ()
        self._asked: Observation | None = None

    @property
    def open(self) -> bool:
        """Whether it is shown."""
        return self.has_class("-open")

    @property
    def words(self) -> str:
        """What it says, for tests and for who cannot see it."""
        if not self._advice:
            return "Thinking it over …"
        choices = [" ".join("".join(text for text, _ in line).split()) for line in self._choices(99)]
        return "\n".join([*choices, self._advice[0].reason])

    def ask(self, seen: "Observation", look: "CardStyle", brain: "Brain") -> None:
        """Let the hint be worked out by the one who thinks; keys are answered meanwhile."""
        self._advice, self._asked, self._letters, self._rules = (), seen, look.letters, seen.rules
        self.add_class("-open")
        self.redraw()
        self.run_worker(partial(self._fetch, seen, look.names, brain), group="hint", exclusive=True)  # type: ignore[arg-type]

    async def _fetch(self, seen: "Observation", names: tuple[str, ...], brain: "Brain") -> None:
        from spades_tui.bots.advice import ADVISER
        from spades_tui.table.questions import Advise

        advice: tuple[Advice, ...] = await asyncio.to_thread(brain.ask, Advise(ADVISER, seen, names))
        if self._asked is not seen:
            return  # closed, or decided, in the meantime
        self._advice = advice
        self.post_message(self.Found(seen, advice[0].fact))
        self.redraw()

    def close(self) -> bool:
        """Away with it; True if it was there. An answer that comes later is dropped."""
        self._asked, self._advice = None, ()
        was_open = self.open
        self.remove_class("-open")
        return was_open

    def _choices(self, width: int = CHOICE) -> list[list[Piece]]:
        """A line for each of the best choices, which are words of so many cells."""
        lines: list[list[Piece]] = []
        for place, one in enumerate(different(self._advice)[:SHOWN]):
            mark = ("> " if self._letters else "▸ ") if place == 0 else "  "
            line: list[Piece] = [(mark, palette.gold)]
            words = choice_words(one.fact, self._letters, self._rules)
            line.append((f"{words:<{width}}", palette.bold if place == 0 else palette.text))
            if cell_len(words) > width and one.weighed:  # the figures stand below, in their columns
                lines.append(line)
                line = [(" " * (width + 2), palette.text)]
            if one.weighed:
                cost = "best" if place == 0 else points_words(-one.cost) if one.cost else "as good"
                line.append((f"{cost:>{POINTS}}", palette.text))
                percent = round(100 * one.made)
                line.append((f"{f'{percent}%' if percent else 'never':>{MADE}}", palette.soft))
            lines.append(line)
        return lines

    def draw(self, canvas: Canvas) -> None:
        """A rule that says what the columns are, the choices, and the reason at their right or below them."""
        canvas.rule(0)
        canvas.put(2, 0, " Hint ", palette.gold)
        narrow = canvas.width < NARROW
        if not self._advice:
            canvas.put(2, 2, "Thinking it over …", palette.soft)
        else:
            width = canvas.width - POINTS - MADE - 4 if narrow else CHOICE
            choices = self._choices(width)
            if any(one.weighed for one in self._advice):
                canvas.right(3 + width + POINTS, 0, [(" points", palette.soft)])
                canvas.right(3 + width + POINTS + MADE, 0, [(" bid made", palette.soft)])
            for row, line in enumerate(choices, 1):
                canvas.pieces(1, row, line)
            left, top = (1, len(choices) + 2) if narrow else (NUMBERS, 1)
            for row, text in enumerate(wrapped(self._advice[0].reason, canvas.width - left - 1), top):
                canvas.put(left, row, text, palette.text)
        if narrow:
            for row in range(canvas.height):
                canvas.put(canvas.width - 1, row, "│", palette.line)


def different(advice: "tuple[Advice, ...]") -> "list[Advice]":
    """The choices that were weighed, of those that are worth the same in every respect only the first."""
    found: dict[tuple[float, float, float], Advice] = {}
    for one in advice:
        if one.weighed:
            found.setdefault((one.value, one.made, one.tricks), one)
    return list(found.values()) or list(advice[:1])

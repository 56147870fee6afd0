"""The hint: the choices, best first, with figures and reasons, beside the table or below a narrow one.

Computer players' code computes it from the viewer's observation. Up and down go through the choices, each with its
reason; any other key closes the hint.
"""

import asyncio
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message

from spades_tui.bots.valued_choice import Advice, grouped
from spades_tui.game.events import SeatEvent
from spades_tui.play.bot_questions import Advise, Brain
from spades_tui.presentation.wording import choice_words, points_words
from spades_tui.seats import Observation
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.paragraphs import wrapped

SHOWN = 3
"""The number of choices shown at a time."""
ROWS = 5
"""Rows of the panel across the foot of the table."""
THINKING = "Thinking …"
CHOICE, POINTS, MADE = 12, 7, 9
"""Columns for a choice, for the points that it costs, and for the chance of making the bid with it."""
NUMBERS = CHOICE + POINTS + MADE + 6
"""The first column of the reason, to the right of the choices."""
COLUMNS_FOR_REASON = 40
"""Minimum columns to show the reason beside the choices, at the side of the table."""


class HintPanel(CanvasWidget):
    """A few lines over the foot of the table."""

    DEFAULT_CSS = f"""
    HintPanel {{ layer: hint; dock: bottom; height: {ROWS}; display: none; }}
    HintPanel.-open {{ display: block; }}
    """

    @dataclass
    class Found(Message):
        """Reports that the hint has marked a choice for `seen`; `best`: whether the program would choose it."""

        seen: Observation
        event: SeatEvent
        best: bool

    def __init__(self) -> None:
        super().__init__(id="hint")
        self._letters = False
        self._names: tuple[str, ...] = ()
        self._advice: tuple[tuple[Advice, ...], ...] = ()
        """The choices, with cards of the same worth in one group."""
        self._at = 0
        self._rows: list[int] = []
        """The choice in each row of the panel below its rule."""
        self._asked: Observation | None = None

    @property
    def open(self) -> bool:
        """Whether the panel is shown."""
        return self.has_class("-open")

    def ask(self, seen: Observation, look: CardStyle, brain: Brain) -> None:
        """Compute the hint with this brain, while the screen accepts keys."""
        self._advice, self._at, self._asked, self._letters, self._names = (), 0, seen, look.letters, look.names
        self.add_class("-open")
        self.redraw()
        self.run_worker(partial(self._fetch, seen, brain), group="hint", exclusive=True)  # type: ignore[arg-type]

    async def _fetch(self, seen: Observation, brain: Brain) -> None:
        from spades_tui.bots.advice import ADVISER
        advice: tuple[Advice, ...] = await asyncio.to_thread(brain.ask, Advise(ADVISER, seen))
        if self._asked is not seen:
            return  # the user has closed the hint or decided meanwhile
        self._advice = grouped(advice)
        self.post_message(self.Found(seen, advice[0].event, True))
        self.redraw()

    def move(self, step: int) -> bool:
        """Mark the next or the previous choice; return False if no hint is shown yet."""
        seen = self._asked
        if seen is None or not self._advice:
            return False
        self._at = min(max(0, self._at + step), len(self._advice) - 1)
        self.post_message(self.Found(seen, self._advice[self._at][0].event, not self._at))
        self.redraw()
        return True

    def close(self) -> bool:
        """Close the panel; return whether it was open. Drop an answer that comes later."""
        self._asked, self._advice = None, ()
        was_open = self.open
        self.remove_class("-open")
        return was_open

    def _reason(self) -> str:
        """Return why the marked choice is good, or not as good as the first."""
        from spades_tui.presentation.reason_words import reason_words

        if self._asked is None:
            return ""
        return reason_words(self._advice[self._at][0].reason, self._asked, self._names)

    def on_click(self, event: Click) -> None:
        """Mark the clicked choice."""
        event.stop()
        if 1 <= event.y <= len(self._rows):
            self.move(self._rows[event.y - 1] - self._at)

    def _choices(self, width: int) -> list[tuple[int, list[Piece]]]:
        """Return lines for some choices around the marked one, each with its place; names get `width` cells."""
        rules = self._asked.rules if self._asked is not None else None
        first = min(max(0, self._at - SHOWN + 1), max(0, len(self._advice) - SHOWN))
        lines: list[tuple[int, list[Piece]]] = []
        for place, group in enumerate(self._advice[first : first + SHOWN], first):
            one, marked = group[0], place == self._at
            mark = ("> " if self._letters else "▸ ") if marked else "  "
            line: list[Piece] = [(mark, palette.gold)]
            words = " ".join([choice_words(each.event, self._letters, rules) for each in group])
            line.append((f"{words:<{width}}", palette.bold if marked else palette.text))
            if cell_len(words) > width and one.weighed:  # the figures have separate columns
                lines.append((place, line))
                line = [(" " * (width + 2), palette.text)]
            if one.weighed:
                cost = "best" if place == 0 else points_words(-one.cost) if one.cost else "as good"
                line.append((f"{cost:>{POINTS}}", palette.text))
                percent = round(100 * one.made)
                line.append((f"{f'{percent}%' if percent else 'never':>{MADE}}", palette.soft))
            lines.append((place, line))
        return lines

    def draw(self, canvas: Canvas) -> None:
        """Draw a rule with the columns' titles, the choices, and the reason at their right or below them."""
        canvas.rule(0)
        arrows = "^v" if self._letters else "↑↓"
        canvas.put(2, 0, f" Hint {arrows} " if len(self._advice) > 1 else " Hint ", palette.gold)
        narrow = canvas.width < COLUMNS_FOR_REASON
        if not self._advice:
            canvas.put(2, 2, THINKING, palette.soft)
        else:
            width = canvas.width - POINTS - MADE - 5 if narrow else CHOICE
            choices = self._choices(width)
            below = sum(place <= self._at for place, _ in choices) - (canvas.height - 1)
            choices = choices[max(0, below) :]  # keep the marked one visible
            self._rows = [place for place, _ in choices]
            if any(one.weighed for group in self._advice for one in group):
                canvas.right(3 + width + POINTS, 0, [(" points", palette.soft)])
                canvas.right(3 + width + POINTS + MADE, 0, [(" bid made", palette.soft)])
            for row, (_, line) in enumerate(choices, 1):
                canvas.pieces(1, row, line)
            left, top = (1, len(choices) + 2) if narrow else (NUMBERS, 1)
            for row, text in enumerate(wrapped(self._reason(), canvas.width - left - 1 - narrow), top):
                canvas.put(left, row, text, palette.text)
        if narrow:
            canvas.fill(canvas.width - 1, 0, 1, canvas.height, palette.line, "│")


def different(advice: tuple[Advice, ...]) -> list[Advice]:
    """Return the analysed choices, only the first of several cards of the same worth."""
    return [group[0] for group in grouped(advice) if group[0].weighed] or list(advice[:1])

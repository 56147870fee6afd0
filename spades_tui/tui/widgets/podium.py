"""The end of a game: proclamations, the winners, all places, a chart of the score, and the code of the cards."""

from collections.abc import Sequence
from textwrap import wrap

from rich.style import Style

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.language.address import does, whom
from spades_tui.play.game_code import code_of_hand
from spades_tui.presentation.wording import in_words
from spades_tui.rules.component import plain
from spades_tui.rules.ruleset import Ruleset
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, clip
from spades_tui.tui.widgets.card_faces import CardStyle, frame
from spades_tui.tui.widgets.chart import draw_chart
from spades_tui.tui.widgets.paragraphs import wrapped

ROWS_FOR_SPACE = 24
"""Minimum rows for space between the parts."""


class Podium(CanvasWidget):
    """The winners in gold, the tray person in red, all places, perfect days and the chart."""

    DEFAULT_CSS = "Podium { width: 1fr; height: 1fr; }"

    def __init__(self, rules: Ruleset, look: CardStyle, scores: Sequence[HandScore], final: GameOver) -> None:
        super().__init__()
        self.rules, self.look, self.scores, self.final = rules, look, scores, final

    def draw(self, canvas: Canvas) -> None:
        """Draw the winners and the tray person, all places, and the chart."""
        rules, look, final = self.rules, self.look, self.final
        first, *others = (look.side_at_start(rules, side) for side in final.winners)
        winners = in_words([first, *map(whom, others)])
        people = sum(len(rules.sides[side]) for side in final.winners)
        title = f"{winners} win" if people > 1 else does(winners, "wins")
        stars = "* * *" if look.letters else "★ ★ ★"
        both = canvas.width - 2
        roomy = canvas.height >= ROWS_FOR_SPACE
        top = 1 if roomy else 0
        if final.has_tray:
            half = both // 2
            _plaque(canvas, 1, top, half, stars, title, rules.ending_title(final.reason), palette.gold)
            self._tray(canvas, 1 + half, top, both - half)
        else:
            _plaque(canvas, 1, top, both, stars, title, rules.ending_title(final.reason), palette.gold)
        y = top + 5 + (1 if roomy else 0)
        days = self._days(canvas.width // 2 - 6)
        left = 2 + max(0, both // 2 - 40) // 2 if days else (canvas.width - 40) // 2
        for n, line in enumerate(days):
            canvas.put(canvas.width // 2 + 4, y + n, line, palette.text)
        place, row = 1, y
        for group in final.standings:
            for side in group:
                name = (look.side_name(rules, side), palette.SIDES[side])
                canvas.put(left, row, f"{place}.", palette.soft)
                canvas.pieces(left + 4, row, [*look.marked(rules, side), name])
                canvas.right(left + 36, row, [(plain(final.totals[side]), palette.bold)])
                row += 1
            place += len(group)
        y = max(row, y + len(days)) + (1 if roomy else 0)
        room = canvas.height - y
        if room >= 4:
            names = [look.side_name(rules, side) for side in range(len(rules.sides))]
            totals = [score.totals for score in self.scores]
            width = min(canvas.width - 4, 120)
            height = min(room if room < 6 else room - 1, 26)
            draw_chart(canvas, (canvas.width - width) // 2, y + (room > 5), width, height, totals, names, rules.goal)

    def _tray(self, canvas: Canvas, x: int, y: int, width: int) -> None:
        """Draw the tray person's plaque (3B-18)."""
        look, final = self.look, self.final
        trays = "u u u" if look.letters else "⊔ ⊔ ⊔"
        if final.tray is None:
            words = "tray people of this game, together"
            _plaque(canvas, x, y, width, trays, "tied for last place", words, palette.red)
            return
        # the ceremony and the scorebook say what the tray person has to do
        words = "the tray person, wire to wire" if final.wire_to_wire else "the tray person of this game"
        _plaque(canvas, x, y, width, trays, look.name(final.tray), words, palette.red)

    def _days(self, width: int) -> list[str]:
        """Return the lines on perfect and imperfect days (3B-20, 3B-23)."""
        lines = []
        for words, seats in (("a perfect day", self.final.perfect), ("an imperfect day", self.final.imperfect)):
            if seats:
                first, *others = (self.look.who(seat) for seat in seats)
                names = in_words([first, *map(whom, others)])
                told = does(names, "has had") if len(seats) == 1 else f"{names} have had"
                lines += wrap(f"{told} {words}.", max(20, width))
        return lines


def _plaque(canvas: Canvas, x: int, y: int, width: int, crest: str, name: str, words: str, style: Style) -> None:
    """Draw a name in a heavy frame, in the middle of a space."""
    spaced = " ".join(name.upper())
    big = spaced if len(spaced) <= width - 6 else name
    size = min(width - 1, max(len(big), len(words)) + 6)
    left = x + (width - size) // 2
    strong = style + Style(bold=True)
    frame(canvas, left, y, size, 4, strong, heavy=True)
    canvas.centred(left, size, y, [(f" {crest} ", strong)])
    canvas.centred(left, size, y + 1, clip([(big, strong)], size - 2))
    canvas.centred(left, size, y + 2, clip([(words, palette.soft)], size - 2))


CORNER = 45
"""Characters of the longest code that a top line of 80 columns has room for."""


def corner_code(code: str | None) -> str:
    """Return a code for the corner of a top line; "" if there is none, or it's too long."""
    return code if code is not None and len(code) <= CORNER else ""


def hand_code(code: str | None, number: int) -> str:
    """Return the code of one hand of a finished game with a code, or the game's; "" without one.

    While a game isn't over it has no code here, because a hand's code would reveal the other hands.
    """
    return (code_of_hand(code, number) or code) if code is not None else ""


class GameCode(CanvasWidget):
    """A finished game's whole code, in as many lines as it needs; hidden if the game has none."""

    DEFAULT_CSS = "GameCode { width: 1fr; height: auto; }"

    def __init__(self, code: str | None) -> None:
        super().__init__()
        self._words, self._label = code or "", "The same cards: "
        self.display = code is not None

    def show(self, label: str) -> None:
        """Show the code after another label."""
        self._label = label
        self.redraw()
        self.refresh(layout=True)

    def _lines(self, width: int) -> list[str]:
        """Return the label and the code in lines, broken at the code's dashes."""
        breakable = f"{self._label}{self._words}".replace("-", "- ")
        return [line.replace("- ", "-") for line in wrapped(breakable, width - 4)]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return the number of lines, and one more below them."""
        return len(self._lines(width)) + 1

    def draw(self, canvas: Canvas) -> None:
        """Draw the lines in the middle."""
        for y, line in enumerate(self._lines(canvas.width)):
            label = self._label if not y else ""
            canvas.centred(0, canvas.width, y, [(label, palette.soft), (line.removeprefix(label), palette.gold)])

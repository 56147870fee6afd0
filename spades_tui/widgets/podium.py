"""The end of a game: who has won, everybody's place, and how it went."""

from collections.abc import Sequence

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.rules.ruleset import Ruleset
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.widgets.chart import draw_chart
from spades_tui.widgets.faces import Look, frame, in_words
from spades_tui.widgets.sheet import goal, plain

REASONS = {
    "target": "with the most points",
    "hands": "with the most points after the last hand",
    "sets": "because the other side was set too often",
    "outright": "outright, by a bid that wins the game",
}


class Podium(CanvasWidget):
    """Names large, places below, the chart, and the tray with ceremony."""

    DEFAULT_CSS = "Podium { width: 1fr; height: 1fr; }"

    def __init__(self, rules: Ruleset, look: Look, scores: Sequence[HandScore], final: GameOver) -> None:
        super().__init__()
        self.rules, self.look, self.scores, self.final = rules, look, scores, final

    def draw(self, canvas: Canvas) -> None:
        """From the winner down."""
        rules, look, final = self.rules, self.look, self.final
        winners = in_words(look.side_name(rules, side) for side in final.winners)
        people = sum(len(rules.sides[side]) for side in final.winners)
        title = f"{winners} {'win' if people > 1 else 'wins'}"
        big = " ".join(title.upper()) if len(title) * 2 < canvas.width - 8 else title
        width = min(canvas.width - 2, max(len(big), len(REASONS[final.reason])) + 8)
        stars = "* * *" if look.letters else "★ ★ ★"
        frame(canvas, (canvas.width - width) // 2, 0, width, 4, palette.gold, heavy=True)
        canvas.centred(0, canvas.width, 0, [(f" {stars} ", palette.gold)])
        canvas.centred(0, canvas.width, 1, [(big, palette.gold)])
        canvas.centred(0, canvas.width, 2, [(REASONS[final.reason], palette.soft)])
        y = 5
        place = 1
        for group in final.standings:
            for side in group:
                canvas.put(canvas.width // 2 - 20, y, f"{place}.", palette.soft)
                mark = look.side_mark(rules, side)
                name = (look.side_name(rules, side), palette.SIDES[side])
                gap = (" " if mark[0] else "", palette.text)
                canvas.pieces(canvas.width // 2 - 16, y, [mark, gap, name])
                canvas.right(canvas.width // 2 + 20, y, [(plain(final.totals[side]), palette.bold)])
                y += 1
            place += len(group)
        y = self._tray(canvas, y)
        room = canvas.height - y - 1
        if room >= 4:
            names = [look.side_name(rules, side) for side in range(len(rules.sides))]
            series = [[score.totals[side] for score in self.scores] for side in range(len(names))]
            width = min(canvas.width - 4, 100)
            draw_chart(canvas, (canvas.width - width) // 2, y + 1, width, min(room, 18), series, names, goal(rules))

    def _tray(self, canvas: Canvas, y: int) -> int:
        """The tray person, and days (3B-18, 3B-20, 3B-23)."""
        look, final = self.look, self.final
        lines = []
        if final.has_tray and final.tray is not None:
            wire = ", wire to wire," if final.wire_to_wire else ""
            lines.append((f"{look.name(final.tray)} is the tray person{wire} and carries the trays.", palette.bold))
        elif final.has_tray:
            lines.append(("The last place is level: they carry the trays together.", palette.bold))
        for words, seats in (("perfect", final.perfect), ("imperfect", final.imperfect)):
            if seats:
                verb = "has had" if len(seats) == 1 else "have had"
                article = "an" if words == "imperfect" else "a"
                lines.append((f"{in_words(look.name(s) for s in seats)} {verb} {article} {words} day.", palette.text))
        for line in lines:
            canvas.centred(0, canvas.width, y + 1, [line])
            y += 1
        return y

"""Score sheets: what a hand gave and took, and the totals of a whole game."""

from collections.abc import Sequence

from spades_tui.game.findings import HandScore
from spades_tui.rules.endings import Hands, Target
from spades_tui.rules.ruleset import Ruleset
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas, CanvasWidget, Piece, clip, length
from spades_tui.widgets.chart import draw_chart
from spades_tui.widgets.faces import Look


def signed(points: int) -> str:
    """Points given or taken."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def plain(points: int) -> str:
    """A total."""
    return str(points).replace("-", "−")


def goal(rules: Ruleset) -> int | None:
    """The points that end the game, where points do."""
    return next((part.points for part in rules.variant.endings if isinstance(part, Target)), None)


def hands_in_game(rules: Ruleset) -> int | None:
    """The number of hands, where that ends the game."""
    return next((part.hands for part in rules.variant.endings if isinstance(part, Hands)), None)


class HandSheet(CanvasWidget):
    """One hand: for each side its bid, its tricks and every line that gave or took points."""

    DEFAULT_CSS = "HandSheet { width: 1fr; height: 1fr; }"

    def __init__(
        self, rules: Ruleset, look: Look, scores: Sequence[HandScore], notes: Sequence[Sequence[Piece]] = ()
    ) -> None:
        super().__init__()
        self.rules, self.look, self.scores, self.notes = rules, look, scores, notes

    def draw(self, canvas: Canvas) -> None:
        """Blocks, notes, and the chart where there is room."""
        score = self.scores[-1]
        sides = [n for n in range(len(self.rules.sides)) if self._played(score, n)]
        needed = sum(1 + self._count(score, side) for side in sides) + len(self.notes)
        gap = 1 if needed + len(sides) + 1 <= canvas.height else 0
        width = min(canvas.width, 100)
        x = (canvas.width - width) // 2
        y = gap
        for side in range(len(self.rules.sides)):
            y = self._block(canvas, x, y, width, score, side) + gap
        for note in self.notes:
            canvas.pieces(x + 2, y, note)
            y += 1
        room = canvas.height - y - 1
        if room >= 5 and len(self.scores) > 1:
            names = [self.look.side_name(self.rules, side) for side in range(len(self.rules.sides))]
            series = [[hand.totals[side] for hand in self.scores] for side in range(len(names))]
            draw_chart(canvas, x + 2, y + 1, width - 4, min(room, 16), series, names, goal(self.rules))

    def _played(self, score: HandScore, side: int) -> bool:
        return any(score.bids[seat] is not None for seat in self.rules.sides[side])

    def _count(self, score: HandScore, side: int) -> int:
        return max(1, sum(line.side == side for line in score.lines))

    def _block(self, canvas: Canvas, x: int, y: int, width: int, score: HandScore, side: int) -> int:
        rules, look = self.rules, self.look
        head: list[Piece] = [look.side_mark(rules, side), (" ", palette.text)]
        head.append((look.side_name(rules, side), palette.SIDES[side]))
        if not self._played(score, side):
            head.append(("  sat out", palette.soft))
            canvas.pieces(x + 1, y, head)
            canvas.right(x + width - 2, y, [(f"total {plain(score.totals[side])}", palette.bold)])
            return y + 1
        bids = [score.bids[seat] for seat in rules.sides[side]]
        took = [score.tricks[seat] for seat in rules.sides[side]]
        total_bid = score.side_bids[side] if score.side_bids else bids[0]
        taken = sum(each or 0 for each in took)
        words = f"   bid {total_bid}, took {taken}"
        if score.books and score.books[side]:
            words += f", {taken + score.books[side]} after books moved"
        if len(bids) > 1:
            parts = [f"{look.name(seat)} {score.tricks[seat]}/{score.bids[seat]}" for seat in rules.sides[side]]
            words += f"   ({', '.join(parts)})"
        head.append((words, palette.text))
        tail: list[Piece] = []
        if score.bags is not None and width >= 76:
            tail += [look.bag_marks(min(10, score.bags[side])), ("   ", palette.text)]
        tail.append((f"total {plain(score.totals[side])}", palette.bold))
        canvas.pieces(x + 1, y, clip(head, width - 5 - length(tail)))
        canvas.right(x + width - 2, y, tail)
        y += 1
        lines = [line for line in score.lines if line.side == side]
        for line in lines:
            style = palette.green if line.points > 0 else palette.red
            canvas.put(x + 6, y, line.text, palette.text)
            canvas.right(x + 46, y, [(signed(line.points), style)])
            canvas.put(x + 48, y, line.rule, palette.faint)
            y += 1
        if not lines:
            canvas.put(x + 6, y, "Nothing gained, nothing lost", palette.soft)
            y += 1
        if len(lines) > 1:
            canvas.right(x + width - 2, y - 1, [(f"this hand {signed(score.points[side])}", palette.soft)])
        return y


class GameSheet(CanvasWidget):
    """The whole game so far: a row a hand, a column a side, and the chart."""

    DEFAULT_CSS = "GameSheet { width: 1fr; height: 1fr; }"

    def __init__(
        self,
        rules: Ruleset,
        look: Look,
        scores: Sequence[HandScore],
        *,
        narrow: bool = False,
        trays: Sequence[Sequence[int]] = (),
    ) -> None:
        super().__init__(id="sheet" if narrow else None)
        self.rules, self.look, self.scores, self.narrow = rules, look, scores, narrow
        self.trays = tuple(tuple(seats) for seats in trays)
        """Who stands in the tray after each hand, names struck (3B-19)."""

    @property
    def _tray(self) -> str:
        return " u" if self.look.letters else " ⊔"

    def draw(self, canvas: Canvas) -> None:
        """Rows; the newest ones where there is not room for all. Below them the chart."""
        names = [self.look.side_name(self.rules, side) for side in range(len(self.rules.sides))]
        if self.narrow:
            canvas.put(1, 0, "Scores", palette.soft)
            for row in range(canvas.height):
                canvas.put(canvas.width - 1, row, "│", palette.faint)
        y = 1 if not self.narrow else 2
        column = min(22, (canvas.width - 6 - (3 if self.narrow else 0)) // len(names))
        left = 6 if self.narrow else max(6, (canvas.width - 6 - column * len(names)) // 2 + 6)
        for side, name in enumerate(names):
            pieces = [self.look.side_mark(self.rules, side)]
            canvas.right(
                left + column * (side + 1),
                y,
                [*pieces, (fit_name(name, column - (3 if self.rules.partners else 1)), palette.SIDES[side])],
            )
        y += 1
        canvas.put(left - 5, y, "─" * (column * len(names) + 5), palette.faint)
        y += 1
        chart = 0 if len(self.scores) < 2 or canvas.height < 16 else min(14, canvas.height - y - 6)
        rows = max(1, canvas.height - y - chart - (1 if chart else 0))
        if not self.scores:
            canvas.put(left - 5, y, "No hand has been scored yet.", palette.soft)
        for score in self.scores[-rows:]:
            canvas.right(left - 1, y, [(f"{score.hand}.", palette.soft)])
            for side in range(len(names)):
                points = f"{signed(score.points[side])} " if column >= 12 else ""
                pieces = [(points, palette.faint), (f"{plain(score.totals[side]):>5}", palette.text)]
                if length(pieces) > column:
                    pieces = pieces[1:]
                if self.trays:
                    down = side in self.trays[score.hand - 1]
                    pieces.append((self._tray if down else "  ", palette.red))
                canvas.right(left + column * (side + 1), y, pieces)
            y += 1
        if self.trays:
            canvas.put(left - 5, y, f"{self._tray.strip()} in the tray after that hand", palette.faint)
        if chart >= 5:
            series = [[hand.totals[side] for hand in self.scores] for side in range(len(names))]
            width = min(canvas.width - 4, 100)
            x = 1 if self.narrow else (canvas.width - width) // 2
            draw_chart(canvas, x, y + 1, width, chart, series, names, None if self.narrow else goal(self.rules))


def fit_name(name: str, width: int) -> str:
    """A side's name in a narrow column: initials of partners where the names do not fit."""
    if len(name) <= width:
        return name
    if " & " in name:
        return "&".join(part[: max(1, (width - 1) // 2)] for part in name.split(" & "))
    return name[: max(1, width)] if width <= 4 else name[: width - 1] + "…"


class LogPanel(CanvasWidget):
    """The hand in words, the newest line at the bottom."""

    DEFAULT_CSS = "LogPanel { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__(id="log")
        self.lines: tuple[str, ...] = ()

    def show(self, lines: Sequence[str]) -> None:
        """Show these lines, as many of the last as there is room for."""
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Wrapped to the width, a rule at the left."""
        from textwrap import wrap

        for row in range(canvas.height):
            canvas.put(0, row, "│", palette.faint)
        canvas.put(2, 0, "This hand", palette.soft)
        wrapped: list[tuple[str, bool]] = []
        for n, line in enumerate(self.lines):
            for part in wrap(line, max(10, canvas.width - 3), subsequent_indent="  "):
                wrapped.append((part, n == len(self.lines) - 1))
        room = canvas.height - 2
        for row, (line, last) in enumerate(wrapped[-room:] if room > 0 else []):
            canvas.put(2, 2 + row, line, palette.text if last else palette.soft)

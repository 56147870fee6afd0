"""Score sheets: the points of a hand, and the totals of a whole game."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.language.sentence_parts import does, plain, plural, signed
from spades_tui.play.game_code import code_of_hand
from spades_tui.presentation.hand_words import SideRow, side_rows
from spades_tui.presentation.wording import subject
from spades_tui.rules.ruleset import Ruleset
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, fit_name, length
from spades_tui.tui.widgets.card_faces import CardStyle, plaque, spaced
from spades_tui.tui.widgets.chart import draw_totals
from spades_tui.tui.widgets.paragraphs import Page, Paragraph, wrapped
from spades_tui.tui.widgets.table import Head, Line, ListTable

BESIDE = 120
"""Minimum columns to show the game so far beside the scored hand."""
HAND_WIDTH = 76
"""Columns of the scored hand beside the game so far."""
FORMATS_FROM = 52
"""Minimum columns to show each hand's format beside its number, if the game has a programme."""
LEAST_CHART = 5
"""Minimum rows of a chart."""
EDGES = (0, 5)
"""Columns and rows of a terminal that a hand's sheet doesn't have: the edges and the sentence of its screen."""


SHEET_HEADS = (Head(), Head("bid", right=True), Head("took", right=True), Head(), Head("points", right=True))
"""The heads of a hand's sheet, before the total."""
NO_CELL: Piece = ("", inks.text)


class SheetOfHand(Struct, frozen=True):
    """A scored hand, and how much of it there is room for."""

    rules: Ruleset
    look: CardStyle
    score: HandScore
    totals: Sequence[str]
    """Each side's total."""
    names: int
    """Cells for the names."""
    apart: bool
    """Whether each partner has a row; otherwise their bids and tricks are in the side's row."""
    spaced: bool
    """Whether there are empty rows between the sides."""

    def lines(self) -> list[Line]:
        """Return a row for each side, its partners and its score lines."""
        rows: list[tuple[Piece | tuple[Piece, ...], ...]] = []
        for side, row in enumerate(side_rows(self.rules, self.score)):
            if self.spaced and rows:
                rows.append((NO_CELL,) * 6)
            rows.append(self._side(side, row))
            if not row.bid:
                continue
            seats = self.rules.sides[side]
            if self.apart and len(seats) > 1:
                rows += map(self._partner, seats)
            for line in self.score.lines:
                if line.side != side:
                    continue
                ink = inks.green if line.points > 0 else inks.red
                words: Piece = (f"     {line.text}", inks.text)
                points: Piece = (signed(line.points, self.rules.points_unit), ink)
                rows.append((words, NO_CELL, NO_CELL, NO_CELL, points, NO_CELL))
        return [Line(str(place), cells) for place, cells in enumerate(rows)]

    def _bid(self, seat: int) -> str:
        bid = self.score.bids[seat]
        return "–" if bid is None else self.rules.bid_word(bid)

    def _beans(self, seat: int) -> tuple[Piece, ...]:
        beans = self.look.beans(self.rules, self.score.bids[seat], self.score.tricks[seat] or 0, over=True)
        return tuple(beans) or (NO_CELL,)

    def _side(self, side: int, row: SideRow) -> tuple[Piece | tuple[Piece, ...], ...]:
        rules, look, seats = self.rules, self.look, self.rules.sides[side]
        name = (
            (" ", inks.text),
            *look.marked(rules, side),
            (fit_name(look.side_name(rules, side), self.names), inks.SIDES[side]),
        )
        total: tuple[Piece, ...] = ((f"{self.totals[side]:>5}", inks.bold),)
        if row.bags is not None:
            total = (look.bag_marks(min(10, row.bags)), (" ", inks.text), *total)
        if not row.bid:
            return name, NO_CELL, NO_CELL, ("sat out", inks.soft), NO_CELL, total
        beans: tuple[Piece, ...] = (NO_CELL,)
        if len(seats) == 1:
            beans = self._beans(seats[0])
        elif not self.apart:
            partners = (f"{look.whom(seat)} {self._bid(seat)}/{self.score.tricks[seat]}" for seat in seats)
            beans = ((", ".join(partners), inks.soft),)
        if self.score.books and self.score.books[side]:
            count = self.score.books[side]
            sign = "+" if count > 0 else "−"
            beans = ((f"{sign} {plural(abs(count), 'trick')} ", inks.text), *beans)
        points = (signed(row.points, rules.points_unit), inks.soft)
        return name, (row.bid, inks.bold), (str(row.took), inks.bold), beans, points, total

    def _partner(self, seat: int) -> tuple[Piece | tuple[Piece, ...], ...]:
        took = str(self.score.tricks[seat])
        who = (f"   {self.look.who(seat)}", inks.soft)
        return who, (self._bid(seat), inks.soft), (took, inks.soft), self._beans(seat), NO_CELL, NO_CELL


class ScoreChart(CanvasWidget):
    """The chart of a game's totals."""

    DEFAULT_CSS = "ScoreChart { width: 100%; height: 1fr; max-width: 120; }"

    def __init__(self, rules: Ruleset, look: CardStyle, scores: Sequence[HandScore]) -> None:
        super().__init__()
        self.rules, self.look, self.scores = rules, look, scores

    def draw(self, canvas: Canvas) -> None:
        """Draw a line for each side."""
        if len(self.scores) > 1 and canvas.height >= LEAST_CHART:
            draw_totals(canvas, 0, 0, canvas.width, canvas.height, self.rules, self.scores, self.look)


class GameSheet(Vertical):
    """The whole game so far: a row for each hand, a column for each side, and the chart."""

    DEFAULT_CSS = """
    GameSheet { padding: 0 2; }
    GameSheet Page { height: 1; }
    GameSheet Center { height: auto; max-height: 55%; }
    GameSheet #chart { height: 1fr; max-height: 27; margin-top: 1; }
    GameSheet ListTable { width: auto; height: auto; max-height: 100%; }
    """

    def __init__(
        self, rules: Ruleset, look: CardStyle, scores: Sequence[HandScore], marks: Sequence[Sequence[int]] = (),
        off: Sequence[tuple[int, int]] = (),
    ) -> None:  # fmt: skip
        """Create the sheet.

        `marks`: the seats that a custom marks after each hand (3B-19); `off`: for each side, its tricks over and short
        of its bids (3B-22).
        """
        super().__init__()
        self.rules, self.look, self.scores, self.marks, self.off = rules, look, scores, marks, off
        self._legend, self._table = Page(id="stars"), ListTable(cursor=False)
        self._stars: tuple[int, ...] = ()
        """For each side, its people's wins in today's session (3B-28); empty if unknown."""

    def compose(self) -> ComposeResult:
        """Lay out the meaning of the stars, the table, the meaning of the marks, and the chart."""
        yield self._legend
        yield Center(self._table)
        below = Page(self._below(), id="marks")
        below.display = bool(below.words)
        yield below
        yield Center(ScoreChart(self.rules, self.look, self.scores), id="chart")

    def _below(self) -> list[Paragraph]:
        if not self.scores:
            return [Paragraph("No hand has been scored yet.", inks.soft)]
        if not self.marks:
            return []
        off = "; off: tricks over or under the bids" if self.off else ""
        return [Paragraph(f"{self._mark} {self.rules.mark_words} after that hand{off}", inks.faint)]

    @property
    def _mark(self) -> str:
        return self.rules.mark[self.look.letters]

    def show_stars(self, stars: Mapping[str, int]) -> None:
        """Show each person's stars of the session beside their name."""
        names = self.look.names
        self._stars = ()
        for seats in self.rules.sides:
            self._stars += (max(stars.get(names[seat], 0) for seat in seats),)
        self.fit(self.size.width)

    def on_mount(self) -> None:
        """Fill the page before its first frame."""
        if self.display:
            self.fit(self.app.size.width)

    def on_resize(self) -> None:
        """Fit another width."""
        self.fit(self.size.width)

    def fit(self, width: int) -> None:
        """Fill the table for a width, and begin with the newest hands."""
        star = glyphs.sign("★", self.look.letters)
        legend = []
        if any(self._stars):  # so that a star isn't read as a mark of this game's winner
            legend.append(Paragraph(f"{star} a game won in this session", inks.soft))
        if self._table.is_attached:  # otherwise the stars came before it, or after it was left
            self._legend.show(legend)
            self._table.show(*self.columns(star, width))
            self.call_after_refresh(self._table.scroll_end, animate=False)

    def columns(self, star: str, width: int) -> tuple[list[Head], list[Line]]:
        """Return the heads, and a row for each hand, in `width` columns."""
        rules, look, unit = self.rules, self.look, self.rules.points_unit
        names = look.side_names(rules)
        heads, free = [Head(right=True)], width - 6
        formats = width >= FORMATS_FROM and any(score.format for score in self.scores)
        if formats:
            heads.append(Head())
            free -= 12
        room = max(1, min(22, free // len(names) - 2))
        for side, name in enumerate(names):
            won = ""
            if self._stars and self._stars[side]:
                won = f" {star_text(star, self._stars[side])}"
            mark = "".join(text for text, _ in look.marked(rules, side))
            words = f"{mark}{fit_name(name, room - length([(mark + won, inks.text)]))}{won}"
            heads.append(Head(f"{words:>{room}}", inks.SIDES[side], right=True))
        lines = []
        for score in self.scores:
            cells: list[Piece | tuple[Piece, ...]] = [(f"{score.hand}.", inks.soft)]
            if formats:
                cells.append((score.format or "", inks.soft))
            for side in range(len(names)):
                change, mark = NO_CELL, ""
                if room >= 10:
                    change = (f"{signed(score.points[side], unit)} ", inks.faint)
                total = (f"{plain(score.totals[side], unit):>5}", inks.text)
                if self.marks:
                    mark = f" {self._mark}" if side in self.marks[score.hand - 1] else "  "
                cells.append((change, total, (mark, inks.red)))
            lines.append(Line(str(score.hand), tuple(cells)))
        if self.off and self.scores:
            space = "  " if self.marks else ""
            counts = [(f"+{over} −{short}{space}", inks.text) for over, short in self.off]
            empty = [NO_CELL] if formats else []
            lines.append(Line("off", (("off", inks.soft), *empty, *counts)))
        return heads, lines

    def scroll_hands(self, hands: int) -> None:
        """Scroll to earlier hands, or (negative) later ones."""
        self._table.scroll_relative(y=-hands, animate=False)


class HandSheet(Horizontal):
    """The sheet of a hand: each side's bid, tricks and score lines, with the game so far beside or below it."""

    DEFAULT_CSS = """
    HandSheet Center { height: auto; max-height: 100%; }
    HandSheet #of-hand ListTable { width: auto; height: auto; max-height: 100%; }
    HandSheet #of-hand Static { padding: 1 2 0 2; height: auto; }
    HandSheet #of-hand #chart { height: 1fr; max-height: 20; margin-top: 1; padding: 0 2; }
    HandSheet > GameSheet { display: none; border-left: solid $surface-lighten-2; }
    HandSheet.-beside > #of-hand { width: 76; }
    HandSheet.-beside > GameSheet { display: block; }
    HandSheet.-beside > #of-hand #chart { display: none; }
    """

    def __init__(
        self, rules: Ruleset, look: CardStyle, scores: Sequence[HandScore], notes: Sequence[Sequence[Piece]] = (),
        differs: Sequence[str] = (), *, below: int = 0,
    ) -> None:  # fmt: skip
        """Create a hand's sheet.

        `differs`: sentences about what is different in this hand's format; `below`: the rows of widgets below it.
        """
        super().__init__()
        self.rules, self.look, self.scores, self.notes, self.differs = rules, look, scores, notes, differs
        self._table, self._game = ListTable(cursor=False), GameSheet(rules, look, scores)
        self._room, self._below = Size(0, 0), below

    def compose(self) -> ComposeResult:
        """Lay out the format, the table, the remarks and the chart, and the game so far."""
        with Vertical(id="of-hand"):
            if self.rules.format:
                yield Page([Paragraph(" ".join(self.differs), inks.soft, f" {self.rules.format}: ")])
            yield Center(self._table)
            if self.notes:
                yield Static(Content("\n").join(Content.assemble(*note) for note in self.notes))
            yield Center(ScoreChart(self.rules, self.look, self.scores), id="chart")
        yield self._game

    def on_mount(self) -> None:
        """Fill the page before its first frame."""
        self._fit(self.app.size - EDGES - (0, self._below))

    def on_resize(self) -> None:
        """Fit another size."""
        self._fit(self.size)

    def _fit(self, room: Size) -> None:
        """Show the game so far if there is room, and as much of the hand as fits."""
        self._room = room
        beside = room.width >= BESIDE and len(self.scores) > 1
        self.set_class(beside, "-beside")
        if beside:
            self._game.fit(room.width - HAND_WIDTH)
        self._fill()

    def _fill(self) -> None:
        width = HAND_WIDTH if self.has_class("-beside") else self._room.width
        if self._table.is_attached:
            self._table.show((*SHEET_HEADS, Head("total", right=True)), self.lines(width, self._room.height))

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the rows of the table, with as much space between them as fits."""
        totals = [plain(total, self.rules.points_unit) for total in self.scores[-1].totals]
        room = height - len(self.notes) - 2 - bool(self.rules.format)
        names = max(8, min(44, width - 56))
        for apart, gaps in ((True, True), (False, True), (False, False)):
            lines = SheetOfHand(self.rules, self.look, self.scores[-1], totals, names, apart, gaps).lines()
            if len(lines) <= room:
                break
        return lines


def star_text(sign: str, count: int) -> str:
    """Return up to three signs, or one with the count."""
    if not count:
        return "·"
    return sign * count if count <= 3 else f"{sign}{count}"


ROWS_FOR_SPACE = 24
"""Minimum rows for space between the parts."""


class Podium(CanvasWidget):
    """The winners in a frame, whom a custom names in red, all places, what customs say and the chart.

    The frame is gold, but for the only person at a table who has lost it is plain.
    """

    DEFAULT_CSS = "Podium { width: 1fr; height: 1fr; }"

    def __init__(self, rules: Ruleset, look: CardStyle, scores: Sequence[HandScore], final: GameOver) -> None:
        super().__init__()
        self.rules, self.look, self.scores, self.final = rules, look, scores, final

    def draw(self, canvas: Canvas) -> None:
        """Draw the plaques, all places, and the chart."""
        rules, look, final = self.rules, self.look, self.final
        winners = subject([look.side_at_start(rules, side) for side in final.winners])
        people = sum(len(rules.sides[side]) for side in final.winners)
        title = f"{winners} win" if people > 1 else does(winners, "wins")
        stars = glyphs.sign("★ ★ ★", look.letters)
        both = canvas.width - 2
        roomy = canvas.height >= ROWS_FOR_SPACE
        top = int(roomy)
        plaques = [custom for custom in rules.customs if custom.in_plaque]
        half = both // 2 if plaques else both
        lost = len(look.people) == 1 and rules.side_of[look.people[0]] not in final.winners
        crest, ink = ("", inks.soft) if lost else (stars, inks.gold)
        ink = inks.with_style(ink, "bold")
        why: Piece = (rules.ending(final.reason).title, inks.soft)
        plaque(canvas, 1, top, half, ((spaced(title, half - 6), ink), why), ink, crest=crest, heavy=not lost)
        for custom in plaques[:1]:
            large, small = custom.plaque(final.values(custom.game_keys), look.name)
            crest, ink = " ".join([custom.mark[look.letters]] * 3), inks.with_style(inks.red, "bold")
            named: Piece = (spaced(large, both - half - 6), ink)
            plaque(canvas, 1 + half, top, both - half, (named, (small, inks.soft)), ink, crest=crest)
        y = 5 + 2 * roomy
        days = self._said_at_end(canvas.width // 2 - 6)
        left = 2 + max(0, both // 2 - 40) // 2 if days else (canvas.width - 40) // 2
        for n, line in enumerate(days):
            canvas.put(canvas.width // 2 + 4, y + n, line, inks.text)
        place, row = 1, y
        for group in final.standings:
            for side in group:
                name = (look.side_name(rules, side), inks.SIDES[side])
                canvas.put(left, row, f"{place}.", inks.soft)
                canvas.pieces(left + 4, row, [*look.marked(rules, side), name])
                canvas.right(left + 36, row, [(plain(final.totals[side], rules.points_unit), inks.bold)])
                row += 1
            place += len(group)
        y = max(row, y + len(days)) + roomy
        room = canvas.height - y
        if room >= 4:
            width, height = min(canvas.width - 4, 120), min(room - (room > 5), 26)
            x = (canvas.width - width) // 2
            draw_totals(canvas, x, y + (room > 5), width, height, rules, self.scores, look)

    def _said_at_end(self, width: int) -> list[str]:
        """Return what customs say about the end, except who is named in a plaque (3B-20, 3B-23)."""
        lines = []
        for custom in self.rules.customs:
            if not custom.in_plaque:
                for sentence in custom.end_sentences(self.final.values(custom.game_keys), [], self.look.who):
                    lines += wrap(sentence, max(20, width))
        return lines


CORNER = 45
"""Characters of the longest code that a top line of 80 columns has room for."""


def corner_code(code: str | None) -> str:
    """Return a code for the corner of a top line; "" if there is none, or it's too long."""
    return code if code is not None and len(code) <= CORNER else ""


def hand_code(code: str | None, number: int) -> str:
    """Return the code of one hand of a finished game with a code, or the game's; "" without one.

    While a game isn't over it has no code here, because a hand's code would reveal the other hands.
    """
    if code is None:
        return ""
    return code_of_hand(code, number) or code


class GameCode(Page):
    """A finished game's whole code, in as many lines as it needs; hidden if the game has none."""

    DEFAULT_CSS = "GameCode { width: 1fr; height: auto; text-align: center; margin-bottom: 1; }"

    def __init__(self, code: str | None) -> None:
        super().__init__()
        self._words, self._label = code or "", "The same cards: "
        self.display = code is not None

    def copied(self, how: str) -> None:
        """Say what has happened to the code, such as "sent to the clipboard"."""
        self._label = f"{how[:1].upper()}{how[1:]}: "
        self.refresh(layout=True)

    def _lines(self, width: int) -> list[Content]:
        """Return the label and the code in lines, broken at the code's dashes."""
        breakable = f"{self._label}{self._words}".replace("-", "- ")
        first, *others = [line.replace("- ", "-") for line in wrapped(breakable, width - 4)]
        lines = [Content.assemble((self._label, inks.soft), (first.removeprefix(self._label), inks.gold))]
        for line in others:
            lines.append(Content.styled(line, inks.gold))
        return lines

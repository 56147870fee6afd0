"""The panels beside the table: bids, cards not played yet and scored hands; the log; and the hint.

All but the hint draw only public events, so they look the same for everyone at the keyboard. Computer players' code
computes the hint from the viewer's observation, and any key but up and down closes it. What the hint's figures need is
imported with the first hint.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partialmethod
from itertools import chain
from textwrap import wrap

from rich.cells import cell_len
from textual import work
from textual.binding import Binding
from textual.message import Message

from spades_tui.bots.valued_choice import Advice, grouped
from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.language.sentence_parts import signed
from spades_tui.presentation.chance_words import chance_words
from spades_tui.presentation.hand_words import SideRow, side_rows
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import choice_words
from spades_tui.seats import Observation
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, Piece, StateView, fit_name, length
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.chart import draw_totals
from spades_tui.tui.widgets.choice_list import MARKER
from spades_tui.tui.widgets.noted_facts import SideState, draw_noted
from spades_tui.tui.widgets.paragraphs import wrapped
from spades_tui.tui.widgets.table_view import called_bid, side_word

NUMBER = 3
"""Columns of a hand's number."""
LEAST_CHART = 9
"""Minimum rows for a chart of the score below the hands."""


class SidePanel(StateView[SideState]):
    """The state of the bids, the cards that are out, and the scored hands; with the focus, one hand is chosen."""

    DEFAULT_CSS = "SidePanel { width: 30; height: 1fr; }"
    FOCUS_ON_CLICK = False
    BINDINGS = [
        Binding("up", "move(-1)", "choose hand", key_display="↑↓"),
        Binding("down", "move(1)"),
        Binding("home", "move(-999)", "first hand", show=False),
        Binding("end", "move(999)", "last hand", show=False),
        Binding("enter", "take", "score sheet"),
        Binding("escape,tab", "to_table", "back to table", key_display="Esc"),
    ]

    @dataclass
    class Opened(Message):
        """Asks for the sheet of a hand, by its index among the scored ones."""

        place: int

    def __init__(self) -> None:
        super().__init__(id="side")
        self.at = 0
        """The index of the chosen hand."""
        self.back = 0
        """The number of newest hands that the wheel has scrolled out of view."""
        self._rows: list[tuple[SideRow, ...]] = []

    def show(self, state: SideState) -> None:
        """Show this state, and choose the newest hand after another one is scored."""
        if self.state is None or len(state.scores) != len(self._rows):
            self._rows = [side_rows(state.public.rules, score) for score in state.scores]
            self.at, self.back = max(0, len(self._rows) - 1), 0
            self.can_focus = bool(self._rows)
        if state != self.state:
            self.state = state
            self.redraw()

    # Keys and mouse

    def action_move(self, hands: int) -> None:
        """Choose an earlier or a later hand."""
        self.at = max(0, min(len(self._rows) - 1, self.at + hands))
        self.redraw()

    def action_take(self) -> None:
        """Open the sheet of the chosen hand."""
        self.post_message(self.Opened(self.at))

    def action_to_table(self) -> None:
        """Give the focus back to the table."""
        self.screen.set_focus(None)

    def clicked(self, spot: int) -> None:
        """Open the sheet of the hand under the mouse."""
        self.at = spot
        self.action_take()

    def _scroll(self, hands: int) -> None:
        self.back = max(0, min(len(self._rows) - 1, self.back + hands))
        self.redraw()

    on_mouse_scroll_up = partialmethod(_scroll, 1)  # to earlier hands
    on_mouse_scroll_down = partialmethod(_scroll, -1)

    # Drawing

    def picture(self, canvas: Canvas, state: SideState) -> None:
        """Draw the bids, the cards that are out, the hands, and a chart if there is room."""
        canvas.fill(canvas.width - 1, 0, 1, canvas.height, inks.line, "│")
        self._hands(canvas, draw_noted(canvas, 0, state), state)

    def _hands(self, canvas: Canvas, y: int, state: SideState) -> None:
        """Draw the newest hands, or those around the chosen one, and a chart of the score below."""
        rules, look, rows = state.public.rules, state.look, self._rows
        canvas.put(1, y, "Hands", inks.soft)
        if not rows:
            canvas.put(1, y + 1, "No hand has been scored yet.", inks.faint)
            if canvas.height - y > 8:
                self._legend(canvas, state)
            return
        sides = range(len(rules.sides))
        column = (canvas.width - 2 - NUMBER) // len(sides)
        edges = [NUMBER + column * (side + 1) for side in sides]
        names = [side_word(state.public, look, side) for side in sides]
        for side, name in enumerate(names):
            mark = look.marked(rules, side)
            words = (fit_name(name, column - 1 - length(mark)), inks.SIDES[side])
            canvas.right(edges[side], y + 1, [*mark, words])
        room = canvas.height - y - 2
        chart = room - len(rows) - 1
        if len(rows) <= 1 or chart < LEAST_CHART:
            chart = 0
        first, end = self._window(room)
        cells, head = _cells(rows[first:end], column - 1, look.bag_marks(1)[0], rules.points_unit)
        canvas.put(7, y, head, inks.faint)
        for line, place in enumerate(range(first, end), y + 2):
            number_ink, ink = inks.soft, inks.text
            if self.has_focus and place == self.at:
                number_ink, ink = inks.chosen, inks.chosen
                canvas.fill(0, line, canvas.width - 1, 1, inks.chosen)
                canvas.put(0, line, glyphs.sign(MARKER, look.letters), inks.chosen)
            canvas.right(NUMBER, line, [(f"{state.scores[place].hand}.", number_ink)])
            for edge, cell in zip(edges, cells[place - first], strict=True):
                canvas.right(edge, line, [(cell, ink)])
            canvas.spot(0, line, canvas.width - 1, 1, place)
        counts = ((first, "earlier"), (len(rows) - end, "later"))
        hidden = ", ".join(f"{count} {word}" for count, word in counts if count)
        canvas.put(1 + NUMBER, y + 2 + end - first, hidden, inks.gold)
        if chart:
            top, width = canvas.height - chart, canvas.width - 4
            draw_totals(canvas, 1, top, width, chart, rules, state.scores, look, names)

    def _window(self, room: int) -> tuple[int, int]:
        """Return the indices of the first visible hand and after the last; one row may say how many are hidden."""
        count = len(self._rows)
        most = max(1, room - (count > room))
        end = max(count - self.back, min(most, count))
        if self.has_focus:
            end = count if self.at >= count - most else max(most, self.at + 1)
        return max(0, end - most), end

    def _legend(self, canvas: Canvas, state: SideState) -> None:
        look, rules = state.look, state.public.rules
        lines: list[list[Piece]] = [
            [*look.beans(rules, 2, 1), ("  earned, still to earn", inks.faint)],
            [*look.beans(rules, 1, 2)[2:], ("   beyond the bid", inks.faint)],
        ]
        if rules.zeros_pay:
            lines.append([*look.beans(rules, 0, 1), (f"   a trick on a {rules.zero_word}", inks.faint)])
        if rules.bags is not None:
            lines.append([look.bag_marks(1), ("   a bag", inks.faint)])
        for n, line in enumerate(lines):
            canvas.pieces(1, canvas.height - 1 - len(lines) + n, line)


def _cell(side: SideRow, bag: str, unit: int | None) -> str:
    """Return a side's part of a row.

    `bag`: the mark of its bags, empty to leave them out; `unit`: that of its points, None to leave them out.
    """
    cell = f"{side.bid}/{side.took}" if side.bid else "–"
    if bag and side.bid and side.bags is not None:
        cell += f" {bag}{side.bags}"
    return f"{cell} {signed(side.points, unit):>4}" if unit else cell


def _cells(rows: Sequence[Sequence[SideRow]], room: int, bag: str, unit: int) -> tuple[list[list[str]], str]:
    """Return each side's part of these rows, as full as all of them allow, and words that explain it."""
    for bags, points in ((bag, unit), (bag, None), ("", unit), ("", None)):
        cells: list[list[str]] = []
        for row in rows:
            cells.append([_cell(side, bags, points) for side in row])
        if max(map(cell_len, chain(*cells)), default=0) <= room:
            break
    head = "bid/took"
    if bags and any(side.bags is not None for side in chain(*rows)):
        head += f" {bags}bags"
    if points is not None:
        head += " points"
    return cells, head


class LogPanel(StateView[tuple[str, ...]]):
    """The hand in words, as much as fits, the newest line at the bottom."""

    DEFAULT_CSS = "LogPanel { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__(id="log")

    def picture(self, canvas: Canvas, state: tuple[str, ...]) -> None:
        """Draw the wrapped lines, with a rule at the left."""
        canvas.fill(0, 0, 1, canvas.height, inks.line, "│")
        end = canvas.put(2, 0, "This hand", inks.soft)
        rows: list[Piece] = []
        for number, line in enumerate(state, 1):
            ink = inks.text if number == len(state) else inks.soft
            for part in wrap(line, max(10, canvas.width - 3), subsequent_indent="  "):
                rows.append((part, ink))
        first_row = max(0, len(rows) - canvas.height + 2)
        if first_row:
            canvas.put(end, 0, f" · {first_row} earlier", inks.faint)
        for row, piece in enumerate(rows[first_row:], 2):
            canvas.pieces(2, row, [piece])


BEFORE_PLAY = (Phase.BID, Phase.DRAW, Phase.DISCARD, Phase.RAISE, Phase.PASS)
"""Phases in which the hint names the key that marks the hand."""
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
    """The choices, best first, with figures and reasons, beside the table or below a narrow one."""

    DEFAULT_CSS = f"HintPanel {{ layer: hint; dock: bottom; height: {ROWS}; }}"

    @dataclass
    class Found(Message):
        """Reports that the hint has marked a choice for `seen`."""

        seen: Observation
        event: SeatEvent

    def __init__(self) -> None:
        super().__init__(id="hint")
        self.display = False
        self._look = CardStyle(())
        self._advice: tuple[tuple[Advice, ...], ...] = ()
        """The choices, with cards of the same worth in one group."""
        self._at = 0
        self._asked: Observation | None = None
        self._unmarked = False
        """Whether the choices came while the last trick covered the panel, so that none is marked yet."""

    def ask(self, seen: Observation, look: CardStyle, weigh: Callable[[], tuple[Advice, ...]]) -> None:
        """Show what `weigh` returns in a thread, while the screen accepts keys."""
        self._advice, self._at, self._asked, self._look = (), 0, seen, look
        self.display = True
        self.redraw()
        self._fetch(seen, weigh)

    @work(group="hint", exclusive=True)
    async def _fetch(self, seen: Observation, weigh: Callable[[], tuple[Advice, ...]]) -> None:
        advice = await asyncio.to_thread(weigh)
        if self._asked is not seen or not advice:
            return  # the user has closed the hint or decided meanwhile
        self._advice = grouped(advice)
        self._unmarked = not self.visible
        if self.visible:
            self.move(0)

    def move(self, step: int) -> bool:
        """Mark the next or the previous choice; return False if no hint is shown yet."""
        seen = self._asked
        if seen is None or not self._advice:
            return False
        self._at = min(max(0, self._at + step), len(self._advice) - 1)
        self.post_message(self.Found(seen, self._advice[self._at][0].event))
        self.redraw()
        return True

    def cover(self, on: bool) -> None:
        """Hide an open panel while the last trick is shown; afterwards, mark a choice that came meanwhile."""
        self.visible = not on
        if self._unmarked and not on:
            self._unmarked = False
            self.move(0)

    def close(self) -> None:
        """Close the panel. Drop an answer that comes later."""
        self._asked, self._advice = None, ()
        self.display = False

    def clicked(self, spot: int) -> None:
        """Mark the clicked choice."""
        self.move(spot - self._at)

    def _choices(self, seen: Observation, width: int) -> list[tuple[int, list[Piece]]]:
        """Return lines for some choices around the marked one, each with its place; names get `width` cells."""
        from spades_tui.presentation.worth_words import cost_beside

        first = min(max(0, self._at - SHOWN + 1), max(0, len(self._advice) - SHOWN))
        lines: list[tuple[int, list[Piece]]] = []
        for place, group in enumerate(self._advice[first : first + SHOWN], first):
            one, mark, ink = group[0], "  ", inks.text
            if place == self._at:
                mark, ink = glyphs.sign(MARKER, self._look.letters), inks.bold
            words = " ".join([choice_words(each.event, self._look.letters, seen.rules) for each in group])
            line: list[Piece] = [(mark, inks.gold), (f"{words:<{width}}", ink)]
            if cell_len(words) >= width and one.weighed:  # the figures have separate columns
                lines.append((place, line))
                line = [(" " * (width + 2), inks.text)]
            if one.weighed:
                cost = "best" if place == 0 else "as good"
                if place and one.cost:
                    cost = cost_beside(one.cost, seen)
                line.append((f"{cost:>{POINTS}}", inks.text))
                line.append((f"{chance_words(one, seen):>{MADE}}", inks.soft))
            lines.append((place, line))
        return lines

    def _covered(self, seen: Observation, room: int) -> list[Piece]:
        """Return what the panel covers: the seat's bid and tricks, with six seats also the tricks of each side."""
        seat, rules = seen.seat, seen.rules
        if seat is None or seen.bids[seat] is None or seen.phase != Phase.PLAY:
            return []
        sides: list[Piece] = []
        if rules.partners and rules.seats == 6:
            for side, contract in enumerate(seen.contracts):
                sides += [(" ", inks.text), *self._look.marked(rules, side)]
                sides.append((f"{seen.side_tricks[side]}/{contract} ", inks.soft))
        own = f"bid {called_bid(seen, seat)}, took {seen.took[seat]} "
        named = f" {self._look.who(seat)} {own}"
        words = named if cell_len(named) + length(sides) <= room else f" {own}"
        return [(words, inks.text), *sides]

    def draw(self, canvas: Canvas) -> None:
        """Draw a rule with the columns' titles, the choices, and the reason at their right or below them."""
        canvas.rule(0)
        canvas.spot(0, 0, canvas.width, canvas.height, self._at)  # the table below gets no click
        arrows = glyphs.sign("↑↓", self._look.letters)
        narrow, seen = canvas.width < COLUMNS_FOR_REASON, self._asked
        canvas.put(2, 0, f" Hint {arrows} " if len(self._advice) > 1 else " Hint ", inks.gold)
        if seen is not None and seen.own and seen.phase in BEFORE_PLAY:
            words, row = with_keys(" {count}: mark the hand "), canvas.height - 1 if narrow else 0
            canvas.right(canvas.width - 2, row, [(words, inks.soft)])
        if seen is not None and not narrow:
            canvas.right(canvas.width - 2, 0, self._covered(seen, canvas.width - NUMBERS))
        if seen is None or not self._advice:
            canvas.put(2, 2, THINKING, inks.soft)
        else:
            from spades_tui.presentation.worth_words import cost_head

            width = canvas.width - POINTS - MADE - 5 if narrow else CHOICE
            choices = self._choices(seen, width)
            below = sum(place <= self._at for place, _ in choices) - (canvas.height - 1)
            choices = choices[max(0, below) :]  # keep the marked one visible
            if any(one.weighed for group in self._advice for one in group):
                canvas.right(3 + width + POINTS, 0, [(f" {cost_head(seen)}", inks.soft)])
                canvas.right(3 + width + POINTS + MADE, 0, [(" bid made", inks.soft)])
            for row, (place, line) in enumerate(choices, 1):
                canvas.pieces(1, row, line)
                canvas.spot(0, row, canvas.width, 1, place)
            left, top = (1, len(choices) + 2) if narrow else (NUMBERS, 1)
            reason = self._look.words(reason_words(self._advice[self._at][0].reason, seen, self._look.names))
            for row, text in enumerate(wrapped(reason, canvas.width - left - 1 - narrow), top):
                canvas.put(left, row, text, inks.text)
        if narrow:
            canvas.fill(canvas.width - 1, 0, 1, canvas.height, inks.line, "│")

"""The panel beside the table: the state of the bids, the cards not played yet, and the scored hands.

It draws only public events, so it looks the same for everyone at the keyboard.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import Struct
from textual import events
from textual.message import Message

from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.language.player_names import PartnerNames
from spades_tui.presentation.needs import HandRow, Need, SideRow, by_rank, hand_rows, needs, not_played, voids_shown
from spades_tui.rules.component import signed
from spades_tui.seats import Observation
from spades_tui.tui.textual_private import has_key
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView, fit_name, length
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.chart import draw_chart
from spades_tui.tui.widgets.choice_list import MARKER
from spades_tui.tui.widgets.table_view import side_word

SIDE_WIDTH, SIDE_WIDE = 30, 42
"""Columns of the panel: at 80 columns or more, and in a very wide terminal."""
BID, TOOK, NEEDS = 4, 5, 9
"""Columns of the numbers after a name."""
NUMBER = 3
"""Columns of a hand's number."""
LEAST_CHART = 9
"""Minimum rows for a chart of the score below the hands."""


class SideState(Struct, frozen=True):
    """The public view of the table, and the hands so far."""

    public: Observation
    look: CardStyle
    scores: tuple[HandScore, ...]
    counted: bool
    """Whether the table shows cards not played yet, and voids."""


class SidePanel(StateView[SideState], can_focus=True):
    """The state of the bids, the cards that are out, and the scored hands; with the focus, one hand is chosen."""

    DEFAULT_CSS = f"SidePanel {{ width: {SIDE_WIDTH}; height: 1fr; }}"
    FOCUS_ON_CLICK = False
    BINDINGS = Bindings("side_panel")

    @dataclass
    class Opened(Message):
        """Asks for the sheet of a hand, by its index among the scored ones."""

        place: int

    def __init__(self) -> None:
        super().__init__(id="side")
        self.can_focus = False
        self.at = 0
        """The index of the chosen hand."""
        self.back = 0
        """The number of newest hands that the wheel has scrolled out of view."""
        self._rows: tuple[HandRow, ...] = ()

    def show(self, state: SideState) -> None:
        """Show this state, and choose the newest hand after another one is scored."""
        if self.state is None or len(state.scores) != len(self._rows):
            self._rows = hand_rows(state.public.rules, state.scores)
            self.at, self.back = max(0, len(self._rows) - 1), 0
            self.can_focus = bool(self._rows)
        if state != self.state:
            self.state = state
            self.redraw()

    # Keys and mouse

    def takes(self, key: str) -> bool:
        """Return whether the panel handles a key while it has the focus."""
        return has_key(self, key)

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

    def on_click(self, event: events.Click) -> None:
        """Open the sheet of the hand under the mouse."""
        place = self.spot_at(event.x, event.y)
        if isinstance(place, int):
            event.stop()
            self.at = place
            self.post_message(self.Opened(place))

    def on_mouse_scroll_up(self) -> None:
        """Scroll to earlier hands."""
        self._scroll(1)

    def on_mouse_scroll_down(self) -> None:
        """Scroll to later hands."""
        self._scroll(-1)

    def _scroll(self, hands: int) -> None:
        self.back = max(0, min(len(self._rows) - 1, self.back + hands))
        self.redraw()

    # Drawing

    def picture(self, canvas: Canvas, state: SideState) -> None:
        """Draw the bids, the cards that are out, the hands, and a chart if there is room."""
        canvas.fill(canvas.width - 1, 0, 1, canvas.height, palette.line, "│")
        y = self._bids(canvas, state) + 1
        if state.counted and state.public.phase in (Phase.PLAY, Phase.PLAYED):
            y = _out(canvas, y, state) + 1
        self._hands(canvas, y, state)

    def _bids(self, canvas: Canvas, state: SideState) -> int:
        """Draw the state of each bid; return the row below."""
        seen, look = state.public, state.look
        found = needs(seen)
        edges = [canvas.width - 2 - NEEDS - TOOK, canvas.width - 2 - NEEDS, canvas.width - 2]
        canvas.put(1, 0, "Bids", palette.soft)
        for edge, head in zip(edges, ("bid", "took", "needs") if found else (), strict=False):
            canvas.right(edge, 0, [(head, palette.faint)])
        lines = [_need(seen, look, need) for need in found] or _bid_lines(seen, look)
        for y, (mark, name, cells) in enumerate(lines, 1):
            canvas.pieces(1, y, [*mark, (fit_name(name, edges[0] - BID - 1 - length(mark)), palette.text)])
            for edge, cell in zip(edges, cells, strict=False):
                canvas.right(edge, y, [cell])
        return 1 + len(lines)

    def _hands(self, canvas: Canvas, y: int, state: SideState) -> None:
        """Draw the newest hands, or those around the chosen one, and a chart of the score below."""
        rules, look, rows = state.public.rules, state.look, self._rows
        canvas.put(1, y, "Hands", palette.soft)
        if not rows:
            canvas.put(1, y + 1, "No hand has been scored yet.", palette.faint)
            if canvas.height - y > 8:
                self._legend(canvas, state)
            return
        sides = range(len(rules.sides))
        column = (canvas.width - 2 - NUMBER) // len(sides)
        edges = [NUMBER + column * (side + 1) for side in sides]
        names = [side_word(state.public, look, side) for side in sides]
        for side, name in enumerate(names):
            mark = look.marked(rules, side)
            words = (fit_name(name, column - 1 - length(mark)), palette.SIDES[side])
            canvas.right(edges[side], y + 1, [*mark, words])
        room = canvas.height - y - 2
        chart = room - len(rows) - 1 if len(rows) > 1 and room - len(rows) > LEAST_CHART else 0
        first, end = self._window(room)
        cell, head = _cell_for(rows[first:end], column - 1, look.bag_marks(1)[0])
        canvas.put(7, y, head, palette.faint)
        for line, place in enumerate(range(first, end), y + 2):
            chosen = self.has_focus and place == self.at
            if chosen:
                canvas.fill(0, line, canvas.width - 1, 1, palette.chosen)
                canvas.put(0, line, ">" if look.letters else MARKER, palette.chosen)
            canvas.right(NUMBER, line, [(f"{rows[place].number}.", palette.chosen if chosen else palette.soft)])
            for edge, side_row in zip(edges, rows[place].sides, strict=True):
                canvas.right(edge, line, [(cell(side_row), palette.chosen if chosen else palette.text)])
            canvas.spot(0, line, canvas.width - 1, 1, place)
        hidden = zip((first, len(rows) - end), ("earlier", "later"), strict=True)
        canvas.put(1 + NUMBER, y + 2 + end - first, ", ".join(f"{n} {word}" for n, word in hidden if n), palette.gold)
        if chart:
            totals = [score.totals for score in state.scores]
            draw_chart(canvas, 1, canvas.height - chart, canvas.width - 4, chart, totals, names, rules.goal)

    def _window(self, room: int) -> tuple[int, int]:
        """Return the indices of the first visible hand and after the last; one row may say how many are hidden."""
        count = len(self._rows)
        most = max(1, room if count <= room else room - 1)
        end = count - min(self.back, count - min(most, count))
        if self.has_focus:
            end = count if self.at >= count - most else max(most, self.at + 1)
        return max(0, end - most), end

    def _legend(self, canvas: Canvas, state: SideState) -> None:
        """Explain the beans beside the cards."""
        look, rules = state.look, state.public.rules
        lines: list[list[Piece]] = [
            [*look.beans(2, 1), ("  earned, still to earn", palette.faint)],
            [*look.beans(1, 2)[2:], ("   beyond the bid", palette.faint)],
            [*look.beans(0, 1), (f"   a trick on a {rules.zero_word}", palette.faint)],
        ]
        if rules.bags is not None:
            lines.append([look.bag_marks(1), ("   a bag", palette.faint)])
        for n, line in enumerate(lines):
            canvas.pieces(1, canvas.height - 1 - len(lines) + n, line)


Line = tuple[list[Piece], str, list[Piece]]
"""The mark of a side, a name, and the pieces in the columns after it."""


def _need(seen: Observation, look: CardStyle, need: Need) -> Line:
    """Return a bid and what it still needs."""
    side = seen.rules.side_of[need.seats[0]]
    whole = len(need.seats) == len(seen.rules.sides[side]) > 1
    name = side_word(seen, look, side) if whole else PartnerNames(map(look.name, need.seats))
    if need.lost:
        words, style = ("broken" if need.zero else "set"), palette.red
    elif need.zero:
        words, style = "no trick", palette.text
    elif need.needed:
        words, style = str(need.needed), palette.bold
    elif need.exact:
        words, style = "no more", palette.text
    else:
        words, style = f"made +{need.over}" if need.over else "made", palette.green
    bid = seen.rules.bid_word(need.bid) if need.zero else str(need.bid)
    return look.marked(seen.rules, side), name, [
        (bid, palette.text), (str(need.took), palette.text), (words, style)
    ]  # fmt: skip


def _bid_lines(seen: Observation, look: CardStyle) -> list[Line]:
    """Return the bids while they are made, seat by seat."""
    lines: list[Line] = []
    for seat in seen.order:
        bid = seen.bids[seat]
        words = "–" if bid is None else f"{'blind ' if seen.blind[seat] else ''}{seen.rules.bid_word(bid)}"
        mark = look.marked(seen.rules, seen.rules.side_of[seat])
        lines.append((mark, look.name(seat), [(words, palette.text if bid is not None else palette.faint)]))
    return lines


def _out(canvas: Canvas, y: int, state: SideState) -> int:
    """Draw the cards not played yet and the known voids, suit by suit; return the row below."""
    seen, look = state.public, state.look
    out = not_played(seen)
    canvas.put(1, y, "Not played yet", palette.soft)
    for suit in reversed(range(4)):
        y += 1
        left = [card for card in by_rank(seen, suit) if out >> card & 1]
        ranks = [look.face(card) if look.odd(card) else look.face(card)[:-1] for card in left]
        apart = " " if sum(map(len, ranks)) + len(ranks) + 2 < canvas.width else ""
        canvas.pieces(1, y, [(f"{look.suit(suit)} ", palette.gold), (apart.join(ranks) or "–", palette.text)])
    y += 1
    x = 1
    for seat, suits in enumerate(voids_shown(seen)):
        if not suits:
            continue
        words = f"{fit_name(look.name(seat), 12)} no "
        size = len(words) + len(suits)
        if x > 1 and x + size > canvas.width - 2:
            x, y = 1, y + 1
        x = canvas.put(x, y, words, palette.soft)
        x = canvas.put(x, y, "".join(map(look.suit, suits)), palette.text) + 2
    return y + (1 if x > 1 else 0)


Cell = Callable[[SideRow], str]


def _cell_for(rows: Sequence[HandRow], room: int, bag: str) -> tuple[Cell, str]:
    """Return a function for a side's part of a row, as full as all rows allow, and words that explain it."""

    def brief(side: SideRow) -> str:
        return f"{side.bid}/{side.took}" if side.bid else "–"

    def with_bags(side: SideRow) -> str:
        return f"{brief(side)} {bag}{side.bags}" if side.bid and side.bags is not None else brief(side)

    ways: tuple[tuple[Cell, str], ...] = (
        (lambda side: f"{with_bags(side)} {signed(side.points):>4}", f"bid/took {bag}bags points"),
        (with_bags, f"bid/took {bag}bags"),
        (lambda side: f"{brief(side)} {signed(side.points):>4}", "bid/took points"),
        (brief, "bid/took"),
    )
    for way, head in ways:
        if all(length([(way(side), palette.text)]) <= room for row in rows for side in row.sides):
            bags = any(side.bags is not None for row in rows for side in row.sides)
            return way, head if bags else head.replace(f" {bag}bags", "")
    return ways[-1]

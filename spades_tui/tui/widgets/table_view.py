"""The seats around the table, and the trick in the middle: the cards, the lead, and the winning one."""

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.game.phase import Phase
from spades_tui.game.trick import Played, Trick
from spades_tui.language.sentence_parts import YOU
from spades_tui.play.shown import FinishedTrick
from spades_tui.record.event_words import LogEntry
from spades_tui.rules.ledger import words_beside
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import (
    Canvas,
    Motion,
    Piece,
    Shrinking,
    Spare,
    StateView,
    first_fitting,
    fit,
    length,
    squeezed,
    two_lines,
)
from spades_tui.tui.widgets.card_faces import CardStyle, frame, paint_card, paint_slot, trick_row
from spades_tui.tui.widgets.moment_line import MomentLine, Spot, draw_speech, moment_line
from spades_tui.tui.widgets.trick_stacks import draw_stacks

UNFOLDS = 6
"""Steps in which the line and the beans of a moment appear."""
COLUMNS_FOR_WORDS = 70
"""Minimum columns for words beside cards and for the sides' bids; the panel of a lesson leaves fewer."""
BESIDE_GATHERED = 5
"""Cells between a card and words beside it that leave room for a trick being gathered."""
SEATS_AROUND = 4
"""Minimum seats that leave the middle of the table empty."""
HEIGHT_FOR_STACKS = 5
"""Minimum height of the cards for stacks between them."""
BESIDE = 26
"""Columns from the leftmost card to the words beside it, unless the words begin at the edge."""


class Place(Struct, frozen=True):
    """Where to draw a seat: the edge of its plate, and the corner of its card."""

    plate_x: int
    plate_y: int
    align: str
    card_x: int
    card_y: int
    label: str
    """The side of the card on which the words about it are."""


class TableState(Struct, frozen=True):
    """An observation, the trick on the table, and the turn."""

    seen: Observation
    look: CardStyle
    trick: Trick
    complete: bool
    """Whether the trick is complete and waits to be gathered."""
    winner: int | None
    turn: int | None
    here: int
    """The seat at the bottom."""
    news: tuple[str, ...] = ()
    """Versions of the latest announcement, longest first; the first that fits goes below everything else."""
    sides: bool = True
    """Whether to show the sides' bids here, because no panel does."""
    moment: MomentLine | None = None
    """The moment that has just happened; its line takes the place of the announcement."""
    spoken: LogEntry | None = None
    """What a computer player has just said, beside its seat, or before the announcement."""


class TableView(StateView[TableState]):
    """The table during trick play, for two to six seats."""

    DEFAULT_CSS = "TableView { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__(id="table")
        self.motion = Motion(self, self._gather)
        self.gathers = False
        """Whether to animate a complete trick to the seat that took it."""
        self._gathered_state: TableState | None = None
        """The table with the complete trick that is being gathered."""
        self._gathered = 0
        self._unfolding = Motion(self, self._unfold)
        self._unfolded = 1.0

    def show(self, state: TableState) -> None:
        """Show this state; if `gathers` is set, first move a complete trick to the seat that took it."""
        lay = self.state
        if state != lay:
            self.end_motion()
            self.state = state
            if self.gathers and state.moment is not None and (lay is None or lay.moment != state.moment):
                self._unfolding.begin(UNFOLDS)
            if self.gathers and lay is not None and lay.complete and not state.complete:
                self._gathered_state = lay
                self.motion.begin(len(lay.trick))
            else:
                self.redraw()

    def end_motion(self) -> None:
        """Show everything at its end, as any key does."""
        self.motion.end()
        self._unfolding.end()

    def _unfold(self, done: int, steps: int) -> None:
        self._unfolded = done / steps
        self.redraw()

    def _gather(self, done: int, steps: int) -> None:
        self._gathered = done
        if done == steps:
            self._gathered_state = None
        self.redraw()

    def picture(self, canvas: Canvas, state: TableState) -> None:
        """Draw plates, slots, cards and words."""
        if state.moment is not None:
            state = replace(state, moment=replace(state.moment, unfolded=self._unfolded))
        room = canvas.height - 1  # the last line is for announcements
        width, height = card_size(canvas.width, room, state.look.compact)
        places = arrange(len(state.look.names), canvas.width, room, width, height)
        played: dict[int, Played] = {card.seat: card for card in state.trick}
        x, y, lines = sides = _sides(canvas, state, places)
        for seat in range(len(state.look.names)):
            place = places[(seat - state.here) % len(places)]
            if place.align == "middle":
                first, last = _span(canvas, place, places, sides)
                for row, pieces in enumerate(plate(state, seat, last - first, 2), place.plate_y):
                    left = place.plate_x - (length(pieces) + 1) // 2
                    canvas.pieces(max(first, min(left, last - length(pieces))), row, pieces)
            else:
                _plate_beside(canvas, state, seat, place, width)
            if seat not in state.seen.table:
                continue
            if seat in played:
                self._card(canvas, state, played[seat], place, width, height)
            elif not state.complete:
                paint_slot(canvas, place.card_x, place.card_y, width, height, seat == state.turn)
        for row, pieces in enumerate(lines, y):
            canvas.pieces(x, row, pieces)
        if len(places) >= SEATS_AROUND and height >= HEIGHT_FOR_STACKS:
            _stacks(canvas, state, places, width, height)
        if self._gathered_state is not None:
            self._gathering(canvas, self._gathered_state, places, width, height)
        moment, news_ways, spoken = state.moment, state.news, state.spoken
        if spoken is not None and not self._speech(canvas, state, spoken, places, width):
            news_ways = (spoken.text,)
            if moment is not None:
                ways = [f"{words} {spoken.text}" for words in moment.words]
                moment = replace(moment, words=(*ways, *moment.words))
        if moment is not None:
            moment_line(canvas, canvas.height - 1, moment)
            return
        news = first_fitting(news_ways, canvas.width - 2)
        canvas.centred(1, canvas.width - 2, canvas.height - 1, [(news, inks.bold)])

    def _speech(self, canvas: Canvas, state: TableState, spoken: LogEntry, places: list[Place], card_w: int) -> bool:
        """Draw what a player says beside their seat or card; return whether there is room."""
        place = places[((spoken.seat or 0) - state.here) % len(places)]
        if place.align == "middle":
            right = place.card_x + card_w + BESIDE_GATHERED
            rows = (-1, 0, 1, 2)  # first beside the bid, above the words at the card
            spots: list[Spot] = [(right + more, place.card_y + row, False) for more in (0, 12) for row in rows]
        else:
            spots = [(place.plate_x, place.plate_y + row, place.align == "right") for row in (4, 5, 3, -2, -3)]
        return draw_speech(canvas, spoken, spots)

    def _gathering(self, canvas: Canvas, lay: TableState, places: list[Place], width: int, height: int) -> None:
        """Draw the rest of a trick; the gathered cards are below the winning one."""
        losers = [card for card in lay.trick if card.seat != lay.winner]
        for card in lay.trick:
            takes, place = card.seat == lay.winner, places[(card.seat - lay.here) % len(places)]
            corners = "╭╰" if place.align == "right" else "╮╯"  # on the side away from the seat's name
            for n in range(min(self._gathered, len(losers)) if takes else 0):
                x = place.card_x - 1 - n if place.align == "right" else place.card_x + width + n
                side = corners[0] + "│" * (height - 2) + corners[1]
                for row, sign in enumerate(side, place.card_y):
                    canvas.put(x, row, sign, inks.face_edge)
            if takes or card in losers[self._gathered :]:
                x, y = place.card_x, place.card_y
                paint_card(canvas, x, y, width, height, lay.look, card.card, heavy=takes, low=card.low)

    def _card(self, canvas: Canvas, state: TableState, card: Played, place: Place, width: int, height: int) -> None:
        wins = card.seat == state.winner
        paint_card(canvas, place.card_x, place.card_y, width, height, state.look, card.card, heavy=wins, low=card.low)
        words: list[Piece] = []
        if card.seat == state.trick[0].seat:
            words.append(("led, " if wins else "led", inks.soft))
        if wins:
            words.append(("takes it" if state.complete else "wins", inks.gold))
        row = place.card_y + height // 2
        if place.align != "middle" and canvas.width < COLUMNS_FOR_WORDS:  # the plate is beside the card
            x = place.card_x + width - length(words) if place.label == "left" else place.card_x
            canvas.pieces(max(1, min(x, canvas.width - 1 - length(words))), place.card_y + height, words)
            return
        gap = 1
        if place.align != "middle" and height >= 5:
            row, gap = row - 2, 2  # above the seat's plate, which is beside the card
        if place.label == "left":
            canvas.right(place.card_x - gap, row, words)
        else:
            canvas.pieces(place.card_x + width + gap, row, words)


def _plate_beside(canvas: Canvas, state: TableState, seat: int, place: Place, card_w: int) -> None:
    start, end = 0, place.card_x - 1  # from the edge to the card, or from the card to the edge
    if place.card_x > canvas.width // 2:
        start, end = place.card_x + card_w + 1, canvas.width
    at_right = place.align == "right"
    room = place.plate_x - start if at_right else end - place.plate_x
    put = canvas.right if at_right else canvas.pieces
    for row, pieces in enumerate(plate(state, seat, room, 4), place.plate_y):
        put(place.plate_x, row, without_tail(pieces))


def _stacks(canvas: Canvas, state: TableState, places: list[Place], width: int, height: int) -> None:
    """Draw the sides' tricks between the cards at the left and at the right; none without partners."""
    seen = state.seen
    if not seen.rules.partners:
        return
    left, right = places[1], places[-1]
    x = left.card_x + width + 1
    names = [side_word(seen, state.look, side) for side in range(len(seen.rules.sides))]
    draw_stacks(canvas, x, left.card_y, right.card_x - 1 - x, height, state.look, seen, names)


Sides = tuple[int, int, list[list[Piece]]]
"""The column and the row where the lines about the sides begin, and the lines."""


def _span(canvas: Canvas, place: Place, places: list[Place], sides: Sides) -> tuple[int, int]:
    """Return the columns for a plate above or below its card: the first, and the one after the last."""
    first, last = 1, canvas.width - 1
    for other in places:
        if other.align == "middle" and other.plate_y == place.plate_y and other is not place:
            between = (place.plate_x + other.plate_x) // 2
            first, last = (between + 1, last) if other.plate_x < place.plate_x else (first, between - 1)
    x, y, lines = sides
    if y <= place.plate_y < y + len(lines):
        first = max(first, x + max(map(length, lines)) + 2)
    return first, last


def _sides(canvas: Canvas, state: TableState, places: list[Place]) -> Sides:
    """Return lines with each side's bid and tricks; none without partners.

    They are near the leftmost card, at the top, or beside the lowest plate of six seats.
    """
    seen, lines = state.seen, list[list[Piece]]()
    if state.sides and seen.rules.partners and canvas.width >= COLUMNS_FOR_WORDS:
        for side, contract in enumerate(seen.contracts):
            name = side_word(seen, state.look, side)
            name = f" {name}" if len(name) < 6 else ""
            bid = "–" if contract is None else contract
            words = f"  bid {bid}  took {seen.side_tricks[side]}"
            mark = state.look.side_mark(seen.rules, side)
            lines.append([mark, (name, inks.text), (words, inks.soft)])
    y = places[0].plate_y + 2 - len(lines) if len(places) == 6 else 0
    return max(1, min(place.card_x for place in places) - BESIDE), y, lines


def side_word(seen: Observation, look: CardStyle, side: int) -> str:
    """Return `Us` for the only person's side and `Them` for a single other side; names otherwise."""
    if len(look.people) == 1 and seen.rules.partners:
        if seen.rules.side_of[look.people[0]] == side:
            return "Us"
        if len(seen.rules.sides) == 2:
            return "Them"
    return look.side_name(seen.rules, side)


def trick_words(seen: Observation, look: CardStyle) -> list[Piece]:
    """Return the cards on the table in one line; nothing if there are none."""
    line: list[Piece] = []
    for played in seen.trick:
        line.append(("   ", inks.text) if line else ("On the table: ", inks.soft))
        line += [(f"{look.who(played.seat)} ", inks.text), look.card(played.card)]
        line.append((" wins" if played.seat == seen.winning else "", inks.gold))
    return line


def plate(state: TableState, seat: int, room: int, most: int) -> list[list[Piece]]:
    """Return the lines at a seat, of `room` cells: name and role, bid, beans.

    If the role doesn't fit beside the name, it goes below, on a separate line or before the bid. `most` is the maximum
    number of lines, at least 2: with only two, bid and beans share one. A long name takes two lines if possible;
    otherwise it's cut.
    """
    first, role, bid, beans = _written(state, seat)
    lines = [first, bid, beans] if most > 2 else [first, [*bid, *beans]]
    name, style = first[-1]
    before_name = length([*first[1:-1], ("▶ ", style)])  # so that the name doesn't move when the player's turn comes
    parts = two_lines(name, room - before_name, room) if most > 2 else [name]
    if len(parts) > 1:
        second: list[Piece] = [(parts[1], style), (f" · {role}" if role else "", inks.soft)]
        lines[:1] = [[*first[:-1], (parts[0], style)], second]
        if length(second) > room:
            lines[1:2] = [second[:1], [(role, inks.soft)]]
    elif role:
        beside = (f" · {role}", inks.soft)
        before = [(role, inks.soft), ("  " if lines[1] else "", inks.soft), *lines[1]]
        if length([*first, beside]) <= room:
            lines[0] = [*first, beside]
        elif length(without_tail(before)) <= room:
            lines[1] = before
        elif most > 2:
            lines.insert(1, [(role, inks.soft)])
        else:
            lines[0] = [*first, beside]
    if len(parts) == 1:
        free = room - length(lines[0]) - before_name + length(first[:-1])
        picture, manner = state.look.picture(seat), state.look.manner(state.seen.rules, seat)
        about = _about_player(picture, manner, free)
        lines[0] = [*lines[0], *about]
        if picture[0] and picture not in about and len(lines) < most:
            lines.insert(1, [picture] if about else [picture, (f" {manner}", inks.soft)])
    return [squeezed(without_tail(pieces), room) for pieces in lines]


def _about_player(picture: Piece, manner: str, room: int) -> list[Piece]:
    """Return a named computer player's manner of bidding and picture, as much as fits in `room` cells."""
    pieces: list[Piece] = []
    if manner and len(manner) + 3 <= room:
        pieces.append((f" · {manner}", inks.soft))
    if picture[0] and length([*pieces, picture]) + 1 <= room:
        pieces += [(" ", inks.text), picture]
    return pieces


def seat_name(look: CardStyle, rules: Ruleset, seat: int, turn: bool) -> list[Piece]:
    """Return a seat's name behind the marker of its turn and the mark of its side."""
    marker, ink = "", inks.bold
    if turn:
        marker, ink = glyphs.sign("▶ ", look.letters), inks.gold
    name = (Shrinking(look.name(seat)), ink)
    return [(marker, inks.gold), *look.marked(rules, rules.side_of[seat]), name]


def roles(seen: Observation, look: CardStyle, seat: int, partner: str) -> list[str]:
    """Return what a seat is to the viewer and in this hand; `partner` are the words for the viewer's partner."""
    words = []
    if seat == seen.seat:
        if look.name(seat) != YOU:
            words.append("you")
    elif seen.rules.partners and seen.rules.side_of[seat] == seen.side:
        words.append(partner)
    if seat == seen.dealer:
        words.append("dealer")
    return words


def called_bid(seen: Observation, seat: int) -> str:
    """Return the bid of a seat, and whether it was blind; a dash before it has bid."""
    bid = seen.bids[seat]
    if bid is None:
        return "–"
    words = seen.rules.bid_word(bid)
    return f"blind {words}" if seen.blind[seat] else words


def _written(state: TableState, seat: int) -> tuple[list[Piece], str, list[Piece], list[Piece]]:
    """Return the words at a seat: name, role, bid, beans."""
    seen, look = state.seen, state.look
    first = seat_name(look, seen.rules, seat, seat == state.turn)
    role = ", ".join(roles(seen, look, seat, "your partner"))
    if seat not in seen.table:
        return first, role, [("sits out", inks.faint), (Spare(" this hand"), inks.faint)], []
    bid = seen.bids[seat]
    second: list[Piece] = []
    if bid is not None:
        called = called_bid(seen, seat)
        if called == "0":
            called = "zero"
        if not seen.blind[seat]:
            called = f"bid {called}"
        second.append((f"{called}  ", inks.text))
    for word in words_beside(seen.announced, seat):
        second.append((f"{word}  ", inks.gold))
    over = seen.phase in (Phase.PLAYED, Phase.DEAL, Phase.OVER)
    beans = look.beans(seen.rules, bid, seen.took[seat], over=over)
    return first, role, second, _moved(beans, state.moment, seat)


def _moved(beans: list[Piece], moment: MomentLine | None, seat: int) -> list[Piece]:
    """Return a seat's beans; in its own moment they are inverted if it is a strong one, one by one."""
    if moment is None or moment.strength == 1 or seat not in moment.seats:
        return beans
    moved: list[Piece] = []
    left = round(length(beans) * moment.unfolded)
    for words, ink in beans:
        inverted, rest = words[:left], words[left:]
        left -= len(inverted)
        for part, style in ((inverted, inks.with_style(ink, "reverse")), (rest, ink)):
            if part:
                moved.append((part, style))
    return moved


def without_tail(pieces: list[Piece]) -> list[Piece]:
    """Return pieces without trailing spaces, so that they are aligned at the right."""
    kept = [*pieces]
    while kept and not kept[-1][0].strip():
        kept.pop()
    if kept and kept[-1][0][-1].isspace():
        kept[-1] = (kept[-1][0].rstrip(), kept[-1][1])
    return kept


Sizes = tuple[tuple[int, int, int, int], ...]
"""Minimum columns and rows of a table for cards of a width and a height, the largest first."""
SIZES: Sizes = ((100, 41, 17, 11), (100, 35, 15, 9), (76, 27, 11, 7), (70, 19, 11, 5))


def card_size(width: int, height: int, compact: bool = False, sizes: Sizes = SIZES) -> tuple[int, int]:
    """Return the width and height of the trick's cards that fit; always small ones if `compact`."""
    fitting = ((wide, high) for columns, rows, wide, high in sizes if width >= columns and height >= rows)
    return (6, 3) if compact else next(fitting, (6, 3))


def arrange(count: int, width: int, height: int, card_w: int, card_h: int) -> list[Place]:
    """Return the places of the seats, clockwise from the bottom."""
    middle = width // 2
    left = middle - card_w // 2
    spread = card_w + 2
    if width >= COLUMNS_FOR_WORDS:
        spread += 2 if card_w < 9 else 1
    rows = 2 if count <= 3 else 3
    gap = max(0, min(2, (height - 4 - rows * card_h) // (rows - 1)))
    top = max(0, (height - 4 - rows * card_h - (rows - 1) * gap) // 2)
    bottom = top + 2 + (rows - 1) * (card_h + gap)
    own = Place(middle, bottom + card_h, "middle", left, bottom, "right")
    half, apart = spread // 2 + 2, min(24, (width - card_w) // 2 - 2)
    columns = {2: [0], 3: [], 4: [0], 5: [-half, half], 6: [-apart, 0, apart]}[count]
    upper = [Place(middle + x, top, "middle", left + x, top + 2, "right") for x in columns]
    if count == 5:  # the plates and the words are farther apart
        first, second = upper
        upper = [replace(first, plate_x=first.plate_x - 6, label="left"), replace(second, plate_x=second.plate_x + 6)]
    if count == 2:
        return [own, *upper]
    across = top + 2 + card_h + gap
    y = {3: top + 2 - (not gap), 4: across}.get(count, across + (gap > 0))
    beside = spread if count <= 4 else spread + 2
    near, far = left - beside, left + beside
    if card_h >= 5 and width >= COLUMNS_FOR_WORDS:  # a plate fits beside its card
        (near_x, near_align), (far_x, far_align) = (near - 2, "right"), (far + card_w + 2, "left")
    else:
        (near_x, near_align), (far_x, far_align) = (2, "left"), (width - 2, "right")
    row = y + card_h // 2 - 1
    at_left, at_right = Place(near_x, row, near_align, near, y, "left"), Place(far_x, row, far_align, far, y, "right")
    return [own, at_left, *upper, at_right]


class LastTrickView(StateView[tuple[FinishedTrick, CardStyle]]):
    """The last trick over the table, in a labelled frame, so that nobody mistakes it for the current one."""

    DEFAULT_CSS = "LastTrickView { width: 1fr; height: 1fr; }"

    def picture(self, canvas: Canvas, state: tuple[FinishedTrick, CardStyle]) -> None:
        """Draw a frame with the number of the trick above, the key for closing below, and the cards between them."""
        finished_trick, look = state
        frame(canvas, 0, 0, canvas.width, canvas.height, inks.gold, heavy=True)
        title = f" Last trick: number {finished_trick.number} of this hand "
        canvas.centred(0, canvas.width, 0, [(fit(title, canvas.width - 4), inks.chosen)])
        back = with_keys(" {last_trick} or Esc brings the table back ")
        canvas.centred(0, canvas.width, canvas.height - 1, [(fit(back, canvas.width - 4), inks.gold)])
        large = canvas.height >= 20 and canvas.width >= max(70, 13 * len(finished_trick.trick))
        width, height = (11, 5) if large else (6, 3)
        top = max(1, (canvas.height - height - 2) // 2)
        trick_row(canvas, top, width, height, look, finished_trick.trick, finished_trick.winner, "took it")

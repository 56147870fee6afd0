"""A table with all hands open: each seat's cards by suit, with played cards dimmed, and the trick in the middle."""

from msgspec import Struct

from spades_tui import cards
from spades_tui.game.trick import Played
from spades_tui.presentation.wording import sorted_hand
from spades_tui.record.open_hands import OpenHand, OpenMoment
from spades_tui.rules.ledger import words_beside
from spades_tui.rules.ruleset import Ruleset
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView, fit, length, squeezed
from spades_tui.tui.widgets.card_faces import CardStyle, paint_card, paint_slot
from spades_tui.tui.widgets.table_view import card_size, seat_name

GONE = inks.with_style(inks.faint, "strike")
"""The style of a played card, struck through to be visible without colours."""
SIZES = ((110, 33, 11, 7), (96, 25, 9, 5))
"""Minimum columns and rows for cards of a width and a height, the largest first."""
WIDTH_FOR_BOTH = 11
"""Minimum width of a card that has room for two words about it."""
SUITS_HIGH = 4
"""Rows of a hand, one for each suit."""


class OpenState(Struct, frozen=True):
    """One moment of a hand."""

    rules: Ruleset
    look: CardStyle
    hand: OpenHand
    place: int
    here: int
    """The seat at the bottom."""
    hint: str = ""
    """What keys do here, after the last event if there is room."""

    @property
    def moment(self) -> OpenMoment:
        """The hand at this moment."""
        return self.hand.moments[self.place]


class _Spot(Struct, frozen=True):
    """Where to draw a seat: the corner and width of its hand, and the corner of its card."""

    x: int
    y: int
    width: int
    beside: bool
    """Whether it is at the side of the table, with bid and tricks on a separate line."""
    card_x: int
    card_y: int


class OpenTableView(StateView[OpenState]):
    """All cards around the table, for two to six seats."""

    DEFAULT_CSS = "OpenTableView { width: 1fr; height: 1fr; }"

    def __init__(self, *, told: bool = True) -> None:
        super().__init__(id="open-table")
        self.told = told
        """Whether the last event is in the last row."""

    def picture(self, canvas: Canvas, state: OpenState) -> None:
        """Draw hands, trick, cards left over, and the last event."""
        look, moment, room = state.look, state.moment, canvas.height - self.told
        width, height = card_size(canvas.width, room, state.look.compact, SIZES)
        spots = _arrange(len(look.names), canvas.width, room, width, height)
        finished_trick = {card.seat: card for card in moment.trick}
        for seat in range(len(look.names)):
            spot = spots[(seat - state.here) % len(spots)]
            self._seat(canvas, state, seat, spot)
            if seat in finished_trick:
                self._card(canvas, state, finished_trick[seat], spot, width, height)
            elif seat in state.hand.table and not moment.complete and (moment.trick or moment.number):
                paint_slot(canvas, spot.card_x, spot.card_y, width, height, seat == moment.on_turn)
        self._sides(canvas, state, room - len(state.rules.sides) if len(spots) == 6 else 0)
        self._aside(canvas, state, room)
        if self.told and moment.words:
            words = fit(f"{look.words(moment.words)}.", canvas.width - 2)
            line: list[Piece] = [(words, inks.bold), (f"   {state.hint}", inks.soft)]
            if not state.hint or length(line) > canvas.width - 2:
                line.pop()
            canvas.centred(1, canvas.width - 2, canvas.height - 1, line)

    def _seat(self, canvas: Canvas, state: OpenState, seat: int, spot: _Spot) -> None:
        name, counts = _plate(state, seat)
        role: list[Piece] = [("dealer", inks.soft)] if seat == state.hand.dealer else []
        if role and length([*name, *role]) + 3 > spot.width and spot.beside:
            counts = [*role, ("  ", inks.text), *counts]
        elif role:
            name = [*name, (" · ", inks.soft), *role]
        if spot.beside:
            canvas.pieces(spot.x, spot.y, squeezed(name, spot.width))
            canvas.pieces(spot.x, spot.y + 1, squeezed(counts, spot.width))
        else:
            canvas.pieces(spot.x, spot.y, squeezed([*name, ("  ", inks.text), *counts], canvas.width - spot.x))
        y = spot.y + (2 if spot.beside else 1)
        for row, pieces in enumerate(hand_rows(state, seat, spot.width)):
            canvas.pieces(spot.x, y + row, pieces)

    def _card(self, canvas: Canvas, state: OpenState, card: Played, spot: _Spot, width: int, height: int) -> None:
        moment = state.moment
        wins, led = card.seat == moment.winning, card.seat == moment.trick[0].seat
        words, edge = "led" if led else "", inks.Ink("$face-foot on $face")
        if wins:
            took = "took" if moment.complete else "wins"
            words = f"led, {took}" if led and width >= WIDTH_FOR_BOTH else took
            edge = inks.Ink("bold $face-heavy on $face")
        x, y = spot.card_x, spot.card_y
        paint_card(canvas, x, y, width, height, state.look, card.card, heavy=wins, low=card.low)
        canvas.centred(x + 1, width - 2, y + height - 1, [(fit(words, width - 2), edge)])

    def _sides(self, canvas: Canvas, state: OpenState, y: int) -> None:
        """Draw each side's bid and tricks from row `y`, if there are partners."""
        rules, moment = state.rules, state.moment
        if not rules.partners:
            return
        for side, seats in enumerate(rules.sides):
            bid, mark = moment.contracts[side], state.look.side_mark(rules, side)
            took = sum(moment.took[seat] for seat in seats)
            words = f" bid {'–' if bid is None else bid}, took {took}"
            canvas.pieces(1, y + side, [mark, (words, inks.soft)])

    def _aside(self, canvas: Canvas, state: OpenState, room: int) -> None:
        """Draw the dead hand at the left and the extra card or the kitty at the right, below the hands."""
        look, moment, y = state.look, state.moment, room - SUITS_HIGH - 1
        if state.hand.dead is not None:
            canvas.put(1, y, "The dead hand", inks.soft)
            for row, (suit, held) in enumerate(_by_suits(state, state.hand.dead), y + 1):
                if held:
                    ranks = [(look.rank(card), look.card(card)[1]) for card in held]
                    canvas.pieces(1, row, _row(look, ranks, canvas.width // 2 - 18, suit))
        right: list[list[Piece]] = []
        if moment.aside:
            what = "The extra card:" if state.rules.kitty is None else "The kitty:"
            shown: list[Piece] = [(what, inks.soft)]
            for card in sorted_hand(state.rules, look, moment.aside):
                shown += [(" ", inks.soft), look.card(card)]
            right.append(shown)
        if any(had & ~state.hand.moments[0].had[seat] for seat, had in enumerate(moment.had)):
            right.append([("+ drawn, ( ) thrown back", inks.soft)])
        for row, pieces in enumerate(right):
            canvas.right(canvas.width - 1, y + 1 + row, pieces)


def _plate(state: OpenState, seat: int) -> tuple[list[Piece], list[Piece]]:
    """Return the name, and separately the bid with its beans."""
    look, moment, rules = state.look, state.moment, state.rules
    name = seat_name(look, rules, seat, seat == moment.on_turn)
    if seat not in state.hand.table:
        return name, [("sits out", inks.faint)]
    bid = moment.bids[seat]
    counts: list[Piece] = []
    if bid is not None:
        word = "blind" if moment.blind[seat] else "bid"
        counts.append((f"{word} {rules.bid_word(bid)}  ", inks.text))
    counts += [(f"{word}  ", inks.gold) for word in words_beside(moment.announced, seat)]
    return name, counts + look.beans(rules, bid, moment.took[seat], over=moment.kind == "score")


def _by_suits(state: OpenState, held: int) -> list[tuple[int, list[int]]]:
    """Return the suits in the user's order, each with its cards among those held (a bit set)."""
    suit_of = state.rules.cards.suit_of
    suits: dict[int, list[int]] = {}
    for card in sorted_hand(state.rules, state.look, cards.hand_of(range(52)) | held):
        suit = suits.setdefault(suit_of[card], [])
        if held >> card & 1:
            suit.append(card)
    return [*suits.items()]


def hand_rows(state: OpenState, seat: int, width: int) -> list[list[Piece]]:
    """Return a seat's cards by suit, with `+` before a drawn card and brackets around a discarded one."""
    if seat not in state.hand.table:
        return []
    look, moment = state.look, state.moment
    had, dealt = moment.had[seat], state.hand.moments[0].had[seat]
    thrown = had & ~moment.holding[seat] & ~moment.played
    rows = []
    for suit, held in _by_suits(state, had):
        row: list[Piece] = []
        for card in held:
            text, style = look.rank(card), look.card(card)[1]
            if not dealt >> card & 1:
                text = f"+{text}"
            if thrown >> card & 1:
                text = f"({text})"
            if moment.played >> card & 1:
                style = GONE
            row.append((text, style))
        rows.append(_row(look, row, width, suit))
    return rows


def _row(look: CardStyle, ranks: list[Piece], width: int, suit: int) -> list[Piece]:
    """Return one suit of a hand on a line, closer together if there is little room."""
    for space in (" ", ""):
        pieces: list[Piece] = [(look.suit(suit), inks.SUITS[suit])]
        for place, rank in enumerate(ranks):
            pieces += [(space if place else " ", inks.text), rank]
        if length(pieces) <= width:
            break
    return pieces if ranks else [*pieces, (" –", inks.faint)]


def _arrange(count: int, width: int, height: int, card_w: int, card_h: int) -> list[_Spot]:
    """Return the places of the seats, clockwise from the bottom."""
    middle, high = width // 2, SUITS_HIGH + 1
    spare = max(0, height - 2 * high - 3 * card_h)
    own_y, top, even = height - high - spare // 4, 0, count % 2 == 0
    if even:
        top = high + spare // 4
    rows = 2 if count <= 3 else 3
    trick = top + max(0, (own_y - top - rows * card_h) // 2)
    half, card_left, away = trick + card_h, middle - card_w // 2, card_w + 1
    own = _Spot(middle - 15, own_y, 32, False, card_left, trick + (rows - 1) * card_h)
    opposite = _Spot(middle - 15, spare // 4, 30 if count == 6 else 32, False, card_left, trick)
    upper = max(0, (own_y - 2 * (high + 1)) // 3)
    lower = own_y - high - 1 - upper
    aside = min((width - 3 * card_w - 2) // 2 - 2, 32)  # the trick has up to three cards side by side
    left, right = max(1, card_left - away - aside - 2), card_left + away + card_w + 2
    if count == 6:
        aside, right = min(aside, middle - 16 - left), max(right, middle + 15)
    close = (card_w + 1) // 2
    beside = {  # the rows of hand and card, and the columns from the middle card to those at the left and at the right
        2: [], 3: [(max(0, trick - 1), trick, away, away)], 4: [(half + card_h // 2 - 2, half, away, away)],
        5: [(lower, half, away, away), (upper, trick, close, close + 1)],
        6: [(lower, half, away, away), (upper, trick, away, away)],
    }[count]  # fmt: skip
    at_left, at_right = list[_Spot](), list[_Spot]()
    for y, card_y, before, after in beside:
        at_left.append(_Spot(left, y, aside, True, card_left - before, card_y))
        at_right.insert(0, _Spot(right, y, aside, True, card_left + after, card_y))
    return [own, *at_left, *([opposite] if even else []), *at_right]

"""The hand: playable cards are a row higher, and the chosen one has a heavy border."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.events import Click
from textual.message import Message

from spades_tui import cards
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.card_faces import CardStyle, paint_back, paint_card, paint_narrow_card

BIG_HEIGHT = 38
"""Minimum rows of the terminal for large cards, if the columns allow them."""
HUGE_HEIGHT = 54
"""Minimum rows of the terminal for even larger cards."""


WIDTHS = ((8, 6), (11, 9, 8, 6))
"""The widths of a large card and of an even larger one in cells, to try in order."""


NARROW = 3
"""Columns of a narrow card, which show a ten and its suit."""


class HandState(NamedTuple):
    """Everything that a hand shows."""

    held: list[int]
    """The cards from left to right."""
    suit_of: Sequence[int] = cards.FACE_SUIT
    """The suit of every card, for choosing by suit."""
    look: CardStyle | None = None
    hidden: int = 0
    """The number of cards to draw face down, if the cards are hidden."""
    raised: int = 0
    """The cards that may be chosen, as a bit set."""
    active: bool = False
    """Whether a card can be chosen now."""
    marks: Mapping[int, str] = {}
    """Short words on cards."""
    first: int | None = None
    """The card to preselect; None to keep the chosen one."""


class HandView(CanvasWidget):
    """The cards of one seat, one of which may be chosen."""

    DEFAULT_CSS = """
    HandView { height: 5; }
    HandView.-big { height: 8; }
    HandView.-huge { height: 10; }
    """

    class Chosen(Message):
        """Reports a click on the chosen card, which plays it."""

    class Moved(Message):
        """Reports that another card was chosen with the mouse."""

    def __init__(self) -> None:
        super().__init__(id="hand")
        self.state = HandState([])
        self._at = 0

    def show(self, state: HandState | None) -> None:
        """Show a hand, or nothing. The chosen card stays chosen while it is in the hand, unless another is `first`."""
        self.display = state is not None
        if state is None:
            return
        old, before, place = self.state, self.card, self._at
        self.state = state
        if state[:-1] != old[:-1]:
            self._at = max(0, min(self._at, len(state.held) - 1))
        for card in (before, state.first):
            if card is not None and card in state.held:
                self._at = state.held.index(card)
        if state[:-1] != old[:-1] or self._at != place:
            self.redraw()

    @property
    def held(self) -> tuple[int, ...]:
        """The cards from left to right."""
        return tuple(self.state.held)

    @property
    def card(self) -> int | None:
        """The chosen card; None if there is none."""
        return self.state.held[self._at] if 0 <= self._at < len(self.state.held) else None

    def choose(self, card: int | None) -> None:
        """Choose a card, if it is in the hand."""
        if card in self.state.held and self.state.held.index(card) != self._at:
            self._at = self.state.held.index(card)
            self.redraw()

    def choose_number(self, number: int) -> None:
        """Choose the card with this number, counted from 1 at the left."""
        if 1 <= number <= len(self.state.held):
            self.choose(self.state.held[number - 1])

    def move(self, step: int) -> None:
        """Choose the next playable card in a direction, or the next card if none is playable."""
        count = len(self.state.held)
        places = [n for n in range(count) if self.state.raised >> self.state.held[n] & 1] or list(range(count))
        if not places:
            return
        if step > 0:
            place = next((n for n in places if n > self._at), places[0])
        else:
            place = next((n for n in reversed(places) if n < self._at), places[-1])
        self.choose(self.state.held[place])

    def step(self, step: int) -> None:
        """Choose the neighbour, playable or not."""
        if self.state.held:
            self.choose(self.state.held[(self._at + step) % len(self.state.held)])

    def choose_suit(self, suit: int) -> bool:
        """Choose the next card of a suit, playable ones first; return False if there is none."""
        of_suit = [card for card in self.state.held if self.state.suit_of[card] == suit]
        of_suit = of_suit or [card for card in self.state.held if cards.FACE_SUIT[card] == suit]
        of_suit = [card for card in of_suit if self.state.raised >> card & 1] or of_suit
        if not of_suit:
            return False
        place = of_suit.index(self.card) + 1 if self.card in of_suit else 0
        self.choose(of_suit[place % len(of_suit)])
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards from left to right, narrower if there is little room."""
        look = self.state.look
        if look is None:
            return
        height = canvas.height - 1
        count = len(self.state.held) or self.state.hidden
        if not count:
            return
        width = 5 if height < 6 else next((w for w in WIDTHS[height >= 9] if count * (w + 1) <= canvas.width - 2), 6)
        pitch = min(width + 1, (canvas.width - 2 - width) // max(1, count - 1))
        for narrow in (NARROW + 1, NARROW):
            if pitch < width and count * narrow <= canvas.width - 1:
                self._draw_narrow(canvas, count, narrow)
                return
        left = (canvas.width - pitch * (count - 1) - width) // 2
        for n in range(count):
            x = left + n * pitch
            if not self.state.held:
                paint_back(canvas, x, 1, width, height)
                continue
            card = self.state.held[n]
            up = bool(self.state.raised >> card & 1)
            y = 0 if up else 1
            chosen = self.state.active and n == self._at
            foot = str(n + 1) if self.state.active else ""
            dim = self.state.active and not up
            paint_card(canvas, x, y, width, height, look, card, dim=dim, chosen=chosen, foot=foot)
            if card in self.state.marks:
                mark = self.state.marks[card]
                canvas.put(x + 1, y, mark if len(mark) < pitch else "+", palette.chosen, width - 2)
            canvas.spot(x, y, width, height, n)

    def _draw_narrow(self, canvas: Canvas, count: int, pitch: int) -> None:
        """Draw narrow cards, if wide ones don't fit; unplayable ones are lowest, the chosen one highest.

        `pitch`: columns from one card to the next.

        The edge cuts off their lower ends, so that a higher card shows more of its face.
        """
        look = self.state.look
        left = (canvas.width - pitch * count + pitch - NARROW) // 2
        for n in range(count):
            x = left + pitch * n
            if look is None or not self.state.held:
                paint_back(canvas, x, 1, NARROW, canvas.height - 1)
                continue
            card = self.state.held[n]
            dim = self.state.active and not self.state.raised >> card & 1
            chosen = self.state.active and n == self._at
            y = 0 if chosen else 2 if dim else 1
            foot = str(n + 1) if self.state.active else ""
            paint_narrow_card(canvas, x, y, canvas.height - y, look, card, dim=dim, chosen=chosen, foot=foot)
            if card in self.state.marks:
                canvas.put(x, y, self.state.marks[card], palette.chosen, NARROW)
            canvas.spot(x, 0, pitch, canvas.height, n)

    def on_click(self, event: Click) -> None:
        """Choose the clicked card, or report a click on the chosen one."""
        place = self.spot_at(event.x, event.y)
        if not isinstance(place, int) or not self.state.active:
            return
        event.stop()
        if place == self._at:
            self.post_message(self.Chosen())
        else:
            self._at = place
            self.redraw()
            self.post_message(self.Moved())

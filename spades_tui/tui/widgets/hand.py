"""The hand in one widget: playable cards are a row higher, and the chosen one has a heavy border."""

from collections.abc import Mapping
from dataclasses import dataclass

from textual.events import Click
from textual.message import Message

from spades_tui import cards
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.ruleset import Ruleset
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget
from spades_tui.tui.widgets.card_faces import CardStyle, paint_back, paint_card, paint_narrow_card

BIG_HEIGHT = 38
"""Rows of the terminal from which on cards are drawn large, if the columns allow it."""
HUGE_HEIGHT = 54
"""Rows from which on they are larger still."""


WIDTHS = ((8, 6), (11, 9, 8, 6))
"""The widths of a card, the first that fits: for large ones, and for those that are larger still."""


NARROW_PITCH = 4
"""Columns from one narrow card to the next: three of card, and one between."""


class HandView(CanvasWidget):
    """The cards of one seat. It knows no rule: `show` says which cards are raised."""

    DEFAULT_CSS = """
    HandView { height: 5; }
    HandView.-big { height: 8; }
    HandView.-huge { height: 10; }
    """

    @dataclass
    class Chosen(Message):
        """Reports a click on the card that was chosen already, in order to play it."""

        hand: "HandView"

    @dataclass
    class Moved(Message):
        """Reports that another card was chosen with the mouse."""

        hand: "HandView"

    def __init__(self) -> None:
        super().__init__(id="hand")
        self._held: list[int] = []
        self._suit_of = cards.FACE_SUIT
        self._raised = 0
        self._at = 0
        self._active = False
        self._hidden = 0
        self._marks: dict[int, str] = {}
        self._look: CardStyle | None = None

    def show(
        self,
        rules: Ruleset,
        look: CardStyle,
        held: int | None,
        *,
        hidden: int = 0,
        raised: int = 0,
        active: bool = False,
        marks: Mapping[int, str] | None = None,
    ) -> None:
        """Show a hand; `hidden` cards are face down instead. `marks` are short words on cards.

        The chosen card stays chosen as long as it is in the hand.
        """
        before = self.card
        self._suit_of = rules.cards.suit_of
        new = sorted_hand(rules, look, held or 0)
        state = (new, raised, active, hidden if held is None else 0, dict(marks or {}), look)
        if state == (self._held, self._raised, self._active, self._hidden, self._marks, self._look):
            return
        self._held, self._raised, self._active, self._hidden, self._marks, self._look = state
        if before is not None and before in new:
            self._at = new.index(before)
        else:
            self._at = max(0, min(self._at, len(new) - 1))
        self.redraw()

    @property
    def held(self) -> tuple[int, ...]:
        """The cards from left to right."""
        return tuple(self._held)

    @property
    def card(self) -> int | None:
        """The chosen card; None if there is none."""
        return self._held[self._at] if 0 <= self._at < len(self._held) else None

    def choose(self, card: int | None) -> None:
        """Choose a card, if it is in the hand."""
        if card in self._held and self._held.index(card) != self._at:
            self._at = self._held.index(card)
            self.redraw()

    def choose_number(self, number: int) -> None:
        """Choose the card with this number, counted from 1 at the left."""
        if 1 <= number <= len(self._held):
            self.choose(self._held[number - 1])

    def move(self, step: int) -> None:
        """Choose the next playable card in a direction; if none is raised, the next card."""
        count = len(self._held)
        places = [n for n in range(count) if self._raised >> self._held[n] & 1] or list(range(count))
        if not places:
            return
        if step > 0:
            place = next((n for n in places if n > self._at), places[0])
        else:
            place = next((n for n in reversed(places) if n < self._at), places[-1])
        self.choose(self._held[place])

    def step(self, step: int) -> None:
        """Choose the neighbour, playable or not."""
        if self._held:
            self.choose(self._held[(self._at + step) % len(self._held)])

    def choose_suit(self, suit: int) -> bool:
        """Choose the next card of a suit, playable ones first; return False if there is none."""
        of_suit = [card for card in self._held if self._suit_of[card] == suit]
        of_suit = of_suit or [card for card in self._held if cards.FACE_SUIT[card] == suit]
        of_suit = [card for card in of_suit if self._raised >> card & 1] or of_suit
        if not of_suit:
            return False
        place = of_suit.index(self.card) + 1 if self.card in of_suit else 0
        self.choose(of_suit[place % len(of_suit)])
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards from left to right, narrower if there is little room."""
        look = self._look
        if look is None:
            return
        height = canvas.height - 1
        count = len(self._held) or self._hidden
        if not count:
            return
        width = 5 if height < 6 else next((w for w in WIDTHS[height >= 9] if count * (w + 1) <= canvas.width - 2), 6)
        pitch = min(width + 1, (canvas.width - 2 - width) // max(1, count - 1))
        if pitch < width and count * NARROW_PITCH <= canvas.width - 1:
            self._draw_narrow(canvas, count)
            return
        left = (canvas.width - pitch * (count - 1) - width) // 2
        for n in range(count):
            x = left + n * pitch
            if not self._held:
                paint_back(canvas, x, 1, width, height)
                continue
            card = self._held[n]
            up = bool(self._raised >> card & 1)
            y = 0 if up else 1
            chosen = self._active and n == self._at
            foot = str(n + 1) if self._active else ""
            dim = self._active and not up
            paint_card(canvas, x, y, width, height, look, card, dim=dim, chosen=chosen, foot=foot)
            if card in self._marks:
                canvas.put(x + 1, y, self._marks[card], palette.chosen, width - 2)
            canvas.spot(x, y, width, height, n)

    def _draw_narrow(self, canvas: Canvas, count: int) -> None:
        """Draw more cards than fit otherwise as narrow ones; unplayable ones are lowest, the chosen one highest.

        Their lower ends are below the edge, so that a higher card shows more of itself.
        """
        look, width = self._look, NARROW_PITCH - 1
        left = (canvas.width - NARROW_PITCH * count + 1) // 2
        for n in range(count):
            x = left + NARROW_PITCH * n
            if look is None or not self._held:
                paint_back(canvas, x, 1, width, canvas.height - 1)
                continue
            card = self._held[n]
            dim = self._active and not self._raised >> card & 1
            chosen = self._active and n == self._at
            y = 0 if chosen else 2 if dim else 1
            foot = str(n + 1) if self._active else ""
            paint_narrow_card(canvas, x, y, canvas.height - y, look, card, dim=dim, chosen=chosen, foot=foot)
            if card in self._marks:
                canvas.put(x, y, self._marks[card], palette.chosen, width)
            canvas.spot(x, 0, NARROW_PITCH, canvas.height, n)

    def on_click(self, event: Click) -> None:
        """Choose the clicked card; report it if it is chosen already."""
        place = self.spot_at(event.x, event.y)
        if not isinstance(place, int) or not self._active:
            return
        event.stop()
        if place == self._at:
            self.post_message(self.Chosen(self))
        else:
            self._at = place
            self.redraw()
            self.post_message(self.Moved(self))

"""Bidding: all bids so far, the choices and what each pays, and your hand; also draws and discards."""

from collections.abc import Collection

from rich.cells import cell_len
from textual.containers import Vertical
from textual.widget import Widget

from spades_tui.cards import cards_of
from spades_tui.game.events import Bid, Draw, Look, SeatEvent
from spades_tui.presentation.decisions import Question, notes
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import fork_words, news, question_words, waiting_words
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bid_board import BidBoard, BidsState, side_bids
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.hand import HandState

EDGE_CELLS = 7
"""Cells of the sentence line taken by the marker and the edges, not by the question."""


class BiddingScreen(TableScreen):
    """The screen for all decisions before the first card: looks, bids, draws, discards, raises."""

    BINDINGS = Bindings("bidding")
    DEFAULT_CSS = """
    BiddingScreen #main { align: center middle; }
    BiddingScreen #bidding { height: 1fr; max-height: 22; }
    BiddingScreen #choices { height: 1fr; }
    BiddingScreen.-roomy #bidding { max-height: 34; }
    BiddingScreen.-roomy BidBoard { height: 13; }
    """

    def main_widget(self) -> Widget:
        """Return the widget with the bids above and the choices below."""
        self.board = BidBoard()
        self.choices = ChoicePanel()
        self._picked = self._suggestion = 0
        self._last: int | None = None
        return Vertical(self.board, self.choices, id="bidding")

    def table_state(self, seen: Observation) -> tuple[BidBoard, BidsState]:
        """Return the view of the bids and its state, and show the choices."""
        told = (fork_words(self.shown), *notes(seen, self.controller.look), side_bids(seen, self.controller.look))
        decision = self.decision
        self._picked, self._last, self._suggestion = 0, None, 0
        if decision is not None and decision.first is not None:
            self._suggestion = self._suggested(decision, decision.first)
            self._last = next(iter(cards_of(self._suggestion)), None)
        if decision is None or decision.on_hand:
            self.choices.ask("", (), None)
        else:
            first = next((o for row in decision.rows for o in row if o.event == decision.first), None)
            self.choices.ask("", decision.rows, first)
        return self.board, BidsState(seen, self.controller.look, tuple(note for note in told if note))

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return the question with the latest announcement, or whose turn it is."""
        look = self.controller.look
        if self.late:
            return ([(dead_key_reasons.TOO_LATE.words, palette.text)],)
        if self.decision is not None:
            said = "".join(news(self.shown, look)[:1])
            asked, room = self.decision.question + self._count_words(), self.size.width - EDGE_CELLS
            if self.decision.short and cell_len(asked) > room:
                asked = self.decision.short + self._count_words()
            question = question_words(self.shown, look, asked, self.size.width)
            marked = self.marked(question)
            if not said or said == fork_words(self.shown) or said in question:
                return (marked,)
            return [*marked, (f"   {said}", palette.soft)], marked
        return tuple([(way, palette.text)] for way in waiting_words(self.shown, look))

    def move(self, key: str) -> bool:
        """Move through the choices with arrows, or through the hand when cards are discarded."""
        decision = self.decision
        if self._asking is not None or decision is None or decision.on_hand or key in ("home", "end"):
            return super().move(key)
        self.forget_typed()
        step = -1 if key in ("left", "up") else 1
        if key in ("up", "down"):
            self.choices.move(0, step)
        else:
            self.choices.move(step)
        self.say_turn()
        return True

    def names_cards(self) -> bool:
        """Return whether typed suits and ranks choose a card of the hand."""
        return super().names_cards() and self.decision is not None and self.decision.on_hand

    def numbers(self) -> Collection[int]:
        """Return the numbers that choose something: bids, or places of cards from 1."""
        if self.decision is not None and not self.decision.on_hand:
            return self.choices.numbers
        return super().numbers()

    def choose_number(self, number: int) -> bool:
        """Choose a bid, or a card to discard, by its number."""
        if self.decision is not None and not self.decision.on_hand:
            self.say_turn()
            return self.choices.choose_number(number)
        return super().choose_number(number)

    @property
    def selects(self) -> bool:
        """Whether Enter selects a card or an answer, instead of bidding."""
        if super().selects or self.decision is None:
            return super().selects
        kinds = {type(offer.event) for row in self.decision.rows for offer in row}
        return Bid not in kinds or not kinds.isdisjoint((Look, Draw))

    def chosen_event(self) -> SeatEvent | None:
        """Return the chosen bid, draw or discard; None while more cards must be picked."""
        decision = self.decision
        if decision is None or self.seen is None:
            return None
        if decision.on_hand:
            return self._pick(decision, self.seen, self.hand.card) if self.hand.card is not None else None
        option = self.choices.chosen
        return option.event if option is not None else None

    def action_lift(self) -> None:
        """Pick the chosen card, or put it back, where several are discarded."""
        self.action_take()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> Reason | None:
        """Return why an action can't be done now; picking cards makes sense only if several are needed."""
        if action != "lift":
            return super().why_not(action, parameters)
        return super().why_not("select", ()) or (None if self._cards_needed() > 1 else dead_key_reasons.TAKE_WITH_ENTER)

    def _cards_needed(self) -> int:
        """Return how many cards of the hand must be picked."""
        sets = self.decision.sets if self.decision is not None else {}
        return next((chosen.bit_count() for chosen in sets), 0)

    def _count_words(self) -> str:
        """Return how many cards have been picked, where several must be."""
        return f" {self._picked.bit_count()} of {self._cards_needed()} picked." if self._cards_needed() > 1 else ""

    def _pick(self, decision: Question, seen: Observation, card: int) -> SeatEvent | None:
        """Pick a card, or put it back; return the event once enough cards are picked, otherwise None."""
        self._picked ^= 1 << card
        event = decision.sets.get(self._picked)
        if event is not None:
            self._picked = 0
            return event
        more = self._suggestion & ~self._picked if (self._picked & self._suggestion) >> card & 1 else 0
        self._last = next(iter(cards_of(more)), card)
        self.hand.show(self.hand_state(seen, decision))
        self.say_turn()
        return None

    def show_hint(self, event: SeatEvent, best: bool = True) -> None:
        """Mark the suggested choice; of several cards to pass, mark the first one, and pick none."""
        if self.decision is not None and self.decision.on_hand and self.seen is not None:
            self._suggestion = self._suggested(self.decision, event)
            self._last = next(iter(cards_of(self._suggestion & ~self._picked)), None)
            self.hand.show(self.hand_state(self.seen, self.decision))
            return
        for y, row in enumerate(self.choices.rows):
            for x, option in enumerate(row):
                if option.event == event:
                    self.choices.at = (y, x)
                    self.choices.redraw()
        words = "The computer would choose this." if best else "The computer wouldn't choose this."
        self.say(words, yours=True)

    def hand_state(self, seen: Observation, decision: Question | None) -> HandState | None:
        """Return the hand; its cards can be chosen only in a discard, where the last suggested one is preselected."""
        state = super().hand_state(seen, decision if decision is not None and decision.on_hand else None)
        last, self._last = self._last, None
        return state if state is None or last is None else state._replace(first=last)

    def marks(self, seen: Observation) -> dict[int, str]:
        """Return the marks of the cards, including those picked."""
        return super().marks(seen) | dict.fromkeys(cards_of(self._picked), "up")

    @staticmethod
    def _suggested(decision: Question, event: SeatEvent | None) -> int:
        """Return the cards that an event gives away, as a bit set; 0 if it gives none."""
        return next((chosen for chosen, known in decision.sets.items() if known == event), 0)

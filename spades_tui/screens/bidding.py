"""Bidding: every bid so far, the choices with what they pay, and your hand. Draws and discards belong to it."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget

from spades_tui.game.facts import SeatFact
from spades_tui.game.state import Phase
from spades_tui.screens.at_table import TableScreen
from spades_tui.screens.decisions import Decision, Option, notes
from spades_tui.seats import Observation
from spades_tui.widgets.bid_board import BidBoard, side_bids
from spades_tui.widgets.choices import ChoicePanel


class BiddingScreen(TableScreen):
    """Everything before the first card: look or go blind, bid, draw, throw back, raise, promise, stand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter", "take", "take", key_display="⏎"),
    ]
    DEFAULT_CSS = """
    BiddingScreen #main { align: center middle; }
    BiddingScreen #bidding { height: 1fr; max-height: 22; }
    BiddingScreen #choices { height: 1fr; }
    BiddingScreen.-roomy #bidding { max-height: 34; }
    BiddingScreen.-roomy BidBoard { height: 13; }
    """

    def main_widget(self) -> Widget:
        """Boxes above, choices below."""
        self.board = BidBoard()
        self.choices = ChoicePanel()
        return _Bidding(self.board, self.choices)

    def show_table(self, seen: Observation) -> None:
        """The bids and the question."""
        told = (*notes(seen, self.controller.look), side_bids(seen, self.controller.look))
        self.board.show(seen, self.controller.look, [note for note in told if note])
        decision = self.decision
        if decision is None or decision.on_hand:
            self.choices.ask("", (), None)
        else:
            first = next((o for row in decision.rows for o in row if o.fact == decision.first), None)
            self.choices.ask("", decision.rows, first)
        self.say_turn()

    def say_turn(self) -> None:
        """The question, or who is asked."""
        if self.decision is not None:
            self.say(self.decision.question, yours=True, news=self.controller.news())
        else:
            self.say(self.controller.waiting_words())

    def move(self, key: str) -> bool:
        """Arrows go through the choices, or through the hand where a card is thrown back."""
        decision = self.decision
        if self._asking is not None or decision is None or decision.on_hand or key in ("home", "end"):
            return super().move(key)
        step = -1 if key in ("left", "up") else 1
        if key in ("up", "down"):
            self.choices.move(0, step)
        else:
            self.choices.move(step)
        self.say_turn()
        return True

    def choose_number(self, number: int) -> bool:
        """A number is a bid, or a card to throw back."""
        if self.decision is not None and not self.decision.on_hand:
            self.say_turn()
            return self.choices.choose_number(number)
        return super().choose_number(number)

    def take(self) -> None:
        """Bid, stand, draw, or throw the chosen card back."""
        decision = self.decision
        if decision is None or self.seen is None:
            return
        if decision.on_hand:
            card = self.hand.card
            fact = next((f for f in self.seen.legal if getattr(f, "card", None) == card and card is not None), None)
            if fact is not None:
                self.controller.act(fact)
            return
        option = self.choices.chosen
        if isinstance(option, Option) and option.fact is not None:
            self.controller.act(option.fact)

    def show_hint(self, fact: SeatFact) -> None:
        """Choose it."""
        card = getattr(fact, "card", None)
        if card is not None:
            self.hand.choose(card)
            return
        for y, row in enumerate(self.choices.rows):
            for x, option in enumerate(row):
                if isinstance(option, Option) and option.fact == fact:
                    self.choices.at = (y, x)
                    self.choices.redraw()
        self.say("That is what the program would do.", yours=True)

    def show_hand(self, seen: Observation, decision: Decision | None) -> None:
        """The hand lies still while bids are made."""
        super().show_hand(seen, decision if seen.phase == Phase.DISCARD else None)


class _Bidding(Vertical):
    """The board and the choices, one above the other."""

    def __init__(self, board: BidBoard, choices: ChoicePanel) -> None:
        super().__init__(id="bidding")
        self._board, self._choices = board, choices

    def compose(self) -> ComposeResult:
        """Board, choices."""
        yield self._board
        yield self._choices

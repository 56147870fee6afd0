"""Choosing by typing: a number, or a card's suit letter and rank."""

from collections.abc import Collection
from dataclasses import dataclass

from textual.timer import Timer

from spades_tui import cards
from spades_tui.tui.table.screen_at_table import ScreenAtTable
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.card_faces import HandView
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.edge_lines import Sentence

PAUSE = 0.6
"""Seconds after which the next digit begins a new number."""
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""How far each arrow moves the choice, across and down."""


@dataclass
class TypedNumber:
    """A number being typed, digit by digit. Times are in seconds."""

    digits: str = ""
    _since: float = 0.0

    def type(self, digit: str, now: float, numbers: Collection[int]) -> int | None:
        """Add a digit; return the number that is chosen now, or None while there is no such number.

        A digit that can't continue the number begins a new one; so does one after a pause.
        """
        tries = (self.digits + digit, digit) if now - self._since <= PAUSE else (digit,)
        names = {str(number): number for number in numbers}
        self.digits = next((typed for typed in tries if any(name.startswith(typed) for name in names)), "")
        self._since = now
        return names.get(self.digits)

    def unfinished(self, now: float, numbers: Collection[int]) -> bool:
        """Return whether there are digits that aren't a number yet, such as the 1 of 12 if there is no 1."""
        return bool(self.digits) and now - self._since <= PAUSE and int(self.digits) not in numbers


class TypingScreen(ScreenAtTable):
    """A screen with a hand, and perhaps a question over it, whose cards and choices can be typed."""

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self.sentence = Sentence(above_hand=True)
        self.hand = HandView()
        self.question = ChoicePanel(id="question")
        self.typed = TypedNumber()
        self._asking: str | None = None
        """The name of the question over the hand."""
        self._refused = ""
        """The rule of the refusal that is shown."""
        self._typing_ends: Timer | None = None
        self._suit: int | None = None
        """The suit that has been typed; a rank may follow."""
        self._ten = 0.0
        """The time in seconds when a 1 was typed for a ten, to which a following 0 belongs."""

    @property
    def busy(self) -> bool:
        """Whether a question covers the table, so that the game waits."""
        return self._asking is not None

    @property
    def selects(self) -> bool:
        """Whether Enter selects a card or an answer, rather than bidding or playing."""
        return self.busy

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action can be done now. Enter has two, and only one of them fits."""
        return action != ("take" if self.selects else "select") and super().check_action(action, parameters)

    @property
    def chooser(self) -> ChoicePanel | HandView:
        """The widget in which arrows and numbers choose: the question, if there is one."""
        return self.question if self._asking is not None else self.hand

    def move(self, key: str) -> None:
        """Move the choice with an arrow, or to an end of the hand."""
        self.forget_typed()
        if key in ARROWS:
            self.chooser.move(*ARROWS[key])
        elif self.chooser is self.hand and self.hand.held:
            self.hand.choose(self.hand.held[0 if key == "home" else -1])
        if self._asking is None:
            self.moved()

    def moved(self) -> None:
        """Forget an old refusal when another card or choice is chosen."""
        raise NotImplementedError

    def types(self, character: str) -> bool:
        """Return whether a digit or, where a card is asked for, a suit is typed."""
        digit = character.isdecimal() and character.isascii()
        return digit or (character in cards.SUITS and self.names_cards() and bool(self.hand.held))

    def type(self, char: str, now: float) -> bool:
        """Handle a character typed at `now`, in seconds. Return whether it was used."""
        if char == "0" and now - self._ten <= PAUSE:
            self._ten = 0.0
            return True
        if self._suit is not None and self._rank(char):
            self._ten = now if char == "1" else 0.0
            return True
        if char.isdecimal() and char.isascii():
            return self._type_digit(char, now)
        if self.types(char):
            self._type_suit(cards.SUITS.index(char))
            return True
        self._suit = None
        self._show_typed()
        return False

    def _type_suit(self, suit: int) -> None:
        """Choose a card of this suit; a rank may follow."""
        if self.hand.choose_suit(suit):
            self._suit = suit
            self.end_typing()
            self.moved()
        else:
            self.forget_typed()
            self.say_not_there((f"You have no {cards.SUIT_NAMES[suit]}.", inks.bold))

    def _type_digit(self, digit: str, now: float) -> bool:
        """Add a digit to a number: mark its choice, and show the digits for a while."""
        self._suit = None
        number = self.typed.type(digit, now, self.chooser.numbers)
        self._show_typed()
        if self._typing_ends is not None:
            self._typing_ends.stop()
        self._typing_ends = self.set_timer(PAUSE, self.end_typing)
        if number is None:
            return bool(self.typed.digits)
        chosen = self.chooser.choose_number(number)
        if self._asking is None:
            self.moved()
        return chosen

    def names_cards(self) -> bool:
        """Return whether typing a suit and a rank chooses a card here."""
        return not self.busy

    def end_typing(self) -> None:
        """End the number; the next digit begins a new one."""
        self.typed.digits = ""
        self._show_typed()

    def _show_typed(self) -> None:
        """Show the number so far, or the suit that waits for its rank."""
        suit = cards.SUITS[self._suit] if self._suit is not None else ""
        self.sentence.show_typed(self.typed.digits or suit)

    def _rank(self, char: str) -> bool:
        """Choose the card with this rank, or show that it isn't in the hand. Return False if `char` is no rank."""
        suit, rank = self._suit, "T" if char in "10" else char.upper()
        if suit is None:
            return False
        names = {cards.text(card): card for card in self.hand.held}
        jokers = {"B": "BJ", "L": "LJ"} if suit == cards.SPADES else {}
        name = jokers.get(rank, rank + cards.SUITS[suit])
        if name not in names and rank not in cards.RANKS:
            return False
        self.forget_typed()
        if name in names:
            self.hand.choose(names[name])
            self.moved()
        else:
            card = self.controller.look.card(cards.parse(name), told=True)
            self.say_not_there(("You have no ", inks.bold), card, (".", inks.bold))
        return True

    def say_not_there(self, *words: Piece) -> None:
        """Show that there is no such card or choice as the one typed."""
        self._refused = ""
        self.sentence.say([self.cross, *words])

    def forget_typed(self) -> None:
        """Forget what was typed, including a card's suit."""
        self._suit = None
        self.end_typing()

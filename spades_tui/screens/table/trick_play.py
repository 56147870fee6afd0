"""Trick play: the seats around the table, the trick in the middle, your hand below."""

from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from spades_tui.asking.decisions import ace_calls
from spades_tui.cards import SUIT_NAMES
from spades_tui.game.address import does
from spades_tui.game.facts import Play, SeatFact
from spades_tui.keys.keymap import with_keys
from spades_tui.screens.host import app_of
from spades_tui.screens.table.table_screen import TableScreen
from spades_tui.screens.table.table_words import news, question_words, waiting_words
from spades_tui.seats import Observation
from spades_tui.widgets import palette
from spades_tui.widgets.bindings import bindings_of
from spades_tui.widgets.table_view import TableState, TableView, turn_of


class TrickPlayScreen(TableScreen):
    """Cards are played here; a card that may not be played is answered with the reason."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of("trick")

    def main_widget(self) -> Widget:
        """The table."""
        self.table_view = TableView()
        self._looking_back = False
        return self.table_view

    def show_table(self, seen: Observation) -> None:
        """Seats and trick; a complete trick lies there until it is gathered."""
        lay = self.table_view.state
        gathers = lay is not None and lay.complete and self.shown.lying is None and not self._looking_back
        self._looking_back = False
        self._paint(seen, gathers=gathers and app_of(self).moves)
        self.say_turn()

    def settle(self) -> None:
        """Nothing moves any more."""
        self.table_view.motion.end()

    def _paint(self, seen: Observation, *, gathers: bool = False) -> None:
        look, lying = self.controller.look, self.shown.lying
        here, told = seen.seat if seen.seat is not None else 0, news(self.shown, look)
        if self._looking_back and seen.last_trick is not None:
            state = TableState(seen, look, seen.last_trick, True, seen.winners[len(seen.tricks) - 1], None, here, told)
        elif lying is not None:
            state = TableState(seen, look, lying.trick, True, lying.winner, None, here, told)
        else:
            state = TableState(seen, look, seen.trick, False, seen.winning, turn_of(seen), here, told)
        (self.table_view.gather if gathers else self.table_view.show)(state)

    def say_turn(self) -> None:
        """Whose turn it is, or who takes the trick."""
        look, lying = self.controller.look, self.shown.lying
        if lying is not None:
            card = next(played.card for played in lying.trick if played.seat == lying.winner)
            back = with_keys("Enter goes on; {take_back} takes back") if self.shown.may_take_back else "Any key goes on"
            words = does(look.who(lying.winner), "takes the trick with ")
            self.say([(words, palette.bold), look.card(card, told=True), (".", palette.bold),
                      (f"   {back}.", palette.soft)])  # fmt: skip
        elif self.decision is not None:
            question = question_words(self.shown, look, self.decision.question, self.size.width)
            self.say(question, yours=True)
        else:
            self.say(waiting_words(self.shown, look))

    def moved(self) -> None:
        """Say why a card that may not be played may not, as soon as it is chosen."""
        seen, card = self.seen, self.hand.card
        if self.decision is not None and seen is not None and card is not None and card in seen.why_not:
            self.refuse(seen.why_not[card])
        elif self.decision is not None and seen is not None and card is not None and self._reneges(seen, card):
            suit = SUIT_NAMES[seen.led] if seen.led is not None else ""
            words = f" is a renege: you hold {suit}. It is taken, and may be challenged."
            mark = (" ! ", palette.chosen)
            self.say([mark, (" ", palette.text), self.controller.look.card(card, told=True), (words, palette.gold)])
        else:
            self.say_turn()

    def _reneges(self, seen: Observation, card: int) -> bool:
        """Whether the chosen card is taken although it does not follow (C-11)."""
        return not seen.follows >> card & 1 and any(getattr(fact, "card", None) == card for fact in seen.legal)

    def on_hand_view_moved(self, event: object) -> None:
        """A card was chosen with the mouse."""
        self.moved()

    def take(self) -> None:
        """Play the chosen card, or say why not; an ace may be asked about first."""
        seen, card = self.seen, self.hand.card
        if seen is None or card is None:
            return
        if card in seen.why_not:
            self.refuse(seen.why_not[card])
            return
        calls = ace_calls(seen, self.controller.look, card, self.controller.hint)
        if calls is not None:
            self.ask("ace", calls)
            return
        fact = next((f for f in seen.legal if isinstance(f, Play) and f.card == card), None)
        if fact is not None:
            self.controller.act(fact)

    def show_hint(self, fact: SeatFact, best: bool = True) -> None:
        """Mark the card."""
        card = getattr(fact, "card", None)
        if card is not None:
            self.hand.choose(card)
            told = self.controller.look.card(card, told=True)
            words = f" is {'' if best else 'not '}what the program would play."
            self.say([("Hint: ", palette.gold), told, (words, palette.text)])

    def action_last_trick(self) -> None:
        """Show the last trick, or the table again (C-10)."""
        if self.seen is None or self.seen.last_trick is None or self.shown.lying is not None:
            return
        self._looking_back = not self._looking_back
        self._paint(self.seen)
        if self._looking_back:
            back = with_keys("{last_trick} shows the table again.")
            self.say([("The last trick. ", palette.bold), (back, palette.soft)])
        else:
            self.say_turn()

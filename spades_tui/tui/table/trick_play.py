"""Trick play: the seats around the table, the trick in the middle, your hand below; or a table that you only watch."""

from textual import events
from textual.binding import Binding
from textual.containers import Vertical
from textual.widget import Widget

from spades_tui.cards import SUIT_NAMES
from spades_tui.game.events import Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.language.address import does
from spades_tui.play.shown import finished
from spades_tui.presentation.decisions import ace_calls
from spades_tui.presentation.why_not_now import DECIDE
from spades_tui.record.open_hands import OpenGame
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import news, waiting_words
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.open_table import OpenState, OpenTableView
from spades_tui.tui.widgets.table_view import LastTrickView, TableState, TableView


class TrickPlayScreen(TableScreen):
    """The screen for playing cards; it refuses a card that may not be played, with the reason."""

    BINDINGS = [
        Binding("left,right", "nothing", "choose", key_display="←→"),
        Binding("enter", "take", "play"),
        Binding("enter", "select", "select"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self.table_view = TableView()
        self.last_trick = LastTrickView(id="last-trick")
        self._look_back(False)
        self._at: int | None = None

    def main_widget(self) -> Widget:
        """Return the table, and the last trick, which may cover it."""
        return Vertical(self.table_view, self.last_trick)

    @property
    def busy(self) -> bool:
        """Whether a question or the last trick covers the table, so that the game waits."""
        return super().busy or self.last_trick.display

    def on_resize(self, event: events.Resize) -> None:
        """Show the sides' bids on the table if no panel beside it does."""
        if self.seen is not None:
            self.table_view.show(self._state(self.seen))

    def end_animations(self) -> None:
        """End all animations."""
        self.table_view.motion.end()

    def table_state(self, seen: Observation) -> tuple[TableView, TableState]:
        """Return the view of the seats and the trick, and its state; a complete trick stays until it is gathered."""
        self._look_back(False)
        self.table_view.gathers = self.app.moves
        return self.table_view, self._state(seen)

    def _state(self, seen: Observation) -> TableState:
        look, finished_trick = self.controller.look, self.shown.finished_trick
        here, told = seen.seat if seen.seat is not None else 0, news(self.shown, look)
        sides = not self.side_panel_shown
        if finished_trick is not None:
            return TableState(seen, look, finished_trick.trick, True, finished_trick.winner, None, here, told, sides)
        turn = seen.on_turn if seen.phase == Phase.PLAY else None
        return TableState(seen, look, seen.trick, False, seen.winning, turn, here, told, sides)

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return whose turn it is, or who takes the trick."""
        look, finished_trick = self.controller.look, self.shown.finished_trick
        if finished_trick is not None:
            card = next(played.card for played in finished_trick.trick if played.seat == finished_trick.winner)
            back = with_keys("Enter: continue; {take_back}: undo") if self.shown.may_take_back else "Press any key"
            words = does(look.who(finished_trick.winner), "takes the trick with ")
            taken: list[Piece] = [(words, inks.bold), look.card(card, told=True), (".", inks.bold)]
            return [*taken, (f"   {back}.", inks.soft)], taken
        return super().turn_words()

    def moved(self) -> None:
        """Show why a card may not be played, or that it would be a renege (C-11), as soon as the user chooses it."""
        seen, card = self.seen, self.hand.card
        if self.decision is None or seen is None or card is None:
            self.say_turn()
        elif card in seen.why_not:
            self.refuse(seen.why_not[card])
        elif not seen.follows >> card & 1 and any(getattr(event, "card", None) == card for event in seen.legal):
            suit = SUIT_NAMES[seen.led] if seen.led is not None else ""
            words = f" is a renege: you have {suit}. Others can challenge it."
            mark = (" ! ", inks.chosen)
            self.say([mark, (" ", inks.text), self.controller.look.card(card, told=True), (words, inks.gold)])
        else:
            self.say_turn()

    def chosen_event(self) -> SeatEvent | None:
        """Return the play of the chosen card, after asking for any call of an ace. If it's refused, show why."""
        seen, card = self.seen, self.hand.card
        if seen is None or card is None:
            return None
        if card in seen.why_not:
            self.refuse(seen.why_not[card])
            return None
        calls = ace_calls(seen, self.controller.look, card, self.suggested)
        if calls is not None:
            self.ask("ace", calls)
            return None
        return next((event for event in seen.legal if isinstance(event, Play) and event.card == card), None)

    def show_hint(self, event: SeatEvent) -> None:
        """Choose the suggested card."""
        card = getattr(event, "card", None)
        if card is not None and self.seen is not None:
            self.hand.show(self.hand_state(self.seen, self.decision))
            self.hand.choose(card)
            self.moved()

    # Looking at the last trick again

    async def on_key(self, event: events.Key) -> None:
        """Bring the table back at any key while the last trick covers it, without playing a card at Enter."""
        if not self.last_trick.display or self.app.screen is not self:
            return
        active = self.active_bindings.get(event.key)
        if active is not None and active.binding.action == "last_trick":
            return
        self.close_last_trick()
        if event.key in ("enter", "space", "escape"):
            event.stop()
            event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Bring the table back with a click, without choosing anything."""
        if self.last_trick.display:
            event.prevent_default()
            self.close_last_trick()

    def action_last_trick(self) -> None:
        """Show the last trick over the table, or hide it again (C-10)."""
        seen = self.seen
        if self.last_trick.display:
            self.close_last_trick()
        elif seen is not None and seen.last_trick is not None and self.shown.finished_trick is None:
            self.forget_typed()
            self.hint_panel.close()
            self._at = self.hand.card
            self.last_trick.show((finished(seen), self.controller.look))
            self._look_back(True)
            self.hand.show(self.hand_state(seen, None))
            self.say([("You're looking at the last trick. ", inks.bold),
                      (with_keys("{last_trick} or Esc brings the table back."), inks.soft)])  # fmt: skip
            self.refresh_bindings()

    def close_last_trick(self) -> None:
        """Hide the last trick, and bring the table back."""
        self._look_back(False)
        if self.seen is not None:
            self.hand.show(self.hand_state(self.seen, self.decision))
            self.hand.choose(self._at)
        self.say_turn()
        self.refresh_bindings()

    def _look_back(self, on: bool) -> None:
        self.last_trick.display, self.table_view.display = on, not on

    def action_back(self) -> None:
        """Bring the table back, or close a question."""
        if self.last_trick.display:
            self.close_last_trick()
        else:
            super().action_back()

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done; while the last trick covers the table, no decision can be made."""
        if not self.last_trick.display or action not in (*DECIDE, "back"):
            return super().why_not(action, parameters)
        return dead_key_reasons.LOOKING_BACK if action in DECIDE else None


class WatchScreen(TableScreen):
    """The current hand with all cards open, because no person plays at this table (C-9)."""

    WATCHER_LINES = (
        "Only the computer plays, so all cards are face up. Space pauses and resumes. The right arrow pauses and plays "
        "one card; the left arrow looks back.",
        "You can play on yourself from any moment, in any seat. That makes a fork, which doesn't count.",
    )
    BINDINGS = [
        Binding("space", "pause", "pause"),
        Binding("right,enter", "one_step", "one card", key_display="→"),
        Binding("left", "look_back", "look back"),
        Binding("up,home,pageup", "look_back"),
        Binding("o", "look_back", "look back", show=False, id="all_hands"),
        Binding("f", "fork", "play on", id="play_on", tooltip="play on from here yourself, in any seat"),
    ]

    def main_widget(self) -> Widget:
        """Return the open table; the sentence below it says what has just happened."""
        self.view = OpenTableView(told=False)
        return self.view

    @property
    def game(self) -> OpenGame:
        """All hands of the game so far."""
        return self.controller.open_game()

    def table_state(self, seen: Observation) -> tuple[OpenTableView, OpenState] | None:
        """Return the hand as it is now."""
        game = self.game
        if not game.hands:
            return None
        hand = game.hands[-1]
        return self.view, OpenState(game.rules, self.controller.look, hand, len(hand.moments) - 1, 0)

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return sentences about the last event, and whether the table is paused, longest first."""
        look, hands = self.controller.look, self.game.hands
        words = f"{look.words(hands[-1].moments[-1].words)}." if hands else waiting_words(self.shown, look)[0]
        if self.controller.pauses.held:
            return ([(" Paused ", inks.chosen), (f"  {words}", inks.text)],)
        return ([(words, inks.text)],)

    def hurries(self, key: str) -> bool:
        """Return False: no key ends a pause here."""
        return False

    def on_click(self, event: events.Click) -> None:
        """Pause or resume with a click."""
        event.prevent_default()
        if event.widget is self.view:
            self.action_pause()

    def action_pause(self) -> None:
        """Pause or resume the table."""
        self.controller.pauses.hold(not self.controller.pauses.held)
        self.say_turn()

    def action_one_step(self) -> None:
        """Pause the table after the next card."""
        self.controller.pauses.one_step()
        self.say_turn()

    def action_look_back(self) -> None:
        """Look back, while the table is paused."""
        hands = self.game.hands
        if hands:
            self.show_hands(self.play_on(), max(0, len(hands[-1].moments) - 2))

    def action_fork(self) -> None:
        """Play on from the current moment."""
        play_on, hands = self.play_on(), self.game.hands
        if play_on is not None and hands:
            play_on(hands[-1], len(hands[-1].moments) - 1)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done; here you can only look at the hand and pause."""
        if action == "fork":
            can = self.shown.journal is not None and bool(self.game.hands)
            return None if can else dead_key_reasons.NO_FORK_HERE
        if action in ("pause", "one_step", "look_back", "scores", "log", "why", "leave", "keys", "pace"):
            return None
        return dead_key_reasons.WATCHING

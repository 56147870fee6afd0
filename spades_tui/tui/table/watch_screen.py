"""A table at which only the computer plays: all cards are face up, and people look on."""

from collections.abc import Iterable

from textual import events
from textual.binding import Binding
from textual.widget import Widget

from spades_tui.record.open_hands import OpenGame
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.table.screen_with_hands import ScreenWithHands
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import moment_said, waiting_words
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.open_table import OpenState, OpenTableView


class WatchScreen(TableScreen, ScreenWithHands):
    """The current hand with all cards open, because no person plays at this table (C-9)."""

    WATCHER_LINES = (
        "Only the computer plays, so all cards are face up. Space pauses and resumes. The right arrow pauses and plays "
        "one card; the left arrow looks back.",
        "You can play on yourself from any moment, in any player's place. That makes a copy, which doesn't count.",
    )
    BINDINGS = [
        Binding("space", "pause", "pause"),
        Binding("right,enter", "one_step", "one card", key_display="→"),
        Binding("left", "look_back", "look back"),
        Binding("up,home,pageup", "look_back"),
        Binding("o", "look_back", "look back", show=False, id="all_hands"),
        Binding("f", "fork", "play on", id="play_on", tooltip="play on from here yourself, in any player's place"),
    ]

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self.view = OpenTableView(told=False)  # the sentence below it says what has just happened

    def main_widgets(self) -> Iterable[Widget]:
        """Return the open table."""
        return (self.view,)

    @property
    def bidding(self) -> bool:
        """False: bids are shown on the open table."""
        return False

    @property
    def game(self) -> OpenGame:
        """All hands of the game so far."""
        return self.controller.open_game()

    def main_state(self, seen: Observation) -> tuple[OpenTableView, OpenState] | None:
        """Return the open table, and the hand as it is now."""
        game = self.game
        if not game.hands:
            return None
        hand = game.hands[-1]
        return self.view, OpenState(game.rules, self.controller.look, hand, len(hand.moments) - 1, 0)

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return sentences about the last event, and whether the table is paused, longest first."""
        look, hands = self.controller.look, self.game.hands
        words = f"{look.words(hands[-1].moments[-1].words)}." if hands else waiting_words(self.shown, look)[0]
        moment, spoken = moment_said(self.controller.moments, self.shown, look), self.controller.spoken
        told: list[Piece] = []
        if moment is not None:
            told.append((moment.words[-1], inks.bold))
        if spoken is not None:
            told.append((f" {spoken.text}", inks.text))
        if told and not self.controller.pauses.held:
            return [*told, (f"  {words}", inks.text)], told, told[:1]
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

"""A table of computer players only: all cards are open, and you can pause, step and play on."""

from textual import events
from textual.widget import Widget

from spades_tui.record.open_hands import OpenGame
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen, PlayingOn, PlayOn
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import waiting_words
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.open_table import OpenState, OpenTableView


class WatchScreen(TableScreen):
    """The current hand with all cards open, because no person plays at this table (C-9)."""

    HELP_LINES = (
        "Only the computer plays, so all cards are face up. Space pauses and resumes. The right arrow pauses and plays "
        "one card; the left arrow looks back.",
        "You can play on yourself from any moment, in any seat. That makes a fork, which doesn't count.",
    )
    BINDINGS = Bindings("watch")

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
            return ([(" Paused ", palette.chosen), (f"  {words}", palette.text)],)
        return ([(words, palette.text)],)

    def move(self, key: str) -> bool:
        """Ignore arrows here: they have other actions on this screen."""
        return False

    def type(self, char: str, now: float) -> bool:
        """Ignore typing, because nothing can be chosen here."""
        return False

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
        game = self.game
        if game.hands:
            place = max(0, len(game.hands[-1].moments) - 2)
            look = self.controller.look
            self.app.push_screen(OpenHandsScreen(game, look, place=place, play_on=self._play_on()))

    def _play_on(self) -> PlayOn | None:
        path = self.shown.journal
        return PlayingOn(self.app, path, self.controller.look.names) if path is not None else None

    def action_fork(self) -> None:
        """Play on from the current moment."""
        play_on, hands = self._play_on(), self.game.hands
        if play_on is not None and hands:
            play_on(hands[-1], len(hands[-1].moments) - 1)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.Reason | None:
        """Return why an action can't be done; here you can only look at the hand and pause."""
        if action == "fork":
            can = self.shown.journal is not None and bool(self.game.hands)
            return None if can else dead_key_reasons.NO_FORK_HERE
        if action in ("pause", "one_step", "look_back", "scores", "log", "leave", "keys", "pace"):
            return None
        return dead_key_reasons.WATCHING

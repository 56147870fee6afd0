"""The base of the screens at a table from which finished hands open: to look at all cards, or to play on in a fork.

It comes after other bases, because Textual gives a screen only the styles of its first one.
"""

from spades_tui.presentation import ladder_words
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen, PlayOn, play_hand_again, playing_on
from spades_tui.tui.table.screen_at_table import ScreenAtTable

SHOWS_CARDS = ("open_hands", "repeat", "review", "duplicate", "copy_code", "seal")
"""The actions after which somebody who hasn't played the hand would know its cards."""


class ScreenWithHands(ScreenAtTable):
    """A screen that opens the scored hands of its table."""

    @property
    def others_wait(self) -> bool:
        """Whether others in a match still play the same hand, so that it stays closed."""
        back = self.app.way_back
        return back is not None and back.others_wait

    def play_on(self, over: bool = False) -> PlayOn | None:
        """Return what plays on from a moment of a hand, in a fork; None for a game that isn't saved.

        `over`: leaving the fork leads to the same moment of all hands, because the game is over.
        """
        path, look = self.shown.journal, self.controller.look
        if path is None:
            return None
        end = (self.controller.open_game(), look) if over else None
        return playing_on(self.app, path, look.names, over=end)

    def action_repeat(self, others: bool = False) -> None:
        """Play the last hand again, in a fork: with the same cards, or with those of a player to be chosen."""
        if self.shown.journal is None:
            return
        seat = self.controller.open_game().people[0]
        number = self.shown.scores[-1].hand
        play_hand_again(self.app, self.shown.journal, number, self.controller.look.names, seat, others=others)

    def ladder_note(self) -> str:
        """Return how to play a game that counts on the ladder, once, to somebody who plays with suggestions."""
        shown = self.shown
        helped = self.controller.app.settings.suggestions and len(shown.people) == 1 and shown.journal is not None
        rules = shown.public.rules
        counts = helped and not (rules.practice or rules.single_hand)
        return ladder_words.TO_CLIMB if counts and self.controller.known_words.meet(["ladder"]) else ""

    def show_hands(self, play_on: PlayOn | None, place: int | None = None, taught: str = "") -> None:
        """Show all cards, trick by trick, from a moment of the last hand on, with what it has taught.

        Without a moment, begin after the last trick, where there is somebody to ask why.
        """
        game, look = self.controller.open_game(), self.controller.look
        if place is None:
            place = max(game.hands[-1].tricks(), default=0)
        self.app.push_screen(OpenHandsScreen(game, look, place=place, play_on=play_on, taught=taught))

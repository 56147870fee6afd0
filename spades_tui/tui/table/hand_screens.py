"""The screens of a hand: which one is shown, with what, and what it preselects.

Each screen's module is imported when it is first needed, so that the first screen opens sooner.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.game.events import Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play.bot_decision import another, suggest
from spades_tui.seats import Observation
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.table.single_card import OnlyCard
from spades_tui.tui.table.table_course import TableCourse

if TYPE_CHECKING:
    from spades_tui.presentation.decisions import Question
    from spades_tui.tui.table.table_screen import TableScreen


class HandScreens:
    """The screens of one table's hands."""

    def __init__(self, course: TableCourse, only_card: OnlyCard) -> None:
        self._course, self._only_card = course, only_card
        self.done: SeatEvent | None = None
        """The user's action at this point before the game was resumed; it isn't preselected."""
        self._last: TableScreen | None = None

    @property
    def standing(self) -> "TableScreen | None":
        """The hand's screen, if it is the table's current screen."""
        return self._last if self._course.stands(self._last) else None

    def show(self) -> None:
        """Show the table as the viewer sees it, on the screen for its phase."""
        kind = self._kind(self._course.table.observe(self._course.viewer))
        if type(self.standing) is not kind:
            self._last = screen = kind(self._course)
            self._course.stand(screen)
            screen.call_after_refresh(self.fill)
            return
        self.fill()

    def _kind(self, seen: Observation) -> "type[TableScreen]":
        """Return the class of the screen that shows a hand now."""
        if not self._course.table.people:
            from spades_tui.tui.table.watch_screen import WatchScreen

            return WatchScreen
        if self._course.lying is not None or seen.phase in (Phase.PLAY, Phase.PLAYED):
            from spades_tui.tui.table.trick_play import TrickPlayScreen

            return TrickPlayScreen
        from spades_tui.tui.table.bidding_screen import BiddingScreen

        return BiddingScreen

    def fill(self) -> None:
        """Update the hand's screen, if it is the current one."""
        course, screen = self._course, self.standing
        if course.closed or screen is None or not (screen.is_mounted and screen.stands):
            return
        shown = course.shown
        seen = shown.seen
        mine = seen.on_turn is not None and seen.on_turn == course.viewer and course.lying is None
        screen.show(shown, self.decision(seen) if mine else None)

    def decision(self, seen: Observation) -> "Question":
        """Return the question for the person on turn, with one choice preselected."""
        from spades_tui.presentation.decisions import decide

        look = self._course.look
        decision = decide(seen, look, self.suggest(seen), with_keys("{take_back}"))
        only = self._only_card.there()
        if only is None:
            return decision
        return replace(decision, sentences=(f"You can only play {look.in_sentence(only.card)}, so it plays itself.",))

    def suggest(self, seen: Observation) -> SeatEvent | None:
        """Return the choice to preselect for a person."""
        event = suggest(seen)
        return another(seen, event) if event is not None and event == self.done else event

    def hint(self, card: int | None = None) -> SeatEvent | None:
        """Return the suggested action; with a card, how to play that card."""
        seen = self._course.table.observe(self._course.viewer)
        if seen.on_turn != self._course.viewer or not seen.legal:
            return None
        event = self.suggest(seen)
        if card is not None and isinstance(event, Play) and event.card != card:
            return None
        return event

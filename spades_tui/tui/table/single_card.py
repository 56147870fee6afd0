"""A person's only card, played without a key where the user likes that; and the bell at a person's turn."""

from spades_tui.game.events import Play
from spades_tui.play.steps import Turn
from spades_tui.presentation.only_card import only_card
from spades_tui.tui.table.table_course import TableCourse


class OnlyCard:
    """The only card of the one who looks, at one table."""

    def __init__(self, course: TableCourse) -> None:
        self._course = course
        self._others_acted = False

    def there(self) -> Play | None:
        """The card that is going to be played; None if the user wants to play it himself, or has a choice."""
        course = self._course
        if not course.app.settings.only_card or course.lying is not None:
            return None
        return only_card(course.shown)

    def play_after_pause(self, least: float = 0.0) -> None:
        """Play it after a pause in which it is told; longer where the keyboard has just been handed over."""
        course = self._course
        if self.there() is not None:
            several = len(course.table.people) > 1
            pause = course.pace.trick if several else course.pace.only
            course.pauses.after(max(least, pause), self._play, course.pauses.seen)

    def _play(self) -> None:
        """Play it, if the user still wants that."""
        play = self.there()
        if play is not None:
            self._course.do(play)
        else:
            self._course.step()

    def acted(self, seat: int) -> None:
        """Somebody has acted, in turn or out of it."""
        self._others_acted = seat not in self._course.table.people

    def handed_over(self) -> None:
        """A person has opened the curtain: whoever sits there need not be called."""
        self._others_acted = False

    def ring(self) -> None:
        """It is the turn of whoever looks: once, when others have acted. No curtain rings, whoever is named on it."""
        course, acted = self._course, self._others_acted
        turn = course.table.next()
        if acted and isinstance(turn, Turn) and turn.seat == course.viewer and turn.human:
            self._others_acted = False
            if course.app.settings.bell:
                course.app.bell()

"""A person's only card, played without a key if the user likes; and the bell at a person's turn."""

from spades_tui.game.events import Play
from spades_tui.play.steps import Turn
from spades_tui.presentation.only_card import only_card
from spades_tui.tui.table.table_course import TableCourse


class OnlyCard:
    """The viewer's only card, at one table."""

    def __init__(self, course: TableCourse) -> None:
        self._course = course
        self._others_acted = False

    def there(self) -> Play | None:
        """Return the card to be played; None if there is a choice, or the user wants to play it themselves."""
        course = self._course
        if not course.app.settings.only_card or course.lying is not None:
            return None
        return only_card(course.shown)

    def play_after_pause(self, least: float = 0.0) -> None:
        """Play it after a pause that announces it; longer where the keyboard was just handed over."""
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
        """Note that a player has acted, in turn or out of turn."""
        self._others_acted = seat not in self._course.table.people

    def handed_over(self) -> None:
        """Note that a person has opened the curtain and needs no bell."""
        self._others_acted = False

    def ring(self) -> None:
        """Ring once at the viewer's turn, when others have acted; curtains never ring."""
        course, acted = self._course, self._others_acted
        turn = course.table.next()
        if acted and isinstance(turn, Turn) and turn.seat == course.viewer and turn.human:
            self._others_acted = False
            if course.app.settings.bell:
                course.app.bell()

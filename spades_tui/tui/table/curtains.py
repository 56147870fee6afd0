"""The right to look: the person at the keyboard, and the curtain between two people's turns."""

from collections.abc import Callable

from spades_tui.game.phase import Phase
from spades_tui.play.shown import Lying, finished
from spades_tui.play.steps import Turn
from spades_tui.tui.table.table_course import TableCourse


class Curtains:
    """The curtain of one table, which never comes down for a single person; calls `interrupts` when it does."""

    def __init__(self, course: TableCourse, interrupts: Callable[[], object]) -> None:
        self._course, self._interrupts = course, interrupts
        people = course.table.people
        self.viewer: int | None = people[0] if len(people) == 1 else None
        """The seat of the person at the keyboard; None while the curtain is down."""
        self.last: int | None = None
        """The person who acted last, unless another player has acted since."""
        self._unseen: dict[int, tuple[Lying, ...]] = dict.fromkeys(people, ()) if len(people) > 1 else {}
        """The finished tricks that each person at the keyboard has not been shown yet; all are public."""

    def begin(self) -> None:
        """Begin with a resumed game, whose last trick people may not have seen."""
        seen = self._course.table.observe(None)
        if seen.tricks and seen.phase in (Phase.PLAY, Phase.PLAYED):
            last = finished(seen)
            for seat in self._unseen:
                if all(played.seat != seat for played in seen.trick):
                    self._unseen[seat] = (last,)

    def trick_taken(self) -> Lying:
        """Note a complete trick. Each person is shown it once, even where C-10 allows no second look."""
        last = finished(self._course.table.observe(None))
        self._unseen = {seat: (*tricks, last) for seat, tricks in self._unseen.items()}
        return last

    def gathered(self) -> None:
        """Note that the person at the keyboard has seen all finished tricks."""
        if self.viewer in self._unseen:
            self._unseen[self.viewer] = ()

    def taken_back(self) -> None:
        """Forget a trick that was taken back; it will be finished again."""
        seen = self._course.table.observe(None)
        for seat, tricks in self._unseen.items():
            self._unseen[seat] = tuple(
                trick for trick in tricks if (trick.hand, trick.number) <= (seen.hand_number, len(seen.tricks))
            )

    def opened(self, seat: int) -> None:
        """Let this person look; they have seen what was on the curtain."""
        self.viewer = seat
        self.gathered()

    def come_down(self, seat: int, words: tuple[str, ...] = ()) -> None:
        """Hide the table until this person opens the curtain."""
        from spades_tui.presentation.handover_words import curtain_words
        from spades_tui.tui.table.curtain_screen import CurtainScreen

        course = self._course
        self.viewer = None
        self._interrupts()
        theirs = course.table.observe(seat)
        asked, cards = words or curtain_words(theirs), bool(theirs.own)
        course.stand(CurtainScreen(course, seat, asked, self._unseen.get(seat, ()), cards=cards))

    def hides_from(self, seat: int) -> bool:
        """Return whether a curtain must come down before this person looks."""
        return len(self._course.table.people) > 1 and seat != self.viewer

    def shows_first(self) -> bool:
        """Return whether the person at the keyboard first sees the result of their last decision."""
        if self.viewer is None or self.last != self.viewer:
            return False
        from spades_tui.presentation.handover_words import what_came

        return bool(what_came(self._course.table.observe(self.viewer), self._course.look))

    @property
    def is_next(self) -> bool:
        """Whether it is the turn of a person who isn't looking yet."""
        turn = self._course.table.next()
        return isinstance(turn, Turn) and turn.human and turn.seat != self.viewer

    def may_take_back(self) -> int | None:
        """Return the person who acted last, if they may take it back although the curtain is down (3B-11)."""
        seat = self.last
        return seat if seat is not None and self._course.table.may_take_back(seat) else None

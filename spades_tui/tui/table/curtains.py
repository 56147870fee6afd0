"""Who may look: the person at the keyboard, and the curtain that stands between two people's turns."""

from collections.abc import Callable

from spades_tui.game.phase import Phase
from spades_tui.play.shown import Lying, finished
from spades_tui.play.steps import Turn
from spades_tui.tui.table.table_course import TableCourse


class Curtains:
    """The curtain of one table. Where one person plays it never comes down. `interrupts` is called when it does."""

    def __init__(self, course: TableCourse, interrupts: Callable[[], object]) -> None:
        self._course, self._interrupts = course, interrupts
        people = course.table.people
        self.viewer: int | None = people[0] if len(people) == 1 else None
        """Who sits at the keyboard; None while the curtain is down."""
        self.last: int | None = None
        """The person who has acted last, if nobody else has since."""
        self._unseen: dict[int, tuple[Lying, ...]] = dict.fromkeys(people, ()) if len(people) > 1 else {}
        """What each person at the keyboard has not been shown yet of the finished tricks; all of it is public."""

    def begin(self) -> None:
        """A game that goes on: whoever has not played since the last trick was finished may not have seen it."""
        seen = self._course.table.observe(None)
        if seen.tricks and seen.phase in (Phase.PLAY, Phase.PLAYED):
            last = finished(seen)
            for seat in self._unseen:
                if all(played.seat != seat for played in seen.trick):
                    self._unseen[seat] = (last,)

    def trick_taken(self) -> Lying:
        """A trick is complete; nobody has seen it yet. It is shown to each person once, also where C-10 lets nobody
        look at it again."""
        last = finished(self._course.table.observe(None))
        self._unseen = {seat: (*tricks, last) for seat, tricks in self._unseen.items()}
        return last

    def gathered(self) -> None:
        """The complete trick lay there long enough: whoever sits at the keyboard has seen all of them."""
        if self.viewer in self._unseen:
            self._unseen[self.viewer] = ()

    def taken_back(self) -> None:
        """A trick that was taken back is finished another time."""
        seen = self._course.table.observe(None)
        for seat, tricks in self._unseen.items():
            self._unseen[seat] = tuple(
                trick for trick in tricks if (trick.hand, trick.number) <= (seen.hand_number, len(seen.tricks))
            )

    def opened(self, seat: int) -> None:
        """The person named looks now; what stood on the curtain has been seen."""
        self.viewer = seat
        self.gathered()

    def come_down(self, seat: int, words: tuple[str, ...] = ()) -> None:
        """Nobody looks until the person named has opened it."""
        from spades_tui.presentation.handover_words import curtain_words
        from spades_tui.tui.table.curtain_screen import CurtainScreen

        course = self._course
        self.viewer = None
        self._interrupts()
        theirs = course.table.observe(seat)
        asked, cards = words or curtain_words(theirs), bool(theirs.own)
        course.stand(CurtainScreen(course, seat, asked, self._unseen.get(seat, ()), cards=cards))

    def hides_from(self, seat: int) -> bool:
        """Whether a curtain must stand before this person looks."""
        return len(self._course.table.people) > 1 and seat != self.viewer

    def shows_first(self) -> bool:
        """Whether the one at the keyboard is shown what his last decision has brought before the curtain comes down."""
        if self.viewer is None or self.last != self.viewer:
            return False
        from spades_tui.presentation.handover_words import what_came

        return bool(what_came(self._course.table.observe(self.viewer), self._course.look))

    @property
    def is_next(self) -> bool:
        """Whether it is the turn of a person who does not look yet."""
        turn = self._course.table.next()
        return isinstance(turn, Turn) and turn.human and turn.seat != self.viewer

    def may_take_back(self) -> int | None:
        """The person who acted last, if that may be taken back although the curtain has come down (3B-11)."""
        seat = self.last
        return seat if seat is not None and self._course.table.may_take_back(seat) else None

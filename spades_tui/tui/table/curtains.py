"""Who may look at the screen of a table, and which finished tricks each person at the keyboard has yet to see."""

from spades_tui.game.phase import Phase
from spades_tui.play.any_table import AnyTable
from spades_tui.play.shown import FinishedTrick, finished


class Curtains:
    """The curtain of one table; with a single person, it never comes down."""

    def __init__(self, table: AnyTable) -> None:
        self._table = table
        people = table.people
        self.viewer: int | None = people[0] if len(people) == 1 else None
        """The seat of the person at the keyboard; None while the curtain is down."""
        self.last: int | None = None
        """The person who acted last, unless another player has acted since."""
        self.unseen: dict[int, tuple[FinishedTrick, ...]] = dict.fromkeys(people, ()) if len(people) > 1 else {}
        """The finished tricks that each person at the keyboard has not been shown yet; all are public."""

    def begin(self) -> None:
        """Prepare a resumed game, whose last trick people may not have seen."""
        seen = self._table.observe(None)
        if seen.tricks and seen.phase in (Phase.PLAY, Phase.PLAYED):
            last = finished(seen)
            for seat in self.unseen:
                if all(played.seat != seat for played in seen.trick):
                    self.unseen[seat] = (last,)

    def note_trick(self) -> FinishedTrick:
        """Note a complete trick. Each person is shown it once, even where C-10 allows no second look."""
        last = finished(self._table.observe(None))
        self.unseen = {seat: (*tricks, last) for seat, tricks in self.unseen.items()}
        return last

    def note_tricks_seen(self) -> None:
        """Note that the person at the keyboard has seen all finished tricks."""
        if self.viewer in self.unseen:
            self.unseen[self.viewer] = ()

    def taken_back(self) -> None:
        """Forget a trick that was taken back; it will be finished again."""
        seen = self._table.observe(None)
        for seat, tricks in self.unseen.items():
            self.unseen[seat] = tuple(
                trick for trick in tricks if (trick.hand, trick.number) <= (seen.hand_number, len(seen.tricks))
            )

    def may_take_back(self) -> int | None:
        """Return the person who acted last, if they may take it back although the curtain is down (3B-11)."""
        seat = self.last
        return seat if seat is not None and self._table.may_take_back(seat) else None

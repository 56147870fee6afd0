"""Decide who may look at the screen, and which finished tricks each person hasn't seen yet."""

from typing import TYPE_CHECKING

from spades_tui.game.phase import Phase
from spades_tui.play.shown import FinishedTrick, Turn, finished
from spades_tui.presentation.new_cards import new_cards_words

if TYPE_CHECKING:
    from spades_tui.play.table import Table
    from spades_tui.tui.widgets.card_faces import CardStyle


class Curtains:
    """The curtain of one table; with a single person, it never comes down."""

    def __init__(self, table: "Table") -> None:
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

    def opened(self, seat: int) -> None:
        """Let this person look, and note that they have seen the tricks on the curtain."""
        self.viewer = seat
        self.note_tricks_seen()

    def hides_from(self, seat: int) -> bool:
        """Return whether a curtain must come down before this person looks."""
        return len(self._table.people) > 1 and seat != self.viewer

    def shows_first(self, look: "CardStyle") -> bool:
        """Return whether the curtain waits for the person at the keyboard to see what their decision brought."""
        if self.viewer is None or self.last != self.viewer:
            return False
        return bool(new_cards_words(self._table.observe(self.viewer), look))

    @property
    def is_next(self) -> bool:
        """Whether it is the turn of a person who isn't looking yet."""
        turn = self._table.next()
        return isinstance(turn, Turn) and turn.human and turn.seat != self.viewer

    def may_take_back(self) -> int | None:
        """Return the person who acted last, if they may take it back although the curtain is down (3B-11)."""
        seat = self.last
        return seat if seat is not None and self._table.may_take_back(seat) else None

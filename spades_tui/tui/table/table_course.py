"""The table as its parts see it: curtains, deals, computer turns.

The `Controller` implements these protocols and owns the parts, which know neither the controller nor its table.
"""

from typing import TYPE_CHECKING, Protocol

from textual.screen import Screen

from spades_tui.tui.app_host import Host
from spades_tui.tui.table.pace import Pace
from spades_tui.tui.table.pauses import Pauses
from spades_tui.tui.table.save_trouble import Keeping
from spades_tui.tui.table.table_host import TableHost

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.play.shown import Lying
    from spades_tui.play.steps import Next
    from spades_tui.seats import Observation


class RunningTable(Protocol):
    """A table with a running game."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        ...

    def next(self) -> "Next":
        """Return what must happen next."""
        ...

    def observe(self, viewer: int | None) -> "Observation":
        """Return the game as a seat may see it; for None, as everyone may."""
        ...

    def deal(self, depth: int | None, extra_at: int | None = None, word: str = "") -> None:
        """Cut and deal; `depth` is None if the cut was declined, `extra_at` the extra card's place, None for the last.

        Raises NotKept.
        """

    def choose(self) -> "SeatEvent":
        """Return the action of the computer player on turn. Raises ValueError if none is on turn."""
        ...

    def speak(self) -> "SeatEvent | None":
        """Return what a computer player says out of turn now, if anything."""
        ...

    def takes_time(self, seat: int) -> bool:
        """Return whether a seat's answer may take long."""
        ...

    def is_outside(self, seat: int) -> bool:
        """Return whether an outside player sits there."""
        ...

    def may_take_back(self, seat: int) -> bool:
        """Return whether a person may take back their last action (3B-11)."""
        ...


class TableCourse(TableHost, Protocol):
    """One table on screen, as its parts see it."""

    app: Host
    pauses: Pauses
    keeping: Keeping
    lying: "Lying | None"
    """The complete trick that has not been gathered yet."""
    closed: bool
    """Whether the table has been left."""

    @property
    def table(self) -> RunningTable:
        """The table."""
        ...

    @property
    def viewer(self) -> int | None:
        """The seat of the person at the keyboard; None while the curtain is down."""
        ...

    @property
    def pace(self) -> Pace:
        """The pauses of the user's pace."""
        ...

    def step(self) -> None:
        """Look at what must happen next, and begin it."""

    def do(self, event: "SeatEvent") -> None:
        """Apply an action of any player, and continue."""

    def stand(self, screen: Screen[None]) -> None:
        """Replace the table's screen by this one."""

    def stands(self, screen: Screen[None] | None) -> bool:
        """Return whether this is the table's screen, even if others cover it."""
        ...

    def covered(self) -> bool:
        """Whether a screen or a question covers the table, so that the game waits."""
        ...

    def may_change_bid(self) -> bool:
        """Return whether the person at the keyboard may still change a bid (3B-5)."""
        ...

    def waits_for_key(self, last_chance: bool = False) -> bool:
        """Return whether the table waits once for a person who may still take back an action (3B-11)."""
        ...

"""The course of a table, as the parts know it that take care of one thing each: curtains, deals, computer players.

Behind it stands the `Controller`, which has these parts. They know neither it nor the table that it has.
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
    """A table that is played at."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        ...

    def next(self) -> "Next":
        """What must happen next."""
        ...

    def observe(self, viewer: int | None) -> "Observation":
        """The game as a seat may see it; None: as everybody may."""
        ...

    def deal(self, depth: int | None, extra_at: int | None = None, word: str = "") -> None:
        """Cut and deal. `depth` None: the cut was declined; `extra_at`: the place of the extra card, None for the last.

        Raises NotKept.
        """

    def choose(self) -> "SeatEvent":
        """What the computer player on turn does. Raises ValueError where none is on turn."""
        ...

    def speak(self) -> "SeatEvent | None":
        """What a computer player says out of turn now, if anything."""
        ...

    def takes_time(self, seat: int) -> bool:
        """Whether a seat's answer may take long."""
        ...

    def is_outside(self, seat: int) -> bool:
        """Whether an outside player sits there."""
        ...

    def may_take_back(self, seat: int) -> bool:
        """Whether a person may take back what he did last (3B-11)."""
        ...


class TableCourse(TableHost, Protocol):
    """One table on screen, as its parts know it."""

    app: Host
    pauses: Pauses
    keeping: Keeping
    lying: "Lying | None"
    """The complete trick that has not been gathered yet."""
    closed: bool
    """The table has been left."""

    @property
    def table(self) -> RunningTable:
        """The table."""
        ...

    @property
    def viewer(self) -> int | None:
        """Who sits at the keyboard; None while the curtain is down."""
        ...

    @property
    def pace(self) -> Pace:
        """The pauses that the user likes."""
        ...

    def step(self) -> None:
        """Look at the table, and let what must happen now begin."""

    def do(self, event: "SeatEvent") -> None:
        """What anybody at the table does, and what follows."""

    def stand(self, screen: Screen[None]) -> None:
        """Let a screen of this table take the place of the one that stands."""

    def stands(self, screen: Screen[None] | None) -> bool:
        """Whether it is this screen that stands, whatever lies over it."""
        ...

    def covered(self) -> bool:
        """Whether a screen or a question lies over the table, so that everybody waits."""
        ...

    def may_change_bid(self) -> bool:
        """Whether the person at the keyboard may still change a bid (3B-5)."""
        ...

    def waits_for_key(self, last_chance: bool = False) -> bool:
        """Whether the table waits once for the one who may still take back what he did (3B-11)."""
        ...

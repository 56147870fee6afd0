"""The interface between a table and the scorebook: the season's part in the end of a game (3B-25 … 3B-30)."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from spades_tui.play.shown import ZeroBuddyMark

if TYPE_CHECKING:
    from spades_tui.scorebook.digits import Erasing
    from spades_tui.tui.scorebook_thread import GameEnd


class Ceremony(Protocol):
    """The scorebook's methods for the screen that names the tray person."""

    def results_of(self, then: "Callable[[GameEnd, int], object]") -> None:
        """Call `then` with the results of the game, and the number of trays its tray person must carry now (3B-26)."""

    def carried(self, person: str, table: str, then: Callable[[int], object]) -> None:
        """Record that the trays were carried; call `then` with how many (3B-26)."""

    def erase(self, erasing: "Erasing", digit: str, then: Callable[[None], object]) -> None:
        """Erase this digit of a line for a perfect day (3B-25)."""


class SeasonHost(Ceremony, Protocol):
    """The scorebook's methods for a table, beyond this one game."""

    def stars(self, people: Sequence[str], then: "Callable[[dict[str, int]], object]") -> None:
        """Call `then` with each person's wins in today's session (3B-28)."""

    def game_over(self) -> None:
        """Add the closed game to the scorebook."""

    def holds_chit(self, name: str) -> bool:
        """Return whether a person of this table holds a tray-chit (3B-25, 3B-28)."""

    def record_hearing(self, mark: ZeroBuddyMark, votes: Mapping[str, bool]) -> None:
        """Record the votes on a ZB mark of the closed game, by name (3B-30)."""

    def moved(self, path: Path) -> None:
        """Note that the record of the game is another file now."""


class NoSeason:
    """A table outside any scorebook: nobody holds a chit, and hearings are recorded only in the log."""

    def results_of(self, then: object) -> None:
        """Do nothing."""

    def carried(self, person: str, table: str, then: object) -> None:
        """Do nothing."""

    def erase(self, erasing: object, digit: str, then: object) -> None:
        """Do nothing."""

    def stars(self, people: object, then: object) -> None:
        """Do nothing: nobody has stars."""

    def game_over(self) -> None:
        """Do nothing."""

    def holds_chit(self, name: str) -> bool:
        """Return False: nobody holds one."""
        return False

    def record_hearing(self, mark: ZeroBuddyMark, votes: Mapping[str, bool]) -> None:
        """Do nothing."""

    def moved(self, path: Path) -> None:
        """Do nothing."""

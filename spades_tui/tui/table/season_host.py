"""The seam between a table and the book: what the end of a game asks of the season (3B-25 … 3B-30)."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from spades_tui.play.shown import ZeroBuddyMark

if TYPE_CHECKING:
    from spades_tui.scorebook.digits import Erasing
    from spades_tui.tui.scorebook_thread import GameEnd


class Ceremony(Protocol):
    """What the screen that names the tray person asks of the book."""

    def came_of(self, then: "Callable[[GameEnd, int], object]") -> None:
        """Call `then` with what came of the game, and the trays that its tray person has to carry now (3B-26)."""

    def carried(self, person: str, table: str, then: Callable[[int], object]) -> None:
        """The trays have been carried; `then` gets how many (3B-26)."""


    def erase(self, erasing: "Erasing", digit: str, then: Callable[[None], object]) -> None:
        """Erase this digit of a line for a perfect day (3B-25)."""


class SeasonHost(Ceremony, Protocol):
    """What a table asks of the book beyond this one game."""

    def stars(self, people: Sequence[str], then: "Callable[[dict[str, int]], object]") -> None:
        """Call `then` with how often each of these people has won in today's session (3B-28)."""

    def game_over(self) -> None:
        """The game is closed: it goes into the book."""

    def holds_chit(self, name: str) -> bool:
        """Whether a person of this table holds a tray-chit (3B-25, 3B-28)."""

    def record_hearing(self, mark: ZeroBuddyMark, votes: Mapping[str, bool]) -> None:
        """What the people named voted on a ZB mark (3B-30). The game has been closed by then."""

    def moved(self, path: Path) -> None:
        """The record of the game is another file now."""


class NoSeason:
    """A table whose games are in no book: nobody holds a chit, and the log alone knows of a hearing."""

    def came_of(self, then: object) -> None:
        """Nothing is known."""

    def carried(self, person: str, table: str, then: object) -> None:
        """Nothing is kept."""

    def erase(self, erasing: object, digit: str, then: object) -> None:
        """Nothing is kept."""

    def stars(self, people: object, then: object) -> None:
        """Nobody has any."""

    def game_over(self) -> None:
        """Nothing is kept."""

    def holds_chit(self, name: str) -> bool:
        """Nobody does."""
        return False

    def record_hearing(self, mark: ZeroBuddyMark, votes: Mapping[str, bool]) -> None:
        """Nothing is kept."""

    def moved(self, path: Path) -> None:
        """Nothing is kept."""

"""Run the screens before a table in tests."""

from collections.abc import Callable
from pathlib import Path

from spades_tui.game.events import SeatEvent
from spades_tui.play.setup import TableSetup
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.app_host import WayBack
from spades_tui.tui.setup import daily_screen
from tests.driver import Driver

Suspend = Callable[[str, float], Path]
"""Writes the journal of a person's game with this time into the games folder."""


class NotedApp(SpadesApp):
    """The program, except that a table which would be opened is noted instead."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[TableSetup] = []
        self.resumed: list[Path] = []

    def start_table(self, setup: TableSetup, back: WayBack | None = None, *, sides_changed: bool = False) -> None:
        self.started.append(setup)

    def resume_table(self, path: Path, done: SeatEvent | None = None, back: WayBack | None = None) -> None:
        self.resumed.append(path)


KNOWS_NOBODY = SpadesApp.has_no_name
"""The program's own method, which other tests replace."""


class FirstApp(NotedApp):
    """The program for a user who may be new."""

    def has_no_name(self) -> bool:
        return KNOWS_NOBODY(self)


class DayApp(NotedApp):
    """The program, as `spades-tui daily` begins it."""

    def __init__(self) -> None:
        super().__init__()
        self.opens_first = lambda: daily_screen.show_day(self)


def forget_comparisons() -> None:
    """Forget what earlier tests have compared with the hands of a day."""
    daily_screen._COMPARED.clear()


async def to_seats(seat: Driver, game: str = "Sandbags") -> None:
    """Go from home, or back from the seats, to the seats of a game."""
    await seat.press("escape", "escape", "n")
    await seat.choose(game)
    await seat.press("enter")
    assert seat.place == "seats"

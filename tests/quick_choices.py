"""Suggest a quick player's choice at once, so that no test waits for a hint or depends on when it comes."""

from collections.abc import Callable

from spades_tui.game.events import SeatEvent
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.bot_decision import suggest
from spades_tui.seats import Observation
from spades_tui.tui.table.game_on_screen import GameOnScreen


def suggest_at_once(game: GameOnScreen, seen: Observation, then: Callable[[SeatEvent], object]) -> None:
    """Suggest in place of `GameOnScreen.suggest`."""
    event = suggest(seen.without_claim()) if game.app.settings.suggestions else None
    if event is not None and event != game.done:
        then(event)
        game.pauses.suggested(False)  # Enter counts at once


def take(table: PlainTable, seen: Observation, rest: str) -> SeatEvent | None:
    """Choose in place of the plain command ``take``."""
    return suggest(seen)

"""Suggest a quick player's choice at once, so that no test waits for a hint or depends on when it comes."""

from spades_tui.game.events import SeatEvent
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.bot_decision import suggest
from spades_tui.seats import Observation
from spades_tui.tui.table.table_screen import TableScreen


def suggest_at_once(screen: TableScreen, seen: Observation) -> None:
    """Suggest in place of `TableScreen.weigh`."""
    event = suggest(seen.without_claim())
    if event is not None and event != screen.controller.done:
        screen.suggest(event)
        screen.controller.pauses.suggested(False)  # Enter counts at once


def take(table: PlainTable, seen: Observation, rest: str) -> SeatEvent | None:
    """Choose in place of the plain command ``take``."""
    return suggest(seen)

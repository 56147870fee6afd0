"""Make tables where a person must decide, and read the hint on their screen."""

from __future__ import annotations

from pathlib import Path

from spades_tui.bots import LEVELS
from spades_tui.game.phase import Phase
from spades_tui.play.bot_decision import suggest
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.reason_words import reason_words
from spades_tui.rules.catalogue import shipped
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.side_panels import THINKING, HintPanel
from tests.screens.looking import TableApp, settle, type_keys


def table_at(
    phase: Phase,
    lying: int = 0,
    people: str = "hbbb",
    slug: str = "sandbags",
    folder: Path | None = None,
    seed: str = "hint",
) -> Table:
    """Return a table where a person must decide, with this many cards on the table."""
    seats = tuple(
        SeatSetup(name, "human") if kind == "h" else SeatSetup(name, "bot", LEVELS[1])
        for name, kind in zip(("Ann", "Bea", "Cy", "Dot"), people, strict=False)
    )
    table = Table.create(TableSetup(shipped()[slug], {}, seats, seed=seed), folder)
    while True:
        match table.next():
            case CutOffered():
                table.deal(None)
            case Turn(seat, human):
                seen = table.observe(seat)
                if human and seen.phase == phase and len(seen.trick) == lying:
                    return table
                event = suggest(seen) if human else table.choose()
                assert event is not None
                table.do(event)
            case _:
                raise AssertionError


def panel_of(app: TableApp) -> HintPanel:
    screen = app.screen
    assert isinstance(screen, TableScreen)
    return screen.hint_panel


def words_of(panel: HintPanel) -> str:
    """Return the choices of a hint, and the reason for the marked one."""
    seen = panel._asked
    if seen is None or not panel._advice:
        return THINKING
    choices = [" ".join("".join(text for text, _ in line).split()) for _, line in panel._choices(seen.rules, 99)]
    reason = panel._advice[panel._at][0].reason
    return "\n".join([*choices, reason_words(reason, seen, panel._look.names)])


async def press(app: TableApp, key: str) -> None:
    """Type a key and wait for its effect."""
    type_keys(app, key)
    await settle(app)

"""Make tables where a person must decide, and read the hint on their screen."""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile
from pathlib import Path

import pytest

from spades_tui import cards
from spades_tui.bots.levels import LEVELS
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play.bot_decision import suggest
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table import pauses, table_screen
from spades_tui.tui.table.table_screen import TableScreen
from tests.driver import Driver
from tests.screens.looking import wait_until

REASON = 34
"""Columns of the choices, at 80×24."""


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


async def ask(seat: Driver) -> None:
    """Ask for a hint, and wait for it."""
    await seat.press("h")
    await seat.work_ends()


def hint(seat: Driver) -> list[str]:
    """Return the lines of the hint at 80×24; none if there is no hint on the screen."""
    above = list(dropwhile(lambda line: "─ Hint " not in line, seat.lines))
    return [line for line in takewhile(lambda line: "  ▶  " not in line, above[1:]) if line]


def marked(seat: Driver) -> str:
    """Return the choice that the hint marks, such as `10♥` or `bid 3`."""
    return next(re.split(" {2,}", line[3:])[0] for line in hint(seat) if line.startswith(" ▸ "))


def reason(seat: Driver) -> str:
    """Return the reason for the marked choice, which is beside the choices."""
    return " ".join(" ".join(line[REASON:] for line in hint(seat)).split())


async def coach_ready(app: SpadesApp) -> None:
    """Wait until the coach of the table on the screen has weighed the decision."""
    screen = app.screen
    assert isinstance(screen, TableScreen)
    assert await wait_until(lambda: screen.coach.wait(0))


async def choose(seat: Driver, event: SeatEvent) -> None:
    """Type a card or a bid, without taking it."""
    if isinstance(event, Play):
        name = cards.text(event.card)
        await seat.press(name[1], name[0])
    else:
        assert isinstance(event, Bid)
        await seat.press(*str(event.bid))


def let_enter_count(monkeypatch: pytest.MonkeyPatch, after: float = 0.0) -> None:
    """Let Enter count so many seconds after a suggestion has appeared, or the coach has warned."""
    monkeypatch.setattr(pauses, "ENTER_IGNORED", after)


def suggest_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weigh the choices for a suggestion without a delay, and let a key after it count at once."""
    monkeypatch.setattr(table_screen, "SUGGEST_AFTER", 0.001)
    let_enter_count(monkeypatch)

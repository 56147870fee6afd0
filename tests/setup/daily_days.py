"""Days of the deal of the day, played by `club` in the person's chair."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from spades_tui import bots
from spades_tui.fair import decoration_stream
from spades_tui.play.daily import CHAIR, GAMES, table_of_day
from spades_tui.play.steps import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table

DAY = date(2026, 12, 1)


def play_hand(folder: Path, day: date, game: str, at: str = "12:00:00+00:00", on: date | None = None) -> Path:
    """Play a hand of a day; the clock says `at`, on the day itself or `on` another."""
    table = Table.create(table_of_day(day, game, "Ann"), folder, lambda: f"{on or day}T{at}")
    while True:
        match table.next():
            case CutOffered():
                table.deal(None)
            case Turn(_, human):
                seen = table.observe(CHAIR)
                table.do(bots.choose("club", seen, decoration_stream("chair")) if human else table.choose())
            case HandPlayed():
                table.score()
            case GameEnded():
                break
    table.close_game()
    path = table.path
    table.leave()
    assert path is not None
    return path


def play_day(folder: Path, day: date, at: str = "12:00:00+00:00", on: date | None = None) -> list[Path]:
    """Play all hands of a day."""
    return [play_hand(folder, day, game, at, on) for game in GAMES]

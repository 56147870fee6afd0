"""Days of the deal of the day, played by `club` in the person's chair."""

from datetime import date
from pathlib import Path

from spades_tui import bots
from spades_tui.fair import decoration_stream
from spades_tui.play.daily import GAMES, table_of_day
from spades_tui.play.setup import TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table

DAY = date(2026, 12, 1)


def play_hand(folder: Path, day: date, game: str, at: str = "12:00:00+00:00", on: date | None = None) -> Path:
    """Play a hand of a day; the clock says `at`, on the day itself or `on` another."""
    return play_out(table_of_day(day, game, "Ann"), folder, f"{on or day}T{at}")


def play_out(setup: TableSetup, folder: Path, at: str = f"{DAY}T12:00:00+00:00", level: str = "club") -> Path:
    """Play a game with a computer player of this level for every person; a game that was played before is written."""
    table = Table.create(setup, folder, lambda: at)
    path, game = table.path, (repr(setup), at, level)
    assert path is not None
    if game in _PLAYED:
        table.leave()
        path.write_bytes(_PLAYED[game])
        return path
    while True:
        match table.next():
            case CutOffered():
                table.deal(None)
            case Turn(seat, human):
                seen = table.observe(seat)
                table.do(bots.choose(level, seen, decoration_stream("chair")) if human else table.choose())
            case HandPlayed():
                table.score()
            case GameEnded():
                break
    table.close_game()
    table.leave()
    _PLAYED[game] = path.read_bytes()
    return path


_PLAYED: dict[tuple[str, str, str], bytes] = {}
"""The journals of games that were played by these setups, times and levels, which are always the same."""


def play_day(folder: Path, day: date, at: str = "12:00:00+00:00", on: date | None = None) -> list[Path]:
    """Play all hands of a day."""
    return [play_hand(folder, day, game, at, on) for game in GAMES]

"""After a game in plain text: changed sides, and the last hand again as practice."""

import io
from pathlib import Path

import pytest

from spades_tui.plain import home_table
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import find
from spades_tui.system.folders import forks_folder, games_folder

NAMES = ("Uli", "Bea", "Cy", "Dot")


class Answers:
    """Takes the hint's choice at each turn, and says these words after each game, then quits."""

    def __init__(self, told: io.StringIO, *words: str) -> None:
        self._told, self._words = told, [*words]

    def readline(self, *_: int) -> str:
        last = self._told.getvalue().rstrip().splitlines()[-1:]
        if last and last[0].startswith("Cut the deck"):
            return "\n"
        if "Say again to play once more" in " ".join(self._told.getvalue().splitlines()[-2:]):
            return f"{self._words.pop(0)}\n" if self._words else "quit\n"
        return "take\n"


@pytest.mark.parametrize("word", ["change", "repeat"])
def test_what_follows_a_game(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    typed = Answers(told, word)
    monkeypatch.setattr("sys.stdin", typed)
    monkeypatch.setattr("sys.stdout", told)
    seats = (SeatSetup(NAMES[0], "human"), *(SeatSetup(name, "bot", "beginner") for name in NAMES[1:]))
    home_table.play(TableSetup(find("sandbags"), {"target": 30}, seats, seed=None), None)
    games = sorted(Path(games_folder()).glob("*.jsonl"))
    forks = sorted(Path(forks_folder()).glob("*.jsonl"))
    if word == "repeat":
        assert (len(games), len(forks)) == (1, 1)
    else:
        assert (len(games), len(forks)) == (2, 0)
        assert "with Uli, Cy, Dot, Bea." in told.getvalue()



"""A game in plain text from its table on: the cut, and what follows the game: changed sides, or the last hand again."""

import io
import json
from pathlib import Path

import pytest

from spades_tui.plain import home_table
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import find
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
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


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("cut", [False, True])
def test_people_are_asked_to_cut_only_if_the_settings_say_so(cut: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seal of the deal is there either way, and a resumed game asks as it began."""
    save_settings(Settings(name="Uli", cut=cut))
    told = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("7\nseal\nquit\n" if cut else "seal\nquit\n"))
    monkeypatch.setattr("sys.stdout", told)
    seats = (SeatSetup(NAMES[0], "human"), *(SeatSetup(name, "bot", "beginner") for name in NAMES[1:]))
    home_table.play(TableSetup(find("sandbags"), {}, seats, 1), None)
    assert ("Cut the deck?" in told.getvalue()) == cut
    (path,) = Path(games_folder()).glob("*.jsonl")
    first, deal = map(json.loads, path.read_text("utf-8").splitlines()[:2])
    assert first.get("cut", True) == cut
    assert ("cut" in deal) == cut
    seal = deal["fair"]["commitment"]
    heard = told.getvalue().replace(" ", "").replace(",", "").replace("\n", "")
    assert f"Thesealofthisdeal:{seal}." in heard
    save_settings(Settings(name="Uli", cut=not cut))
    resumed = Table.resume(path)
    assert resumed.setup.cut == cut
    resumed.leave()

"""The players of the tutorial docs/first-bot.md play as the page says."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import NAMES, OUTSIDE, SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped

PAGE = (Path(__file__).parents[2] / "docs" / "first-bot.md").read_text("utf-8")
PLAYERS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def totals(source: str, game: int, folder: Path) -> list[int]:
    """Return the totals of a game between two of these players, sitting opposite each other, and `club`."""
    path = folder / "mine.py"
    path.write_text(source, "utf-8")
    mine = shlex.join([sys.executable, str(path)])
    seats = tuple(
        SeatSetup(name, "bot", OUTSIDE, mine) if seat % 2 == 0 else SeatSetup(name, "bot", "club")
        for seat, name in enumerate(NAMES[:4])
    )
    text = play_game(TableSetup(shipped()["sandbags"], {}, seats, (game - 1) % 4, "tuesday", game)).text
    lines = [json.loads(line) for line in text.splitlines()]
    assert not any(line.get("stand_in") for line in lines)
    scores: list[list[int]] = [line["totals"] for line in lines if line["event"] == "hand_score"]
    return scores[-1]


@pytest.mark.parametrize("source", PLAYERS, ids=["any_card", "counting"])
def test_the_tutorials_players_never_answer_wrongly(source: str, tmp_path: Path) -> None:
    assert totals(source, 1, tmp_path)[1] >= 500


@pytest.mark.slow
def test_the_counting_player_scores_as_the_tutorial_says(tmp_path: Path) -> None:
    ended = [totals(PLAYERS[1], game, tmp_path)[0] for game in range(1, 6)]
    assert f"games ended between {min(ended)} and {max(ended)} for the pair".replace("-", "−") in " ".join(PAGE.split())

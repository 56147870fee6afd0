"""The sample player of `docs/seat.md` is as short as the page says, and plays every variant without a wrong answer."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import NAMES, OUTSIDE, SeatSetup, TableSetup
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from tests.games import each_game
from tests.outside.sample_players import sample_player
from tests.outside.short_games import QUICK, SHORT


def test_the_sample_player_is_short() -> None:
    assert 35 <= sum(bool(line.strip()) for line in sample_player().splitlines()) <= 42


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_the_sample_player_finishes_every_variant(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(sample_player(), "utf-8")
    variant = shipped()[slug]
    command = shlex.join([sys.executable, str(path)])
    seats = tuple(
        SeatSetup(name, "bot", OUTSIDE, command) if seat == 0 else SeatSetup(name, "bot", "beginner")
        for seat, name in enumerate(NAMES[: variant.seats])
    )
    text = play_game(TableSetup(variant, SHORT[slug], seats, 0, "sample", 1)).text
    lines = [json.loads(line) for line in text.splitlines()]
    assert not any(line.get("stand_in") for line in lines)
    assert lines[-1]["event"] == "game_over"
    list(replay(io.BytesIO(text.encode())))


def test_the_sample_player_bids_by_its_cards(tmp_path: Path) -> None:
    """In a game to 500 against beginners, its bids depend on its hand and more than half of them are made."""
    path = tmp_path / "mine.py"
    path.write_text(sample_player(), "utf-8")
    command = shlex.join([sys.executable, str(path)])
    seats = (SeatSetup("Ann", "bot", OUTSIDE, command), *(SeatSetup(name, "bot", "beginner") for name in NAMES[1:4]))
    text = play_game(TableSetup(shipped()["sandbags"], {}, seats, 0, "sample", 1)).text
    scores = [line for line in map(json.loads, text.splitlines()) if line["event"] == "hand_score"]
    assert len({score["bids"][0] for score in scores}) > 1
    made = sum(sum(score["tricks"][seat] for seat in (0, 2)) >= score["side_bids"][0] for score in scores)
    assert made * 2 > len(scores)

"""Commands show hands of a game in progress only on request."""

import random
from pathlib import Path

import pytest

from spades_tui.play.table import Table
from tests.commands.shell import spades
from tests.table.playing import opened, setup_of, step


@pytest.fixture
def table_in_play(tmp_path: Path) -> Table:
    """Return a table with a person, in the middle of a hand."""
    table = opened(setup_of("sandbags", "hbbb"), tmp_path)
    rng = random.Random(1)
    for _ in range(12):
        step(table, rng)
    return table


@pytest.mark.parametrize("command", ["replay", "replay --json", "advise", "review"])
def test_a_game_in_progress_shows_its_hands_only_on_request(command: str, table_in_play: Table) -> None:
    path = str(table_in_play.path)
    done = spades(*command.split(), path)
    assert (done.status, done.out) == (2, "")
    assert f"{path}: this game is in progress" in done.err
    assert "--open-hands" in done.err
    assert spades(*command.split(), "--open-hands", path).status == 0
    table_in_play.leave()
    assert spades(*command.split(), path).status == 0


@pytest.mark.parametrize("kinds", ["hbbb", "bbbb"])
def test_nothing_is_hidden_between_hands_or_without_people(kinds: str, tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", kinds), tmp_path)
    rng = random.Random(1)
    while table.observe(None).standing.hands == 0:
        step(table, rng)
    assert spades("replay", str(table.path)).status == 0
    for _ in range(12):
        step(table, rng)
    assert spades("replay", str(table.path)).status == (2 if kinds == "hbbb" else 0)
    table.leave()

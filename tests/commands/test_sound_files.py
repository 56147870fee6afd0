"""Commands read records, lessons and the scorebook without pydantic; a wrong line doesn't bring it either."""

import json
from pathlib import Path

import pytest

from spades_tui.lessons.shelf import SHIPPED
from tests.commands.shell import GOLDEN, Done, python
from tests.games import SLUGS
from tests.record.records import text_of
from tests.scorebook.games import short_game

PROGRAM = """
import sys
from spades_tui.cli import main
try:
    status = main(sys.argv[1:])
except SystemExit as end:
    status = end.code
print("pydantic" in sys.modules, file=sys.stderr)
sys.exit(status)
"""
LESSON = str(next(SHIPPED.iterdir()))


def says(home: Path, *arguments: str) -> Done:
    """Run a command; the last line on standard error says whether it imported pydantic."""
    return python("-c", PROGRAM, *arguments, SPADES_TUI_HOME=str(home))


@pytest.mark.parametrize("slug", SLUGS)
def test_records_of_every_game_are_replayed(slug: str, tmp_path: Path) -> None:
    done = says(tmp_path, "replay", str(GOLDEN / f"{slug}.spades.jsonl"))
    assert (done.status, done.err) == (0, "False\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "--lenient", str(GOLDEN / "leaflet.spades.jsonl")],
        ["review", "GAME"],
        ["advise", "GAME", "--line", "5", "--level", "beginner"],
        ["lessons"],
        ["lessons", "check", LESSON],
        ["settings", "check"],
        ["bug", "GAME", "--out", "GAME.txt"],
        ["book"],
        ["book", "rebuild"],
    ],
    ids=" ".join,
)
def test_other_commands(arguments: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    path = folder / "2026-03-02-200000-0001.spades.jsonl"
    path.write_text(text_of(*short_game(2)), "utf-8")
    done = says(tmp_path, *(one.replace("GAME", str(path)) for one in arguments))
    assert (done.status, done.err.splitlines()[-1]) == (0, "False"), done.err


def test_a_wrong_line_is_refused_without_pydantic(tmp_path: Path) -> None:
    lines = (GOLDEN / "leaflet.spades.jsonl").read_text("utf-8").splitlines()
    bid = next(n for n, line in enumerate(lines) if '"bid"' in line)
    path = tmp_path / "wrong.spades.jsonl"
    path.write_text("\n".join([*lines[:bid], json.dumps({**json.loads(lines[bid]), "bid": 100})]) + "\n", "utf-8")
    done = says(tmp_path, "replay", str(path))
    assert done.status == 1
    assert done.err == f"{path}:{bid + 1}: bid: 100 is not valid; the maximum is 99\nFalse\n"

"""Commands read records, lessons and the scorebook without importing pydantic, even for a wrong line."""

import json
from pathlib import Path

from spades_tui.lessons.lesson_reader import SHIPPED
from tests.commands.shell import GOLDEN, Done, python
from tests.games import SLUGS
from tests.record.records import text_of
from tests.scorebook.games import short_game

PROGRAM = """
import json, sys
from spades_tui.cli import main
for arguments in json.loads(sys.argv[1]):
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    print(status, "pydantic" in sys.modules, file=sys.stderr)
"""
LESSON = str(next(SHIPPED.iterdir()))


def run_all(home: Path, *commands: list[str]) -> Done:
    """Run commands in one process; print each status and whether pydantic was imported on standard error."""
    return python("-c", PROGRAM, json.dumps(commands), SPADES_TUI_HOME=str(home))


def test_replay_of_every_game_imports_no_pydantic(tmp_path: Path) -> None:
    done = run_all(tmp_path, *(["replay", str(GOLDEN / f"{slug}.spades.jsonl")] for slug in SLUGS))
    assert done.err == "0 False\n" * len(SLUGS)


def test_other_commands_import_no_pydantic(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "games"
    folder.mkdir(parents=True)
    game = folder / "2026-03-02-200000-0001.spades.jsonl"
    game.write_text(text_of(*short_game(2)), "utf-8")
    commands = (
        ["verify", "--lenient", str(GOLDEN / "leaflet.spades.jsonl")],
        ["review", str(game)],
        ["advise", str(game), "--line", "5", "--level", "beginner"],
        ["lessons"],
        ["lessons", "check", LESSON],
        ["settings", "check"],
        ["bug", str(game), "--out", f"{game}.txt"],
        ["book"],
        ["book", "rebuild"],
    )
    done = run_all(tmp_path, *commands)
    ends = [line for line in done.err.splitlines() if line.endswith(("True", "False"))]
    assert ends == ["0 False"] * len(commands), done.err


def test_a_wrong_line_is_refused_without_pydantic(tmp_path: Path) -> None:
    lines = (GOLDEN / "leaflet.spades.jsonl").read_text("utf-8").splitlines()
    bid = next(n for n, line in enumerate(lines) if '"bid"' in line)
    path = tmp_path / "wrong.spades.jsonl"
    path.write_text("\n".join([*lines[:bid], json.dumps({**json.loads(lines[bid]), "bid": 100})]) + "\n", "utf-8")
    done = run_all(tmp_path, ["replay", str(path)])
    assert done.err == f"{path}:{bid + 1}: bid: 100 is not valid; the maximum is 99\n1 False\n"

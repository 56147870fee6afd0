"""The good part of a broken journal becomes a new game, from the command line and from the home screen."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from spades_tui.play.rescue import good_part, hint, rescue
from spades_tui.play.resume import read_journal
from spades_tui.record import RecordError
from spades_tui.scorebook.game_files import look
from spades_tui.system.folders import games_folder
from tests.commands.shell import spades
from tests.table.playing import opened, resumed, setup_of, state_of, step


def journal(folder: Path, steps: int = 70, slug: str = "sandbags", **options: object) -> Path:
    """Return a journal of this many steps."""
    table = opened(setup_of(slug, "", "broken", **options), folder)
    path = table.path
    assert path is not None
    rng = random.Random(1)
    for _ in range(steps):
        if not step(table, rng):
            break
    table.leave()
    return path


def broken_at(path: Path, line: int) -> bytes:
    """Change a line, counted from 1; return what the file contains then."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"sum": "', b'"sum": "0')
    path.write_bytes(b"".join(lines))
    return path.read_bytes()


@pytest.mark.parametrize("line", [2, 3, 9, 40, 84])
def test_the_lines_before_a_wrong_one_become_a_game(line: int, tmp_path: Path) -> None:
    path = journal(tmp_path / "games")
    raw = path.read_bytes()
    spoiled = broken_at(path, line)
    with pytest.raises(RecordError) as caught:
        read_journal(path)
    assert caught.value.line == line
    part = good_part(path)
    assert part is not None
    assert (part.lines, part.over) == (line - 1, False)
    new = rescue(part, tmp_path / "games")
    assert path.read_bytes() == spoiled
    assert new.read_bytes() == b"".join(raw.splitlines(keepends=True)[: line - 1])
    assert new.stat().st_mode & 0o777 == 0o600
    again = resumed(new)
    assert again.observe(None).standing.hands == (1 if line == 84 else 0)
    step(again, random.Random(2))
    held = state_of(again)
    again.leave()
    third = resumed(new)
    assert state_of(third) == held
    third.leave()


def test_no_rescue_is_offered_for_sound_or_useless_files(tmp_path: Path) -> None:
    path = journal(tmp_path / "games", 10)
    assert good_part(path) is None
    assert hint(path) == ""
    broken_at(path, 1)
    assert good_part(path) is None
    path.write_bytes(b"")
    assert good_part(path) is None
    assert hint(tmp_path / "nowhere") == ""
    assert hint(tmp_path) == ""


def test_the_good_part_ends_before_a_second_game(tmp_path: Path) -> None:
    path, other = journal(tmp_path / "games", 12), journal(tmp_path / "others", 12)
    raw = path.read_bytes()
    path.write_bytes(raw + other.read_bytes())
    with pytest.raises(RecordError, match="a second game begins here") as caught:
        read_journal(path)
    assert caught.value.line == raw.count(b"\n") + 1
    part = good_part(path)
    assert part is not None
    assert rescue(part, tmp_path / "games").read_bytes() == raw


def test_the_good_part_ends_where_sums_stop(tmp_path: Path) -> None:
    path = journal(tmp_path / "games", 12)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(path.read_bytes() + b'{"event": "suspend"}\n')
    part = good_part(path)
    assert part is not None
    assert (part.lines, part.words) == (len(lines), f"The first {len(lines)} lines are good, up to hand 1.")


def test_a_game_finished_in_its_good_part_goes_to_the_scorebook(tmp_path: Path) -> None:
    path = journal(tmp_path / "games", 2000, "3b-three", hands=1)
    path.write_bytes(path.read_bytes() + b"and then something else\n")
    part = good_part(path)
    assert part is not None
    assert part.over
    assert "a finished game" in part.words
    assert len(look(rescue(part, tmp_path / "games")).games or ()) == 1


def test_the_command_line_names_the_good_part(tmp_path: Path) -> None:
    path = journal(tmp_path / "Application Support" / ("as long as a name may be " * 5) / "games", 40)
    broken_at(path, 20)
    done = spades("play", "--resume", str(path))
    assert done.status == 1
    first, second = done.err.splitlines()
    assert first.startswith(f"{path}:20: sum")
    assert second == (
        "The first 19 lines are good, up to hand 1. To resume a copy of them: "
        f"spades-tui play --good-part --resume '{path}'"
    )
    done = spades("play", "--resume", str(path), "--good-part")
    assert (done.status, done.err) == (0, "")
    (new,) = games_folder().glob("*.spades.jsonl")
    assert new.read_bytes().splitlines()[:19] == path.read_bytes().splitlines()[:19]
    assert spades("play", "--good-part").error.startswith("spades-tui play: --good-part needs a game")

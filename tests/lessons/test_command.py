"""`spades-tui lessons` lists and checks lessons."""

import json
from pathlib import Path

import pytest

from spades_tui.cli import main
from spades_tui.lessons.learned import remember_done
from spades_tui.lessons.lesson_reader import SHIPPED, heads
from tests.lessons.files import example, text_of


def test_the_list_marks_completed_lessons_on_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    remember_done("02-zero")
    assert main(["lessons"]) == 0
    lines = capfd.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("  ")]
    assert len(rows) == len(heads())
    assert lines[0] == "Course"
    assert lines[1].startswith("  01-first-hand") and "Your first hand (5 min): Tricks, trumps" in lines[1]
    assert "(4 min, done)" in lines[lines.index("More lessons") + 1]
    assert "(puzzle)" in lines[-1]


def test_the_shipped_lessons_and_the_example_pass_the_check(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    mine = home / "mine.lesson.jsonl"
    mine.write_bytes(text_of(example()))
    files = [str(path) for path in sorted(SHIPPED.glob("*.lesson.jsonl"))]
    assert main(["lessons", "check", str(mine), *files]) == 0
    out, err = capfd.readouterr()
    assert out.splitlines()[0] == f"{mine}: The first trick: 2 decisions, plays to its end"
    assert len(out.splitlines()) == 1 + len(files)
    assert err == ""


def test_a_wrong_lesson_is_reported_in_one_line(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = example()
    lines[-1]["card"] = "AS"
    bad = home / "bad.lesson.jsonl"
    bad.write_bytes(text_of(lines))
    assert main(["lessons", "check", str(bad)]) == 1
    out, err = capfd.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(f"{bad}:16: ") and "(SB-3)" in err


def test_every_mistake_of_form_is_reported_at_once(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = text_of(example()).splitlines()
    lines[3] = lines[3].replace(b'"event"', b'"evnt"')
    lines[5] = b"{"
    lines[6] = json.dumps({**json.loads(lines[6]), "tex": 1, "text": 2}).encode()
    bad = home / "bad.lesson.jsonl"
    bad.write_bytes(b"\n".join(lines) + b"\n")
    assert main(["lessons", "check", str(bad)]) == 1
    out, err = capfd.readouterr()
    assert out == "" and [line.split(": ")[0] for line in err.splitlines()] == [f"{bad}:{n}" for n in (4, 6, 7, 7)]


@pytest.mark.parametrize("name", ["23-none", "02-zero", "puzzle:none", "plan:none", "game:none", "11-just-enough"])
def test_a_puzzle_that_does_not_exist_or_comes_twice_is_named(
    name: str, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    lines = example()
    lines[0]["puzzles"] = ["11-just-enough", name]
    bad = home / "bad.lesson.jsonl"
    bad.write_bytes(text_of(lines))
    assert main(["lessons", "check", str(bad)]) == 1
    assert capfd.readouterr().err.startswith(f"{bad}:1: puzzles: there is no puzzle '{name}'")


def test_a_missing_lesson_file_is_a_one_line_error(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "check", str(home / "none.lesson.jsonl")]) == 2
    assert "no such file" in capfd.readouterr().err

"""Every command ends through one handler, which turns errors into a message and an exit status."""

import ast
import os
from pathlib import Path

import pytest

from spades_tui.record import RecordError
from spades_tui.system.exit_status import (
    DONE,
    WRONG_INPUT,
    WRONG_USAGE,
    InputError,
    UsageError,
    file_error,
    run_reporting,
)
from spades_tui.system.faults import FAULT
from tests.commands.shell import GOLDEN, python, spades, spades_into, spades_without_stream
from tests.quick_cases import slow_but

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (UsageError("no"), WRONG_USAGE, "spades-tui: no\n"),
        (InputError("wrong", "what to do"), WRONG_INPUT, "wrong\nwhat to do\n"),
        (InputError("wrong", ""), WRONG_INPUT, "wrong\n"),
        (RecordError(3, "a blank line", file="f"), WRONG_INPUT, "f:3: a blank line\n"),
        (FileNotFoundError(2, "No such file"), WRONG_USAGE, "spades-tui: f: no such file or folder\n"),
        (OSError("odd"), WRONG_USAGE, "spades-tui: f: odd\n"),
    ],
)
def test_each_error_has_its_message_and_status(
    error: Exception, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        raise error

    assert run_reporting(work, file="f") == status
    assert capsys.readouterr().err == said


def test_success_prints_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert (run_reporting(lambda: None), run_reporting(lambda: WRONG_INPUT)) == (DONE, WRONG_INPUT)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("error", [BrokenPipeError(), ValueError("x")])
def test_other_errors_are_passed_on(error: Exception) -> None:
    def work() -> None:
        raise error

    with pytest.raises(type(error)):
        run_reporting(work, file="f")
    with pytest.raises(OSError, match="odd"):
        run_reporting(lambda: (_ for _ in ()).throw(OSError("odd")))
    assert str(file_error("f", OSError("odd"))) == "spades-tui: f: odd"


def test_no_command_handles_errors_itself() -> None:
    """Exit statuses are defined in one place, and so are the messages for file errors."""
    commands = [ROOT / "spades_tui" / "cli.py", *sorted((ROOT / "spades_tui" / "commands").glob("*.py"))]
    assert len(commands) > 4
    for path in commands:
        text = path.read_text("utf-8")
        assert "strerror" not in text, path
        assigned = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assign)]
        assert not any("WRONG_USAGE" in ast.unparse(node.targets[0]) for node in assigned), path


RECORD = str(GOLDEN / "bemo.spades.jsonl")
SAYS_SOMETHING = [
    ("replay", RECORD), ("replay", "--json", RECORD, RECORD), ("verify", "--lenient", RECORD),
    ("verify", "--lenient", "--jobs", "2", RECORD, RECORD), ("advise", "--line", "9", RECORD),
    ("review", "--seat", "0", str(GOLDEN / "leaflet.spades.jsonl")), ("variants",), ("variants", "show", "bemo"),
    ("variants", "schema"), ("lessons",), ("lessons", "play"), ("settings", "path"), ("settings", "check"), ("book",),
    ("book", "export"), ("completion", "bash"), ("--version",), ("--help",), ("book", "--help"), ("play", "--plain"),
    (), ("simulate", "--variant", "bemo", "--option", "target=20"),
]  # fmt: skip


@pytest.mark.parametrize("words", slow_but([("--help",), ("play", "--plain")], SAYS_SOMETHING), ids=" ".join)
@pytest.mark.parametrize("closed", [True, False], ids=["closed", "full"])
def test_an_unwritable_output_is_reported(words: tuple[str, ...], closed: bool, tmp_path: Path) -> None:
    if not closed and not os.path.exists("/dev/full"):
        pytest.skip("needs /dev/full")
    done = spades_without_stream(*words, closed=1) if closed else spades_into("/dev/full", *words)
    why = "it is closed" if closed else "the disk is full"
    assert (done.status, done.err) == (WRONG_USAGE, f"spades-tui: standard output: {why}\n")
    assert not (tmp_path / "home" / "data" / "faults").exists()


@pytest.mark.parametrize(
    "words", ["replay -", "verify -", "advise -", "review -", "book import -", "lessons play --plain", "play --plain"]
)
def test_a_closed_input_counts_as_empty(words: str) -> None:
    closed, empty = spades_without_stream(*words.split(), closed=0), spades(*words.split())
    assert closed.status == empty.status < FAULT
    assert closed.err == empty.err


def test_ctrl_c_while_the_program_is_loaded_prints_nothing() -> None:
    interrupt = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'spades_tui.record': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from spades_tui.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = python("-c", interrupt)
    assert (done.status, done.out, done.err) == (130, "", "")


def test_errors_without_standard_error_are_not_printed_elsewhere() -> None:
    done = spades_without_stream("replay", "nobody-has-this", closed=2)
    assert (done.status, done.out) == (WRONG_USAGE, "")

"""How every command ends: one frame for what is wrong, with its exit status."""

import ast
from pathlib import Path

import pytest

from spades_tui.exits import DONE, WRONG_INPUT, WRONG_USAGE, InputError, UsageError, told, unusable
from spades_tui.record.errors import RecordError
from spades_tui.rules.load import VariantError

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (UsageError("spades-tui: no"), WRONG_USAGE, "spades-tui: no\n"),
        (InputError("wrong", "what to do"), WRONG_INPUT, "wrong\nwhat to do\n"),
        (InputError("wrong", ""), WRONG_INPUT, "wrong\n"),
        (RecordError(3, "a blank line", file="f"), WRONG_INPUT, "f:3: a blank line\n"),
        (FileNotFoundError(2, "No such file"), WRONG_USAGE, "spades-tui: f: No such file\n"),
        (OSError("odd"), WRONG_USAGE, "spades-tui: f: odd\n"),
    ],
)
def test_what_is_wrong_is_told_with_its_status(
    error: Exception, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        raise error

    assert told(work, RecordError, file="f") == status
    assert capsys.readouterr().err == said


def test_what_is_done_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert (told(lambda: None), told(lambda: WRONG_INPUT)) == (DONE, WRONG_INPUT)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("error", [BrokenPipeError(), RecordError(1, "x"), ValueError("x")])
def test_what_is_somebody_elses_to_tell_goes_on(error: Exception) -> None:
    def work() -> None:
        raise error

    with pytest.raises(type(error)):
        told(work, VariantError, file="f")
    with pytest.raises(OSError, match="odd"):
        told(lambda: (_ for _ in ()).throw(OSError("odd")))
    assert str(unusable("f", OSError("odd"))) == "spades-tui: f: odd"


def test_no_command_has_a_frame_of_its_own() -> None:
    """The exit statuses are written down once, and what is wrong with a file is told in one place."""
    commands = [ROOT / "spades_tui" / "cli.py", *sorted((ROOT / "spades_tui").rglob("*command.py"))]
    assert len(commands) > 4
    for path in commands:
        text = path.read_text("utf-8")
        assert "strerror" not in text, path
        assigned = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assign)]
        assert not any("WRONG_USAGE" in ast.unparse(node.targets[0]) for node in assigned), path

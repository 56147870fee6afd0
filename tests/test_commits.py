"""What `.build/commits.py` says about the message of a commit."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".build" / "commits.py"


def problem(message: str) -> str | None:
    """Return what the script says about a message."""
    spec = importlib.util.spec_from_file_location("commits", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    answer: str | None = module.problem(message)
    return answer


@pytest.mark.parametrize(
    "message",
    [
        "Count bags\n\nThe tenth bag was lost.",
        f"{'x' * 72}\n\nWhy.\n",
        "Count bags\n\nWhy.\n# Please enter the message\n",
        "Merge branch 'side'",
        'Revert "Count bags"\n\nThis reverts it.',
    ],
)
def test_a_whole_message_is_accepted(message: str) -> None:
    assert problem(message) is None


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("", "empty"),
        ("# only git's lines\n", "empty"),
        ("Count bags", "why"),
        ("Count bags\n\n# Please enter the message\n", "why"),
        ("Count bags\nThe tenth bag was lost.", "second line"),
        (f"{'x' * 73}\n\nWhy.", "73 letters"),
    ],
)
def test_a_message_that_lacks_something_is_refused(message: str, words: str) -> None:
    assert words in str(problem(message))


def test_the_hook_reads_a_file_and_refuses_by_its_exit_status(tmp_path: Path) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    for text, status in (("Count bags\n\nWhy.", 0), ("Count bags", 1)):
        message.write_text(text, "utf-8")
        run = subprocess.run([sys.executable, SCRIPT, message], capture_output=True, text=True, check=False)
        assert run.returncode == status, run.stderr
        assert (str(message) in run.stderr) == bool(status)

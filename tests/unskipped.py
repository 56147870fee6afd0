"""Fail skipped tests that docs/promises.md names: `.ci/run` asks for it with `SPADES_TUI_NO_SKIPS=1`."""

import os
import re
from pathlib import Path

PROMISES = Path(__file__).parents[1] / "docs" / "promises.md"
COMMAND = re.compile(r"\| `pytest ([^`]+)` \|$", re.MULTILINE)  # the last column of the table


def named_tests() -> list[str]:
    """Return the files, folders and tests that the commands of the promises name."""
    return [name for names in COMMAND.findall(PROMISES.read_text("utf-8")) for name in names.split()]


def must_run(test: str) -> bool:
    """Return whether this test, or file of tests, may not be skipped."""
    if os.environ.get("SPADES_TUI_NO_SKIPS") != "1":
        return False
    return any(test == name or test.startswith((f"{name}/", f"{name}::", f"{name}[")) for name in named_tests())


def complaint(reason: object) -> str:
    """Return why a skipped test counts as failed; pytest gives a skip's place, line and reason."""
    if isinstance(reason, tuple):
        reason = reason[-1]
    return f"docs/promises.md names this test, so it can't be skipped here. {reason}"

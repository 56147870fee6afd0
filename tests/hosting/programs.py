"""Start programs in terminals of their own."""

import os
import sys
from pathlib import Path
from typing import Any

import pexpect

from tests.hosting.tables import SECONDS

PROGRAM = [sys.executable, "-m", "spades_tui"]


def started(command: list[str], folder: Path, term: str = "dumb") -> Any:
    """Return a program in its own terminal."""
    env = {**os.environ, "SPADES_TUI_HOME": str(folder), "TERM": term}
    child = pexpect.spawn(
        command[0], command[1:], env=env, encoding="utf-8", timeout=SECONDS, dimensions=(24, 80)
    )  # fmt: skip
    child.delaybeforesend = None
    return child


def ssh_words(port: str, code: str) -> list[str]:
    """Return the arguments of an ssh client without keys or settings."""
    options = (
        "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes", "IdentityFile=/nonexistent"
    )  # fmt: skip
    words = [word for option in options for word in ("-o", option)]
    return ["-F", "none", *words, "-p", port, f"{code}@localhost"]

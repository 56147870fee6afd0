"""Tests of the program, a folder for each part of it; helpers are imported by their whole names."""

import os

LONG = 300.0
"""Seconds after which another process must have hung. On a busy machine, a program may take a minute to start."""

WHOLE = bool(os.environ.get("SPADES_TUI_WHOLE"))
"""Whether slow tests take their whole samples, which is a matter of hours: `SPADES_TUI_WHOLE=1`."""


def few(count: int) -> int:
    """Return how many of a slow test's samples are taken: a fifth, or all if `WHOLE`."""
    return count if WHOLE else -(-count // 5)

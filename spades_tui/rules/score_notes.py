"""Decisions of the scoring besides the points. The components note it while they score."""

from enum import StrEnum
from typing import NamedTuple


class Decided(StrEnum):
    """A decision about a bid, a promise or a count."""

    MADE = "made"
    """A bid was made, other than a separately scored zero."""
    SET = "set"
    """A bid was not made."""
    ZERO_MADE = "zero_made"
    ZERO_FAILED = "zero_failed"
    OVER = "over"
    """Tricks above a made bid, or bags of a zero (SB-7); `tricks` is their number."""
    KEPT = "kept"
    """A promise of the first `tricks` was kept."""
    BROKEN = "broken"
    OPEN = "open"
    """Undecided: it depends on something unknown in a supposed hand, which `about` names."""
    IN_A_ROW = "in_a_row"
    """A bid was met exactly, for the `tricks`-th time in a row (BM-11)."""
    BAGS_CHARGED = "bags_charged"
    """`tricks` bags have cost points."""
    NOT_PLAYED = "not_played"
    """The hand was skipped (JK-13c)."""


class Note(NamedTuple):
    """One decision of a component."""

    what: Decided
    side: int
    seats: tuple[int, ...]
    """Whose bid or promise it was; the whole side for a side's bid."""
    tricks: int = 0
    about: str = ""
    """The undecided question, in a few words."""

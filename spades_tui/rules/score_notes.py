"""What the scoring has decided beside the points: who made what. The components note it while they score."""

from enum import StrEnum
from typing import NamedTuple


class Decided(StrEnum):
    """What a component can decide about a bid, a promise or a count."""

    MADE = "made"
    """A bid was made; no zero that is scored by itself."""
    SET = "set"
    """A bid was not made."""
    ZERO_MADE = "zero_made"
    ZERO_FAILED = "zero_failed"
    OVER = "over"
    """Tricks above a bid that was made, or tricks of a zero that are bags (SB-7); `tricks` says how many."""
    KEPT = "kept"
    """A promise of the first `tricks` was kept."""
    BROKEN = "broken"
    OPEN = "open"
    """Not decided: it hangs on something that is not known of a supposed hand; `about` says what."""
    IN_A_ROW = "in_a_row"
    """A bid was met exactly, for the `tricks`-th time in a row (BM-11)."""
    BAGS_CHARGED = "bags_charged"
    """So many bags (`tricks`) have cost points."""
    NOT_PLAYED = "not_played"
    """The hand was skipped (JK-13c)."""


class Note(NamedTuple):
    """One thing that a component has decided."""

    what: Decided
    side: int
    seats: tuple[int, ...]
    """Whose bid or promise it was; the whole side where it was the side's."""
    tricks: int = 0
    about: str = ""
    """For what is open: a few words that name it."""

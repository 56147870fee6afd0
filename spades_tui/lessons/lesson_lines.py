"""The lines of a lesson that are none of a record, in their exact form (docs/lessons.md)."""

from typing import Annotated, Literal

from spades_tui.record.line_forms import (
    ABSENT,
    EVENTS,
    NO_CONTROLS,
    BidNumber,
    Cards,
    Keys,
    PerSide,
    RecordLine,
    Seat,
    TrickCount,
)
from spades_tui.rules.component import Between, Entries, Letters

Words = Annotated[str, Letters(1, 600), NO_CONTROLS]
Short = Annotated[str, Letters(1, 120), NO_CONTROLS]


class StandingEntry(Keys):
    """How the game stood before the hand that is shown."""

    hands: Annotated[int, Between(0, 200)]
    """Hands that have been scored."""
    totals: PerSide = ABSENT
    bags: PerSide = ABSENT
    rows: PerSide = ABSENT
    """Perfect bids in a row (BM-11)."""
    zero_pool: Annotated[int, Between(0, 10**12)] = 0
    """What zeros have lost since one was made (3B-14)."""


class LessonLine(RecordLine):
    """The first line."""

    event: Literal["lesson"]
    format: Literal["spades-lesson/1"]
    title: Annotated[str, Letters(1, 40), NO_CONTROLS]
    summary: Short
    minutes: Annotated[int, Between(1, 60)]
    kind: Literal["lesson", "puzzle"] = "lesson"
    seat: Seat = 0
    """Whose decisions are the person's."""
    standing: StandingEntry = ABSENT


class WordsLine(RecordLine):
    """What is said now."""

    event: Literal["words"]
    text: Words


class WatchLine(RecordLine):
    """What is said now; the person's own events happen by themselves until the next line of words."""

    event: Literal["watch"]
    text: Words


class RightLine(RecordLine):
    """What is said when the next decision was right."""

    event: Literal["right"]
    text: Words


class ChoiceLine(RecordLine):
    """What says something about some of the choices of the next decision."""

    fact: Literal["look", "redeal", "bid", "raise", "stand", "bemo", "draw", "discard", "play"] = ABSENT
    bid: BidNumber | Annotated[list[BidNumber], Entries(1, 60)] = ABSENT
    blind: bool = ABSENT
    card: Cards = ABSENT
    """One card or several."""
    ace: Literal["high", "low"] = ABSENT
    tricks: TrickCount = ABSENT

    @property
    def general(self) -> bool:
        """It is about every choice."""
        return not any(self.has(key) for key in CHOICE_KEYS)


CHOICE_KEYS = ("fact", "bid", "blind", "card", "ace", "tricks")


class WrongLine(ChoiceLine):
    """Why a choice, or every other one, is wrong."""

    event: Literal["wrong"]
    text: Words


class AlsoLine(ChoiceLine):
    """A choice that stands as well; without keys: every legal one."""

    event: Literal["also"]
    text: Words = ABSENT


ABOUT_A_DECISION = (WrongLine, AlsoLine, RightLine)

LESSON_EVENTS: dict[str, type[RecordLine]] = {
    **EVENTS,
    "lesson": LessonLine,
    "words": WordsLine,
    "watch": WatchLine,
    "wrong": WrongLine,
    "also": AlsoLine,
    "right": RightLine,
}
"""Every line that a lesson may have."""

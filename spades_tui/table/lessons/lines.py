"""The lines of a lesson that are none of a record, in their exact form (docs/lessons.md)."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from spades_tui.record.lines import EVENTS, BidNumber, Cards, PerSide, PointCount, RecordLine, Seat, TrickCount

Words = Annotated[str, Field(strict=True, min_length=1, max_length=600, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
Short = Annotated[str, Field(strict=True, min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]


def _absent() -> Any:
    """The default of a key that need not stand in a line; null in a line is still an error."""
    return Field(default=None)


class StandingEntry(BaseModel):
    """How the game stood before the hand that is shown."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    hands: Annotated[int, Field(strict=True, ge=0, le=200)]
    """Hands that have been scored."""
    totals: PerSide = _absent()
    bags: PerSide = _absent()
    rows: PerSide = _absent()
    """Perfect bids in a row (BM-11)."""
    zero_pool: Annotated[PointCount, Field(ge=0)] = 0
    """What zeros have lost since one was made (3B-14)."""


class LessonLine(RecordLine):
    """The first line."""

    event: Literal["lesson"]
    format: Literal["spades-lesson/1"]
    title: Annotated[Short, Field(max_length=40)]
    summary: Short
    minutes: Annotated[int, Field(strict=True, ge=1, le=60)]
    kind: Literal["lesson", "puzzle"] = "lesson"
    seat: Seat = 0
    """Whose decisions are the person's."""
    standing: StandingEntry = _absent()


class WordsLine(RecordLine):
    """What is said now."""

    event: Literal["words"]
    text: Words


class WatchLine(RecordLine):
    """What is said now; the person's own facts happen by themselves until the next line of words."""

    event: Literal["watch"]
    text: Words


class RightLine(RecordLine):
    """What is said when the next decision was right."""

    event: Literal["right"]
    text: Words


class ChoiceLine(RecordLine):
    """What says something about some of the choices of the next decision."""

    fact: Literal["look", "redeal", "bid", "raise", "stand", "bemo", "draw", "discard", "play"] = _absent()
    bid: BidNumber | Annotated[list[BidNumber], Field(min_length=1, max_length=60)] = _absent()
    blind: Annotated[bool, Field(strict=True)] = _absent()
    card: Cards = _absent()
    """One card or several."""
    ace: Literal["high", "low"] = _absent()
    tricks: TrickCount = _absent()

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
    text: Words = _absent()


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

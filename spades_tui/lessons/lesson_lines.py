"""The exact form of the lines that only lessons have (docs/lesson-files.md)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from spades_tui import cards
from spades_tui.record.json_form import NO_CONTROLS, BidNumber, JsonObject, PerSide, Seat, quoted
from spades_tui.record.line_forms import EVENTS, CardsText, RecordLine, TrickCount

Words = Annotated[str, Meta(min_length=1, max_length=600, pattern=NO_CONTROLS)]
Short = Annotated[str, Meta(min_length=1, max_length=120, pattern=NO_CONTROLS)]


class StandingEntry(JsonObject, frozen=True, kw_only=True):
    """The standing of the game before the hand that is shown."""

    hands: Annotated[int, Meta(ge=0, le=200)]
    """Hands that have been scored."""
    totals: PerSide | UnsetType = UNSET
    bags: PerSide | UnsetType = UNSET
    rows: PerSide | UnsetType = UNSET
    """Perfect bids in a row (BM-11)."""
    zero_pool: Annotated[int, Meta(ge=0, le=10**12)] = 0
    """Points that failed zeros have lost since a zero was last made (3B-14)."""


class LessonLine(RecordLine, tag="lesson", frozen=True, kw_only=True):
    """The first line."""

    format: Literal["spades-lesson/1"]
    title: Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_CONTROLS)]
    summary: Short
    minutes: Annotated[int, Meta(ge=1, le=60)]
    kind: Literal["lesson", "puzzle"] = "lesson"
    seat: Seat = 0
    """The seat of the person."""
    standing: StandingEntry | UnsetType = UNSET


class WordsLine(RecordLine, tag="words", frozen=True, kw_only=True):
    """Text to read now."""

    text: Words


class WatchLine(RecordLine, tag="watch", frozen=True, kw_only=True):
    """Text to read now; the person's own events happen automatically until the next line of words."""

    text: Words


class RightLine(RecordLine, tag="right", frozen=True, kw_only=True):
    """Text for a right decision."""

    text: Words


class ChoiceLine(RecordLine, frozen=True, kw_only=True):
    """A line about some of the choices of the next decision."""

    fact: Literal["look", "redeal", "bid", "raise", "stand", "bemo", "draw", "discard", "play"] | UnsetType = UNSET
    bid: BidNumber | Annotated[tuple[BidNumber, ...], Meta(min_length=1, max_length=60)] | UnsetType = UNSET
    blind: bool | UnsetType = UNSET
    card: CardsText | UnsetType = UNSET
    """One card or several, as text."""
    ace: Literal["high", "low"] | UnsetType = UNSET
    tricks: TrickCount | UnsetType = UNSET

    def __post_init__(self) -> None:
        try:
            cards.parse_hand(self.card or "")
        except ValueError as error:
            raise ValueError(f"card: {quoted(self.card)} found: {error}") from None

    @property
    def cards(self) -> int:
        """The cards that it is about, as a bit set."""
        return cards.parse_hand(self.card or "")

    @property
    def general(self) -> bool:
        """Whether it is about every choice."""
        return all(getattr(self, key) is UNSET for key in CHOICE_KEYS)


CHOICE_KEYS = ("fact", "bid", "blind", "card", "ace", "tricks")


class WrongLine(ChoiceLine, tag="wrong", frozen=True, kw_only=True):
    """Why a choice, or every other choice, is wrong."""

    text: Words


class AlsoLine(ChoiceLine, tag="also", frozen=True, kw_only=True):
    """Another choice that is accepted; without keys: every legal one."""

    text: Words | UnsetType = UNSET


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

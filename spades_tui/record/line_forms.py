"""The exact form of each line of a record (docs/record.md). `replay` decides what a line means.

This is the only place that declares them, as msgspec structures; those of events come from the events.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from spades_tui import cards, fair
from spades_tui.game.events import RECORDED_EVENTS, Event, RecordedEvent
from spades_tui.game.events.record_form import Group, Key, Kind
from spades_tui.record.json_form import (
    MOST_SEATS,
    NO_CONTROLS,
    BidNumber,
    FormError,
    HandNumber,
    JsonObject,
    Misfit,
    PerSeat,
    PerSide,
    PointCount,
    Seat,
    Seats,
    Text,
)

TrickCount = Annotated[int, Meta(ge=0, le=54)]
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Sum = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Instant = Annotated[
    str,
    Meta(
        max_length=40,
        pattern=r"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?)?\Z",
    ),
]
CardText = Annotated[str, Meta(description="a card is a text such as AS, TD or BJ")]
CardsText = Annotated[str, Meta(description="a hand of cards is one text, such as AS KD 2C")]
Word = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=fair.WORD_MOST,
        pattern=NO_CONTROLS,
        description=f"a word has 1 to {fair.WORD_MOST} characters and no control characters",
    ),
]
Proof = Annotated[
    int, Meta(ge=fair.VERSIONS[0], le=fair.VERSIONS[-1], description="the version of a fair deal is 1 or 2")
]


class RecordLine(JsonObject, tag_field="event", frozen=True, kw_only=True):
    """The keys that every line may have."""

    sum: Sum | UnsetType = UNSET

    def to_event(self) -> Event | None:
        """Return the event of the line; None for a finding or the first line. Raises FormError."""
        return None


class EventLine(RecordLine, frozen=True, kw_only=True):
    """The keys that any event may also have; they don't change the game."""

    at: Instant | UnsetType = UNSET
    stand_in: Literal[True] | UnsetType = UNSET


class SeatEntry(JsonObject, frozen=True):
    """A player in a seat."""

    name: Annotated[str, Meta(min_length=1, max_length=80, pattern=NO_CONTROLS)]
    kind: Literal["human", "bot"]
    level: Annotated[str, Meta(max_length=80, pattern=NO_CONTROLS)] | UnsetType = UNSET


class GameLine(EventLine, tag="game", frozen=True, kw_only=True):
    """The first line of a record."""

    format: Literal["spades-record/1"]
    variant: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[SeatEntry, ...], Meta(min_length=2, max_length=MOST_SEATS)]
    rules: dict[str, Any] | UnsetType = UNSET
    options: Annotated[dict[str, Any], Meta(max_length=40)] = msgspec.field(default_factory=dict)
    dealer: Seat = 0
    seed: Annotated[str, Meta(max_length=1000)] | UnsetType = UNSET
    game: Annotated[int, Meta(ge=1, le=10**9)] = 1
    program: Text | UnsetType = UNSET


class TrickLine(RecordLine, tag="trick", frozen=True, kw_only=True):
    """The winner of a trick."""

    hand: HandNumber | UnsetType = UNSET
    trick: Annotated[int, Meta(ge=1, le=54)] | UnsetType = UNSET
    winner: Seat | UnsetType = UNSET


class SheetLine(JsonObject, frozen=True):
    """One line of a score sheet."""

    side: Seat
    rule: Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,3}-[0-9]{1,3}[a-z]?\Z")]
    points: PointCount
    text: Text = ""


class HandScoreLine(RecordLine, tag="hand_score", frozen=True, kw_only=True):
    """The score of a hand."""

    hand: HandNumber | UnsetType = UNSET
    format: Text | UnsetType = UNSET
    lines: Annotated[tuple[SheetLine, ...], Meta(max_length=200)] | UnsetType = UNSET
    points: PerSide | UnsetType = UNSET
    totals: PerSide | UnsetType = UNSET
    bags: PerSide | UnsetType = UNSET
    tricks: PerSeat | UnsetType = UNSET
    bids: PerSeat | UnsetType = UNSET
    side_bids: PerSeat | UnsetType = UNSET
    books: PerSide | UnsetType = UNSET
    zero_value: PointCount | UnsetType = UNSET
    low_ball: Literal["low", "super"] | UnsetType = UNSET
    gaccs: PerSeat | UnsetType = UNSET
    tray: Seats | UnsetType = UNSET


class GameOverLine(RecordLine, tag="game_over", frozen=True, kw_only=True):
    """The winners, and why the game is over."""

    reason: Literal["target", "hands", "sets", "outright", "floor"] | UnsetType = UNSET
    winners: Seats | UnsetType = UNSET
    totals: PerSide | UnsetType = UNSET
    standings: Annotated[tuple[Seats, ...], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET
    tray: Seat | UnsetType | None = UNSET
    wire_to_wire: bool | UnsetType = UNSET
    perfect: Seats | UnsetType = UNSET
    imperfect: Seats | UnsetType = UNSET


_VALUES: dict[Kind, Any] = {
    Kind.SEAT: Seat,
    Kind.SEAT_OR_NOBODY: Seat | None,
    Kind.CARD: CardText,
    Kind.CARDS: CardsText,
    Kind.HANDS: Annotated[tuple[CardsText | None, ...], Meta(min_length=2, max_length=MOST_SEATS)],
    Kind.BID: BidNumber,
    Kind.TRICKS: TrickCount,
    Kind.HAND_NUMBER: HandNumber,
    Kind.PLACE: Annotated[int, Meta(ge=0, le=53)],
    Kind.ACE: Literal["high", "low"],
    Kind.FLAG: Literal[True],
    Kind.CHOICE: bool,
    Kind.PACK: CardsText,
    Kind.HEX: Hex,
    Kind.WORD: Word,
    Kind.PROOF: Proof,
}
"""The exact values of an event's keys."""


def _pack(text: str) -> tuple[int, ...]:
    cards.parse_hand(text)
    return tuple(cards.parse(name) for name in text.split(" ")) if text else ()


_READERS: dict[Kind, Callable[[str], object]] = {
    Kind.CARD: cards.parse, Kind.CARDS: cards.parse_hand, Kind.HANDS: cards.parse_hand, Kind.PACK: _pack,
}  # fmt: skip
"""Functions that read cards from a text. They raise ValueError."""


def _line_of(kind: type[RecordedEvent]) -> type[EventLine]:
    """Return the class for lines of a kind of event, made from its form."""
    form = kind.form()
    make: Callable[..., Event] = kind

    def to_event(line: EventLine) -> Event:
        return make(**_fields(line, form.keys))

    name = "".join(word.capitalize() for word in form.event.split("_")) + "Line"
    body = {"to_event": to_event, "__doc__": kind.__doc__}
    made: type[EventLine] = _structure(name, form.keys, EventLine, namespace=body, tag=form.event)
    return made


def _structure(name: str, keys: tuple[Key | Group, ...], base: type[JsonObject], **more: Any) -> Any:
    """Return the class of objects with these keys."""
    fields: list[Any] = []
    for key in keys:
        if isinstance(key, Group):
            fields.append((key.name, _structure(key.name.capitalize(), key.keys, JsonObject) | UnsetType, UNSET))
        elif key.optional:
            fields.append((key.name, _VALUES[key.kind] | UnsetType, UNSET))
        else:
            fields.append((key.name, _VALUES[key.kind]))
    return msgspec.defstruct(name, fields, bases=(base,), module=__name__, frozen=True, kw_only=True, **more)


def _fields(line: JsonObject, keys: tuple[Key | Group, ...]) -> dict[str, object]:
    """Return the fields of an event from its line; absent ones are left to the event. Raises FormError."""
    found: dict[str, object] = {}
    for key in keys:
        value = getattr(line, key.name)
        if value is UNSET:
            continue
        if isinstance(key, Group):
            found |= _fields(value, key.keys)
        elif key.kind is Kind.HANDS:
            found[key.field] = tuple(
                None if hand is None else _cards(key.kind, hand, (key.name, n)) for n, hand in enumerate(value)
            )
        elif key.kind in _READERS:
            found[key.field] = _cards(key.kind, value, (key.name,))
        else:
            found[key.field] = value
    return found


def _cards(kind: Kind, text: str, place: tuple[str | int, ...]) -> object:
    try:
        return _READERS[kind](text)
    except ValueError as error:
        raise FormError(Misfit.WRONG, place, text, str(error)) from None


EVENTS: dict[str, type[RecordLine]] = {
    "game": GameLine,
    **{kind.form().event: _line_of(kind) for kind in RECORDED_EVENTS},
    "trick": TrickLine,
    "hand_score": HandScoreLine,
    "game_over": GameOverLine,
}

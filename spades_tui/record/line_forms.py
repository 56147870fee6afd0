"""The exact form of each line of a record (docs/record.md). `replay` decides what a line means.

This is the only place that declares them, as msgspec structures; those of events come from the
events.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from spades_tui.game.events import RECORDED_EVENTS, Event, RecordedEvent
from spades_tui.game.record_form import (
    MOST_SEATS,
    NO_CONTROLS,
    FieldKind,
    HandNumber,
    Seat,
    ValueKind,
    keys_of,
)
from spades_tui.language.player_names import Roster
from spades_tui.record.json_form import JsonObject, PerSeat, PerSide, PointCount, Seats, Text, wrong
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.ruleset import GAME_KEYS, HAND_KEYS

StructT = TypeVar("StructT", bound=Struct)

Sum = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Instant = Annotated[
    str,
    Meta(
        max_length=40,
        pattern=r"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?)?\Z",
    ),
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
    coached: Literal[True] | UnsetType = UNSET
    hinted: Literal[True] | UnsetType = UNSET


class SeatEntry(JsonObject, frozen=True):
    """A player in a seat."""

    name: Annotated[str, Meta(min_length=1, max_length=80, pattern=NO_CONTROLS)]
    kind: Literal["human", "bot"]
    level: Annotated[str, Meta(max_length=80, pattern=NO_CONTROLS)] | UnsetType = UNSET


class GameLine(Roster, EventLine, tag="game", frozen=True, kw_only=True):
    """The first line of a record."""

    format: Literal["spades-record/1"]
    variant: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[tuple[SeatEntry, ...], Meta(min_length=2, max_length=MOST_SEATS)]
    rules: dict[str, Any] | UnsetType = UNSET
    options: Annotated[dict[str, Any], Meta(max_length=40)] = msgspec.field(default_factory=dict)
    dealer: Seat = 0
    seed: Annotated[str, Meta(max_length=1000)] | UnsetType = UNSET
    game: Annotated[int, Meta(ge=1, le=10**9)] = 1
    cut: Literal[False] | UnsetType = UNSET
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


class HandScoreLine(RecordLine, frozen=True, kw_only=True):
    """The score of a hand, without the keys of customs."""

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


class GameOverLine(RecordLine, frozen=True, kw_only=True):
    """The winners, and why the game is over, without the keys of customs."""

    reason: Literal["target", "hands", "sets", "outright", "floor"] | UnsetType = UNSET
    winners: Seats | UnsetType = UNSET
    totals: PerSide | UnsetType = UNSET
    standings: Annotated[tuple[Seats, ...], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET


def _with_keys(base: type[RecordLine], tag: str, keys: Mapping[str, CustomKey]) -> type[RecordLine]:
    """Return the class of a finding's line with the keys that customs add to it."""
    fields = [(name, key.form | UnsetType, UNSET) for name, key in keys.items()]
    namespace = {"__doc__": base.__doc__}
    line: type[RecordLine] = msgspec.defstruct(  # type: ignore[assignment]
        base.__name__, fields, bases=(base,), namespace=namespace, module=__name__, tag=tag,
        frozen=True, kw_only=True,
    )  # fmt: skip
    return line


def _line_of(kind: type[RecordedEvent]) -> type[EventLine]:
    """Return the class for lines of a kind of event, made from its form."""

    def to_event(line: EventLine) -> Event:
        return _made(kind, line)

    name = "".join(word.capitalize() for word in _tag(kind).split("_")) + "Line"
    body = {"to_event": to_event, "__doc__": kind.__doc__}
    made: type[EventLine] = _structure(name, kind, EventLine, namespace=body, tag=_tag(kind))
    return made


def _tag(kind: type[RecordedEvent]) -> str:
    return str(kind.__struct_config__.tag)


def _structure(name: str, part: type[Struct], base: type[JsonObject], **more: Any) -> Any:
    """Return the class of objects with the keys of an event, or of a part of one."""
    fields: list[Any] = []
    for key in keys_of(part):
        kind = key.kind
        if isinstance(kind, ValueKind):
            value = kind.json
        else:
            value = _structure(key.name.capitalize(), kind, JsonObject)
        if key.optional:
            fields.append((key.name, value | UnsetType, UNSET))
        else:
            fields.append((key.name, value))
    return msgspec.defstruct(
        name, fields, bases=(base,), module=__name__, frozen=True, kw_only=True, **more
    )


def _made(kind: type[StructT], line: JsonObject) -> StructT:
    """Return an event, or a part of one, from its line.

    Fields whose keys are absent get their defaults.

    Raises FormError.
    """
    found: dict[str, object] = {}
    for key in keys_of(kind):
        value = getattr(line, key.name)
        if value is UNSET:
            continue
        if not isinstance(key.kind, ValueKind):
            value = _made(key.kind, value)
        elif key.kind is FieldKind.HANDS.value:
            hands = list(value)
            for place, hand in enumerate(value):
                if hand is not None:
                    hands[place] = _cards(key.kind, hand, (key.name, place))
            value = tuple(hands)
        elif key.kind.read is not None:
            value = _cards(key.kind, value, (key.name,))
        found[key.field] = value
    return kind(**found)


def _cards(kind: ValueKind, text: str, place: tuple[str | int, ...]) -> object:
    assert kind.read is not None
    try:
        return kind.read(text)
    except ValueError as error:
        raise wrong(place, text, str(error)) from None


EVENTS: dict[str, type[RecordLine]] = {
    "game": GameLine,
    **{_tag(kind): _line_of(kind) for kind in RECORDED_EVENTS},
    "trick": TrickLine,
    "hand_score": _with_keys(HandScoreLine, "hand_score", HAND_KEYS),
    "game_over": _with_keys(GameOverLine, "game_over", GAME_KEYS),
}

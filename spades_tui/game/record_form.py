"""The form of an event in a record: its keys, and the kind of value of each.

`record` writes and reads lines by these forms, and checks files against them.
"""

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import fields

from spades_tui import cards, fair
from spades_tui.rules.record_types import MOST_SEATS as MOST_SEATS
from spades_tui.rules.record_types import BidNumber as BidNumber
from spades_tui.rules.record_types import HandNumber as HandNumber
from spades_tui.rules.record_types import Seat as Seat

JsonLine = dict[str, object]

NO_CONTROLS = r"^[^\x00-\x1f\x7f-\x9f]*\Z"
TrickCount = Annotated[int, Meta(ge=0, le=54)]
CardText = Annotated[str, Meta(description="a card is a text such as AS, TD or BJ")]
CardsText = Annotated[str, Meta(description="a hand of cards is one text, such as AS KD 2C")]
_WORD = f"a word has 1 to {fair.WORD_MOST} characters and no control characters"
_PROOF = "the version of a fair deal is 1 or 2"


def _pack(text: str) -> tuple[int, ...]:
    cards.parse_hand(text)
    if not text:
        return ()
    return tuple(map(cards.parse, text.split(" ")))


def _pack_text(pack: tuple[int, ...]) -> str:
    return " ".join(map(cards.text, pack))


def _hands_text(hands: tuple[int | None, ...]) -> list[str | None]:
    return [None if hand is None else cards.hand_text(hand) for hand in hands]


class ValueKind(Struct, frozen=True):
    """The kind of a key's value."""

    json: Any
    """The type of its exact JSON."""
    write: Callable[[Any], object] | None = None
    """Returns cards as JSON."""
    read: Callable[[str], object] | None = None
    """Returns cards from their text. Raises ValueError."""


class FieldKind(Enum):
    """All kinds of values."""

    SEAT = ValueKind(Seat)
    SEAT_OR_NOBODY = ValueKind(Seat | None)
    CARD = ValueKind(CardText, cards.text, cards.parse)
    CARDS = ValueKind(CardsText, cards.hand_text, cards.parse_hand)
    HANDS = ValueKind(
        Annotated[tuple[CardsText | None, ...], Meta(min_length=2, max_length=MOST_SEATS)],
        _hands_text, cards.parse_hand,
    )  # fmt: skip
    """Cards for each seat; null for a seat without any. They are read one by one."""
    PACK = ValueKind(CardsText, _pack_text, _pack)
    """Cards in a significant order, as one text."""
    BID = ValueKind(BidNumber)
    TRICKS = ValueKind(TrickCount)
    HAND_NUMBER = ValueKind(HandNumber)
    PLACE = ValueKind(Annotated[int, Meta(ge=0, le=53)])
    """A place in the deck."""
    ACE = ValueKind(Literal["high", "low"])
    FLAG = ValueKind(Literal[True])
    """True, or absent."""
    CHOICE = ValueKind(bool)
    HEX = ValueKind(Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")])
    """32 bytes."""
    WORD = ValueKind(
        Annotated[str, Meta(min_length=1, max_length=fair.WORD_MOST, pattern=NO_CONTROLS, description=_WORD)]
    )
    """The word of a cut (C-3)."""
    PROOF = ValueKind(Annotated[int, Meta(ge=fair.VERSIONS[0], le=fair.VERSIONS[-1], description=_PROOF)])
    """The version of a deal's proof."""


class LineKey(Struct, frozen=True):
    """A key of a line."""

    name: str
    field: str
    """The field of the event that has its value."""
    kind: ValueKind | type[Struct]
    """The kind of its value, or the class of a part of the event, which is an object with keys of its own."""
    optional: bool
    """Whether the line leaves it out if its value is None or False."""


@cache
def keys_of(kind: type[Struct]) -> tuple[LineKey, ...]:
    """Return a key for each field of an event, or of a part of one; it's optional if the field has a default.

    The annotation of a field names its kind: ``bid: Annotated[int, Kind.BID]``.
    """
    return tuple(
        LineKey(one.encode_name, one.name, _mark_of(one.type), optional=not one.required) for one in fields(kind)
    )


def _mark_of(annotation: Any) -> ValueKind | type[Struct]:
    mark = next(mark for mark in annotation.__metadata__ if isinstance(mark, (FieldKind, type)))
    if isinstance(mark, FieldKind):
        return mark.value
    return mark


def keyed(part: Struct) -> JsonLine:
    """Return the keys and values of an event, or of a part of one."""
    line: JsonLine = {}
    for key in keys_of(type(part)):
        value = getattr(part, key.field)
        if key.optional and (value is None or value is False):
            continue
        if isinstance(key.kind, ValueKind):
            line[key.name] = value if key.kind.write is None else key.kind.write(value)
        else:
            line[key.name] = keyed(value)
    return line

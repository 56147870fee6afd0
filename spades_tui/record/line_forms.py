"""One line of a record: its form, exactly (docs/record.md). What a line means is for `replay` to say.

The form of a line stands here alone, as annotations with marks. `checking` makes a quick look of them that lets pass
what is surely right, and `door` the strict models that decide about all the rest, and say what is wrong.
"""

from collections.abc import Callable
from inspect import get_annotations
from typing import Annotated, Any, Literal, NoReturn

from spades_tui import cards, fair
from spades_tui.game.events import RECORDED_EVENTS, Event, RecordedEvent
from spades_tui.game.events.record_form import Group, Key, Kind
from spades_tui.rules.component import Between, Entries, Letters, Pattern, ReadBy


def _card(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError("a card is a text such as AS, TD or BJ")
    return cards.parse(value)


def _hand(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError("a hand of cards is one text, such as AS KD 2C")
    return cards.parse_hand(value)


def _pack(value: object) -> tuple[int, ...]:
    _hand(value)
    return tuple(cards.parse(name) for name in str(value).split(" ")) if value else ()


def _word(value: object) -> str:
    if not isinstance(value, str) or not fair.is_word(value):
        raise ValueError(f"a word has 1 to {fair.WORD_MOST} characters, no control characters among them")
    return value


def _proof(value: object) -> int:
    if type(value) is not int or value not in fair.VERSIONS:
        raise ValueError("the versions of fair deals are 1 and 2")
    return value


Seat = Annotated[int, Between(0, 4)]
Side = Seat
BidNumber = Annotated[int, Between(0, 99)]
TrickCount = Annotated[int, Between(0, 54)]
HandNumber = Annotated[int, Between(1, 100_000)]
PointCount = Annotated[int, Between(-(10**12), 10**12)]
Place = Annotated[int, Between(0, 53)]
NO_CONTROLS = Pattern(r"^[^\x00-\x1f\x7f-\x9f]*$")
Text = Annotated[str, Letters(0, 400), NO_CONTROLS]
Hex = Annotated[str, Pattern(r"^[0-9a-f]{64}$")]
Sum = Annotated[str, Pattern(r"^[0-9a-f]{16}$")]
Instant = Annotated[
    str,
    Letters(0, 40),
    Pattern(r"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?)?$"),
]
Card = Annotated[int, ReadBy(_card)]
Cards = Annotated[int, ReadBy(_hand)]
Pack = Annotated[tuple[int, ...], ReadBy(_pack)]
Word = Annotated[str, ReadBy(_word)]
Proof = Annotated[int, ReadBy(_proof)]

ABSENT: Any = None
"""Of a key that need not stand in a line; null in a line is still an error."""


class Keys:
    """Keys that stand together in an object. An unknown key is an error, and an absent one is not written as null.

    They are the annotated names of the class; one that has a value there need not stand in a line, and has that value
    where it does not.
    """

    def __init_subclass__(cls) -> None:
        for name in get_annotations(cls):
            if callable(getattr(cls, name, None)):  # it would seem to be one that need not stand there
                raise TypeError(f"{cls.__name__}.{name} is a question of its base already")

    def __init__(self, given: dict[str, Any]) -> None:
        """`given`: what stands there, checked."""
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("what a line says does not change")

    def has(self, key: str) -> bool:
        """Whether the key stands in the line."""
        return key in self.__dict__


def keys_of(kind: type[Keys]) -> dict[str, Any]:
    """What may stand under each key, in order."""
    return {
        name: annotation
        for one in reversed(kind.__mro__)
        for name, annotation in get_annotations(one).items()
    }


def is_needed(kind: type[Keys], key: str) -> bool:
    """Whether a key must stand there."""
    return not hasattr(kind, key)


class RecordLine(Keys):
    """What every line may carry."""

    sum: Sum = ABSENT


class EventLine(RecordLine):
    """What every event may carry besides; it decides nothing."""

    at: Instant = ABSENT
    stand_in: Literal[True] = ABSENT

    def to_event(self) -> Event:
        """What the line says has happened."""
        raise NotImplementedError


class SeatEntry(Keys):
    """Who sits in a seat."""

    name: Annotated[str, Letters(1, 80), NO_CONTROLS]
    kind: Literal["human", "bot"]
    level: Annotated[str, Letters(0, 80), NO_CONTROLS] = ABSENT


_NO_OPTIONS: dict[str, Any] = {}


class GameLine(EventLine):
    """The first line of a record."""

    event: Literal["game"]
    format: Literal["spades-record/1"]
    variant: Annotated[str, Letters(1, 40)]
    seats: Annotated[list[SeatEntry], Entries(2, 5)]
    rules: dict[str, Any] = ABSENT
    options: Annotated[dict[str, Any], Entries(0, 40)] = _NO_OPTIONS
    dealer: Seat = 0
    seed: Annotated[str, Letters(0, 1000)] = ABSENT
    game: Annotated[int, Between(1, 10**9)] = 1
    program: Text = ABSENT


class TrickLine(RecordLine):
    """Who has won a trick."""

    event: Literal["trick"]
    hand: HandNumber = ABSENT
    trick: Annotated[int, Between(1, 54)] = ABSENT
    winner: Seat = ABSENT


class SheetLine(Keys):
    """One line of a score sheet."""

    side: Side
    rule: Annotated[str, Pattern(r"^[A-Z0-9]{1,3}-[0-9]{1,3}[a-z]?$")]
    points: PointCount
    text: Text = ""


PerSide = Annotated[list[PointCount], Entries(2, 5)]
PerSeat = Annotated[list[BidNumber | None], Entries(2, 5)]
Seats = Annotated[list[Seat], Entries(0, 5)]


class HandScoreLine(RecordLine):
    """What a hand was worth."""

    event: Literal["hand_score"]
    hand: HandNumber = ABSENT
    format: Text = ABSENT
    lines: Annotated[list[SheetLine], Entries(0, 200)] = ABSENT
    points: PerSide = ABSENT
    totals: PerSide = ABSENT
    bags: PerSide = ABSENT
    tricks: PerSeat = ABSENT
    bids: PerSeat = ABSENT
    side_bids: PerSeat = ABSENT
    books: PerSide = ABSENT
    zero_value: PointCount = ABSENT
    low_ball: Literal["low", "super"] = ABSENT
    gaccs: PerSeat = ABSENT
    tray: Seats = ABSENT


class GameOverLine(RecordLine):
    """Who has won, and why it is over."""

    event: Literal["game_over"]
    reason: Literal["target", "hands", "sets", "outright", "floor"] = ABSENT
    winners: Seats = ABSENT
    totals: PerSide = ABSENT
    standings: Annotated[list[Seats], Entries(0, 5)] = ABSENT
    tray: Seat | None = ABSENT
    wire_to_wire: bool = ABSENT
    perfect: Seats = ABSENT
    imperfect: Seats = ABSENT


_VALUES: dict[Kind, Any] = {
    Kind.SEAT: Seat,
    Kind.SEAT_OR_NOBODY: Seat | None,
    Kind.CARD: Card,
    Kind.CARDS: Cards,
    Kind.HANDS: Annotated[list[Cards | None], Entries(2, 5)],
    Kind.BID: BidNumber,
    Kind.TRICKS: TrickCount,
    Kind.HAND_NUMBER: HandNumber,
    Kind.PLACE: Place,
    Kind.ACE: Literal["high", "low"],
    Kind.FLAG: Literal[True],
    Kind.CHOICE: bool,
    Kind.PACK: Pack,
    Kind.HEX: Hex,
    Kind.WORD: Word,
    Kind.PROOF: Proof,
}
"""What may stand under a key of an event, exactly."""


def _line_of(kind: type[RecordedEvent]) -> type[EventLine]:
    """The lines of a kind of event, by its form."""
    form = kind.form()
    make: Callable[..., Event] = kind

    def to_event(line: EventLine) -> Event:
        return make(**_fields(line, form.keys))

    name = "".join(word.capitalize() for word in form.event.split("_")) + "Line"
    body = _body(form.keys, {"event": str})
    return type(name, (EventLine,), {**body, "to_event": to_event, "__doc__": kind.__doc__})


def _body(keys: tuple[Key | Group, ...], annotations: dict[str, Any]) -> dict[str, Any]:
    """The annotations of a class with these keys, and what is there where one need not stand."""
    absent: dict[str, Any] = {}
    for key in keys:
        if isinstance(key, Group):
            annotations[key.name] = type(key.name.capitalize(), (Keys,), _body(key.keys, {}))
            absent[key.name] = ABSENT
        else:
            annotations[key.name] = _VALUES[key.kind]
            if key.optional:
                absent[key.name] = ABSENT
    return {"__annotations__": annotations, **absent}


def _fields(line: Keys, keys: tuple[Key | Group, ...]) -> dict[str, object]:
    """The fields of an event, from its line; what does not stand there is left to the event."""
    found: dict[str, object] = {}
    for key in keys:
        if not line.has(key.name):
            continue
        value = getattr(line, key.name)
        if isinstance(key, Group):
            found |= _fields(value, key.keys)
        else:
            found[key.field] = tuple(value) if isinstance(value, list) else value
    return found


EVENTS: dict[str, type[RecordLine]] = {
    "game": GameLine,
    **{kind.form().event: _line_of(kind) for kind in RECORDED_EVENTS},
    "trick": TrickLine,
    "hand_score": HandScoreLine,
    "game_over": GameOverLine,
}

"""One line of a record: its form, exactly (docs/record.md). What a line means is for `replay` to say."""

from collections.abc import Callable
from threading import Lock
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from spades_tui import cards, fair
from spades_tui.game.facts import RECORDED_FACTS, Fact, RecordedFact
from spades_tui.game.facts.form import Group, Key, Kind

Seat = Annotated[int, Field(strict=True, ge=0, le=4)]
Side = Seat
BidNumber = Annotated[int, Field(strict=True, ge=0, le=99)]
TrickCount = Annotated[int, Field(strict=True, ge=0, le=54)]
HandNumber = Annotated[int, Field(strict=True, ge=1, le=100_000)]
PointCount = Annotated[int, Field(strict=True, ge=-(10**12), le=10**12)]
Place = Annotated[int, Field(strict=True, ge=0, le=53)]
Text = Annotated[str, Field(strict=True, max_length=400, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
Hex = Annotated[str, Field(strict=True, pattern=r"^[0-9a-f]{64}$")]
Flag = Annotated[bool, Field(strict=True)]
Sum = Annotated[str, Field(strict=True, pattern=r"^[0-9a-f]{16}$")]
Instant = Annotated[
    str,
    Field(
        strict=True, max_length=40,
        pattern=r"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?)?$",
    ),
]  # fmt: skip


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


def _absent() -> Any:
    """The default of a key that need not stand in a line. It is not validated, so null in a line is still an error."""
    return Field(default=None)


Card = Annotated[int, BeforeValidator(_card)]
Cards = Annotated[int, BeforeValidator(_hand)]
Pack = Annotated[tuple[int, ...], BeforeValidator(_pack)]
Word = Annotated[str, BeforeValidator(_word)]
Proof = Annotated[int, BeforeValidator(_proof)]


_MAKING = Lock()
"""The book and the screens read records in threads of their own."""


class RecordLine(BaseModel):
    """What every line may carry. An unknown key is an error, and an absent one is not written as null.

    What checks a line is made when the first of its kind is read: there are many kinds, and a game has few of them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    sum: Sum = _absent()

    @classmethod
    def checked(cls, data: object) -> Self:
        """The line that says this. Raises pydantic's ValidationError."""
        if not cls.__pydantic_complete__:
            with _MAKING:
                cls.model_rebuild()
        return cls.model_validate(data)

    def has(self, key: str) -> bool:
        """Whether the key stands in the line."""
        return key in self.model_fields_set


class FactLine(RecordLine):
    """What every fact may carry besides; it decides nothing."""

    at: Instant = _absent()
    stand_in: Literal[True] = _absent()

    def fact(self) -> Fact:
        """What the line says has happened."""
        raise NotImplementedError


class SeatEntry(BaseModel):
    """Who sits in a seat."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: Annotated[Text, Field(min_length=1, max_length=80)]
    kind: Literal["human", "bot"]
    level: Annotated[Text, Field(max_length=80)] = _absent()


class GameLine(FactLine):
    """The first line of a record."""

    event: Literal["game"]
    format: Literal["spades-record/1"]
    variant: Annotated[str, Field(strict=True, min_length=1, max_length=40)]
    seats: Annotated[list[SeatEntry], Field(min_length=2, max_length=5)]
    rules: dict[str, Any] = _absent()
    options: Annotated[dict[str, Any], Field(max_length=40)] = Field(default_factory=dict)
    dealer: Seat = 0
    seed: Annotated[str, Field(strict=True, max_length=1000)] = _absent()
    game: Annotated[int, Field(strict=True, ge=1, le=10**9)] = 1
    program: Text = _absent()


class TrickLine(RecordLine):
    event: Literal["trick"]
    hand: HandNumber = _absent()
    trick: Annotated[int, Field(strict=True, ge=1, le=54)] = _absent()
    winner: Seat = _absent()


class SheetLine(BaseModel):
    """One line of a score sheet."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    side: Side
    rule: Annotated[str, Field(strict=True, pattern=r"^[A-Z0-9]{1,3}-[0-9]{1,3}[a-z]?$")]
    points: PointCount
    text: Text = ""


PerSide = Annotated[list[PointCount], Field(min_length=2, max_length=5)]
PerSeat = Annotated[list[Annotated[int, Field(strict=True, ge=0, le=99)] | None], Field(min_length=2, max_length=5)]
Seats = Annotated[list[Seat], Field(max_length=5)]


class HandScoreLine(RecordLine):
    event: Literal["hand_score"]
    hand: HandNumber = _absent()
    format: Text = _absent()
    lines: Annotated[list[SheetLine], Field(max_length=200)] = _absent()
    points: PerSide = _absent()
    totals: PerSide = _absent()
    bags: PerSide = _absent()
    tricks: PerSeat = _absent()
    bids: PerSeat = _absent()
    side_bids: Annotated[list[BidNumber | None], Field(min_length=2, max_length=5)] = _absent()
    books: PerSide = _absent()
    zero_value: PointCount = _absent()
    low_ball: Literal["low", "super"] = _absent()
    gaccs: PerSeat = _absent()
    tray: Seats = _absent()


class GameOverLine(RecordLine):
    event: Literal["game_over"]
    reason: Literal["target", "hands", "sets", "outright", "floor"] = _absent()
    winners: Seats = _absent()
    totals: PerSide = _absent()
    standings: Annotated[list[Seats], Field(max_length=5)] = _absent()
    tray: Seat | None = _absent()
    wire_to_wire: Flag = _absent()
    perfect: Seats = _absent()
    imperfect: Seats = _absent()


FindingLine = TrickLine | HandScoreLine | GameOverLine


class _Part(BaseModel):
    """Keys of a fact that stand together."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


_VALUES: dict[Kind, Any] = {
    Kind.SEAT: Seat,
    Kind.SEAT_OR_NOBODY: Seat | None,
    Kind.CARD: Card,
    Kind.CARDS: Cards,
    Kind.HANDS: Annotated[list[Cards | None], Field(min_length=2, max_length=5)],
    Kind.BID: BidNumber,
    Kind.TRICKS: TrickCount,
    Kind.HAND_NUMBER: HandNumber,
    Kind.PLACE: Place,
    Kind.ACE: Literal["high", "low"],
    Kind.FLAG: Literal[True],
    Kind.CHOICE: Flag,
    Kind.PACK: Pack,
    Kind.HEX: Hex,
    Kind.WORD: Word,
    Kind.PROOF: Proof,
}
"""What may stand under a key of a fact, exactly."""


def _line_of(kind: type[RecordedFact]) -> type[FactLine]:
    """The lines of a kind of fact, by its form."""
    form = kind.form()
    make: Callable[..., Fact] = kind

    class Line(FactLine):
        def fact(self) -> Fact:
            return make(**_fields(self, form.keys))

    name = "".join(word.capitalize() for word in form.event.split("_")) + "Line"
    return create_model(name, __base__=Line, event=(str, ...), **_keys(form.keys))


def _keys(keys: tuple[Key | Group, ...]) -> dict[str, Any]:
    """The keys of a line, as pydantic wants them."""
    found: dict[str, Any] = {}
    for key in keys:
        if isinstance(key, Group):
            part = create_model(key.name.capitalize(), __base__=_Part, **_keys(key.keys))
            found[key.name] = (part, _absent())
        else:
            found[key.name] = (_VALUES[key.kind], _absent() if key.optional else ...)
    return found


def _fields(line: BaseModel, keys: tuple[Key | Group, ...]) -> dict[str, object]:
    """The fields of a fact, from its line; what does not stand there is left to the fact."""
    found: dict[str, object] = {}
    for key in keys:
        if key.name not in line.model_fields_set:
            continue
        value = getattr(line, key.name)
        if isinstance(key, Group):
            found |= _fields(value, key.keys)
        else:
            found[key.field] = tuple(value) if isinstance(value, list) else value
    return found


EVENTS: dict[str, type[RecordLine]] = {
    "game": GameLine,
    **{kind.form().event: _line_of(kind) for kind in RECORDED_FACTS},
    "trick": TrickLine,
    "hand_score": HandScoreLine,
    "game_over": GameOverLine,
}

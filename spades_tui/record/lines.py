"""One line of a record: its form, exactly (RECORD.md). What a line means is for `replay` to say."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from spades_tui import cards
from spades_tui.game import facts

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


def _absent() -> Any:
    """The default of a key that need not stand in a line. It is not validated, so null in a line is still an error."""
    return Field(default=None)


Card = Annotated[int, BeforeValidator(_card)]
Cards = Annotated[int, BeforeValidator(_hand)]


class Line(BaseModel):
    """What every line may carry. An unknown key is an error, and an absent one is not written as null."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sum: Sum = _absent()

    def has(self, key: str) -> bool:
        """Whether the key stands in the line."""
        return key in self.model_fields_set


class FactLine(Line):
    """What every fact may carry besides; it decides nothing."""

    at: Instant = _absent()
    stand_in: Literal[True] = _absent()

    def fact(self) -> facts.Fact:
        """What the line says has happened."""
        raise NotImplementedError


class SeatEntry(BaseModel):
    """Who sits in a seat."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[Text, Field(min_length=1, max_length=80)]
    kind: Literal["human", "bot"]
    level: Annotated[Text, Field(max_length=80)] = _absent()


class GameLine(FactLine):
    """The first line of a record."""

    event: Literal["game"]
    format: Literal["spades-record/1"]
    variant: Annotated[str, Field(strict=True, min_length=1, max_length=40)]
    seats: Annotated[list[SeatEntry], Field(min_length=3, max_length=5)]
    rules: dict[str, Any] = _absent()
    options: Annotated[dict[str, Any], Field(max_length=20)] = Field(default_factory=dict)
    dealer: Seat = 0
    seed: Annotated[str, Field(strict=True, max_length=1000)] = _absent()
    game: Annotated[int, Field(strict=True, ge=1, le=10**9)] = 1
    program: Text = _absent()


class Cut(BaseModel):
    """The cut, by the seat on the dealer's right."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seat: Seat
    depth: Place


class Fair(BaseModel):
    """The fairness proof of a deal; its form alone is looked at here."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    commitment: Hex
    secret: Hex


class DealLine(FactLine):
    event: Literal["deal"]
    hand: HandNumber
    dealer: Seat
    hands: Annotated[list[Cards | None], Field(min_length=3, max_length=5)]
    extra: Card = _absent()
    dead: Cards = _absent()
    cut: Cut = _absent()
    extra_at: Place = _absent()
    fair: Fair = _absent()

    def fact(self) -> facts.Deal:
        return facts.Deal(
            number=self.hand,
            dealer=self.dealer,
            hands=tuple(self.hands),
            extra=self.extra,
            dead=self.dead,
            cut_seat=self.cut.seat if self.has("cut") else None,
            cut_depth=self.cut.depth if self.has("cut") else 0,
            extra_at=self.extra_at,
            commitment=self.fair.commitment if self.has("fair") else None,
            secret=self.fair.secret if self.has("fair") else None,
        )


class RedealLine(FactLine):
    event: Literal["redeal"]
    seat: Seat

    def fact(self) -> facts.Redeal:
        return facts.Redeal(self.seat)


class LookLine(FactLine):
    event: Literal["look"]
    seat: Seat

    def fact(self) -> facts.Look:
        return facts.Look(self.seat)


class BidLine(FactLine):
    event: Literal["bid"]
    seat: Seat
    bid: BidNumber
    blind: Literal[True] = _absent()

    def fact(self) -> facts.Bid:
        return facts.Bid(self.seat, self.bid, self.has("blind"))


class RaiseLine(FactLine):
    event: Literal["raise"]
    seat: Seat
    bid: BidNumber

    def fact(self) -> facts.Raise:
        return facts.Raise(self.seat, self.bid)


class StandLine(FactLine):
    event: Literal["stand"]
    seat: Seat

    def fact(self) -> facts.Stand:
        return facts.Stand(self.seat)


class BemoLine(FactLine):
    event: Literal["bemo"]
    seat: Seat
    tricks: TrickCount

    def fact(self) -> facts.Promise:
        return facts.Promise(self.seat, self.tricks)


class DrawLine(FactLine):
    event: Literal["draw"]
    seat: Seat

    def fact(self) -> facts.Draw:
        return facts.Draw(self.seat)


class DiscardLine(FactLine):
    event: Literal["discard"]
    seat: Seat
    card: Card

    def fact(self) -> facts.Discard:
        return facts.Discard(self.seat, self.card)


class PlayLine(FactLine):
    event: Literal["play"]
    seat: Seat
    card: Card
    ace: Literal["high", "low"] = _absent()

    def fact(self) -> facts.Play:
        return facts.Play(self.seat, self.card, self.ace)


class ClaimLine(FactLine):
    event: Literal["claim"]
    seat: Seat
    tricks: TrickCount

    def fact(self) -> facts.Claim:
        return facts.Claim(self.seat, self.tricks)


class ChallengeLine(FactLine):
    event: Literal["challenge"]
    seat: Seat
    accused: Seat

    def fact(self) -> facts.Challenge:
        return facts.Challenge(self.seat, self.accused)


class BooksLine(FactLine):
    event: Literal["books"]
    seat: Seat
    accused: Seat
    count: TrickCount

    def fact(self) -> facts.Books:
        return facts.Books(self.seat, self.accused, self.count)


class DumpLine(FactLine):
    event: Literal["dump"]
    seat: Seat

    def fact(self) -> facts.Dump:
        return facts.Dump(self.seat)


class BoneLine(FactLine):
    event: Literal["bone"]
    seat: Seat

    def fact(self) -> facts.Bone:
        return facts.Bone(self.seat)


class ZeroBuddyLine(FactLine):
    event: Literal["zb"]
    seat: Seat
    accused: Seat

    def fact(self) -> facts.ZeroBuddy:
        return facts.ZeroBuddy(self.seat, self.accused)


class ChitLine(FactLine):
    event: Literal["chit"]
    seat: Seat
    tray: Seat | None

    def fact(self) -> facts.Chit:
        return facts.Chit(self.seat, self.tray)


class TakeBackLine(FactLine):
    event: Literal["take_back"]
    seat: Seat

    def fact(self) -> facts.TakeBack:
        return facts.TakeBack(self.seat)


class SuspendLine(FactLine):
    event: Literal["suspend"]

    def fact(self) -> facts.Suspend:
        return facts.Suspend()


class ResumeLine(FactLine):
    event: Literal["resume"]

    def fact(self) -> facts.Resume:
        return facts.Resume()


class TrickLine(Line):
    event: Literal["trick"]
    hand: HandNumber = _absent()
    trick: Annotated[int, Field(strict=True, ge=1, le=54)] = _absent()
    winner: Seat = _absent()


class SheetLine(BaseModel):
    """One line of a score sheet."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    side: Side
    rule: Annotated[str, Field(strict=True, pattern=r"^[A-Z0-9]{1,3}-[0-9]{1,3}[a-z]?$")]
    points: PointCount
    text: Text = ""


PerSide = Annotated[list[PointCount], Field(min_length=2, max_length=5)]
PerSeat = Annotated[list[Annotated[int, Field(strict=True, ge=0, le=99)] | None], Field(min_length=3, max_length=5)]
Seats = Annotated[list[Seat], Field(max_length=5)]


class HandScoreLine(Line):
    event: Literal["hand_score"]
    hand: HandNumber = _absent()
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


class GameOverLine(Line):
    event: Literal["game_over"]
    reason: Literal["target", "hands", "sets", "outright"] = _absent()
    winners: Seats = _absent()
    totals: PerSide = _absent()
    standings: Annotated[list[Seats], Field(max_length=5)] = _absent()
    tray: Seat | None = _absent()
    wire_to_wire: Flag = _absent()
    perfect: Seats = _absent()
    imperfect: Seats = _absent()


FindingLine = TrickLine | HandScoreLine | GameOverLine

EVENTS: dict[str, type[Line]] = {
    "game": GameLine,
    "deal": DealLine,
    "redeal": RedealLine,
    "look": LookLine,
    "bid": BidLine,
    "raise": RaiseLine,
    "stand": StandLine,
    "bemo": BemoLine,
    "draw": DrawLine,
    "discard": DiscardLine,
    "play": PlayLine,
    "claim": ClaimLine,
    "challenge": ChallengeLine,
    "books": BooksLine,
    "dump": DumpLine,
    "bone": BoneLine,
    "zb": ZeroBuddyLine,
    "chit": ChitLine,
    "take_back": TakeBackLine,
    "suspend": SuspendLine,
    "resume": ResumeLine,
    "trick": TrickLine,
    "hand_score": HandScoreLine,
    "game_over": GameOverLine,
}

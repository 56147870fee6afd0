"""The form of a finished game in the scorebook's files and exports: every key with its bounds, declared once."""

from typing import Annotated, Literal

from spades_tui.record.line_forms import ABSENT, HandNumber, Keys, PerSide, PointCount, Seat, Seats, Text
from spades_tui.rules.component import Between, Entries, Letters, Pattern

_MOST_HANDS = 100_000
_Hands = Annotated[int, Between(0, _MOST_HANDS)]
_Count = Annotated[int, Between(0, 100 * _MOST_HANDS)]
_Pairs = Annotated[str, Letters(0, 6 * _MOST_HANDS), Pattern(r"^(\d{1,2}:\d{1,2}( \d{1,2}:\d{1,2})*)?$")]
_Chit = Annotated[list[Seat | None], Entries(2, 2)]
"""Who used a tray-chit, and whom they named, if anybody (3B-27)."""
_Sides = Annotated[list[Seats], Entries(0, 5)]


class SeatForm(Keys):
    """A seat of a finished game; a count that is absent is 0."""

    name: Annotated[str, Letters(1, 80)]
    kind: Literal["human", "bot"]
    level: Annotated[str, Letters(0, 80)] | None = None
    place: Annotated[int, Between(1, 5)] = 1
    won: bool = False
    points: PointCount = 0
    hands: _Hands = 0
    bid: _Count = 0
    tricks: _Count = 0
    made: _Hands = 0
    set: _Hands = 0
    bags: _Count = 0
    zeros: _Hands = 0
    zeros_made: _Hands = 0
    blinds: _Hands = 0
    blinds_made: _Hands = 0
    bemos: _Hands = 0
    bemos_kept: _Hands = 0
    bones: _Count = 0
    gaccs: _Count = 0
    off_hands: _Hands = 0
    off_over: _Count = 0
    off_short: _Count = 0
    take_backs: _Count = 0
    pairs: _Pairs = ""


class MarkForm(Keys):
    """A card that was marked as having ZB potential (3B-30)."""

    hand: HandNumber
    accused: Seat
    card: Annotated[str, Letters(1, 10)]
    by: Seats
    hunters: Seats = ABSENT


class GameForm(Keys):
    """A finished game, its sides and seats those of the record."""

    id: Annotated[str, Letters(1, 400)]
    variant: Annotated[str, Letters(1, 40)]
    title: Text
    ended: Annotated[str, Letters(1, 60)]
    hands: _Hands
    reason: Text
    sides: _Sides
    winners: Seats
    standings: _Sides
    totals: PerSide
    course: Annotated[list[PerSide], Entries(0, _MOST_HANDS)]
    seats: Annotated[list[SeatForm], Entries(2, 5)]
    has_tray: bool = False
    last: Seats = ABSENT
    chit: _Chit | None = None
    more_chits: Annotated[list[_Chit], Entries(0, 4)] = ABSENT
    tray: Seat | None = None
    wire: bool = False
    perfect: Seats = ABSENT
    imperfect: Seats = ABSENT
    marks: Annotated[list[MarkForm], Entries(0, 10_000)] = ABSENT

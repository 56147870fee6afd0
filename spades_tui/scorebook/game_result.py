"""A finished game in the scorebook: a digest of its record, small enough for 10,000 of them.

The classes also declare the form of a game in the scorebook's files and exports: every key with its bounds.
"""

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from spades_tui.game.record_form import MOST_SEATS, Seat
from spades_tui.record.json_form import PerSide, PointCount, Seats, Text, checked
from spades_tui.rules.judged_cards import Mark
from spades_tui.scorebook import BookError
from spades_tui.scorebook.feats import FeatName

_MOST_HANDS = 100_000
_Hands = Annotated[int, Meta(ge=0, le=_MOST_HANDS)]
_Count = Annotated[int, Meta(ge=0, le=100 * _MOST_HANDS)]
_Pairs = Annotated[str, Meta(max_length=6 * _MOST_HANDS, pattern=r"^(\d{1,2}:\d{1,2}( \d{1,2}:\d{1,2})*)?\Z")]
_Sides = Annotated[tuple[Seats, ...], Meta(max_length=MOST_SEATS)]
_Chit = tuple[Seat, Seat | None]
"""The seat that used a chit, and the seat that it named, if any (3B-27)."""


class SeatResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's part in a game. Counts are over the hands that the seat played."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    kind: Literal["human", "bot"]
    level: Annotated[str, Meta(max_length=80)] | None = None
    place: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = 1
    """The place of the seat's side, from 1; tied sides share a place."""
    won: bool = False
    points: PointCount = 0
    """Total points of the seat's side."""
    hands: _Hands = 0
    bid: _Count = 0
    """The sum of the seat's own bids."""
    tricks: _Count = 0
    made: _Hands = 0
    """Bids above zero that were made, by the side if partners bid together."""
    set: _Hands = 0
    bags: _Count = 0
    """Tricks above a made bid, of the side."""
    zeros: _Hands = 0
    zeros_made: _Hands = 0
    blinds: _Hands = 0
    blinds_made: _Hands = 0
    bemos: _Hands = 0
    """Promises of the first tricks."""
    bemos_kept: _Hands = 0
    bones: _Count = 0
    gaccs: _Count = 0
    off_hands: _Hands = 0
    """Hands in which tricks off are counted (3B-22)."""
    off_over: _Count = 0
    """Tricks beyond the bids in those hands."""
    off_short: _Count = 0
    """Tricks missing from the bids in those hands."""
    take_backs: _Count = 0
    """The number of actions the seat took back (3B-11)."""
    coached: _Count = 0
    """The number of decisions before which the coach spoke."""
    blind_zeros_made: _Hands = 0
    """Zeros bid blind and made; they are also among `zeros_made` and `blinds_made`."""
    unaided: bool = False
    """Whether the record shows that a person decided everything without a hint, a suggestion, the coach or undo."""
    feats: dict[FeatName, Annotated[int, Meta(ge=1, le=_MOST_HANDS)]] = {}
    """The feats of skill that a person has earned without help, each with the number of its hand."""
    pairs: _Pairs = ""
    """Bid and tricks of each hand: ``3:4 2:2``."""


class PracticeGame(Struct, frozen=True):
    """A finished practice game that doesn't count (3B-11), and why, as half a sentence."""

    why: str


class GameResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game. Sides and seats are those of the record."""

    id: Annotated[str, Meta(min_length=1, max_length=400)]
    variant: Annotated[str, Meta(min_length=1, max_length=40)]
    title: Text
    ended: Annotated[str, Meta(min_length=1, max_length=60)]
    """ISO 8601, with its offset if known."""
    hands: _Hands
    reason: Text
    sides: _Sides
    winners: Seats
    """The sides that won."""
    standings: _Sides
    totals: PerSide
    course: Annotated[tuple[PerSide, ...], Meta(max_length=_MOST_HANDS)]
    """The totals after each hand, by side."""
    seats: Annotated[tuple[SeatResult, ...], Meta(min_length=2, max_length=MOST_SEATS)]
    has_tray: bool = False
    last: Seats = ()
    """Seats in last place, before any chit; empty without a tray."""
    chit: _Chit | None = None
    more_chits: Annotated[tuple[_Chit, ...], Meta(max_length=4)] = ()
    """The chits that named players had to use in turn (3B-27)."""
    tray: Seat | None = None
    wire: bool = False
    perfect: Seats = ()
    imperfect: Seats = ()
    marks: Annotated[tuple[Mark, ...], Meta(max_length=10_000)] = ()

    @property
    def chits(self) -> tuple[_Chit, ...]:
        """Every chit used, in order: by which seat, and which one it named (3B-27)."""
        if self.chit is not None:
            return (self.chit, *self.more_chits)
        return ()

    @property
    def tray_row(self) -> tuple[int, ...]:
        """Every tray person of this game, in order; first those who share last place (3B-27)."""
        return (*self.last, *(named for _, named in self.chits if named is not None))

    @property
    def carriers(self) -> tuple[int, ...]:
        """The tray persons in the end (3B-27)."""
        if self.tray_row == self.last:
            return self.last
        return self.tray_row[-1:]

    @property
    def moment(self) -> str:
        """The time at which the game ended, as sortable text: UTC, to the microsecond."""
        return moment_of(self.ended)

    @property
    def day(self) -> date:
        """The day on which it ended, at the table."""
        return day_of(self.ended)

    def to_json(self) -> dict[str, Any]:
        """Return the digest as plain data; a seat's default values are left out."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        if not self.more_chits:
            del data["more_chits"]
        return data


def result_from(data: object) -> GameResult:
    """Return the game from data of `to_json`. Raises BookError with the place and the problem."""
    try:
        game = checked(GameResult, data)
        moment_of(game.ended)
        seats, sides = range(len(game.seats)), range(len(game.sides))
        named = [*game.last, *game.perfect, *game.imperfect, game.tray]
        named += [seat for used in game.chits for seat in used]
        named += [seat for side in game.sides for seat in side]
        named += [seat for mark in game.marks for seat in (mark.accused, *mark.by, *(mark.hunters or ()))]
        if not all(seat is None or seat in seats for seat in named):
            raise ValueError("no such seat")
        if not all(side in sides for group in (game.winners, *game.standings) for side in group):
            raise ValueError("no such side")
    except ValueError as error:
        raise BookError(f"game: {error}") from None
    return game


def trusted_result(data: Any) -> GameResult:
    """Return the game from a stored digest, which was checked when it was added.

    Contents that make no sense raise ValueError.
    """
    return checked(GameResult, data)


def moment_of(at: str) -> str:
    """Return a time as sortable text in UTC; without an offset it counts as UTC. Raises ValueError."""
    when = datetime.fromisoformat(at)
    when = when.replace(tzinfo=UTC) if when.tzinfo is None else when
    try:
        when = when.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{at!r} is not a time") from None
    return when.replace(tzinfo=None).isoformat(timespec="microseconds")


def day_of(at: str) -> date:
    """Return the day of a time as written, whatever its offset. Raises ValueError."""
    return datetime.fromisoformat(at).date()

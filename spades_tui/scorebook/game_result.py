"""What the book keeps of a finished game: a digest of its record, small enough for 10,000 of them."""

from __future__ import annotations

from dataclasses import asdict, field, fields
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from spades_tui.frozen import dataclass
from spades_tui.scorebook.scorebook_error import BookError

if TYPE_CHECKING:
    from spades_tui.scorebook.game_form import GameForm


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat's part in a game. Counts are over the hands that the seat played."""

    name: str
    kind: str
    level: str | None = None
    place: int = 1
    """Of the seat's side, from 1; level sides share a place."""
    won: bool = False
    points: int = 0
    """Of the seat's side over the game."""
    hands: int = 0
    bid: int = 0
    """The seat's own bids together."""
    tricks: int = 0
    made: int = 0
    """Bids above zero that were made (by the side, where partners bid together)."""
    set: int = 0
    bags: int = 0
    """Tricks above a bid that was made, of the side."""
    zeros: int = 0
    zeros_made: int = 0
    blinds: int = 0
    blinds_made: int = 0
    bemos: int = 0
    """Promises of the first tricks."""
    bemos_kept: int = 0
    bones: int = 0
    gaccs: int = 0
    off_hands: int = 0
    """Hands in which tricks off are counted (3B-22)."""
    off_over: int = 0
    """Tricks beyond the bids in those hands."""
    off_short: int = 0
    """Tricks missing from the bids in those hands."""
    take_backs: int = 0
    """How often the seat took something back (3B-11)."""
    pairs: str = ""
    """Bid and tricks of each hand: ``3:4 2:2``."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A card that was marked as having ZB potential (3B-30). Several who marked the same card are heard together."""

    hand: int
    accused: int
    card: str
    by: tuple[int, ...]
    hunters: tuple[int, ...] | None = None
    """The seats that hunted in that hand; None in a digest of an earlier release, where all others voted."""

    @property
    def key(self) -> str:
        """Names the mark within its game."""
        return f"{self.hand}/{self.accused}/{self.card}"


@dataclass(frozen=True, slots=True)
class PracticeGame:
    """A finished game that counts for nothing (3B-11), and why, as half a sentence."""

    why: str


def practice_words(count: int) -> str:
    """That there are so many such games, in a sentence; empty if there is none."""
    if not count:
        return ""
    lie = "One practice game is kept and does" if count == 1 else f"{count} practice games are kept and do"
    return f"{lie} not count in the book."


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. Sides and seats are those of the record."""

    id: str
    variant: str
    title: str
    ended: str
    """ISO-8601, with its offset where that is known."""
    hands: int
    reason: str
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    """Sides."""
    standings: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    course: tuple[tuple[int, ...], ...]
    """The totals after each hand, per side."""
    seats: tuple[SeatResult, ...]
    has_tray: bool = False
    last: tuple[int, ...] = ()
    """Seats in last place, before any chit; empty where there is no tray."""
    chit: tuple[int, int | None] | None = None
    """Who used a chit, and whom it named (3B-27)."""
    more_chits: tuple[tuple[int, int | None], ...] = ()
    """The chits that players named before had to use in turn (3B-27)."""
    tray: int | None = None
    wire: bool = False
    perfect: tuple[int, ...] = ()
    imperfect: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = field(default=())

    @property
    def chits(self) -> tuple[tuple[int, int | None], ...]:
        """Every chit used, in order: by whom, and whom it named (3B-27)."""
        return (self.chit, *self.more_chits) if self.chit is not None else ()

    @property
    def tray_row(self) -> tuple[int, ...]:
        """Everybody who was tray person of this game, in order; those who share last place (3B-27)."""
        return (*self.last, *(named for _, named in self.chits if named is not None))

    @property
    def carriers(self) -> tuple[int, ...]:
        """Who the tray persons are in the end (3B-27)."""
        return self.last if self.tray_row == self.last else self.tray_row[-1:]

    @property
    def moment(self) -> str:
        """When the game ended, as a text that sorts: UTC, to the microsecond."""
        return moment_of(self.ended)

    @property
    def day(self) -> date:
        """The day at the table on which it ended."""
        return day_of(self.ended)

    def to_json(self) -> dict[str, Any]:
        """The digest as plain data; what has its default is left out of the seats."""
        data: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        data["marks"] = [
            {key: value for key, value in asdict(mark).items() if value is not None} for mark in self.marks
        ]
        if not self.more_chits:
            del data["more_chits"]
        data["seats"] = [
            {f.name: getattr(seat, f.name) for f in fields(seat) if getattr(seat, f.name) != f.default}
            for seat in self.seats
        ]
        return data


def result_from(data: object) -> GameResult:
    """Return the game of `to_json`. Raises BookError for data that is no game, with its place and what is wrong."""
    check_result(data)
    return kept_result(data)


def check_result(data: object) -> None:
    """Raise BookError for data that is no game of `to_json`, with its place and what is wrong."""
    from spades_tui.record.checking import checked
    from spades_tui.scorebook.game_form import GameForm  # they bring the rules with them, and home stands without those

    try:
        _check(checked(GameForm, data))
    except ValueError as error:
        raise BookError(f"game: {error}") from None


def kept_result(data: Any) -> GameResult:
    """Return the game of a digest that was checked when the scorebook took it in, and is not checked again.

    Contents that make no sense raise one of `schema.NONSENSE`.
    """
    plain = _with_tuples(data)
    for key in ("sides", "standings", "course", "more_chits"):
        plain[key] = tuple(map(tuple, plain.get(key, ())))
    plain["seats"] = tuple(SeatResult(**seat) for seat in plain["seats"])
    plain["marks"] = tuple(Mark(**_with_tuples(mark)) for mark in plain.get("marks", ()))
    return GameResult(**plain)


def _with_tuples(data: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}


def _check(game: GameForm) -> None:
    seats, sides = range(len(game.seats)), range(len(game.sides))
    moment_of(game.ended)
    chits = (game.chit, *(game.more_chits or ())) if game.chit is not None else ()
    if any(by is None for by, _ in chits):
        raise ValueError("chit: the first entry is the seat that used it")
    named = [*(game.last or ()), *(game.perfect or ()), *(game.imperfect or ())]
    named += [seat for used in chits for seat in used if seat is not None]
    named += [] if game.tray is None else [game.tray]
    named += [seat for side in game.sides for seat in side]
    named += [seat for mark in game.marks or () for seat in (mark.accused, *mark.by, *(mark.hunters or ()))]
    if not all(seat in seats for seat in named):
        raise ValueError("a seat that is not there")
    if not all(side in sides for group in (game.winners, *game.standings) for side in group):
        raise ValueError("a side that is not there")


def pairs_of(text: str) -> list[tuple[int, int]]:
    """Bid and tricks of each hand. Raises ValueError for a text that is none."""
    found = []
    for word in text.split():
        bid, took = word.split(":")
        found.append((int(bid), int(took)))
    return found


def moment_of(at: str) -> str:
    """A time as a text that sorts: UTC. One without an offset is taken as UTC. Raises ValueError."""
    when = datetime.fromisoformat(at)
    when = when.replace(tzinfo=UTC) if when.tzinfo is None else when
    try:
        when = when.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{at!r} is no time") from None
    return when.replace(tzinfo=None).isoformat(timespec="microseconds")


def day_of(at: str) -> date:
    """The day of a time as it was written, whatever its offset. Raises ValueError."""
    return datetime.fromisoformat(at).date()

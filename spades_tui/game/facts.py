"""What happens in a game, one small frozen class a kind (RECORD.md, "Facts").

Cards that somebody may not see are left out of every ``repr``, so that no crash report can print them.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards before any bid (C-3)."""

    number: int
    """The hand's number, from 1."""
    dealer: int
    hands: tuple[int | None, ...] = field(repr=False)
    """A bit set a seat; None for a seat that sits out."""
    extra: int | None = field(default=None, repr=False)
    dead: int | None = field(default=None, repr=False)
    cut_seat: int | None = None
    cut_depth: int = 0
    extra_at: int | None = None
    commitment: str | None = None
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Redeal:
    """A new deal is called (JK-13d)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Look:
    """A player looks at his cards, and the right to go blind ends (JK-9, BM-3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid, or the change of one (SB-2, JK-4, BM-3, 3B-5)."""

    seat: int
    bid: int
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Raise:
    """A higher bid: the player's own (BM-4), or the side's new total (JK-5)."""

    seat: int
    bid: int


@dataclass(frozen=True, slots=True)
class Stand:
    """The player does not raise (JK-5, BM-4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise to take the first `tricks` tricks (BM-5)."""

    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The extra card goes to the seat's hand (3B-6, 3B-7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A card goes back, face down, as the new extra card (3B-6, 3B-7)."""

    seat: int
    card: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played (C-6); `ace` is ``high``, ``low`` or None for an ace without a call (3B-3)."""

    seat: int
    card: int = field(repr=False)
    ace: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """All remaining tricks are claimed (C-12)."""

    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """A player is accused of a renege (JK-14, BM-13)."""

    seat: int
    accused: int


@dataclass(frozen=True, slots=True)
class Books:
    """Books are taken for a renege (BM-13)."""

    seat: int
    accused: int
    count: int


@dataclass(frozen=True, slots=True)
class Dump:
    """A dump is declared (3B-22)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bone:
    """A player cites himself for his last card (3B-29)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ZeroBuddy:
    """The last card of a hunter is marked as having ZB potential (3B-30)."""

    seat: int
    accused: int


@dataclass(frozen=True, slots=True)
class Chit:
    """The tray person spends a chit: names another, or loses it (3B-27)."""

    seat: int
    tray: int | None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The seat's last fact, and everything after it, is undone (3B-11)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Suspend:
    """The game is suspended (3B-21)."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The game goes on (3B-21)."""


@dataclass(frozen=True, slots=True)
class Score:
    """The hand is scored; in a record the next `deal`, `hand_score`, `game_over`, `chit` or the end says so."""


Fact = (
    Deal | Redeal | Look | Bid | Raise | Stand | Promise | Draw | Discard | Play | Claim | Challenge | Books
    | Dump | Bone | ZeroBuddy | Chit | TakeBack | Suspend | Resume | Score
)  # fmt: skip

SeatFact = (
    Redeal | Look | Bid | Raise | Stand | Promise | Draw | Discard | Play | Claim | Challenge | Books
    | Dump | Bone | ZeroBuddy | Chit | TakeBack
)  # fmt: skip
"""Facts that a seat decides."""

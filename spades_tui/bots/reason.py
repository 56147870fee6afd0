"""Why a choice is better than another, as data: `reasons` finds it, `presentation/reason_words.py` words it."""

from enum import StrEnum
from typing import Final

from spades_tui.frozen import dataclass
from spades_tui.game.events import SeatEvent
from spades_tui.rules.ruleset import Ruleset


class Aim(StrEnum):
    """What a side plays for."""

    MAKE = "make"
    """Make the side's bid: a share of the deals, as are all but bags and tricks."""
    SET = "set"
    """Set another side's bid."""
    KEEP = "keep"
    """Keep a nil of the side alive."""
    BREAK = "break"
    """Break a nil of another side."""
    PROMISE = "promise"
    """Keep a promise of the first tricks."""
    WIN = "win"
    """Win the game; near its end alone."""
    BAGS = "bags"
    """Bags of the side: the fewer the better."""
    PENALTY = "penalty"
    """Come to the bags that cost: the fewer the better."""
    GIVE = "give"
    """Bags of another side."""
    OVER = "over"
    """Tricks above the bid, where they cost something and are no bags: the fewer the better."""
    TRICKS = "tricks"
    """Tricks of the side."""


FEWER: Final = frozenset({Aim.BAGS, Aim.PENALTY, Aim.OVER})
"""Of these less is better."""
MEANS: Final = frozenset({Aim.BAGS, Aim.GIVE, Aim.OVER, Aim.TRICKS})
"""Numbers on average; all others are shares of the deals, 0 to 1."""


class Told(StrEnum):
    """What there is to say where no play-outs are compared."""

    ONLY = "only"
    """Nothing else may be done."""
    RULED = "ruled"
    """A rule of the game sets the bid."""
    ALIKE = "alike"
    """All choices come to the same."""
    POINTS = "points"
    """Points are all that tells two choices apart; `number` is the chance to make the bid."""
    CLAIM = "claim"
    """No trick can be lost; `number` are left."""
    COUNT = "count"
    """What the hand is good for in tricks."""
    NIL = "nil"
    """The chance of a nil, by the hand alone."""
    SURE_TRICKS = "sure"
    """Tricks that nobody can take from the hand, more than the bid."""
    ROOM = "room"
    """Tricks that partner's bid leaves, fewer than the bid."""
    RENEGE = "renege"
    """It does not follow suit, though the hand can."""
    UNTRIED = "untried"
    """It was not played out."""
    DRAW = "draw"
    """The card that is left over is drawn."""
    DRAFT = "draft"
    """Tricks that the card adds to the hand, `other` what the next one adds on average."""
    PASS = "pass"
    """The chance of the nil without these cards, `other` with them, by the hand alone."""
    HIGHEST = "highest"
    """The highest card that is passed to a nil: `card`."""


Goal = Aim | Told


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one choice is as good as it is."""

    goal: Goal
    event: SeatEvent
    number: float | None = None
    """What the choice comes to: a share of the deals, 0 to 1, for most aims; bags and tricks on average."""
    against: SeatEvent | None = None
    """The choice that it is compared with."""
    other: float | None = None
    """What that one comes to."""
    better: float = 0.0
    """Points by which the choice is better than `against`; below 0 where it is worse."""
    whose: int | None = None
    """The side of a bid or of bags, the seat of a nil or a promise."""
    as_good: SeatEvent | None = None
    """Another choice whose difference is less than chance makes."""
    card: int | None = None
    """A high card that the choice saves; the highest card that is passed."""


def is_nil(rules: Ruleset, number: int) -> bool:
    """Whether a bid is a nil, which is made by taking nothing."""
    return number == 0 and rules.side_total is None and (rules.zeros_by_themselves or rules.must_be_exact(0, False))

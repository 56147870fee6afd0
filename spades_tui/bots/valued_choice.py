"""A choice with its worth in points and chances, and the reason why it is better than another, as data.

`reasons` finds the reason, `presentation/reason_words.py` words it.
"""

from enum import StrEnum
from typing import Any, Final

from msgspec import Struct

from spades_tui.bots.plan import Plan
from spades_tui.game.events import SeatEvent
from spades_tui.rules.ruleset import Ruleset
from spades_tui.secrecy import Hidden, PartlyHidden


class Aim(StrEnum):
    """The aims of a side. Bags and tricks are counts; all other aims are shares of the deals."""

    MAKE = "make"
    """Make the side's bid."""
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
    """The side reaches a bag penalty: the less often the better."""
    GIVE = "give"
    """Bags of another side."""
    OVER = "over"
    """Tricks above the bid where they cost something but aren't bags: the fewer the better."""
    TRICKS = "tricks"
    """Tricks of the side."""


FEWER: Final = frozenset({Aim.BAGS, Aim.PENALTY, Aim.OVER})
"""Aims with which less is better."""
MEANS: Final = frozenset({Aim.BAGS, Aim.GIVE, Aim.OVER, Aim.TRICKS})
"""Average counts; all other aims are shares of the deals, 0 to 1."""


class PlainReason(StrEnum):
    """The reason where no play-outs are compared."""

    ONLY = "only"
    """No other choice is legal."""
    RULED = "ruled"
    """A rule of the game sets the bid."""
    ALIKE = "alike"
    """All choices are worth the same."""
    POINTS = "points"
    """Points alone distinguish two choices; `number` is the chance to make the bid."""
    CLAIM = "claim"
    """No trick can be lost; `number` tricks are left."""
    COUNT = "count"
    """Tricks that the hand is worth; with `card`, without that card."""
    NIL = "nil"
    """Chance to make a nil, judged by the hand alone."""
    SURE_TRICKS = "sure"
    """Sure tricks of the hand, more than the bid."""
    ROOM = "room"
    """Tricks that the partner's bid leaves, fewer than the bid."""
    RENEGE = "renege"
    """The card doesn't follow suit although the hand can."""
    UNTRIED = "untried"
    """The choice was not played out."""
    DRAW = "draw"
    """The leftover card is drawn."""
    DRAFT = "draft"
    """Tricks that the card adds to the hand; `other`: what the next one adds on average."""
    PASS = "pass"
    """Chance to make the nil without these cards, judged by the hand alone; `other`: the chance with them."""
    HIGHEST = "highest"
    """`card` is the highest card passed to a nil bidder."""


class Reason(Struct, frozen=True):
    """Why a choice is good or bad."""

    goal: Aim | PlainReason
    event: SeatEvent
    number: float | None = None
    """The results of the choice: for most aims a share of the deals, 0 to 1; bags and tricks on average."""
    against: SeatEvent | None = None
    """The choice to compare it with."""
    other: float | None = None
    """What `against` leads to."""
    better: float = 0.0
    """Points by which the choice is better than `against`; negative if it is worse."""
    whose: int | None = None
    """The side of a bid or of bags; the seat of a nil or promise."""
    as_good: SeatEvent | None = None
    """Another choice that is about as good: the difference is within chance."""
    card: int | None = None
    """The highest card passed, or the card that a draft adds."""
    plan: Plan | None = None
    """What a card is played for; None for other choices, and where no plan is recognised."""
    costs_bid: float = 0.0
    """How much likelier the side's bid is with `against`, 0 to 1, if a card gives it up for something better."""


def is_nil(rules: Ruleset, number: int) -> bool:
    """Return whether a bid is a nil, made by taking no trick."""
    return number == 0 and rules.side_total is None and (rules.zeros_separate or rules.must_be_exact(0, False))


class ValuedChoice(PartlyHidden, frozen=True):
    """One choice, and its results in the deals that were played out."""

    event: SeatEvent
    value: float
    """Points that the side expects, minus the other sides'; near the end of a game with the chance to win it.

    Only differences within one decision mean something.
    """
    made: float
    """Chance, 0 to 1, that the seat's bid (its side's contract) is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    """Deals played out; 0 if rules alone made the choice."""
    doubt: float = 0.0
    """Standard error, in points, of the distance to the best choice."""
    ends: Hidden[tuple[Any, ...]] = ()
    """How each deal ended: `End`s of the search."""
    beside: Hidden[tuple[Any, ...]] = ()
    """How the same deals ended with the choice that all others are compared with; empty for that choice itself."""


class Advice(Struct, frozen=True):
    """One choice as people see it. The numbers mean nothing if no deal was played out (`deals` is 0)."""

    event: SeatEvent
    value: float
    """Points that the side expects to gain over the others, rounded; near the end of a game with the chance to win it.

    A choice may be ahead of the first one, by chance, or because no partner would forgive it.
    """
    cost: float
    """Points less than the first choice; 0 or more."""
    made: float
    """Chance, 0 to 1, that the bid is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    reason: Reason
    """Why it is good, or worse than the first choice."""
    gain: Reason | None = None
    """Why the first choice is better; None if it costs nothing."""
    equals: tuple[SeatEvent, ...] = ()
    """Cards of the same worth: no unseen card ranks between them."""
    doubt: float = 0.0
    """Standard error of the cost, in points."""

    @property
    def weighed(self) -> bool:
        """Whether the numbers mean something."""
        return self.deals > 0


def grouped(advice: tuple[Advice, ...]) -> tuple[tuple[Advice, ...], ...]:
    """Return the choices in order, with cards of the same worth in one group.

    Other choices stay apart even if all their figures happen to be the same, because their reasons may differ.
    """
    groups: dict[frozenset[SeatEvent], list[Advice]] = {}
    for one in advice:
        groups.setdefault(frozenset((one.event, *one.equals)), []).append(one)
    return tuple(tuple(group) for group in groups.values())

"""What a component of the scoring can do or must know, one small class for each.

A component takes those that hold for it beside `ScoreComponent`. The ruleset, the checks and the computer players ask
for a capability and never for a component by its name: what declares one here is valued by the players.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal, NamedTuple


class ScoresBids:
    """Score the bids of the sides; a variant has one such component."""

    __slots__ = ()

    @property
    def pays_tricks_over(self) -> bool:
        """Whether tricks above a bid bring points."""
        return False

    @property
    def over_costs(self) -> bool:
        """Whether a trick above a bid that is made costs points (3B-12)."""
        return False

    @property
    def zeros_apart(self) -> bool:
        """Whether zeros are left to be scored by themselves (SB-7, SB-8)."""
        return False

    @property
    def pays_zeros(self) -> bool:
        """Whether a bid of zero is something by itself, made or not."""
        return False

    @property
    def blind_like_any(self) -> bool:
        """Whether blind bids are paid no more than others."""
        return False

    @property
    def wins_game(self) -> bool:
        """Whether a bid can win the game (BM-7, 3B-15)."""
        return False

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Whether only that very number of tricks makes the bid (BM-6)."""
        return False


class ScoresZeros(ABC):
    """Score bids of zero by themselves, however the partner does (SB-7)."""

    __slots__ = ()

    @property
    @abstractmethod
    def scores_zeros(self) -> bool:
        """Whether it does so at this table."""

    @property
    @abstractmethod
    def failed_zeros_help(self) -> bool:
        """Whether the tricks of a zero that failed count for the partner's bid (NL-6)."""

    @property
    @abstractmethod
    def pays_blind_zeros(self) -> bool:
        """Whether a zero bid blind brings something of its own (NL-7)."""

    @property
    @abstractmethod
    def zero_word(self) -> str:
        """What this game calls a zero."""

    @property
    @abstractmethod
    def zero_start(self) -> int:
        """What a zero is worth before it has grown."""

    @abstractmethod
    def zero_value(self, zero_pool: int) -> int | None:
        """What a zero is worth in a hand that begins with this pool, where it grows (3B-14)."""


class CountsBags(ABC):
    """Count overtricks over the game (SB-5, JK-13b, BM-10)."""

    __slots__ = ()

    @property
    @abstractmethod
    def counts_bags(self) -> bool:
        """Whether it does so at this table."""


class BagCost(NamedTuple):
    """What overtricks cost over the game (SB-9, JK-13b, BM-10)."""

    limit: int
    penalty: int
    running: bool
    """The count goes on; otherwise the bags that have cost are taken away."""


class ChargesBags(ABC):
    """Take points for bags."""

    __slots__ = ()

    @property
    @abstractmethod
    def bag_cost(self) -> BagCost | None:
        """What they cost; None where the table does not want it."""


class RowPay(NamedTuple):
    """What bids met exactly in a row bring (BM-11)."""

    length: int
    points: int
    further: int


class PaysRow(ABC):
    """Pay for bids met exactly in a row."""

    __slots__ = ()

    @property
    @abstractmethod
    def row(self) -> RowPay:
        """What they bring."""


class HandPay(NamedTuple):
    """What winning a hand by a total brings, and what losing it costs (LG-3)."""

    compares: Literal["tricks", "bids", "points"]
    lowest: bool
    won: int
    lost: int


class PaysHandWinner(ABC):
    """Pay for winning the hand by a total that all sides are compared by."""

    __slots__ = ()

    @property
    @abstractmethod
    def hand_pay(self) -> HandPay:
        """What winning and losing the hand bring."""


class ScoresSkipped:
    """Score a hand that was not played (JK-13c)."""

    __slots__ = ()


class TrickPay(NamedTuple):
    """Points that hang on who wins certain tricks, and not on how many."""

    first: int
    """The first of these tricks, counted from 0."""
    tricks: int
    """How many there are, one after another."""
    seat: int | None
    """Who must win them all; None: whoever does is paid."""
    won: int
    lost: int = 0
    """For the seat that must win them, and does not."""
    name: str = ""

    def winner(self, winners: Sequence[int]) -> int | None:
        """Return who has won all of these tricks; None where nobody has, or they have not all been played."""
        theirs = winners[self.first : self.first + self.tricks]
        return theirs[0] if len(theirs) == self.tricks and len(set(theirs)) == 1 else None

    def paid(self, winner: int | None) -> tuple[int | None, int]:
        """Return whose points there are, and how many, where this seat has won all of these tricks, or nobody."""
        if self.seat is None:
            return winner, 0 if winner is None else self.won
        return self.seat, self.won if winner == self.seat else self.lost


class ReadsWinners(ABC):
    """Pay for which tricks are won: the hand has to say who won each of them."""

    __slots__ = ()

    @abstractmethod
    def trick_pays(self, promises: Sequence[int], cards: int) -> tuple[TrickPay, ...]:
        """Return all that it pays in a hand of so many cards; `promises`: by seat, first tricks promised (BM-5)."""

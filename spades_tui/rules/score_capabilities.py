"""Capabilities of scoring components, each a small class.

A component inherits its capabilities in addition to `ScoreComponent`. The ruleset, the checks and the computer players
look for capabilities, never for a component by name. So players understand new components too.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

from spades_tui.rules.ledger import Announced


class ScoresBids:
    """Scores the bids of the sides; a variant has one such component."""

    __slots__ = ()
    pays_zeros: ClassVar[bool] = False
    """Whether a bid of zero scores separately, made or not."""

    @property
    def pays_tricks_over(self) -> bool:
        """Whether tricks above a bid bring points."""
        return False

    @property
    def over_costs(self) -> bool:
        """Whether a trick above a made bid costs points (3B-12)."""
        return False

    @property
    def leaves_zeros(self) -> bool:
        """Whether it leaves zeros to be scored separately (SB-7, SB-8)."""
        return False

    @property
    def blind_like_any(self) -> bool:
        """Whether blind bids pay the same as others."""
        return False

    @property
    def wins_game(self) -> bool:
        """Whether a bid can win the game (BM-7, 3B-15)."""
        return False

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Return whether a bid is made only by exactly that number of tricks (BM-6)."""
        return False


class ScoresZeros:
    """Scores zero bids separately from the partner's bid (SB-7)."""

    __slots__ = ()

    @property
    @abstractmethod
    def scores_zeros(self) -> bool:
        """Whether this table has it switched on."""

    @property
    @abstractmethod
    def failed_zeros_help(self) -> bool:
        """Whether the tricks of a failed zero count for the partner's bid (NL-6)."""

    @property
    @abstractmethod
    def pays_blind_zeros(self) -> bool:
        """Whether a blind zero has its own value (NL-7)."""

    @property
    @abstractmethod
    def zero_word(self) -> str:
        """The game's word for a zero."""

    @property
    @abstractmethod
    def zero_start(self) -> int:
        """The points for a zero before they have grown."""

    @abstractmethod
    def zero_value(self, zero_pool: int) -> int | None:
        """Return the points for a zero in a hand that begins with this pool; None if they don't grow (3B-14)."""


class CountsBags:
    """Counts overtricks over the game (SB-5, JK-13b, BM-10)."""

    __slots__ = ()

    @property
    @abstractmethod
    def counts_bags(self) -> bool:
        """Whether this table has it switched on."""


class BagCost(NamedTuple):
    """The cost of overtricks over the game (SB-9, JK-13b, BM-10)."""

    limit: int
    penalty: int
    running: bool
    """Whether the count continues after a penalty; otherwise the bags that have cost points are removed."""


class ChargesBags:
    """Takes points for bags."""

    __slots__ = ()

    @property
    @abstractmethod
    def bag_cost(self) -> BagCost | None:
        """The cost of bags; None if the table has switched it off."""


class PaysRow:
    """Pays for bids met exactly in a row (BM-11)."""

    __slots__ = ()
    length: int
    """The number of bids in a row that is paid for first."""
    points: int
    """Points for the bid that completes the row."""
    further: int
    """Points for each bid met exactly after that."""


class HandPay(NamedTuple):
    """The points for winning a hand by a total, and for losing it (LG-3)."""

    compares: Literal["tricks", "bids", "points"]
    lowest: bool
    won: int
    lost: int


class PaysHandWinner:
    """Pays for winning a hand, by comparing the totals of all sides."""

    __slots__ = ()

    @property
    @abstractmethod
    def hand_pay(self) -> HandPay:
        """The points for winning and losing the hand."""


class ScoresSkipped:
    """Scores a hand that was skipped (JK-13c)."""

    __slots__ = ()


class TrickPay(NamedTuple):
    """Points for winning certain tricks, rather than for a number of tricks."""

    first: int
    """The first of these tricks, counted from 0."""
    tricks: int
    """How many tricks in a row."""
    seat: int | None
    """The seat that must win them all; None: any seat that does is paid."""
    won: int
    lost: int = 0
    """Points for `seat` if it doesn't win them all."""
    name: str = ""

    def winner(self, winners: Sequence[int]) -> int | None:
        """Return the seat that has won all of these tricks; None if there is none, or they haven't all been played."""
        theirs = winners[self.first : self.first + self.tricks]
        return theirs[0] if len(theirs) == self.tricks and len(set(theirs)) == 1 else None

    def paid(self, winner: int | None) -> tuple[int | None, int]:
        """Return the seat that gets points, or None, and how many.

        `winner`: the seat that has won all of these tricks, or None.
        """
        if self.seat is None:
            return winner, 0 if winner is None else self.won
        return self.seat, self.won if winner == self.seat else self.lost


class ReadsWinners:
    """Pays for winning certain tricks, so `HandCounts.winners` must be known."""

    __slots__ = ()

    @abstractmethod
    def trick_pays(self, announced: Sequence[Announced], cards: int) -> tuple[TrickPay, ...]:
        """Return all payments in a hand of `cards` tricks with these announcements."""

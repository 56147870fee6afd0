"""Exchange cards in pairs between hidden hands: the inner loop of `sampled_deals`.

It uses only lists and numbers, because it also runs compiled (docs/extending.md).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from spades_tui.bots.search.suit_sets import HandSums

BID_BELOW: Final = 0.35
"""Average tricks by which players bid lower than their hands are worth."""
BID_OFF: Final = 0.85
"""Standard deviation of a bid from the tricks of the hand."""
READ_OFF: Final = 0.35
"""The same, measured from the range on which `club` would make the bid, if known (`bid_reading`)."""
CLUB_LOG_ODDS: Final = 2.0
"""Logarithm of how much likelier a player bids like `club` than by some other method."""
ZERO_WEIGHT: Final = 2.0
SPREAD: Final = 1024
THRESHOLDS: Final = [round(math.log((n + 0.5) / SPREAD), 9) for n in range(SPREAD)]
"""Logarithms of evenly spread random numbers, rounded to be the same on every machine."""
UNBID: Final = -1
"""Replaces a bid that says nothing about the hand."""


@dataclass
class Likelihood:
    """How well hands match the bids made on them."""

    sums: HandSums
    start: float
    """Estimated tricks of a hand whose sum is 0."""
    climb: float
    bids: list[int]
    """By player: the bid; `UNBID` where none is known, and for the cards aside."""
    zeros: bool
    """Whether a zero is scored separately."""
    draft: float
    """Logarithm of how much likelier one more trick makes a drafted hand; 0 where hands are dealt."""

    def __post_init__(self) -> None:
        self.low = [bid + BID_BELOW for bid in self.bids]
        """By player: the fewest tricks of a hand that matches the bid."""
        self.high = self.low[:]
        """By player: the most tricks."""
        self.read = [False] * len(self.bids)
        """By player: whether these come from `bid_reading`."""

    def of(self, whole: list[list[int]], player: int) -> float:
        """Return the logarithm of how well a player's hand matches its bid.

        `whole` are the hands by suit and player.
        """
        bid = self.bids[player]
        if bid < 0 and self.draft <= 0.0:
            return 0.0
        clubs, diamonds, hearts, spades = whole[0][player], whole[1][player], whole[2][player], whole[3][player]
        if bid == 0 and self.zeros:
            return -ZERO_WEIGHT * self.sums.danger(clubs, diamonds, hearts, spades)
        tricks = self.sums.tricks(clubs, diamonds, hearts, spades)
        drafted = self.draft * tricks if player < len(self.bids) - 1 else 0.0
        if bid < 0:
            return drafted
        tricks = self.start + self.climb * tricks
        off = tricks - self.high[player]
        if off < 0.0:
            off = self.low[player] - tricks
            if off <= 0.0:
                return drafted
        loose = -off * off / (2 * BID_OFF * BID_OFF)
        if not self.read[player]:
            return drafted + loose
        close = -off * off / (2 * READ_OFF * READ_OFF)
        return drafted + max(close, loose - CLUB_LOG_ODDS)


@dataclass
class HiddenCards:
    """The unseen cards, and their holders in the current deal. The last holder has the cards set aside."""

    cards: list[tuple[int, int]]
    """By card: its suit and its bit."""
    holders: list[int]
    """By card."""
    whole: list[list[int]]
    """By suit and player, the cards aside last: the cards held and played."""
    apart: list[list[int]]
    """By suit and player: the cards that differ between a deal and `whole`, such as those played."""
    barred: list[list[bool]]
    """By player and card: whether the player can't hold it."""
    likelihood: Likelihood
    random: Callable[[], float]
    counted: list[list[bool]]
    """By player and suit: whether the number of cards is known; empty where none is."""

    def __post_init__(self) -> None:
        self.suits = [suit for suit, _ in self.cards]
        self.bits = [bit for _, bit in self.cards]
        self.likely = [self.likelihood.of(self.whole, player) for player in range(len(self.barred))]

    def exchange(self, steps: int) -> None:
        """Exchange pairs of cards, and mostly undo what makes the bids less likely (the Metropolis rule)."""
        suits, bits, holders, whole, barred = self.suits, self.bits, self.holders, self.whole, self.barred
        likely, likelihood, random, thresholds = self.likely, self.likelihood, self.random, THRESHOLDS
        count = len(bits)
        counted = self.counted
        for _ in range(steps if count else 0):
            first, second = int(random() * count), int(random() * count)
            one, other = holders[first], holders[second]
            if one == other:
                continue
            if barred[other][first] or barred[one][second]:
                continue
            suit, suit2 = suits[first], suits[second]
            if counted and suit != suit2:  # numbers that are known mustn't change
                mine, theirs = counted[one], counted[other]
                if mine[suit] or mine[suit2] or theirs[suit] or theirs[suit2]:
                    continue
            bit, bit2 = bits[first], bits[second]
            row, row2 = whole[suit], whole[suit2]
            row[one] = row[one] ^ bit
            row[other] = row[other] ^ bit
            row2[one] = row2[one] ^ bit2
            row2[other] = row2[other] ^ bit2
            new = likelihood.of(whole, one)
            new2 = likelihood.of(whole, other)
            change = new + new2 - likely[one] - likely[other]
            if change < 0 and change < thresholds[int(random() * SPREAD)]:
                row[one] = row[one] ^ bit
                row[other] = row[other] ^ bit
                row2[one] = row2[one] ^ bit2
                row2[other] = row2[other] ^ bit2
                continue
            holders[first], holders[second] = other, one
            likely[one], likely[other] = new, new2

    def deal(self, steps: int) -> list[list[int]]:
        """Return the deal after `steps` more exchanges, by suit and player."""
        self.exchange(steps)
        deal = []
        for row, apart in zip(self.whole, self.apart, strict=True):
            deal.append([row[n] ^ apart[n] for n in range(len(apart))])
        return deal

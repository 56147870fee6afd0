"""A bid of zero, scored by itself."""

from typing import ClassVar, Literal

from spades_tui.rules.bases import Checker, ScoreComponent
from spades_tui.rules.component import Points, RuleName, Switch, signed
from spades_tui.rules.ledger import HandCounts, Ledger
from spades_tui.rules.notes import Decided


class Zero(ScoreComponent):
    """A bid of zero, scored by itself (SB-6, SB-7, 3B-13, 3B-14)."""

    kind: Literal["zero"]
    rule: RuleName
    usual_rule: ClassVar[str] = "SB-6"
    made: Points
    """For a zero that takes no trick; where it grows, the initial value."""
    grows: Switch = False
    """Add what zeros have lost since one was last successful (3B-14)."""
    lost: Points = 0
    """For a zero that takes any trick."""
    each: Points = 0
    """For each trick that a zero takes."""
    bags: Switch = False
    """Each trick that a zero takes is a bag (SB-7)."""

    def value(self, zero_pool: int) -> int:
        """What a zero is worth in a hand that begins with this pool (3B-14)."""
        return self.made + (zero_pool if self.grows else 0)

    def zero_value(self, zero_pool: int) -> int | None:
        """The same, where it grows."""
        return self.value(zero_pool) if self.grows else None

    @property
    def zero_start(self) -> int:
        """The initial value."""
        return self.made

    def problems(self, check: Checker, place: int) -> None:
        """The contract must leave zeros to it, somebody must bid them, and they must pay if made and not if lost."""
        if not any(score.zeros_apart for score in check.variant.scores):
            message = "zeros are scored here, so the contract must leave them apart (`zeros`)"
            check.say(message, "scores", place, "kind")
        if check.one_bid()[0] > 0:
            check.say(f"nobody can bid zero; the least bid is {check.one_bid()[0]}", "scores", place, "kind")
        if self.made < 1:
            check.say(f"{self.made} found, but a zero made must give points", "scores", place, "made")
        for key, points in (("lost", self.lost), ("each", self.each)):
            if points > 0:
                check.say(f"{points} found, but a zero that fails must not give points", "scores", place, key)
        if self.grows and not (self.lost or self.each):
            check.say("a zero that fails loses nothing here, so its value cannot grow", "scores", place, "grows")

    def most(self, check: Checker) -> int | None:
        """A zero of each player of the side; what grows has no bound."""
        return None if self.grows else self.made * (2 if check.partners else 1)

    @property
    def scores_zeros(self) -> bool:
        """It does."""
        return True

    @property
    def counts_bags(self) -> bool:
        """As it says."""
        return self.bags

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """One line a zero; the pool and the bags move with it."""
        if hand.skipped:
            return
        value = self.value(ledger.before.zero_pool)
        any_made = False
        for side, seats in enumerate(hand.sides):
            for seat in seats:
                took = hand.table_tricks[seat]
                if hand.bids[seat] != 0 or took is None:
                    continue
                if len(seats) == 1:
                    took = hand.side_tricks[side]
                if took == 0:
                    any_made = True
                    ledger.note(Decided.ZERO_MADE, side, (seat,))
                    ledger.add(side, self.rule, value, "Zero made")
                    continue
                ledger.note(Decided.ZERO_FAILED, side, (seat,))
                points = self.lost + self.each * took
                ledger.add(side, self.rule, points, f"Zero failed, took {took}")
                if self.grows and points < 0:
                    ledger.zero_pool += -points
                if self.bags:
                    ledger.take_over(side, (seat,), took, bags=True)
        if any_made:
            ledger.zero_pool = 0

    def sentence(self) -> str:
        """For the rules page."""
        grows = ", and whatever zeros have lost since the last one that was made" if self.grows else ""
        lost = [signed(self.lost)] if self.lost else []
        lost += [f"{signed(self.each)} for each trick taken"] if self.each else []
        bags = " Each of its tricks is a bag." if self.bags else ""
        return f"A zero made: {signed(self.made)}{grows}; failed: {' and '.join(lost) or 'nothing'}.{bags}"

"""Components of the scoring, in the order in which they happen.

Each reads the counts of the hand and writes its lines into the ledger. Nothing else gives or takes a point.
"""

from typing import Annotated, Literal

from pydantic import Field

from spades_tui.rules.ledger import HandCounts, Ledger
from spades_tui.rules.part import Count, Label, Part, Points, RuleName, Switch, plural, signed
from spades_tui.rules.saying import either


def _sides_in(hand: HandCounts) -> list[int]:
    """The sides that played this hand."""
    return [side for side, contract in enumerate(hand.contracts) if contract is not None]


def _is_blind(hand: HandCounts, side: int) -> bool:
    return any(hand.blind[seat] for seat in hand.sides[side])


class SkippedHand(Part):
    """The points of a hand that was not played (JK-13c)."""

    kind: Literal["skipped"]
    rule: RuleName
    each: Points
    """For each trick bid."""

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Nothing, unless the hand was skipped."""
        if hand.skipped:
            for side in _sides_in(hand):
                contract = hand.contracts[side] or 0
                ledger.add(side, self.rule, self.each * contract, f"{contract} bid, not played")

    def sentence(self) -> str:
        """For the rules page."""
        return f"A hand that is not played: {signed(self.each)} for each trick bid."


class Zero(Part):
    """A bid of zero, scored by itself (SB-6, SB-7, 3B-13, 3B-14)."""

    kind: Literal["zero"]
    rule: RuleName
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
                    ledger.add(side, self.rule, value, "Zero made")
                    continue
                points = self.lost + self.each * took
                ledger.add(side, self.rule, points, f"Zero failed, took {took}")
                if self.grows and points < 0:
                    ledger.zero_pool += -points
                if self.bags:
                    ledger.bags[side] += took
        if any_made:
            ledger.zero_pool = 0

    def sentence(self) -> str:
        """For the rules page."""
        grows = ", and whatever zeros have lost since the last one that was made" if self.grows else ""
        lost = [signed(self.lost)] if self.lost else []
        lost += [f"{signed(self.each)} for each trick taken"] if self.each else []
        bags = " Each of its tricks is a bag." if self.bags else ""
        return f"A zero made: {signed(self.made)}{grows}; failed: {' and '.join(lost) or 'nothing'}.{bags}"


class Special(Part):
    """A contract with a value of its own (JK-8)."""

    bid: Count
    points: Points
    rule: RuleName


class AllTricks(Part):
    """A bid of every trick (3B-15)."""

    rule: RuleName
    each: Points
    """For each trick, when made."""
    wins: Switch
    """The game is over, and won."""


class Contract(Part):
    """A side's bid, made or not (SB-5, SB-8, JK-7, JK-8, JK-10, JK-13a, 3B-12, 3B-15)."""

    kind: Literal["contract"]
    rule: RuleName
    zeros: Literal["apart", "counted"]
    """``apart``: a player who bid zero, and his tricks, do not count here (SB-7, SB-8)."""
    zero_partner_rule: RuleName | None = None
    """The rule that is cited where a partner's zero stands apart (SB-8)."""
    made: Points
    """For each trick bid, when made."""
    over: Points
    """For each trick above the bid."""
    lost: Points = 0
    """For each trick bid, when not made."""
    each_if_lost: Points = 0
    """For each trick taken, when the bid is not made (3B-12)."""
    bags: Switch = False
    """Tricks above the bid are counted over the game (SB-5, JK-13b)."""
    special: Annotated[tuple[Special, ...], Field(max_length=20)] = ()
    blind_made: Points = 0
    """For each trick of a blind bid, when made; 0: as any other bid."""
    blind_rule: RuleName | None = None
    """The rule that a blind line cites."""
    blind_doubles_special: Switch = False
    """A made blind special counts twice (the switch `blind_ten_400`)."""
    double_sets: Switch = False
    """Taking twice the bid or more is a set (JK-13a)."""
    double_rule: RuleName | None = None
    """The rule that such a line cites."""
    all_tricks: AllTricks | None = None

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """The lines of each side's bid; sets and bags are counted beside them."""
        if hand.skipped:
            return
        for side in _sides_in(hand):
            bid, took = self._bid_and_tricks(hand, side)
            if bid is None:
                continue
            blind = _is_blind(hand, side)
            plain = self.rule
            if self.zero_partner_rule and any(hand.bids[seat] == 0 for seat in hand.sides[side]):
                plain = self.zero_partner_rule
            if self.all_tricks and bid == hand.cards and took == bid:
                ledger.add(side, self.all_tricks.rule, self.all_tricks.each * bid, f"All {bid} tricks bid and taken")
                if self.all_tricks.wins:
                    ledger.outright = side
                continue
            doubled = self.double_sets and bid > 0 and took >= 2 * bid
            if took < bid or doubled:
                ledger.sets[side] += 1
                rule = self.double_rule if doubled and self.double_rule else plain
                text = f"{plural(bid, 'trick')} bid, took {took}" if doubled else f"Short by {bid - took}"
                if blind and not doubled:
                    text = f"Blind bid short by {bid - took}"
                    rule = self.blind_rule or plain
                ledger.add(side, rule, self.lost * bid, text)
                ledger.add(side, plain, self.each_if_lost * took, f"Set, {took} taken")
                continue
            self._made(ledger, side, bid, blind, plain)
            if took > bid:
                ledger.add(side, plain, self.over * (took - bid), f"{took - bid} over")
                if self.bags:
                    ledger.bags[side] += took - bid

    def _bid_and_tricks(self, hand: HandCounts, side: int) -> tuple[int | None, int]:
        took = hand.side_tricks[side]
        if self.zeros == "counted":
            return hand.contracts[side], took
        others = [hand.bids[seat] or 0 for seat in hand.sides[side] if hand.bids[seat]]
        zeros = [hand.table_tricks[seat] or 0 for seat in hand.sides[side] if hand.bids[seat] == 0]
        return (sum(others), took - sum(zeros)) if others else (None, 0)

    def _made(self, ledger: Ledger, side: int, bid: int, blind: bool, rule: str) -> None:
        for special in self.special:
            if special.bid == bid:
                twice = 2 if blind and self.blind_doubles_special else 1
                text = f"{'Blind ' if blind else ''}{bid} bid and made"
                ledger.add(side, special.rule, special.points * twice, text)
                return
        if blind and self.blind_made:
            ledger.add(side, self.blind_rule or rule, self.blind_made * bid, f"All {bid} bid blind")
        else:
            ledger.add(side, rule, self.made * bid, f"All {bid} bid")

    def sentence(self) -> str:
        """For the rules page."""
        over = f", {signed(self.over)} for each trick above it" if self.over else ""
        bag = " (a bag)" if self.bags and self.over else ", and each trick above it is a bag" if self.bags else ""
        short = [f"{signed(self.lost)} for each trick bid"] if self.lost else []
        short += [f"{signed(self.each_if_lost)} for each trick taken"] if self.each_if_lost else []
        parts = [
            f"A bid made: {signed(self.made)} for each trick bid{over}{bag}; "
            f"not made: {' and '.join(short) or 'nothing'}."
        ]
        parts += [self._special_sentence(special) for special in self.special]
        if self.blind_made:
            parts.append(f"Made blind: {signed(self.blind_made)} for each trick bid.")
        if self.zeros == "apart" and self.zero_partner_rule:
            parts.append("A zero and its tricks do not count here; the partner's bid stands alone.")
        if self.double_sets:
            parts.append("Taking twice the bid or more counts as not made.")
        if self.all_tricks:
            wins = ", and the game is won" if self.all_tricks.wins else ""
            parts.append(f"All the tricks bid and taken: {signed(self.all_tricks.each)} for each{wins}.")
        return " ".join(parts)

    def _special_sentence(self, special: Special) -> str:
        twice = f", made blind {signed(2 * special.points)}" if self.blind_doubles_special else ""
        return f"A bid of {special.bid} made: {signed(special.points)}{twice}."


Column = Annotated[tuple[Points, ...], Field(min_length=1, max_length=21)]
"""Points by bid: the first for a bid of 0, and so on."""


class Table(Part):
    """Every bid has its own points, made and lost (BM-6, BM-7, BM-8, BM-10); for players alone."""

    kind: Literal["table"]
    rule: RuleName
    made: Column
    lost: Column
    blind_rule: RuleName | None = None
    blind_made: Annotated[tuple[Points, ...], Field(max_length=21)] = ()
    blind_lost: Annotated[tuple[Points, ...], Field(max_length=21)] = ()
    exact: Annotated[tuple[Count, ...], Field(max_length=21)] = ()
    """Bids that are made only by exactly that number of tricks (BM-6)."""
    blind_exact: Switch = True
    wins: Annotated[tuple[Count, ...], Field(max_length=21)] = ()
    """Bids that win the game when made; their points in the columns are not used (BM-7)."""
    blind_wins: Annotated[tuple[Count, ...], Field(max_length=21)] = ()
    over: Points = 0
    """For each trick above a bid that may be exceeded (BM-10)."""
    over_rule: RuleName | None = None
    bags: Switch = False
    """Those tricks are counted over the game."""

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Whether only that very number of tricks makes the bid (BM-6)."""
        return (blind and self.blind_exact) or bid in self.exact

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """The lines of each player's bid."""
        if hand.skipped:
            return
        for side in _sides_in(hand):
            bid, took, blind = hand.contracts[side] or 0, hand.side_tricks[side], _is_blind(hand, side)
            exact = self.must_be_exact(bid, blind)
            made = took == bid if exact else took >= bid
            rule = (self.blind_rule or self.rule) if blind else self.rule
            word = f"{'Blind ' if blind else ''}{bid}"
            if not made:
                column = self.blind_lost if blind else self.lost
                ledger.sets[side] += 1
                ledger.add(side, rule, column[bid], f"{word} not made, took {took}")
                continue
            if bid in (self.blind_wins if blind else self.wins):
                ledger.outright = side
            else:
                column = self.blind_made if blind else self.made
                ledger.add(side, rule, column[bid], f"{word} made")
            if took > bid:
                ledger.add(side, self.over_rule or self.rule, self.over * (took - bid), f"{took - bid} over")
                if self.bags:
                    ledger.bags[side] += took - bid

    def sentence(self) -> str:
        """For the rules page."""
        parts = [f"Points for a bid made/not made: {_column_text(self.made, self.lost, self.wins)}."]
        if self.blind_made:
            parts.append(f"Bid blind: {_column_text(self.blind_made, self.blind_lost, self.blind_wins)}.")
        exact = [either(self.exact, "and")] if self.exact else []
        exact += ["blind bids"] if self.blind_made and self.blind_exact else []
        if self.exact:
            exact[0] = f"{'Bids' if len(self.exact) > 1 else 'A bid'} of {exact[0]}"
        if exact:
            words = ", and ".join(exact)
            parts.append(f"{words[0].upper()}{words[1:]} must be met exactly.")
        if self.over or self.bags:
            bag = " (a bag)" if self.bags else ""
            parts.append(f"Each trick above another bid: {signed(self.over)}{bag}.")
        return " ".join(parts)


def _column_text(made: tuple[int, ...], lost: tuple[int, ...], wins: tuple[int, ...]) -> str:
    """``0 +200/−120, 1 +150/−110``, and ``the game`` for a bid that wins it."""
    return ", ".join(
        f"{bid} {'the game' if bid in wins else signed(points)}/{signed(lost[bid])}" for bid, points in enumerate(made)
    )


class PromiseScore(Part):
    """A promise of the first tricks, kept or not (BM-9); looks at the table, before books are moved."""

    kind: Literal["promise"]
    rule: RuleName
    name: Label
    tricks: Annotated[int, Field(strict=True, ge=1, le=18)]
    made: Points
    lost: Points

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """A line for each player who promised."""
        if hand.skipped:
            return
        for side, seats in enumerate(hand.sides):
            for seat in seats:
                if hand.promises[seat] != self.tricks:
                    continue
                kept = hand.winners[: self.tricks] == (seat,) * self.tricks
                points, word = (self.made, "kept") if kept else (self.lost, "broken")
                ledger.add(side, self.rule, points, f"{self.name} {word}")

    def sentence(self) -> str:
        """For the rules page."""
        return f"{self.name}: {signed(self.made)} if kept, {signed(self.lost)} if not."


class PerfectRow(Part):
    """Bids met exactly, several in a row (BM-11); for players alone."""

    kind: Literal["perfect_row"]
    rule: RuleName
    length: Annotated[int, Field(strict=True, ge=2, le=20)]
    points: Points
    further: Points

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """A line when a row reaches its length, and for each perfect bid after it."""
        if hand.skipped:
            return
        for side in _sides_in(hand):
            if hand.side_tricks[side] != hand.contracts[side]:
                ledger.rows[side] = 0
                continue
            ledger.rows[side] += 1
            row = ledger.rows[side]
            if row >= self.length:
                points = self.points if row == self.length else self.further
                ledger.add(side, self.rule, points, f"{row} perfect bids in a row")

    def sentence(self) -> str:
        """For the rules page."""
        row = f"{self.length} bids met exactly in a row: {signed(self.points)}"
        return f"{row}; each further one: {signed(self.further)}."


class Bags(Part):
    """Every so many bags cost points (SB-9, JK-13b, BM-10)."""

    kind: Literal["bags"]
    rule: RuleName
    on: Switch = True
    limit: Annotated[int, Field(strict=True, ge=1, le=100)]
    penalty: Points
    keep: Literal["remainder", "running"]
    """``remainder``: the bags that cost are taken away; ``running``: the count goes on."""

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """A line for each side whose bags have passed the limit, once or more."""
        if not self.on:
            return
        for side, bags in enumerate(ledger.bags):
            before = ledger.before.bags[side] // self.limit if self.keep == "running" else 0
            times = bags // self.limit - before
            ledger.add(side, self.rule, self.penalty * times, f"{times * self.limit} bags")
            if self.keep == "remainder":
                ledger.bags[side] = bags - times * self.limit

    def sentence(self) -> str:
        """For the rules page."""
        if not self.on:
            return ""
        every = "Every bag costs" if self.limit == 1 else f"Every {self.limit} bags cost"
        kept = ", and are taken away" if self.keep == "remainder" and self.limit > 1 else ""
        return f"{every} {plural(-self.penalty, 'point')}{kept}."


ScorePart = Annotated[
    SkippedHand | Zero | Contract | Table | PromiseScore | PerfectRow | Bags, Field(discriminator="kind")
]

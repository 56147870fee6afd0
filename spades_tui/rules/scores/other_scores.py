"""Scores other than for bids: bags, promises, rows, the winner of the hand, and a skipped hand."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.language.sentence_parts import plain, plural, signed
from spades_tui.rules.bids.after_bidding import PromiseBid
from spades_tui.rules.component import Label, Points, Switch
from spades_tui.rules.component_bases import (
    ALWAYS_SWITCHED,
    Checker,
    ScoreComponent,
    ScoreFacts,
    place_of,
)
from spades_tui.rules.ledger import (
    PROMISE,
    Announced,
    BagCost,
    Decided,
    HandCounts,
    HandPay,
    Ledger,
    TrickPay,
)
from spades_tui.rules.problems import Flaw, KeyName, Part


class SkippedHand(ScoreComponent):
    """The points of a skipped hand (JK-13c)."""

    scores_skipped: ClassVar[bool] = True

    kind: Literal["skipped"]
    default_rule: ClassVar[str] = "JK-13"
    each: Points
    """Points for each trick bid."""

    def problems(self, check: Checker) -> None:
        """Report a game in which no hand can be skipped."""
        if not any(part.skips for part in check.variant.bids):
            check.say(Flaw.NEVER_SCORED, "kind", kind=Part(("bids.skip",)))

    def most(self, check: Checker) -> int:
        """Return the points for the highest bid."""
        return max(self.each, 0) * min(check.side_bid()[1], 2 * check.tricks)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each side."""
        for side in hand.playing_sides:
            ledger.note(Decided.NOT_PLAYED, side, hand.sides[side])
            contract = hand.contracts[side] or 0
            ledger.add(side, self.rule, self.each * contract, f"{contract} bid, not played")

    def sentence(self, zero: str = "nil") -> str:
        return f"A hand that isn't played: {signed(self.each)} for each trick bid."


class TricksTaken(ScoreComponent):
    """Points for each trick taken, whatever was bid, and for taking them all (HR-1)."""

    may_stand_alone: ClassVar[bool] = True

    kind: Literal["tricks"]
    default_rule: ClassVar[str] = "HR-1"
    each: Points
    """Points for each trick."""
    all_tricks: Points = 0
    """Points for taking every trick of the hand, in addition."""

    def problems(self, check: Checker) -> None:
        """Report a score that pays nothing."""
        if not self.each and not self.all_tricks:
            everything = KeyName("all_tricks", ("scores.tricks.all_tricks",))
            check.say(Flaw.TRICKS_PAY_NOTHING, "each", all_tricks=everything)

    def most(self, check: Checker) -> int:
        """Return the points for all tricks, for all but one, or for none."""
        return max(self.each * check.tricks + self.all_tricks, self.each * (check.tricks - 1), 0)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each side that took a trick."""
        for side in hand.playing_sides:
            took = hand.side_tricks[side]
            ledger.add(side, self.rule, self.each * took, f"{plural(took, 'trick')} taken")
            if took == hand.cards:
                ledger.add(side, self.rule, self.all_tricks, f"All {took} tricks")

    def sentence(self, zero: str = "nil") -> str:
        sentences = []
        if self.each:
            sentences.append(f"Each trick taken: {signed(self.each)}, whatever was bid.")
        if self.all_tricks:
            sentences.append(f"All tricks of a hand: {signed(self.all_tricks)}.")
        return " ".join(sentences)


class LastTrickPay(ScoreComponent):
    """Points for the side that takes the last trick of a hand (HR-11)."""

    kind: Literal["final_trick"]
    default_rule: ClassVar[str] = "HR-11"
    points: Annotated[int, Meta(ge=1, le=10_000)]

    def most(self, check: Checker) -> int:
        """Return the points for the last trick."""
        return self.points

    def trick_pays(self, announced: Sequence[Announced], cards: int) -> tuple[TrickPay, ...]:
        """Return the payment to whoever takes the last of `cards` tricks."""
        return (TrickPay(cards - 1, 1, None, self.points),)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for the side that took the last trick, unless its winner is unknown."""
        if hand.winners is None:
            for side in hand.playing_sides:
                ledger.note(Decided.OPEN, side, hand.sides[side], 1, "the last trick")
            return
        last = hand.winners[-1]
        side = next(side for side, seats in enumerate(hand.sides) if last in seats)
        ledger.add(side, self.rule, self.points, "The last trick")

    def sentence(self, zero: str = "nil") -> str:
        return f"The last trick of a hand: {signed(self.points)}."


class PromiseScore(ScoreComponent):
    """A promise of the first tricks, kept or not (BM-9); books moved later change nothing."""

    several: ClassVar[bool] = True

    kind: Literal["promise"]
    default_rule: ClassVar[str] = "BM-9"
    name: Label
    tricks: Annotated[int, Meta(ge=1, le=18)]
    made: Points
    lost: Points

    def problems(self, check: Checker) -> None:
        """Report a promise that nobody can make, or a second score for it.

        Values may also have the wrong sign.
        """
        promises = [part.tricks for part in check.variant.bids if isinstance(part, PromiseBid)]
        check.say(Flaw.NO_PROMISE, "tricks", when=self.tricks not in promises, tricks=self.tricks)
        scores = check.variant.scores
        for other in scores[: place_of(self, scores)]:
            if isinstance(other, PromiseScore) and other.tricks == self.tricks:
                check.say(Flaw.SECOND_PROMISE_SCORE, "tricks", tricks=self.tricks)
        check.say(Flaw.PROMISE_GIVES, "made", when=self.made < 1)
        check.say(Flaw.BROKEN_GIVES_NOT, "lost", when=self.lost > 0)

    def most(self, check: Checker) -> int:
        """Return the points if each player of the side keeps a promise."""
        return self.made * check.side_size

    def trick_pays(self, announced: Sequence[Announced], cards: int) -> tuple[TrickPay, ...]:
        """Return a payment for each player who has promised this number of tricks."""
        seats = [one.seat for one in announced if one.kind == PROMISE and one.tricks == self.tricks]
        pay = TrickPay(0, self.tricks, None, self.made, self.lost, self.name)
        return tuple([pay._replace(seat=seat) for seat in seats])

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each player who promised; `OPEN` without the winners of the tricks."""
        promised = {pay.seat for pay in self.trick_pays(hand.announced, hand.cards)}
        if not promised:
            return
        for side, seats in enumerate(hand.sides):
            for seat in seats:
                if seat in promised:
                    self._score_of(seat, side, hand, ledger)

    def _score_of(self, seat: int, side: int, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for a player who promised."""
        match hand.won_first(seat, self.tricks):
            case None:
                ledger.note(Decided.OPEN, side, (seat,), self.tricks, self.name)
            case True:
                ledger.note(Decided.KEPT, side, (seat,), self.tricks)
                ledger.add(side, self.rule, self.made, f"{self.name} kept")
            case False:
                ledger.note(Decided.BROKEN, side, (seat,), self.tricks)
                ledger.add(side, self.rule, self.lost, f"{self.name} broken")

    def sentence(self, zero: str = "nil") -> str:
        return f"{self.name}: {signed(self.made)} if kept, {signed(self.lost)} if not."


class PerfectRow(ScoreComponent):
    """Bids met exactly, several in a row (BM-11), in games without partners."""

    kind: Literal["perfect_row"]
    default_rule: ClassVar[str] = "BM-11"
    length: Annotated[int, Meta(ge=2, le=20)]
    points: Points
    further: Points

    def problems(self, check: Checker) -> None:
        """Report a game with partners, or negative points."""
        check.alone_only("scores.perfect_row")
        for key, points in (("points", self.points), ("further", self.further)):
            check.say(Flaw.ROW_COSTS, key, when=points < 0)

    def most(self, check: Checker) -> int:
        """Return the points for one perfect bid of a row."""
        return max(self.points, self.further)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line when a row reaches its length, and for each perfect bid after that."""
        for side in hand.playing_sides:
            if hand.side_tricks[side] != hand.contracts[side]:
                ledger.rows[side] = 0
                continue
            ledger.rows[side] += 1
            row = ledger.rows[side]
            ledger.note(Decided.IN_A_ROW, side, hand.sides[side], row)
            if row >= self.length:
                points = self.points if row == self.length else self.further
                ledger.add(side, self.rule, points, f"{row} perfect bids in a row")

    def sentence(self, zero: str = "nil") -> str:
        row = f"{self.length} bids met exactly in a row: {signed(self.points)}"
        return f"{row}; each further one: {signed(self.further)}."


class HandWinner(ScoreComponent):
    """The side with the lowest or highest total of tricks, bids or points wins the hand (LG-3)."""

    may_stand_alone: ClassVar[bool] = True

    kind: Literal["hand_winner"]
    default_rule: ClassVar[str] = "LG-3"
    compares: Literal["tricks", "bids", "points"]
    """The total to compare; ``points`` come from earlier scores of this hand."""
    best: Literal["lowest", "highest"]
    won: Points
    """Points for the winner of the hand."""
    lost: Points = 0
    """Points for everybody else."""
    shared: Literal["nobody", "all"] = "nobody"
    """The sides that win a tied total; if none does, none loses."""

    def problems(self, check: Checker) -> None:
        """Report values with the wrong sign, or nothing to compare."""
        check.say(Flaw.WON_GIVES, "won", when=self.won < 1)
        check.say(Flaw.LOSING_GIVES_NOT, "lost", when=self.lost > 0)
        low, high = check.side_bid()
        first = place_of(self, check.variant.scores) == 0
        alike = self.compares == "bids" and low == high
        check.say(Flaw.BIDS_ALIKE, "compares", when=alike, bid=low)
        check.say(Flaw.NOTHING_TO_COMPARE, "compares", when=self.compares == "points" and first)

    def most(self, check: Checker) -> int:
        """Return the points for winning."""
        return self.won

    @property
    def facts(self) -> ScoreFacts:
        pay = HandPay(self.compares, self.best == "lowest", self.won, self.lost)
        return ScoreFacts(hand_pay=pay)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each side that won or lost the hand.

        Note `OPEN` if a supposed hand doesn't decide it.
        """
        sides = hand.playing_sides
        totals = self._totals(hand, ledger, sides)
        if totals is None:
            for side in sides:
                about = f"the {self.best} total of {self.compares}"
                ledger.note(Decided.OPEN, side, hand.sides[side], about=about)
            return
        best = min(totals.values()) if self.best == "lowest" else max(totals.values())
        winners = [side for side, total in totals.items() if total == best]
        if len(winners) > 1 and self.shared == "nobody":
            return
        for side in sides:
            points, word = self.lost, "not the"
            if side in winners:
                points, word = self.won, "the"
            text = f"{self._total_words(totals[side])}, {word} {self.best} total"
            ledger.add(side, self.rule, points, text)

    def _totals(self, hand: HandCounts, ledger: Ledger, sides: list[int]) -> dict[int, int] | None:
        """Return the totals by side; None if a supposed hand doesn't have them all.

        With two sides, one gets the tricks that the other doesn't.
        """
        if hand.winners is None:
            if self.compares != "tricks" or len(hand.sides) != 2:
                return None
            taken = {side: hand.side_tricks[side] for side in sides}
            if len(sides) == 1:
                taken[1 - sides[0]] = hand.cards - taken[sides[0]]
            return taken
        match self.compares:
            case "tricks":
                totals: Sequence[int | None] = hand.side_tricks
            case "bids":
                totals = hand.contracts
            case "points":
                totals = ledger.points
        return {side: totals[side] or 0 for side in sides}

    def _total_words(self, total: int) -> str:
        """Return a total in words: ``4 tricks``, ``1 trick bid``, ``−30 points``."""
        noun = "point" if self.compares == "points" else "trick"
        if abs(total) != 1:
            noun += "s"
        if self.compares == "bids":
            noun += " bid"
        return f"{plain(total)} {noun}"

    def sentence(self, zero: str = "nil") -> str:
        of = self.compares if self.compares != "points" else "points in this hand"
        pays = signed(self.won)
        if self.lost:
            pays += f", the others {signed(self.lost)}"
        tied = "all of them do" if self.shared == "all" else "nobody does"
        return f"The {self.best} total of {of} wins the hand: {pays}; if several are tied, {tied}."


class Bags(ScoreComponent):
    """A number of bags costs points (SB-9, JK-13b, BM-10)."""

    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    kind: Literal["bags"]
    default_rule: ClassVar[str] = "SB-9"
    on: Switch = True
    limit: Annotated[int, Meta(ge=0, le=100)]
    """Bags per penalty; 0: bags are not counted (NL-9)."""
    penalty: Points
    keep: Literal["remainder", "running"]
    """``remainder``: the bags that have cost points are removed.

    ``running``: the count continues.
    """

    def problems(self, check: Checker) -> None:
        """Report bags that no earlier score counts, or that cost nothing."""
        scores = check.variant.scores
        counted = any(score.facts.counts_bags for score in scores[: place_of(self, scores)])
        if self._counted and not counted and not check.some_hands:
            places = "scores.contract.bags", "scores.table.bags", "scores.zero.bags"
            bags = KeyName("bags", places)
            check.say(Flaw.NO_BAGS_COUNTED, "kind", bags=bags)
        check.say(Flaw.PENALTY_GIVES, "penalty", when=self.penalty > 0)

    def most(self, check: Checker) -> int:
        """Return 0: bags only cost points."""
        return 0

    @property
    def facts(self) -> ScoreFacts:
        cost = BagCost(self.limit, self.penalty, self.keep == "running")
        return ScoreFacts(bag_cost=cost if self._counted else None)

    @property
    def _counted(self) -> bool:
        """Whether the table counts bags."""
        return self.on and self.limit > 0

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each side whose bags have passed the limit, once or more."""
        if not self._counted:
            return
        for side, bags in enumerate(ledger.bags):
            before = ledger.before.bags[side] // self.limit if self.keep == "running" else 0
            times = bags // self.limit - before
            ledger.add(side, self.rule, self.penalty * times, f"{times * self.limit} bags")
            if times:
                ledger.note(Decided.BAGS_CHARGED, side, hand.sides[side], times * self.limit)
            if self.keep == "remainder":
                ledger.bags[side] = bags - times * self.limit

    def sentence(self, zero: str = "nil") -> str:
        if not self.on:
            return ""
        if not self.limit:
            return "Bags aren't counted."
        every = "Every bag costs" if self.limit == 1 else f"Every {self.limit} bags cost"
        kept = " and are then removed" if self.keep == "remainder" and self.limit > 1 else ""
        return f"{every} {plural(-self.penalty, 'point')}{kept}."

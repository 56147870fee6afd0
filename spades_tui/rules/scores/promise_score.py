"""A promise of the first tricks, kept or not."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, Label, Points, RuleName, signed
from spades_tui.rules.component_bases import Checker, ScoreComponent
from spades_tui.rules.ledger import PROMISE, Announced, HandCounts, Ledger
from spades_tui.rules.problems import Flaw, Found
from spades_tui.rules.score_capabilities import ReadsWinners, TrickPay
from spades_tui.rules.score_notes import Decided


class PromiseScore(ReadsWinners, ScoreComponent):
    """A promise of the first tricks, kept or not (BM-9); judged at the table, before books are moved."""

    several: ClassVar[bool] = True

    kind: Literal["promise"]
    rule: RuleName
    usual_rule: ClassVar[str] = "BM-9"
    name: Label
    tricks: Annotated[int, Between(1, 18)]
    made: Points
    lost: Points

    def problems(self, check: Checker, place: int) -> None:
        """Report a promise that nobody can make, a second score for it, or values with the wrong sign."""
        if not any(part.promised == self.tricks for part in check.variant.bids):
            check.say(Flaw.NO_PROMISE, "scores", place, "tricks", tricks=self.tricks)
        for other in check.variant.scores[:place]:
            if isinstance(other, PromiseScore) and other.tricks == self.tricks:
                check.say(Flaw.SECOND_PROMISE_SCORE, "scores", place, "tricks", tricks=self.tricks)
        if self.made < 1:
            check.say(Flaw.PROMISE_GIVES, "scores", place, "made", found=Found(self.made))
        if self.lost > 0:
            check.say(Flaw.BROKEN_GIVES_NOT, "scores", place, "lost", found=Found(self.lost))

    def most(self, check: Checker) -> int:
        """Return the points if each player of the side keeps a promise."""
        return self.made * (2 if check.partners else 1)

    def trick_pays(self, announced: Sequence[Announced], cards: int) -> tuple[TrickPay, ...]:
        """Return a payment for each player who has promised this number of tricks."""
        seats = [one.seat for one in announced if one.kind == PROMISE and one.tricks == self.tricks]
        return tuple([TrickPay(0, self.tricks, seat, self.made, self.lost, self.name) for seat in seats])

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each player who promised; none if the winners of the first tricks are unknown."""
        if hand.skipped:
            return
        promised = {pay.seat for pay in self.trick_pays(hand.announced, hand.cards)}
        for side, seats in enumerate(hand.sides):
            for seat in seats:
                if seat not in promised:
                    continue
                kept = hand.won_first(seat, self.tricks)
                if kept is None:
                    ledger.note(Decided.OPEN, side, (seat,), self.tricks, self.name)
                    continue
                ledger.note(Decided.KEPT if kept else Decided.BROKEN, side, (seat,), self.tricks)
                points, word = (self.made, "kept") if kept else (self.lost, "broken")
                ledger.add(side, self.rule, points, f"{self.name} {word}")

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return f"{self.name}: {signed(self.made)} if kept, {signed(self.lost)} if not."

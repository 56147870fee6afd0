"""Bids met exactly, several in a row."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, Points, RuleName, signed
from spades_tui.rules.component_bases import Checker, ScoreComponent
from spades_tui.rules.ledger import HandCounts, Ledger
from spades_tui.rules.problems import Flaw, Found, Part
from spades_tui.rules.score_capabilities import PaysRow, RowPay
from spades_tui.rules.score_notes import Decided
from spades_tui.rules.scores.hand_questions import sides_in


class PerfectRow(PaysRow, ScoreComponent):
    """Bids met exactly, several in a row (BM-11); for players alone."""

    kind: Literal["perfect_row"]
    rule: RuleName
    usual_rule: ClassVar[str] = "BM-11"
    length: Annotated[int, Between(2, 20)]
    points: Points
    further: Points

    def problems(self, check: Checker, place: int) -> None:
        """Report a game with partners, or negative points."""
        if check.partners:
            check.say(Flaw.ALONE_ONLY, "scores", place, "kind", kind=Part(("scores.perfect_row",)))
        for key, points in (("points", self.points), ("further", self.further)):
            if points < 0:
                check.say(Flaw.ROW_COSTS, "scores", place, key, found=Found(points))

    def most(self, check: Checker) -> int:
        """Return the most that one such bid brings."""
        return max(self.points, self.further)

    @property
    def row(self) -> RowPay:
        """The points for the row."""
        return RowPay(self.length, self.points, self.further)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line when a row reaches its length, and for each perfect bid after that."""
        if hand.skipped:
            return
        for side in sides_in(hand):
            if hand.side_tricks[side] != hand.contracts[side]:
                ledger.rows[side] = 0
                continue
            ledger.rows[side] += 1
            row = ledger.rows[side]
            ledger.note(Decided.IN_A_ROW, side, hand.sides[side], row)
            if row >= self.length:
                points = self.points if row == self.length else self.further
                ledger.add(side, self.rule, points, f"{row} perfect bids in a row")

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        row = f"{self.length} bids met exactly in a row: {signed(self.points)}"
        return f"{row}; each further one: {signed(self.further)}."

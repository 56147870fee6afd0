"""A hand that was not played."""

from typing import ClassVar, Literal

from spades_tui.rules.component import Points, RuleName, signed
from spades_tui.rules.component_bases import Checker, ScoreComponent
from spades_tui.rules.ledger import HandCounts, Ledger
from spades_tui.rules.problems import Flaw, Part
from spades_tui.rules.score_capabilities import ScoresSkipped
from spades_tui.rules.score_notes import Decided
from spades_tui.rules.scores.hand_questions import sides_in


class SkippedHand(ScoresSkipped, ScoreComponent):
    """The points of a hand that was not played (JK-13c)."""

    kind: Literal["skipped"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-13"
    each: Points
    """Points for each trick bid."""

    def problems(self, check: Checker, place: int) -> None:
        """Report that no hand is skipped."""
        if not any(part.skips for part in check.variant.bids):
            check.say(Flaw.NEVER_SCORED, "scores", place, "kind", kind=Part(("bids.skip",)))

    def most(self, check: Checker) -> int:
        """Return the points for the highest bid."""
        return max(self.each, 0) * min(check.side_bid()[1], 2 * check.tricks)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each side if the hand was skipped."""
        if hand.skipped:
            for side in sides_in(hand):
                ledger.note(Decided.NOT_PLAYED, side, hand.sides[side])
                contract = hand.contracts[side] or 0
                ledger.add(side, self.rule, self.each * contract, f"{contract} bid, not played")

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        return f"A hand that isn't played: {signed(self.each)} for each trick bid."

"""The winner of the hand: the side with the lowest or highest total of something."""

from typing import ClassVar, Literal

from spades_tui.rules.component import Points, RuleName, plain, signed
from spades_tui.rules.component_bases import Checker, ScoreComponent
from spades_tui.rules.ledger import HandCounts, Ledger
from spades_tui.rules.problems import Flaw, Found
from spades_tui.rules.score_capabilities import HandPay, PaysHandWinner
from spades_tui.rules.score_notes import Decided
from spades_tui.rules.scores.hand_questions import sides_in


class HandWinner(PaysHandWinner, ScoreComponent):
    """The side with the lowest or highest total of tricks, bids or points wins the hand (LG-3)."""

    may_stand_alone: ClassVar[bool] = True

    kind: Literal["hand_winner"]
    rule: RuleName
    usual_rule: ClassVar[str] = "LG-3"
    compares: Literal["tricks", "bids", "points"]
    """The total to compare; ``points`` come from earlier scores of this hand."""
    best: Literal["lowest", "highest"]
    won: Points
    """Points for the winner of the hand."""
    lost: Points = 0
    """Points for everybody else."""
    shared: Literal["nobody", "all"] = "nobody"
    """Who wins if several sides have that total; if nobody does, nobody loses."""

    def problems(self, check: Checker, place: int) -> None:
        """Report values with the wrong sign, or nothing to compare."""
        if self.won < 1:
            check.say(Flaw.WON_GIVES, "scores", place, "won", found=Found(self.won))
        if self.lost > 0:
            check.say(Flaw.LOSING_GIVES_NOT, "scores", place, "lost", found=Found(self.lost))
        low, high = check.side_bid()
        if self.compares == "bids" and low == high:
            check.say(Flaw.BIDS_ALIKE, "scores", place, "compares", bid=low)
        if self.compares == "points" and place == 0:
            check.say(Flaw.NOTHING_TO_COMPARE, "scores", place, "compares")

    def most(self, check: Checker) -> int:
        """Return the points for winning."""
        return self.won

    @property
    def hand_pay(self) -> HandPay:
        """The points for winning and losing the hand."""
        return HandPay(self.compares, self.best == "lowest", self.won, self.lost)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each side that won or lost the hand, as far as a supposed hand is known."""
        if hand.skipped:
            return
        sides = sides_in(hand)
        totals = self._totals(hand, ledger, sides)
        if totals is None:
            for side in sides:
                ledger.note(Decided.OPEN, side, hand.sides[side], about=f"the {self.best} total of {self.compares}")
            return
        best = min(totals.values()) if self.best == "lowest" else max(totals.values())
        winners = [side for side, total in totals.items() if total == best]
        if len(winners) > 1 and self.shared == "nobody":
            return
        for side in sides:
            points, word = (self.won, "the") if side in winners else (self.lost, "not the")
            ledger.add(side, self.rule, points, f"{self._told(totals[side])}, {word} {self.best} total")

    def _totals(self, hand: HandCounts, ledger: Ledger, sides: list[int]) -> dict[int, int] | None:
        """Return the totals by side; None if a supposed hand doesn't have them all.

        With two sides, one gets the tricks that the other doesn't.
        """
        if hand.winners is None and self.compares == "tricks" and len(hand.sides) == 2:
            taken = {side: hand.side_tricks[side] for side in sides}
            return taken | {1 - side: hand.cards - tricks for side, tricks in taken.items() if len(taken) == 1}
        if hand.winners is None:
            return None
        if self.compares == "tricks":
            return {side: hand.side_tricks[side] for side in sides}
        if self.compares == "bids":
            return {side: hand.contracts[side] or 0 for side in sides}
        points = ledger.points()
        return {side: points[side] for side in sides}

    def _told(self, total: int) -> str:
        """Return a total in words: ``4 tricks``, ``1 trick bid``, ``−30 points``."""
        noun = "point" if self.compares == "points" else "trick"
        bid = " bid" if self.compares == "bids" else ""
        return f"{plain(total)} {noun}{'' if abs(total) == 1 else 's'}{bid}"

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        of = {"tricks": "of tricks", "bids": "of bids", "points": "of points in this hand"}[self.compares]
        level = "all of them do" if self.shared == "all" else "nobody does"
        pays = f"{signed(self.won)}{f', the others {signed(self.lost)}' if self.lost else ''}"
        return f"The {self.best} total {of} wins the hand: {pays}; if several are tied, {level}."

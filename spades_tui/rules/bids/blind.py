"""Bids without seeing the cards."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.bases import Checker, OnTurn
from spades_tui.rules.component import Between, RuleName, plural


class Blind(OnTurn):
    """A bid made before the cards are shown (JK-9, BM-3)."""

    kind: Literal["blind"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-9"
    who: Literal["anyone", "side"]
    """``anyone``: each player for himself, where all play alone; ``side``: a side's first bidder for both partners."""
    behind: Annotated[int, Between(0, 1_000_000)] = 0
    """How many points a side must be behind to have the right; 0: always."""

    def problems(self, check: Checker, place: int) -> None:
        """Partners go blind together (JK-9), which needs their order of bidding; and a blind bid needs its reward."""
        if self.who == "anyone" and check.partners:
            check.say("'anyone' found, but partners go blind together; 'side' wanted", "bids", place, "who")
        if self.who == "side" and not any(part.by_side for part in check.variant.bids):
            check.say("a side goes blind only where bidding goes by sides (`order` of 'number')", "bids", place, "who")
        for score in check.variant.scores:
            if score.blind_like_any:
                message = "a blind bid earns nothing more; `blind_made` of the contract is missing"
                check.say(message, "bids", place, "kind")

    @property
    def blind(self) -> bool:
        """It does."""
        return True

    def sentence(self) -> str:
        """For the rules page."""
        if self.who == "side":
            behind = f" that is {self.behind} or more points behind" if self.behind else ""
            return f"A side{behind} may bid blind: its first bidder decides for both, before they see their cards."
        behind = f" who is {plural(self.behind, 'point')} or more behind" if self.behind else ""
        return f"Everyone{behind} may bid blind, before looking at the cards."

"""Bids made without seeing the cards."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName, plural
from spades_tui.rules.component_bases import Checker, OnTurn
from spades_tui.rules.problems import Flaw, Found, Key, Quoted
from spades_tui.rules.score_capabilities import ScoresBids, ScoresZeros


class Blind(OnTurn):
    """A bid made before its player sees the cards (JK-9, BM-3)."""

    later: ClassVar[frozenset[str]] = frozenset(("on", "bids"))

    kind: Literal["blind"]
    rule: RuleName
    usual_rule: ClassVar[str] = "JK-9"
    who: Literal["anyone", "side"]
    """``anyone``: each player alone, where all play alone; ``side``: the first bidder decides for both partners."""
    bids: Literal["any", "nil"] = "any"
    """``nil``: only nil is bid blind, and its bidder sees the cards right after it (NL-7)."""
    behind: Annotated[int, Between(0, 1_000_000)] = 0
    """Points that a side must be behind to bid blind; 0: always allowed."""

    def problems(self, check: Checker, place: int) -> None:
        """Report a blind bid for one partner alone (JK-9), without bidding by sides, or without a reward."""
        if self.bids == "nil":
            self._nil_problems(check, place)
            return
        if self.who == "anyone" and check.partners:
            check.say(Flaw.BLIND_TOGETHER, "bids", place, "who", found=Found("anyone"), allowed=Quoted("side"))
        if self.who == "side" and not any(part.by_side for part in check.variant.bids):
            check.say(Flaw.BLIND_BY_SIDES, "bids", place, "who", order=Key("order", ("bids.number.order",)))
        for score in check.variant.scores:
            if isinstance(score, ScoresBids) and score.blind_like_any:
                made = Key("blind_made", ("scores.contract.blind_made",))
                check.say(Flaw.BLIND_EARNS_NOTHING, "bids", place, "kind", made=made)

    def _nil_problems(self, check: Checker, place: int) -> None:
        """Report a blind nil that isn't one player's own, can't be bid, or pays nothing (NL-7)."""
        if self.who == "side":
            check.say(Flaw.BLIND_NIL_OF_SIDE, "bids", place, "who", found=Found("side"), allowed=Quoted("anyone"))
        if check.one_bid()[0] > 0:
            check.say(Flaw.NO_BLIND_NIL, "bids", place, "bids", least=check.one_bid()[0])
        elif not any(isinstance(score, ScoresZeros) and score.pays_blind_zeros for score in check.variant.scores):
            made = Key("blind_made", ("scores.zero.blind_made",))
            check.say(Flaw.BLIND_NIL_EARNS_NOTHING, "bids", place, "bids", made=made)

    @property
    def blind(self) -> bool:
        """Always: this component adds blind bids."""
        return True

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        if self.who == "side":
            behind = f" that is {self.behind} or more points behind" if self.behind else ""
            return f"A side{behind} may bid blind: its first bidder decides for both, before they see their cards."
        if self.bids == "nil":
            behind = f" whose side is {plural(self.behind, 'point')} or more behind" if self.behind else ""
            return f"Everyone{behind} may bid nil blind, before looking at the cards."
        behind = f" who is {plural(self.behind, 'point')} or more behind" if self.behind else ""
        return f"Everyone{behind} may bid blind, before looking at the cards."

"""Points for each bid."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.language.address import capitalized
from spades_tui.language.quoting import either
from spades_tui.rules.component import Count, Points, RuleName, Switch, signed
from spades_tui.rules.component_bases import Checker, ScoreComponent
from spades_tui.rules.ledger import Decided, HandCounts, Ledger
from spades_tui.rules.problems import Flaw, Found, Part

Column = Annotated[tuple[Points, ...], Meta(min_length=1, max_length=21)]
"""Points by bid: the first entry for a bid of 0, and so on."""


class BidTable(ScoreComponent):
    """Each bid has its own points, made and lost (BM-6, BM-7, BM-8, BM-10); for players alone."""

    scores_bids: ClassVar[bool] = True
    pays_zeros: ClassVar[bool] = True

    kind: Literal["table"]
    default_rule: ClassVar[str] = "BM-7"
    made: Column
    lost: Column
    blind_rule: RuleName | None = None
    blind_made: Annotated[tuple[Points, ...], Meta(min_length=0, max_length=21)] = ()
    blind_lost: Annotated[tuple[Points, ...], Meta(min_length=0, max_length=21)] = ()
    exact: Annotated[tuple[Count, ...], Meta(min_length=0, max_length=21)] = ()
    """Bids that are made only by exactly that number of tricks (BM-6)."""
    blind_exact: Switch = True
    wins: Annotated[tuple[Count, ...], Meta(min_length=0, max_length=21)] = ()
    """Bids that win the game when made; their points in the columns aren't used (BM-7)."""
    blind_wins: Annotated[tuple[Count, ...], Meta(min_length=0, max_length=21)] = ()
    over: Points = 0
    """Points for each trick above a bid that may be exceeded (BM-10)."""
    over_rule: RuleName | None = None
    bags: Switch = False
    """Whether those tricks are bags, counted over the game."""

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Return whether a bid is made only by exactly that number of tricks (BM-6)."""
        return (blind and self.blind_exact) or bid in self.exact

    def problems(self, check: Checker, place: int) -> None:
        """Report a game with partners, columns of the wrong length, or bids that can't be made."""
        if check.partners:
            check.say(Flaw.ALONE_ONLY, "scores", place, "kind", kind=Part(("scores.table",)))
            return
        self._column_problems(check, place)
        greatest, blind = check.one_bid()[1], check.blind
        for key, listed in (("exact", self.exact), ("wins", self.wins), ("blind_wins", self.blind_wins)):
            for j, bid in enumerate(listed):
                if key == "blind_wins" and not blind:
                    check.say(Flaw.NO_BLIND, "scores", place, key, kind=Part(("bids.blind",)))
                elif bid > greatest:
                    check.say(Flaw.BID_TOO_GREAT, "scores", place, key, j, bid=bid, greatest=greatest)
                elif bid in listed[:j]:
                    check.say(Flaw.BID_TWICE, "scores", place, key, j, bid=bid)
        if not any(points > 0 for points in self.made):
            check.say(Flaw.NO_BID_GIVES, "scores", place, "made")
        for key, column in (("lost", self.lost), ("blind_lost", self.blind_lost)):
            for j, points in enumerate(column):
                if points > 0:
                    check.say(Flaw.LOST_GIVES_NOT, "scores", place, key, j, found=Found(points))

    def _column_problems(self, check: Checker, place: int) -> None:
        greatest = check.one_bid()[1]
        allowed = {"allowed": greatest + 1, "greatest": greatest}
        for key in ("made", "lost", "blind_made", "blind_lost"):
            column = getattr(self, key)
            if key.startswith("blind") and not check.blind:
                if column:
                    check.say(Flaw.NO_BLIND, "scores", place, key, kind=Part(("bids.blind",)))
            elif len(column) > greatest + 1:
                found = {"scores": len(column), "last": len(column) - 1}
                check.say(Flaw.COLUMN_TOO_LONG, "scores", place, key, **found, **allowed)
            elif len(column) < greatest + 1:
                found = {"scores": len(column), "missing": len(column)}
                check.say(Flaw.COLUMN_TOO_SHORT, "scores", place, key, **found, **allowed)

    def most(self, check: Checker) -> int:
        """Return the highest points of any bid, plus the points of all tricks above it."""
        return max(0, *self.made, *self.blind_made) + max(self.over, 0) * check.tricks

    @property
    def counts_bags(self) -> bool:
        """Whether tricks above the bid are bags."""
        return self.bags

    @property
    def wins_game(self) -> bool:
        """Whether some bids win the game."""
        return bool(self.wins or self.blind_wins)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write the lines of each player's bid."""
        if hand.skipped:
            return
        for side in hand.playing_sides:
            bid, took, blind = hand.contracts[side] or 0, hand.side_tricks[side], hand.is_blind(side)
            seats, exact = hand.sides[side], self.must_be_exact(bid, blind)
            made = (took == bid if exact else took >= bid) and not hand.is_penalised(side)
            rule = (self.blind_rule or self.rule) if blind else self.rule
            word = f"{'Blind ' if blind else ''}{bid}"
            if not made:
                column = self.blind_lost if blind else self.lost
                ledger.set_back(side, seats, Decided.SET if bid else Decided.ZERO_FAILED)
                ledger.add(side, rule, column[bid], f"{word} not made, took {took}")
                continue
            ledger.note(Decided.MADE if bid else Decided.ZERO_MADE, side, seats)
            if bid in (self.blind_wins if blind else self.wins):
                ledger.outright = side
            else:
                column = self.blind_made if blind else self.made
                ledger.add(side, rule, column[bid], f"{word} made")
            if took > bid:
                ledger.add(side, self.over_rule or self.rule, self.over * (took - bid), f"{took - bid} over")
                ledger.take_over(side, seats, took - bid, self.bags)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        parts = [f"Points for a bid made or missed: {_column_text(self.made, self.lost, self.wins)}."]
        if self.blind_made:
            parts.append(f"Bid blind: {_column_text(self.blind_made, self.blind_lost, self.blind_wins)}.")
        exact = [either(self.exact, "and")] if self.exact else []
        exact += ["blind bids"] if self.blind_made and self.blind_exact else []
        if self.exact:
            exact[0] = f"{'Bids' if len(self.exact) > 1 else 'A bid'} of {exact[0]}"
        if exact:
            words = ", and ".join(exact)
            parts.append(f"{capitalized(words)} must be met exactly.")
        if self.over or self.bags:
            bag = " (a bag)" if self.bags else ""
            parts.append(f"Each trick above any other bid: {signed(self.over)}{bag}.")
        return " ".join(parts)


def _column_text(made: tuple[int, ...], lost: tuple[int, ...], wins: tuple[int, ...]) -> str:
    """Return the columns in words: ``0 +200/−120, 1 +150/−110``, and ``the game`` for a bid that wins it."""
    return ", ".join(
        f"{bid} {'the game' if bid in wins else signed(points)}/{signed(lost[bid])}" for bid, points in enumerate(made)
    )

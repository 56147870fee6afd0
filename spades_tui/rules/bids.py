"""Components of the bidding, in the order in which a variant file lists them.

Those that belong to a player's turn come first (`blind`, `new_deal`, `number`, `side_total`, `change`,
`zero_draw`); those that come when all have bid follow, and are gone through in the file's order
(`raise` with its `promise`s, `skip`, `high_draw`).
"""

from typing import Annotated, Literal

from pydantic import Field

from spades_tui.rules.part import Count, Label, Part, RuleName, Switch, plural


class Blind(Part):
    """A bid made before the cards are shown (JK-9, BM-3)."""

    kind: Literal["blind"]
    rule: RuleName
    who: Literal["anyone", "side"]
    """``side``: the side's first bidder decides for both partners."""
    behind: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] = 0
    """How many points a side must be behind to have the right; 0: always."""

    def sentence(self) -> str:
        """For the rules page."""
        if self.who == "side":
            behind = f" that is {self.behind} or more points behind" if self.behind else ""
            return f"A side{behind} may bid blind: its first bidder decides for both, before they see their cards."
        behind = f" who is {plural(self.behind, 'point')} or more behind" if self.behind else ""
        return f"Everyone{behind} may bid blind, before looking at the cards."


class NewDeal(Part):
    """A hand without a trump, a picture card or an ace may be thrown in (JK-13d)."""

    kind: Literal["new_deal"]
    rule: RuleName
    on: Switch = True

    def sentence(self) -> str:
        """For the rules page."""
        words = "A player with no spade, no picture card and no ace may call for a new deal instead of bidding."
        return words if self.on else ""


class NumberBid(Part):
    """Each player names a number of tricks (SB-2, JK-4, BM-3, 3B-5)."""

    kind: Literal["number"]
    rule: RuleName
    min: Count = 0
    max: Count
    order: Literal["clockwise", "by_side"] = "clockwise"
    """``by_side``: one side bids, then the other (JK-3)."""

    def sentence(self) -> str:
        """For the rules page."""
        order = ", partner after partner" if self.order == "by_side" else ""
        bid = plural(self.max, "trick") if self.min == self.max else f"{self.min} to {plural(self.max, 'trick')}"
        return f"Each player bids {bid}{order}; nobody may pass."


class SideTotal(Part):
    """Only the side's total counts, and it has a least and a greatest value (JK-4)."""

    kind: Literal["side_total"]
    rule: RuleName
    min: Count
    max: Count

    def sentence(self) -> str:
        """For the rules page."""
        bounds = f"{self.min}" if self.min == self.max else f"at least {self.min} and at most {self.max}"
        return f"A side's total must be {bounds}; only the total counts."


class Change(Part):
    """The most recent bidder may change his bid until the next has bid (3B-5)."""

    kind: Literal["change"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "A bid may be changed until the next player has bid."


class ZeroDraw(Part):
    """A player who bids zero draws the extra card and throws one back (3B-6)."""

    kind: Literal["zero_draw"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "Whoever bids zero draws the extra card and throws one back."


class HighDraw(Part):
    """After the bidding the highest bidder draws the extra card and throws one back (3B-7)."""

    kind: Literal["high_draw"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "When all have bid the highest bidder draws the extra card and throws one back."


class Raise(Part):
    """When all have bid, bids may be raised, never lowered, until all have stood in a row (JK-5, BM-4)."""

    kind: Literal["raise"]
    rule: RuleName
    of: Literal["seat", "side"]
    """Whose bid is raised: the player's own, or the side's total."""
    max: Count

    def sentence(self) -> str:
        """For the rules page."""
        what = "the side's total" if self.of == "side" else "his bid"
        return f"When all have bid, each may raise {what} (up to {self.max}), until all have stood in a row."


class Promise(Part):
    """A promise to take the first tricks, beside the bid (BM-5)."""

    kind: Literal["promise"]
    rule: RuleName
    name: Label
    tricks: Annotated[int, Field(strict=True, ge=1, le=18)]

    def sentence(self) -> str:
        """For the rules page."""
        return f"{self.name} promises the first {plural(self.tricks, 'trick')}, beside the bid."


class Skip(Part):
    """When the bids come to little, the hand is not played (JK-13c)."""

    kind: Literal["skip"]
    rule: RuleName
    on: Switch = True
    total: Annotated[int, Field(strict=True, ge=0, le=40)]
    """All bids together, at most."""

    def sentence(self) -> str:
        """For the rules page."""
        little = f"{self.total} or less" if self.total else "nothing"
        return f"When all bids come to {little} the hand is not played." if self.on else ""


BidPart = Annotated[
    Blind | NewDeal | NumberBid | SideTotal | Change | ZeroDraw | HighDraw | Raise | Promise | Skip,
    Field(discriminator="kind"),
]

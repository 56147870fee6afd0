"""The hands of a game so far, one row each: bids, tricks, bags, points and totals."""

from collections.abc import Sequence

from msgspec import Struct

from spades_tui.game.findings import HandScore
from spades_tui.rules.ruleset import Ruleset


class SideRow(Struct, frozen=True):
    """A side in one hand."""

    bid: str
    """The bid in the game's own word; "" if the side sat out."""
    took: int
    bags: int | None
    """Bags after the hand; None if the game has no bags."""
    points: int
    """Points of this hand."""
    total: int
    """Total after the hand."""


class HandRow(Struct, frozen=True):
    """One hand."""

    number: int
    sides: tuple[SideRow, ...]


def hand_rows(rules: Ruleset, scores: Sequence[HandScore]) -> tuple[HandRow, ...]:
    """Return a row for each hand that has been scored."""
    return tuple(
        HandRow(score.hand, tuple(_side(rules.of_hand(score.hand), score, side) for side in range(len(rules.sides))))
        for score in scores
    )


def _side(rules: Ruleset, score: HandScore, side: int) -> SideRow:
    seats = rules.sides[side]
    bids = [bid for seat in seats if (bid := score.bids[seat]) is not None]
    whole = score.side_bids[side] if score.side_bids else sum(bids)
    word = "" if not bids else rules.bid_word(bids[0]) if len(seats) == 1 else str(whole)
    took = sum(score.tricks[seat] or 0 for seat in seats)
    bags = score.bags[side] if score.bags is not None else None
    return SideRow(word, took, bags, score.points[side], score.totals[side])

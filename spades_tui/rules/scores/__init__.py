"""Components of the scoring, in the order in which they score.

Each component reads the counts of the hand and writes lines into the ledger. Nothing else gives or
takes points.
"""

from typing import get_args

from spades_tui.rules.component_bases import ScoreComponent
from spades_tui.rules.scores.bid_scores import BidTable, Contract
from spades_tui.rules.scores.other_scores import (
    Bags,
    HandWinner,
    LastTrickPay,
    PerfectRow,
    PromiseScore,
    SkippedHand,
    TricksTaken,
)
from spades_tui.rules.scores.zero import Zero

AnyScore = (
    SkippedHand | Zero | Contract | BidTable | TricksTaken
    | LastTrickPay | PromiseScore | PerfectRow | HandWinner | Bags
)  # fmt: skip
"""The `scores` that a variant file may have."""

REGISTRY: tuple[type[ScoreComponent], ...] = get_args(AnyScore)

__all__ = [
    "REGISTRY", "AnyScore", "Bags", "BidTable", "Contract", "HandWinner", "LastTrickPay",
    "PerfectRow", "PromiseScore",
    "SkippedHand", "TricksTaken", "Zero",
]  # fmt: skip

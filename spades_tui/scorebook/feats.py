"""The names of twelve feats of skill; `record_digest` finds them in a game."""

from datetime import date
from typing import Literal, get_args

from msgspec import Struct

FeatName = Literal[
    "blind_nil", "no_bag", "above_expert", "king_nil", "three_nils", "covered", "ten", "exact", "never_set", "comeback",
    "beat_experts", "with_beginner",
]  # fmt: skip
FEATS: tuple[FeatName, ...] = get_args(FeatName)

LONG = 4
"""The fewest hands of a game whose whole course is a feat."""
SAFE = 8
"""The fewest hands of a game in which never to be set is a feat."""
NILS = 3
"""Nils made in one game."""
COVERED_BID = 5
"""The least bid that is made beside a partner's nil."""
TEN, OF = 10, 13
"""The least contract of tricks, of those in a usual hand."""
BEHIND = 0.4
"""How far behind a side must have been for a comeback, as a share of its final points."""


class EarnedFeat(Struct, frozen=True):
    """A feat, and where it was first earned."""

    name: FeatName
    day: date
    title: str = ""
    """The name of the game; "" for one that is no longer known."""
    hand: int = 0
    """The number of the hand; 0 if it isn't known."""
    file: str | None = None
    """The name of the game's record, if it is in the games folder."""

"""Components of the bidding, in the order of a variant file.

The `kitty` is taken before the bidding. A player's turn uses `blind`, `new_deal`, `number`,
`side_total`, limits on the numbers, `change` and `zero_draw`. After the bidding, `raise` with its
`promise`s, `skip`, `high_draw` and `exchange` happen in the file's order.
"""

from typing import get_args

from spades_tui.rules.bids.after_bidding import (
    Exchange,
    HighDraw,
    Kitty,
    PromiseBid,
    Raises,
    Skip,
    ZeroDraw,
)
from spades_tui.rules.bids.limits import (
    AllBids,
    AsPartner,
    AtLeast,
    Board,
    CountBid,
    LastBid,
    OneNil,
)
from spades_tui.rules.bids.on_turn import Blind, Change, NewDeal, NumberBid, SideTotal
from spades_tui.rules.component_bases import BidComponent

AnyBid = (
    Blind | NewDeal | NumberBid | SideTotal
    | CountBid | AtLeast | OneNil | Board | AsPartner | LastBid | AllBids
    | Change | ZeroDraw | Kitty | HighDraw | Raises | PromiseBid | Skip | Exchange
)  # fmt: skip
"""The `bids` that a variant file may have."""

REGISTRY: tuple[type[BidComponent], ...] = get_args(AnyBid)

AnyStage = Raises | Skip | HighDraw | Exchange
"""The stages after the bidding, in the file's order."""

__all__ = [
    "REGISTRY", "AllBids", "AnyBid", "AnyStage", "AsPartner", "AtLeast", "Blind", "Board", "Change",
    "CountBid",
    "Exchange", "HighDraw", "Kitty", "LastBid", "NewDeal", "NumberBid", "OneNil", "PromiseBid",
    "Raises", "SideTotal",
    "Skip", "ZeroDraw",
]  # fmt: skip

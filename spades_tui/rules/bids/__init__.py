"""Components of the bidding, in the order in which a variant file lists them: a file each.

Those that belong to a player's turn come first (`blind`, `new_deal`, `number`, `side_total`, `change`,
`zero_draw`); those that come when all have bid follow, and are gone through in the file's order
(`raise` with its `promise`s, `skip`, `high_draw`, `exchange`).
"""

from spades_tui.rules.bases import BidComponent, registered
from spades_tui.rules.bids.blind import Blind
from spades_tui.rules.bids.change import Change
from spades_tui.rules.bids.draw import HighDraw, ZeroDraw
from spades_tui.rules.bids.exchange import Exchange
from spades_tui.rules.bids.new_deal import NewDeal
from spades_tui.rules.bids.number import NumberBid
from spades_tui.rules.bids.promise import Promise
from spades_tui.rules.bids.raises import Raise
from spades_tui.rules.bids.side_total import SideTotal
from spades_tui.rules.bids.skip import Skip

REGISTRY: tuple[type[BidComponent], ...] = registered(
    Blind,
    NewDeal,
    NumberBid,
    SideTotal,
    Change,
    ZeroDraw,
    HighDraw,
    Raise,
    Promise,
    Skip,
    Exchange,
)
"""Every kind there is. A class that lacks a method of `BidComponent` is an error of mypy here."""

AnyBid = Blind | NewDeal | NumberBid | SideTotal | Change | ZeroDraw | HighDraw | Raise | Promise | Skip | Exchange
"""What a variant file may have among its `bids`."""

AnyStage = Raise | Skip | HighDraw | Exchange
"""What is gone through when all have bid, each in its turn."""

__all__ = [
    "REGISTRY",
    "AnyBid",
    "AnyStage",
    "Blind",
    "Change",
    "Exchange",
    "HighDraw",
    "NewDeal",
    "NumberBid",
    "Promise",
    "Raise",
    "SideTotal",
    "Skip",
    "ZeroDraw",
]

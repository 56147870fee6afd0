"""Components of the bidding, in the order in which a variant file lists them: a file each.

Those that belong to a player's turn come first (`blind`, `new_deal`, `number`, `side_total`, what limits the numbers,
`change`, `zero_draw`); those that come when all have bid follow, and are gone through in the file's order
(`raise` with its `promise`s, `skip`, `high_draw`, `exchange`).
"""

from spades_tui.rules.bids.blind import Blind
from spades_tui.rules.bids.change import Change
from spades_tui.rules.bids.extra_card import HighDraw, ZeroDraw
from spades_tui.rules.bids.last_bid import LastBid
from spades_tui.rules.bids.limits import AsPartner, AtLeast, Board, CountBid, OneNil
from spades_tui.rules.bids.new_deal import NewDeal
from spades_tui.rules.bids.nil_exchange import Exchange
from spades_tui.rules.bids.number import NumberBid
from spades_tui.rules.bids.promise_bid import PromiseBid
from spades_tui.rules.bids.raises import Raises
from spades_tui.rules.bids.side_total import SideTotal
from spades_tui.rules.bids.skip import Skip
from spades_tui.rules.component_bases import BidComponent, registered

REGISTRY: tuple[type[BidComponent], ...] = registered(
    Blind,
    NewDeal,
    NumberBid,
    SideTotal,
    CountBid,
    AtLeast,
    OneNil,
    Board,
    AsPartner,
    LastBid,
    Change,
    ZeroDraw,
    HighDraw,
    Raises,
    PromiseBid,
    Skip,
    Exchange,
)
"""Every kind there is. A class that lacks a method of `BidComponent` is an error of mypy here."""

AnyBid = (
    Blind | NewDeal | NumberBid | SideTotal | CountBid | AtLeast | OneNil | Board | AsPartner | LastBid | Change
    | ZeroDraw | HighDraw | Raises | PromiseBid | Skip | Exchange
)  # fmt: skip
"""What a variant file may have among its `bids`."""

AnyStage = Raises | Skip | HighDraw | Exchange
"""What is gone through when all have bid, each in its turn."""

__all__ = [
    "REGISTRY",
    "AnyBid",
    "AnyStage",
    "AsPartner",
    "AtLeast",
    "Blind",
    "Board",
    "Change",
    "CountBid",
    "Exchange",
    "HighDraw",
    "LastBid",
    "NewDeal",
    "NumberBid",
    "OneNil",
    "PromiseBid",
    "Raises",
    "SideTotal",
    "Skip",
    "ZeroDraw",
]

"""Components of the bidding, one file each, in the order of a variant file.

First come those of a player's turn: `blind`, `new_deal`, `number`, `side_total`, limits on the numbers, `change` and
`zero_draw`. Then come those after the bidding, which happen in the file's order: `raise` with its `promise`s, `skip`,
`high_draw` and `exchange`.
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
"""Every kind. mypy reports a class here that lacks a method of `BidComponent`."""

AnyBid = (
    Blind | NewDeal | NumberBid | SideTotal | CountBid | AtLeast | OneNil | Board | AsPartner | LastBid | Change
    | ZeroDraw | HighDraw | Raises | PromiseBid | Skip | Exchange
)  # fmt: skip
"""The `bids` that a variant file may have."""

AnyStage = Raises | Skip | HighDraw | Exchange
"""The stages after the bidding, in the file's order."""

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

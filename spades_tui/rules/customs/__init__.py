"""Customs of a table, one file each: what is announced, recorded or enforced besides bids, tricks and points."""

from spades_tui.rules.component_bases import CustomComponent, registered
from spades_tui.rules.customs.bonehead import BoneheadPlays
from spades_tui.rules.customs.days import Days, Tray
from spades_tui.rules.customs.dump_declaration import DumpDeclaration
from spades_tui.rules.customs.enforcement import Enforcement
from spades_tui.rules.customs.gacc import Gacc
from spades_tui.rules.customs.low_ball import LowBall
from spades_tui.rules.customs.slip import Slip
from spades_tui.rules.customs.taking_back import TakingBack
from spades_tui.rules.customs.undo import Undo
from spades_tui.rules.customs.zero_marks import ZeroMarks

REGISTRY: tuple[type[CustomComponent], ...] = registered(
    Enforcement, LowBall, Gacc, Tray, Days, DumpDeclaration, BoneheadPlays, ZeroMarks, TakingBack, Undo, Slip
)
"""Every kind. mypy reports a class here that lacks a method of `CustomComponent`."""

AnyCustom = (
    Enforcement | LowBall | Gacc | Tray | Days | DumpDeclaration | BoneheadPlays | ZeroMarks | TakingBack | Undo | Slip
)
"""The `customs` that a variant file may have."""

__all__ = [
    "REGISTRY",
    "AnyCustom",
    "BoneheadPlays",
    "Days",
    "DumpDeclaration",
    "Enforcement",
    "Gacc",
    "LowBall",
    "Slip",
    "TakingBack",
    "Tray",
    "Undo",
    "ZeroMarks",
]

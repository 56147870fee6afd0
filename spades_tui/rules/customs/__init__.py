"""Customs of a table: what is announced, recorded or enforced beside bids, tricks and points; a file each."""

from spades_tui.rules.component_bases import CustomComponent, registered
from spades_tui.rules.customs.bonehead import Bone
from spades_tui.rules.customs.days import Days, Tray
from spades_tui.rules.customs.dump_declaration import Dump
from spades_tui.rules.customs.enforcement import Enforcement
from spades_tui.rules.customs.gacc import Gacc
from spades_tui.rules.customs.low_ball import LowBall
from spades_tui.rules.customs.slip import Slip
from spades_tui.rules.customs.taking_back import TakeBack
from spades_tui.rules.customs.undo import Undo
from spades_tui.rules.customs.zero_marks import ZeroBuddy

REGISTRY: tuple[type[CustomComponent], ...] = registered(
    Enforcement, LowBall, Gacc, Tray, Days, Dump, Bone, ZeroBuddy, TakeBack, Undo, Slip
)
"""Every kind there is. A class that lacks a method of `CustomComponent` is an error of mypy here."""

AnyCustom = Enforcement | LowBall | Gacc | Tray | Days | Dump | Bone | ZeroBuddy | TakeBack | Undo | Slip
"""What a variant file may have among its `customs`."""

__all__ = [
    "REGISTRY",
    "AnyCustom",
    "Bone",
    "Days",
    "Dump",
    "Enforcement",
    "Gacc",
    "LowBall",
    "Slip",
    "TakeBack",
    "Tray",
    "Undo",
    "ZeroBuddy",
]

"""Customs of a table: announcements, marks, challenges and taking back.

Each has a module of its own.
"""

from typing import Any, get_args

from spades_tui.rules.custom_component import CustomComponent
from spades_tui.rules.customs.bone import BoneheadPlays
from spades_tui.rules.customs.days import PerfectDays
from spades_tui.rules.customs.dump import DumpDeclaration
from spades_tui.rules.customs.enforcement import Enforcement
from spades_tui.rules.customs.gacc import Gacc
from spades_tui.rules.customs.low_ball import LowBall
from spades_tui.rules.customs.taking_back import Slip, TakingBack, Undo
from spades_tui.rules.customs.tenths import Tenths
from spades_tui.rules.customs.tray import Tray
from spades_tui.rules.customs.zero_buddy import ZeroMarks

AnyCustom = (
    Enforcement | LowBall | Gacc | Tray | PerfectDays | DumpDeclaration | BoneheadPlays | ZeroMarks
    | TakingBack | Undo | Slip | Tenths
)  # fmt: skip
"""The `customs` that a variant file may have."""

REGISTRY: tuple[type[CustomComponent], ...] = get_args(AnyCustom)

__all__ = [
    "REGISTRY", "AnyCustom", "BoneheadPlays", "DumpDeclaration", "Enforcement", "Gacc", "LowBall",
    "PerfectDays", "Slip", "TakingBack", "Tenths", "Tray", "Undo", "ZeroMarks", "of_all",
]  # fmt: skip


def of_all(attribute: str) -> dict[Any, Any]:
    """Return the entries of this mapping of every custom, in order."""
    entries: dict[Any, Any] = {}
    for custom in REGISTRY:
        entries |= getattr(custom, attribute)
    return entries

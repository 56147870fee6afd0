"""Components that end a game, one file each, in the order in which they are asked after each hand."""

from spades_tui.rules.component_bases import EndingComponent, registered
from spades_tui.rules.endings.floor import Floor
from spades_tui.rules.endings.hands import Hands
from spades_tui.rules.endings.outright import Outright
from spades_tui.rules.endings.sets import Sets
from spades_tui.rules.endings.target import Target

REGISTRY: tuple[type[EndingComponent], ...] = registered(Outright, Sets, Target, Hands, Floor)
"""Every kind. mypy reports a class here that lacks a method of `EndingComponent`."""

AnyEnding = Outright | Sets | Target | Hands | Floor
"""The `endings` that a variant file may have."""

__all__ = ["REGISTRY", "AnyEnding", "Floor", "Hands", "Outright", "Sets", "Target"]

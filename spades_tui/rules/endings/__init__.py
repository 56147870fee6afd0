"""Components that end a game, in the order in which they are asked after each hand: a file each."""

from spades_tui.rules.component_bases import EndingComponent, registered
from spades_tui.rules.endings.floor import Floor
from spades_tui.rules.endings.hands import Hands
from spades_tui.rules.endings.outright import Outright
from spades_tui.rules.endings.sets import Sets
from spades_tui.rules.endings.target import Target

REGISTRY: tuple[type[EndingComponent], ...] = registered(Outright, Sets, Target, Hands, Floor)
"""Every kind there is. A class that lacks a method of `EndingComponent` is an error of mypy here."""

AnyEnding = Outright | Sets | Target | Hands | Floor
"""What a variant file may have among its `endings`."""

__all__ = ["REGISTRY", "AnyEnding", "Floor", "Hands", "Outright", "Sets", "Target"]

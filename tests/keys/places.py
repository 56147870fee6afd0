"""List the program's classes with keys, and their places in the table of actions."""

import importlib
import pkgutil
from collections.abc import Iterator

from textual.dom import DOMNode

import spades_tui
from spades_tui.settings.actions import PLACES, Action
from spades_tui.tui.widgets.bindings import Bindings


def classes() -> dict[type[DOMNode], str]:
    """Return each class of the program that has keys, with its place."""
    for module in pkgutil.walk_packages(spades_tui.__path__, "spades_tui."):
        if not module.name.endswith("__main__") and not module.name.startswith(
            "spades_tui.web."
        ):  # this module has no keys
            importlib.import_module(module.name)
    found = {}
    for kind in _below(DOMNode):
        own = kind.__dict__.get("BINDINGS")
        if own and kind.__module__.startswith("spades_tui"):
            assert isinstance(own, Bindings), f"{kind.__name__} has keys that are not in the table"
            found[kind] = own.place
    return found


def actions_at(place: str) -> list[Action]:
    """Return the actions of a place and of the places under it."""
    return [action for one in (*PLACES[place].over, place) for action in _of(one)]


def _of(place: str) -> list[Action]:
    return [*(action for one in PLACES[place].over for action in _of(one)), *PLACES[place].actions]


def _below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)

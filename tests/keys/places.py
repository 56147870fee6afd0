"""List the program's classes with keys, and their bindings."""

import importlib
import pkgutil
from collections.abc import Iterator

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode

import spades_tui
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen


def classes() -> list[type[DOMNode]]:
    """Return each class of the program that has keys."""
    for module in pkgutil.walk_packages(spades_tui.__path__, "spades_tui."):
        if not module.name.endswith("__main__") and not module.name.startswith(
            "spades_tui.web."
        ):  # this module has no keys
            importlib.import_module(module.name)
    kinds = (kind for kind in _below(DOMNode) if kind.__module__.startswith("spades_tui"))
    return [kind for kind in dict.fromkeys(kinds) if vars(kind).get("BINDINGS")]


def own_bindings(kind: type[DOMNode]) -> list[Binding]:
    """Return the bindings that a class adds to those of its bases."""
    return [*vars(kind)["BINDINGS"]]


def bindings_on(kind: type[DOMNode]) -> list[Binding]:
    """Return all bindings of the program on a screen: its own, those of its bases that it keeps, and the app's."""
    keys: dict[str, list[Binding]] = {}
    for base in (SpadesApp, *reversed(kind.__mro__)):
        if base.__module__.startswith("spades_tui"):
            keys |= BindingsMap(vars(base).get("BINDINGS", ())).key_to_bindings
    return [binding for bindings in keys.values() for binding in bindings]


def screens() -> list[type[SpadesScreen]]:
    """Return each class of screens that has keys."""
    return [kind for kind in classes() if issubclass(kind, SpadesScreen)]


def _below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)

"""The bindings of the screens, and the list of actions for which players can choose keys, agree."""

import importlib
import pkgutil
from collections.abc import Iterator
from itertools import combinations

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode

import spades_tui
from spades_tui.language.unusable import UnusableError
from spades_tui.settings import keymap
from spades_tui.settings.actions import ACTIONS, KEYS, PLACES
from spades_tui.settings.keymap import read_key
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen


def classes() -> list[type[DOMNode]]:
    """Return each class of the program that can have keys."""
    for module in pkgutil.walk_packages(spades_tui.__path__, "spades_tui."):
        if not module.name.endswith("__main__") and not module.name.startswith("spades_tui.web."):  # it has no keys
            importlib.import_module(module.name)
    return [kind for kind in dict.fromkeys(_below(DOMNode)) if kind.__module__.startswith("spades_tui")]


def _below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def own_bindings(kind: type[DOMNode]) -> list[Binding]:
    """Return the bindings that a class adds to those of its bases."""
    return [*vars(kind).get("BINDINGS", ())]


def screens() -> list[type[SpadesScreen]]:
    return [kind for kind in classes() if issubclass(kind, SpadesScreen)]


def bindings_on(screen: type[SpadesScreen]) -> list[Binding]:
    """Return all bindings of the program on a screen: its own, those of its bases that it keeps, and the app's."""
    keys: dict[str, list[Binding]] = {}
    for base in (SpadesApp, *reversed(screen.__mro__)):
        if base.__module__.startswith("spades_tui"):
            keys |= BindingsMap(vars(base).get("BINDINGS", ())).key_to_bindings
    return [binding for bindings in keys.values() for binding in bindings]


def test_every_binding_with_an_id_has_its_default_key_and_words() -> None:
    words: dict[str, set[str]] = {}
    for kind in classes():
        for binding in own_bindings(kind):
            if binding.id is not None:
                assert binding.key == KEYS[binding.id], kind
                words.setdefault(binding.id, set()).add(binding.description)
    assert set(words) == set(ACTIONS)
    assert not {name for name in words if ACTIONS[name][1] not in words[name]}


def test_actions_that_meet_on_a_screen_are_in_one_place() -> None:
    met = {kind: {binding.id for binding in bindings_on(kind) if binding.id} for kind in screens()}
    places = [set(place.every) for place in PLACES]
    assert not [kind for kind, names in met.items() if names not in places]
    assert not [place for place in PLACES if set(place.every) not in met.values()]


def test_keys_that_never_change_are_refused_there() -> None:
    """Most of them can't be chosen anywhere, such as Enter."""
    for kind in screens():
        bindings = bindings_on(kind)
        names = {binding.id for binding in bindings if binding.id}
        for binding in bindings:
            if binding.id is None and _can_be_chosen(binding.key):
                assert binding.key in {key for place in PLACES if set(place.every) == names for key in place.fixed}, (
                    kind
                )


def _can_be_chosen(key: str) -> bool:
    try:
        return bool(read_key("hint", key))
    except UnusableError:
        return False


def test_every_screen_gives_reasons_for_dead_keys() -> None:
    """Only `why_not` decides what is possible, because a screen's own `check_action` would give no reason."""
    own = [kind for kind in screens() if own_bindings(kind) and "check_action" in vars(kind)]
    assert own == [SpadesScreen]


def test_labels_in_the_footer_have_at_most_three_words() -> None:
    for kind in classes():
        for binding in own_bindings(kind):
            assert len(binding.description.split()) <= 3, (kind, binding)


def test_no_default_key_is_used_twice_in_one_place() -> None:
    for place in PLACES:
        every = dict.fromkeys(place.every)
        for one, other in combinations(every, 2):
            assert KEYS[one] != KEYS[other], place
        assert not {KEYS[name] for name in place.every} & set(place.letters), place
        assert all(keymap.places_of(name) for name in place.every)

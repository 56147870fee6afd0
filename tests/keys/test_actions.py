"""The table of actions lists every key exactly once, with a description."""

from textual.app import App

from spades_tui.settings.actions import KEYS, PLACES
from spades_tui.tui.frame import SpadesScreen
from tests.keys.places import actions_at, classes


def test_every_binding_is_in_the_table_of_actions() -> None:
    found = classes()
    assert len(found) > 40
    assert set(found.values()) == set(PLACES)


def test_places_follow_the_base_classes_of_screens() -> None:
    found = classes()
    for kind, place in found.items():
        above = {found[base] for base in kind.__mro__[1:] if base in found}
        if issubclass(kind, App):
            continue
        if issubclass(kind, SpadesScreen):
            above.add("program")
        wanted: set[str] = set()
        for one in PLACES[place].over:
            wanted |= {one, *_over(one)}
        assert above == wanted or not issubclass(kind, SpadesScreen), kind


def _over(place: str) -> set[str]:
    return {*PLACES[place].over, *(far for one in PLACES[place].over for far in _over(one))}


def test_every_screen_gives_reasons_for_dead_keys() -> None:
    """Only `why_not` decides what is possible, because a screen's own `check_action` would give no reason."""
    own = [kind for kind in classes() if issubclass(kind, SpadesScreen) and "check_action" in vars(kind)]
    assert own == [SpadesScreen]


def test_every_action_name_has_a_key_and_an_action() -> None:
    named = {name for place in PLACES.values() for action in place.actions for name in (action.name, *action.also)}
    assert named - {""} == set(KEYS)
    for place in PLACES.values():
        for action in place.actions:
            assert action.name or action.fixed
            assert action.does
            if action.name and place.words:
                assert place.words


def test_changeable_actions_have_descriptions() -> None:
    told = {action.name for place in PLACES.values() for action in place.actions if action.words or action.long_label}
    assert set(KEYS) == told - {""}


def test_labels_in_the_footer_have_at_most_three_words() -> None:
    for name, place in PLACES.items():
        for action in place.actions:
            assert len(action.words.split()) <= 3, (name, action.words)


def test_no_default_key_is_used_twice_in_one_place() -> None:
    """The only exception is an action that replaces another one in that place."""
    instead = {("watch", "o"), ("screen", "ctrl+q")}
    for place in PLACES:
        met: dict[str, str] = {}
        for action in actions_at(place):
            for name in (action.name, *action.also):
                key = KEYS.get(name, "")
                if key and (place, key) not in instead:
                    assert met.setdefault(key, name) == name, (place, key)
        typed = set(PLACES[place].letters)
        own = {KEYS[action.name] for action in PLACES[place].actions if action.name and not action.fixed}
        assert not typed & own, place

"""The bindings of the screens, and the list of actions for which players can choose keys, agree."""

from itertools import combinations

from spades_tui.settings import keymap
from spades_tui.settings.actions import ACTIONS, KEYS, PLACES
from spades_tui.settings.keymap import KeyFaultError, read_key
from spades_tui.tui.frame import SpadesScreen
from tests.keys.places import bindings_on, classes, own_bindings, screens


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
    except KeyFaultError:
        return False


def test_every_screen_gives_reasons_for_dead_keys() -> None:
    """Only `why_not` decides what is possible, because a screen's own `check_action` would give no reason."""
    assert [kind for kind in screens() if "check_action" in vars(kind)] == [SpadesScreen]


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

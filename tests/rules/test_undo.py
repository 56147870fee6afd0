"""The component `undo` lets one person among computer players undo action after action."""

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs import Undo
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from tests.rules.parts import built, error_of, placed

pytestmark = pytest.mark.rule("3B-11")


def test_undo_is_a_practice_switch_that_is_off_by_default() -> None:
    assert built(Undo) == Undo(kind="undo", rule="3B-11", on=False)
    sentence = "Practice: you may undo one action after another, back to the deal; the game doesn't count."
    assert (built(Undo, on=True).sentence(), built(Undo).sentence()) == (sentence, "")
    message = error_of("sandbags", "customs", {"kind": "undo", "on": "yes"})
    assert message == "customs[2].on: 'yes' isn't allowed; use true or false"


@pytest.mark.parametrize("on", [True, False])
def test_the_switch_allows_undo_and_makes_a_practice_game(on: bool) -> None:
    rules, place = placed("sandbags", "customs", {"kind": "undo", "on": on})
    made = ruleset(checked(Variant, rules))
    assert (made.undo, made.practice) == (on, "undo was on" if on else "")
    del rules["customs"][place]
    assert not ruleset(checked(Variant, rules)).undo


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_shipped_game_offers_undo_to_one_person(slug: str) -> None:
    variant = shipped()[slug]
    assert [variant.unfit(people) for people in range(5)] == [None] * 5
    assert not ruleset(variant).undo
    chosen = with_options(variant, {"undo": True})
    assert ruleset(chosen).undo
    assert [chosen.unfit(people) for people in (0, 1)] == [None, None]
    assert chosen.unfit(3) == ("undo is for one person alone, and 3 people sit here", "3B-11")

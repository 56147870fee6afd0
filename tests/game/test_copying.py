"""States are copied as `dataclasses.replace` does it."""

from __future__ import annotations

import dataclasses

import pytest

from spades_tui.game.copying import changed_at, changing, replace
from spades_tui.game.state import GameState, HandState, new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset


def hand() -> HandState:
    four = (0, 1, 2, 3)
    no = (False,) * 4
    return HandState(1, 0, four, four, four, four, None, None, no, no, four, no)


def test_a_copy_is_what_replace_makes() -> None:
    old = hand()
    for changes in ({}, {"trick": (), "broken": True}, {"bids": (1, 2, 3, 4), "took": (0,) * 4, "stage": 2}):
        new = replace(old, **changes)  # type: ignore[arg-type]
        assert type(new) is HandState
        assert new == dataclasses.replace(old, **changes)  # type: ignore[arg-type]
        assert new is not old
    assert old == hand(), "the old one has not changed"


def test_what_changes_at_every_card_is_changed_alike() -> None:
    old = hand()
    changed = changing(HandState, "took", "broken")
    new = changed(old, (1, 2, 3, 4), True)
    assert type(new) is HandState
    assert new == dataclasses.replace(old, took=(1, 2, 3, 4), broken=True)
    assert old == hand(), "the old one has not changed"
    with pytest.raises(dataclasses.FrozenInstanceError):
        new.broken = False  # type: ignore[misc]
    with pytest.raises(AttributeError):
        changing(HandState, "brokne")


def test_one_of_several_is_changed() -> None:
    assert [changed_at((1, 2, 3), place, 9) for place in range(3)] == [(9, 2, 3), (1, 9, 3), (1, 2, 9)]


def test_a_copy_is_as_frozen_as_the_first() -> None:
    state = new_game(ruleset(shipped()["sandbags"]))
    new = replace(state, hand=hand())
    assert type(new) is GameState
    with pytest.raises(dataclasses.FrozenInstanceError):
        new.hand = None  # type: ignore[misc]
    with pytest.raises(AttributeError):
        replace(state, hadn=None)  # type: ignore[call-arg]

"""Nobody who only looks on sees a card set aside, and no seat sees another one's."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.cards import hand_of, parse
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.seats import observe
from tests.bots.tables import at_play, rules_of

KNOWN = {
    0: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    1: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    2: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
}
CARDS = [hand_of([parse(name)]) for name in ("AS", "KS", "QS", "JS")]
"""A card set aside by each seat."""


def changed(**hand: Any) -> GameState:
    state = at_play(rules_of("sandbags"), KNOWN, [3, 3, 3, 3], "AC", 3).state
    return replace(state, hand=replace(state.current, **hand))


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("part", ["thrown", "passed", "got"])
def test_each_seat_sees_its_own_card_set_aside_and_a_passer_by_none(part: str) -> None:
    state = changed(**{part: tuple(CARDS)})
    assert [getattr(observe(state, seat), part) for seat in range(4)] == CARDS
    assert getattr(observe(state, None), part) == 0
    assert observe(state, None) == observe(changed(**{part: tuple(reversed(CARDS))}), None)


@pytest.mark.rule("C-9")
def test_only_the_seat_that_throws_one_back_sees_the_card_drawn() -> None:
    state = changed(drawn=CARDS[0], discarding=2)
    assert [observe(state, seat).drawn for seat in range(4)] == [0, 0, CARDS[0], 0]
    assert observe(state, None).drawn == 0


@pytest.mark.rule("BM-1", "C-9")
def test_cards_left_out_are_seen_by_nobody_before_the_score() -> None:
    state = changed(aside=CARDS[3], dead=CARDS[2])
    for seat in (None, 0, 1, 2, 3):
        seen = observe(state, seat)
        assert seen.extra_down
        assert seen.dead is None
    assert not observe(changed(), None).extra_down


@pytest.mark.rule("C-9")
def test_a_passer_by_sees_no_hand_and_has_no_choices() -> None:
    seen = observe(changed(), None)
    assert (seen.seat, seen.own, seen.legal, seen.aside, seen.why_not) == (None, None, (), (), {})
    assert seen.sizes == (12, 13, 13, 13)
    assert not (seen.may_claim or seen.follows or seen.ace_low or seen.may_choose_blind)


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_an_unknown_seat_observes_nothing(seat: int) -> None:
    with pytest.raises(ValueError, match="not at this table"):
        observe(changed(), seat)


@pytest.mark.rule("BM-1")
def test_the_dead_hand_is_seen_by_everybody_after_the_score() -> None:
    scored = replace(changed().standing, hands=1)
    state = replace(changed(dead=CARDS[2]), phase=Phase.DEAL, standing=scored)
    assert {observe(state, seat).dead for seat in (None, 0, 3)} == {CARDS[2]}
    assert observe(replace(state, hand=changed().hand), None).dead is None


def test_everybody_sees_who_leads_and_who_is_winning_the_trick() -> None:
    rules = rules_of("sandbags")
    led, followed = (at_play(rules, KNOWN, [3, 3, 3, 3], plays, 3).state for plays in ("3C", "3C AD"))
    for seat in (None, 0, 1):
        assert (observe(led, seat).leader, observe(led, seat).winning) == (0, 0)
        assert (observe(followed, seat).leader, observe(followed, seat).winning) == (0, 0)
    unled = at_play(rules, KNOWN, [3, 3, 3, 3], "", 3).state
    assert (observe(unled, None).leader, observe(unled, None).winning) == (0, None)
    assert observe(replace(unled, phase=Phase.PLAYED), None).leader == 0
    assert observe(replace(unled, phase=Phase.DEAL), None).leader is None

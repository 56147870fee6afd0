"""Searching players answer every situation right, and no play-out predicts worse near the end."""

from collections import Counter

import pytest

from spades_tui.bots.levels import LEVELS
from spades_tui.game.events import Claim
from spades_tui.game.machine import on_turn
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats.observer import observe
from tests import few
from tests.bench import ends
from tests.bench.situations.__main__ import answer
from tests.bench.situations.reading import Situation, build, judge, load, words_of

SITUATIONS = load()
SEARCHING = ("strong", "expert")
NAMES = [situation.name for situation in SITUATIONS]
STRONG_ERRORS = 0.02
"""Maximum share of wrong answers of `strong`, 0 to 1: now and then, its ten deals are unlucky."""


def test_each_kind_has_at_least_three_situations() -> None:
    kinds = Counter(situation.kind for situation in SITUATIONS)
    assert len(SITUATIONS) >= 75
    for kind in (
        "partner's sure trick", "partner's zero", "needless bag", "last opponent", "sponge", "anti-sponge", "low-ball",
        "no overtricks", "exact bid", "Bemo", "lost game", "cover", "dictated bid",
        "sure tricks", "zero to cover",
    ):  # fmt: skip
        assert kinds[kind] >= 3, kind


@pytest.mark.parametrize("situation", SITUATIONS, ids=NAMES)
def test_every_situation_has_right_and_wrong_legal_choices(situation: Situation) -> None:
    """Every layout gives the same observation; some legal choice is right and some is wrong."""
    first, second = build(situation, 1), build(situation, 2)
    assert on_turn(first.state) == 0
    seen = observe(first.state, 0)
    assert seen == observe(second.state, 0)
    verdicts = {judge(situation, event) for event in (*seen.legal, Claim(0, seen.rules.tricks - len(seen.tricks)))}
    assert verdicts == {True, False}
    assert situation.lines["because"]
    assert any(judge(situation, event) for event in seen.legal)


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize("situation", SITUATIONS, ids=NAMES)
def test_each_situation_is_answered_right(situation: Situation, level: str) -> None:
    if level not in LEVELS:
        pytest.skip(f"there is no {level} yet")
    event = answer(situation, level)
    assert judge(situation, event), f"{words_of(event)}: {situation.lines['because']}"


@pytest.mark.slow
@pytest.mark.parametrize("situation", SITUATIONS, ids=NAMES)
def test_expert_answers_each_situation_right_with_other_random_numbers(situation: Situation) -> None:
    for stream in range(2, 2 + few(3)):
        event = answer(situation, "expert", stream)
        assert judge(situation, event), f"{words_of(event)}: {situation.lines['because']}"


@pytest.mark.slow
def test_strong_is_hardly_ever_wrong_with_other_random_numbers() -> None:
    answers = [judge(one, answer(one, "strong", stream)) for one in SITUATIONS for stream in range(2, 2 + few(3))]
    assert answers.count(False) <= STRONG_ERRORS * len(answers)


def test_predictions_improve_as_the_hand_nears_its_end() -> None:
    found = ends.measured(ruleset(shipped()["sandbags"]), "club", 12)
    assert found[3, False].squares < found[0, False].squares
    assert all(found[quarter, False].count == found[0, False].count for quarter in ends.QUARTERS)

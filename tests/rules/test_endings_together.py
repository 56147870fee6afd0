"""A target, a number of hands and a floor work together in any order, each with its reason and its ties."""

from itertools import permutations
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import from_data
from tests.rules.parts import standing

TARGET: dict[str, Any] = {"kind": "target", "rule": "HM-1", "points": 300}
HANDS: dict[str, Any] = {"kind": "hands", "rule": "HM-2", "hands": 10, "parts": "first", "fewest_bags": True}
FLOOR: dict[str, Any] = {"kind": "floor", "rule": "HM-3", "points": -100}


def data(*endings: dict[str, Any]) -> dict[str, Any]:
    """Return Sandbags with these endings."""
    return {**shipped()["sandbags"].to_json(), "slug": "home", "endings": list(endings), "options": ["target", "hands"]}


def game(*endings: dict[str, Any]) -> Ruleset:
    return ruleset(from_data(data(*endings)))


def ends(rules: Ruleset, hands: int, totals: tuple[int, int], bags: tuple[int, int] = (0, 0)) -> object:
    outcome = rules.decide(standing(totals=totals, bags=bags, hands=hands), None)
    return outcome and (outcome.reason, *outcome.winners)


@pytest.mark.rule("SB-10", "LG-2", "NL-10")
@pytest.mark.parametrize("order", list(permutations((TARGET, HANDS, FLOOR))))
def test_the_first_ending_that_applies_gives_the_reason(order: tuple[dict[str, Any], ...]) -> None:
    rules = game(*order)
    first = order[0]["kind"]
    assert ends(rules, 9, (299, -99)) is None
    assert ends(rules, 4, (300, -99)) == ("target", 0)
    assert ends(rules, 10, (299, -99)) == ("hands", 0)
    assert ends(rules, 4, (-100, 20)) == ("floor", 1)
    assert ends(rules, 10, (300, -100)) == (first, 0)
    assert ends(rules, 4, (300, 300)) is None
    assert ends(rules, 10, (50, 50)) is None
    assert ends(rules, 10, (50, 50), (3, 2)) == ("hands", 1)
    assert (rules.goal, rules.game_hands) == (300, 10)


@pytest.mark.rule("SB-10", "LG-2")
def test_games_with_a_target_and_a_number_of_hands_end_by_either() -> None:
    reasons = set()
    for number in range(1, 9):
        variant = from_data(data({**TARGET, "points": 150}, {**HANDS, "hands": 4}))
        played = play_game(TableSetup(variant, {}, bot_seats(4, "beginner"), 0, "both", number))
        assert played.ended
        reasons.add(played.text.rpartition('"reason":')[2].split('"')[1])
    assert reasons == {"target", "hands"}

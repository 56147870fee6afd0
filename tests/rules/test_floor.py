"""The component `floor` ends a game when a side falls too low."""

from typing import Any

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.endings import Floor, Target
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import built, error_of, standing


@pytest.mark.rule("NL-10", "CT-2")
@pytest.mark.parametrize(
    ("totals", "winners", "standings"),
    [
        ((-199, 10), None, None),
        ((-200, 10), (1,), ((1,), (0,))),
        ((40, -310), (0,), ((0,), (1,))),
        ((-200, -200), None, None),
        ((-210, -200), (1,), ((1,), (0,))),
        ((30, -200, 30, 10), None, None),
        ((31, -200, 30, 30), (0,), ((0,), (2, 3), (1,))),
    ],
)
def test_the_floor_ends_the_game_for_the_highest_total(
    totals: tuple[int, ...], winners: object, standings: object
) -> None:
    outcome = built(Floor, points=-200).decide(standing(totals=totals), None)
    assert (outcome.winners if outcome else None) == winners
    assert (outcome.standings if outcome else None) == standings
    assert outcome is None or outcome.reason == "floor"


def game(*endings: dict[str, Any]) -> Any:
    """Return the rules of sandbags with these endings."""
    return ruleset(from_data({**shipped()["sandbags"].to_json(), "endings": list(endings), "options": []}))


TO_500 = {"kind": "target", "rule": "SB-10", "points": 500}
FROM_200 = {"kind": "floor", "rule": "NL-10", "points": -200}


@pytest.mark.rule("NL-10", "CT-2")
@pytest.mark.parametrize(
    ("totals", "reason"),
    [
        ((510, -200), "target"), ((490, -200), "floor"), ((500, 500), None), ((490, -199), None),
        ((-200, -200), None), ((-250, -200), "floor"),
    ],
)  # fmt: skip
def test_the_reason_is_the_target_if_a_side_has_reached_it(totals: tuple[int, ...], reason: str | None) -> None:
    outcome = game(TO_500, FROM_200).decide(standing(totals=totals), None)
    assert (outcome.reason if outcome else None) == reason
    assert outcome is None or outcome.winners == (totals.index(max(totals)),)


@pytest.mark.rule("NL-10")
def test_a_floor_before_the_target_gives_the_reason() -> None:
    assert game(FROM_200, TO_500).decide(standing(totals=(510, -200)), None).reason == "floor"


@pytest.mark.rule("NL-10")
def test_tied_sides_play_another_hand_and_are_checked_again() -> None:
    rules = game(TO_500, FROM_200)
    level = standing(totals=(-200, -200))
    assert rules.decide(level, None) is None
    assert rules.extra_hand(level) == "Sudden death: tied at −200, so another hand is played"
    assert rules.decide(standing(totals=(-190, -180)), None) is None
    assert rules.extra_hand(standing(totals=(-190, -180))) is None


@pytest.mark.rule("NL-10")
def test_fewer_overtricks_can_break_a_tie_for_the_lead() -> None:
    level = standing(totals=(-250, -250), bags=(2, 1))
    assert built(Floor, points=-200).decide(level, None) is None
    parting = built(Floor, points=-200, fewest_bags=True)
    outcome = parting.decide(level, None)
    assert outcome is not None
    assert (outcome.winners, outcome.standings) == ((1,), ((1,), (0,)))
    assert parting.decide(standing(totals=(-250, -250), bags=(1, 1)), None) is None
    assert parting.sentence().endswith("the most points win; fewer overtricks break a tie.")
    uncounted = error_of("3b-four", "endings", {"kind": "floor", "points": -50, "fewest_bags": True})
    assert uncounted.endswith("fewest_bags: overtricks aren't counted, so they can't break a tie")


def test_invalid_declarations_are_refused() -> None:
    for points in (-1, -1_000_000):
        assert built(Floor, points=points).points == points
    for points in (0, -1_000_001):
        wanted = f"endings[1].points: {points} isn't allowed; use a whole number from -1000000 to -1"
        assert error_of("sandbags", "endings", {"kind": "floor", "points": points}) == wanted
    assert error_of("sandbags", "endings", {"kind": "floor", "points": -200}, without="target") == (
        "endings: the game has no end; a component of kind 'target' or 'hands' is missing"
    )
    with pytest.raises(VariantError, match="'target' is asked after the endings"):
        game({"kind": "target", "rule": "SB-10", "points": 500}, {"kind": "sets", "rule": "JK-11", "limit": 3})


def test_the_floor_has_its_defaults_and_sentence() -> None:
    ending = built(Floor, points=-200)
    assert ending == Floor(kind="floor", rule="NL-10", points=-200)
    sentence = "The game also ends when a side has −200 points or less after a hand; the most points win."
    assert ending.sentence() == sentence
    assert ending.how == ending.title == "because a side has fallen to −200 points or below"
    assert (ending.lowest, ending.goal, ending.last, ending.at_once) == (-200, None, False, False)
    assert built(Target, points=500).lowest is None

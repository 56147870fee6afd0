"""How a game ends: at a target, after hands, below a floor, after sets; and who wins."""

from typing import Any

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.endings import Floor, Hands, Sets
from spades_tui.rules.ledger import places
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import bounded, built, error_of, standing


@pytest.mark.rule("LG-2")
@pytest.mark.parametrize(
    ("hands", "totals", "standings"),
    [
        (11, (10, 20), None),
        (12, (10, 20), ((1,), (0,))),
        (12, (20, 20), None),
        (12, (10, 20, 20, 40), ((3,), (1, 2), (0,))),
        (12, (10, 20, 40, 40), None),
    ],
)
def test_parts_first_extends_the_game_only_for_a_tied_lead(
    hands: int, totals: tuple[int, ...], standings: object
) -> None:
    ending = built(Hands, hands=12, parts="first")
    here = standing(totals=totals, hands=hands)
    outcome = ending.decide(here, None)
    assert (outcome.standings if outcome else None) == standings
    assert (
        outcome is not None
        or hands < 12
        or ending.level(here) == (f"Sudden death: tied at {max(totals)}, so another hand is played")
    )
    assert ending.sentence() == "The game has 12 hands; while the lead is tied, another hand is played."
    assert not ending.parts_all


@pytest.mark.rule("LG-2")
def test_fewer_overtricks_can_break_a_tie_for_the_lead() -> None:
    ending = built(Hands, hands=12, parts="first", fewest_bags=True)
    outcome = ending.decide(standing(totals=(20, 20, 5), bags=(3, 2, 0), hands=12), None)
    assert outcome is not None
    assert (outcome.winners, outcome.standings) == ((1,), ((1,), (0,), (2,)))
    assert ending.decide(standing(totals=(20, 20), bags=(2, 2), hands=12), None) is None
    assert ending.sentence() == (
        "The game has 12 hands; fewer overtricks break a tie; while the lead is tied, another hand is played."
    )
    entry = {"kind": "hands", "hands": 3, "fewest_bags": True}
    assert error_of("sandbags", "endings", entry, without="target") == (
        'endings[1].fewest_bags: overtricks only break a tie for the lead; add `parts = "first"`'
    )
    uncounted = error_of("3b-four", "endings", {**entry, "parts": "first"})
    assert uncounted.endswith("fewest_bags: overtricks aren't counted, so they can't break a tie")


@pytest.mark.rule("3B-16")
def test_bounds_and_invalid_declarations_are_refused() -> None:
    bounded("3b-four", "endings", Hands, "hands", 1, 200)
    assert error_of("bemo", "endings", {"kind": "hands", "hands": 8}, without="target") == (
        "endings[1].kind: 'hands' is asked after the endings that come at once"
    )


def game(*endings: dict[str, Any]) -> Any:
    """Return the rules of sandbags with these endings."""
    return ruleset(from_data({**shipped()["sandbags"].to_json(), "endings": list(endings), "options": []}))


@pytest.mark.rule("NL-10")
def test_floor_fewer_overtricks_can_break_a_tie_for_the_lead() -> None:
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


def test_invalid_declarations_of_floor_are_refused() -> None:
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


@pytest.mark.rule("JK-11")
def test_bounds_and_invalid_declarations_of_sets_are_refused() -> None:
    bounded("jokers", "endings", Sets, "limit", 1, 100)
    assert error_of("sandbags", "endings", {"kind": "sets", "limit": 3}) == ""
    message = "endings[1].kind: losing by sets is for two sides, so it needs two pairs of partners"
    assert error_of("bemo", "endings", {"kind": "sets", "limit": 3}) == message


@pytest.mark.rule("JK-11")
@pytest.mark.parametrize(
    ("sets", "said_of_it"),
    [
        (1, "set for the first time"),
        (2, "set for the second time: one more loses the game"),
        (3, "set for the third time"),
        (9, "set for the ninth time"),
        (10, "set 10 times"),
    ],
)
def test_each_set_has_its_notice(sets: int, said_of_it: str) -> None:
    assert built(Sets, limit=3).set_again(sets) == said_of_it


@pytest.mark.rule("JK-11")
def test_an_ending_by_sets_has_its_sentence_and_explains_a_tie() -> None:
    ending = built(Sets, limit=3)
    assert ending.how == ending.title == "because the other side was set too often"
    assert (ending.most_sets, ending.last, ending.goal) == (3, False, None)
    assert ending.level(standing(sets=(2, 2))) is None
    level = "Sudden death: both sides are out and tied, so another hand is played"
    assert ending.level(standing(sets=(3, 3))) == level


@pytest.mark.parametrize(
    ("totals", "first", "standings"),
    [
        ((10, 30, 20), (), ((1,), (2,), (0,))),
        ((10, 30, 10), (), ((1,), (0, 2))),
        ((10, 30, 10), (2,), ((2,), (1,), (0,))),
        ((5, 5, 5), (), ((0, 1, 2),)),
    ],
)
def test_places_follow_the_totals_after_the_winners(
    totals: tuple[int, ...], first: tuple[int, ...], standings: object
) -> None:
    assert places(totals, first) == standings


@pytest.mark.rule("3B-15", "3B-19")
def test_last_places_are_the_seats_with_the_lowest_total() -> None:
    alone, pairs = ruleset(shipped()["3b-four"]), ruleset(shipped()["sandbags"])
    assert alone.last_places((30, -5, 12, 40)) == (1,)
    assert alone.last_places((30, -5, -5, 40)) == (1, 2)
    assert alone.last_places((7, 7, 7, 7)) == (0, 1, 2, 3)
    assert alone.last_places((-90, 1, 5, 1), outright=0) == (1, 3)
    assert pairs.last_places((10, 20)) == (0, 2)

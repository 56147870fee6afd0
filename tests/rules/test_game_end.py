"""How a game ends: at a target, after hands, below a floor, after sets; and who wins."""

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.record.event_words import set_lines
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.endings import Floor, Hands, Sets, Target
from spades_tui.rules.ledger import places
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import bounded, built, error_of, standing


@pytest.mark.rule("SB-10", "BM-12")
def test_the_target_has_bounds_defaults_and_a_sentence() -> None:
    bounded("sandbags", "endings", Target, "points", 1, 1_000_000)
    ending = built(Target, points=500)
    assert ending == Target(kind="target", rule="SB-10", points=500, fewest_bags=False)
    assert ending.sentence() == "The game goes to 500 points; the most points win."
    parted = built(Target, points=1, fewest_bags=True).sentence()
    assert parted == "The game goes to 1 point; the most points win; fewer overtricks break a tie."
    assert (ending.how, ending.title) == ("with the most points", "with the most points")
    assert (ending.goal, ending.last, ending.parts_all, ending.game_hands) == (500, True, False, None)


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


@pytest.mark.rule("3B-16", "3B-17")
def test_a_game_of_hands_has_its_defaults_and_sentence() -> None:
    ending = built(Hands, hands=8)
    assert ending == Hands(kind="hands", rule="3B-16", hands=8)
    assert ending.sentence() == "The game has 8 hands; while any players are tied, another hand is played."
    assert built(Hands, hands=1).sentence().startswith("The game has 1 hand; ")
    assert (ending.how, ending.title) == ("with the most points after the last hand", "most points after the last hand")
    assert (ending.game_hands, ending.parts_all, ending.last, ending.goal) == (8, True, True, None)
    assert (ending.shortened(3).hands, ending.shortened(9).hands) == (3, 8)


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


def test_the_floor_has_its_defaults_and_sentence() -> None:
    ending = built(Floor, points=-200)
    assert ending == Floor(kind="floor", rule="NL-10", points=-200)
    sentence = "The game also ends when a side has −200 points or less after a hand; the most points win."
    assert ending.sentence() == sentence
    assert ending.how == ending.title == "because a side has fallen to −200 points or below"
    assert (ending.lowest, ending.goal, ending.last, ending.at_once) == (-200, None, False, False)
    assert built(Target, points=500).lowest is None


@pytest.mark.rule("JK-11")
def test_bounds_and_invalid_declarations_of_sets_are_refused() -> None:
    bounded("jokers", "endings", Sets, "limit", 1, 100)
    assert error_of("sandbags", "endings", {"kind": "sets", "limit": 3}) == ""
    message = "endings[1].kind: losing by sets is for two sides, so it needs two pairs of partners"
    assert error_of("bemo", "endings", {"kind": "sets", "limit": 3}) == message


@pytest.mark.rule("JK-11")
@pytest.mark.parametrize(
    ("limit", "sentence"),
    [(1, "A side that is set once loses at once."), (3, "A side that is set 3 times loses at once.")],
)
def test_the_rules_page_describes_the_limit_of_sets(limit: int, sentence: str) -> None:
    assert built(Sets, limit=limit) == Sets(kind="sets", rule="JK-11", limit=limit)
    assert built(Sets, limit=limit).sentence() == sentence


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


@pytest.mark.rule("JK-11")
def test_the_number_of_sets_is_in_words() -> None:
    rules = ruleset(shipped()["jokers"])
    before = rules.fresh_standing()
    names = ("Ann", "Bea", "Cy", "Dot")
    first = replace(before, sets=(1, 0))
    second = replace(before, sets=(2, 0))
    third = replace(before, sets=(3, 1))
    assert set_lines(rules, before, first, names) == ["Ann & Cy are set for the first time"]
    assert set_lines(rules, first, second, names) == ["Ann & Cy are set for the second time: one more loses the game"]
    assert set_lines(rules, second, third, names) == [
        "Ann & Cy are set for the third time", "Bea & Dot are set for the first time"
    ]  # fmt: skip
    assert set_lines(rules, first, first, names) == []
    plain = ruleset(shipped()["sandbags"])
    assert set_lines(plain, plain.fresh_standing(), plain.fresh_standing(), names) == []


def level(slug: str, **changes: Any) -> tuple[Ruleset, str | None]:
    """Return the rules, and the sentence before the next hand of a game with this score."""
    rules = ruleset(with_options(shipped()[slug], {}))
    standing = replace(rules.fresh_standing(), **changes)
    return rules, rules.extra_hand(standing)


@pytest.mark.rule("3B-17", "JK-11", "JK-12", "SB-10", "BM-12")
def test_another_hand_is_explained() -> None:
    assert level("sandbags", totals=(500, 500), hands=7)[1] == "Sudden death: tied at 500, so another hand is played"
    assert level("sandbags", totals=(499, 499), hands=7)[1] is None
    assert level("classic", totals=(-200, -200))[1] == "Sudden death: tied at −200, so another hand is played"
    assert level("classic", totals=(-190, -180))[1] is None
    assert level("jokers", totals=(505, 505), hands=7)[1] == "Sudden death: tied at 505, so another hand is played"
    both = "Sudden death: both sides are out and tied, so another hand is played"
    assert level("jokers", totals=(20, 20), sets=(3, 3), hands=7)[1] == both
    assert level("bemo", totals=(600, 600, 3), hands=9)[1] == "Sudden death: tied at 600, so another hand is played"
    players = "Sudden death: players are tied, so another hand is played"
    assert level("3b-three", totals=(1, 1, 3), hands=9)[1] == players
    assert level("3b-three", totals=(1, 1, 3), hands=8)[1] is None
    assert level("3b-five", totals=(1, 1, 3, 4, 5), hands=9)[1] == players

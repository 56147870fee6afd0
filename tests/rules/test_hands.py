"""The component `hands` ends a game after a number of hands."""

import pytest

from spades_tui.rules.endings import Hands
from tests.rules.parts import bounded, built, error_of, part, standing


@pytest.mark.rule("3B-16", "3B-17")
@pytest.mark.parametrize(
    ("hands", "totals", "standings"),
    [
        (7, (10, 20, 30, 40), None),
        (8, (10, 20, 30, 40), ((3,), (2,), (1,), (0,))),
        (8, (10, 20, 20, 40), None),
        (8, (10, 10, 30, 40), None),
        (9, (10, 11, 30, 40), ((3,), (2,), (1,), (0,))),
    ],
)
def test_a_game_of_hands_ends_after_the_last_hand_without_ties(
    hands: int, totals: tuple[int, ...], standings: object
) -> None:
    outcome = part("3b-four", Hands).decide(standing(totals=totals, hands=hands), None)
    assert (outcome.standings if outcome else None) == standings
    assert outcome is None or (outcome.reason, outcome.winners) == ("hands", (3,))


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
@pytest.mark.parametrize(("hands", "level"), [(7, False), (8, True), (9, True)])
def test_a_tie_after_the_last_hand_explains_another_hand(hands: int, level: bool) -> None:
    why = part("3b-four", Hands).level(standing(totals=(1, 1, 2, 3), hands=hands))
    assert why == ("Sudden death: players are tied, so another hand is played" if level else None)


@pytest.mark.rule("3B-16", "3B-17")
def test_a_game_of_hands_has_its_defaults_and_sentence() -> None:
    ending = built(Hands, hands=8)
    assert ending == Hands(kind="hands", rule="3B-16", hands=8)
    assert ending.sentence() == "The game has 8 hands; while any players are tied, another hand is played."
    assert built(Hands, hands=1).sentence().startswith("The game has 1 hand; ")
    assert (ending.how, ending.title) == ("with the most points after the last hand", "most points after the last hand")
    assert (ending.game_hands, ending.parts_all, ending.last, ending.goal) == (8, True, True, None)
    assert (ending.shortened(3).hands, ending.shortened(9).hands) == (3, 8)

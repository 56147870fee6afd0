"""The component `sets` ends the game for a side that is set too often."""

import pytest

from spades_tui.rules.endings import Sets
from tests.rules.parts import bounded, built, error_of, part, standing


@pytest.mark.rule("JK-11")
@pytest.mark.parametrize(
    ("sets", "totals", "winners"),
    [
        ((2, 2), (400, -90), None),
        ((3, 2), (400, -90), (1,)),
        ((2, 3), (-400, 90), (0,)),
        ((3, 3), (120, 90), (0,)),
        ((3, 3), (90, 90), None),
        ((4, 3), (90, 100), (1,)),
    ],
)
def test_a_side_set_too_often_loses(
    sets: tuple[int, int], totals: tuple[int, int], winners: tuple[int, ...] | None
) -> None:
    outcome = part("jokers", Sets).decide(standing(totals=totals, sets=sets), None)
    assert (outcome.winners if outcome else None) == winners


@pytest.mark.rule("JK-11")
def test_bounds_and_invalid_declarations_are_refused() -> None:
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

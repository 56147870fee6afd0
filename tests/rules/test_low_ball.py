"""The component `low_ball` marks hands with few tricks bid."""

import pytest

from spades_tui.rules.customs import LowBall
from tests.rules.parts import Entry, bounded, built, error_of


@pytest.mark.rule("3B-8")
def test_values_out_of_bounds_are_refused() -> None:
    bounded("3b-four", "customs", LowBall, "under", 0, 20, super_under=0)
    bounded("3b-four", "customs", LowBall, "super_under", 0, 20, under=20)
    low = built(LowBall, under=12, super_under=11)
    assert low == LowBall(kind="low_ball", rule="3B-8", under=12, super_under=11)
    sentence = "Bids that add up to less than 12 are a low-ball; less than 11, a super-low-ball. A zero counts as one."
    assert low.sentence() == sentence


@pytest.mark.rule("3B-8")
@pytest.mark.parametrize(
    ("slug", "entry", "message"),
    [
        ("3b-four", {"under": 11}, ""),
        ("3b-four", {"under": 10}, "customs[1].super_under: 11 is above `under`, 10"),
        ("3b-four", {"under": 5, "super_under": 5}, ""),
        (
            "3b-four",
            {"under": 4, "super_under": 4},
            "customs[1].under: bids come to 4 at least (a zero counts as one), never to less than 4",
        ),
        (
            "bemo",
            {"under": 3, "super_under": 0},
            "customs[1].under: bids come to 3 at least (a zero counts as one), never to less than 3",
        ),
    ],
)
def test_invalid_declarations_are_refused(slug: str, entry: Entry, message: str) -> None:
    assert error_of(slug, "customs", {"kind": "low_ball", **entry}) == message


@pytest.mark.rule("3B-8")
@pytest.mark.parametrize(
    ("bids", "called"),
    [
        ((3, 3, 3, 3), None),
        ((3, 3, 3, 2), "low"),
        ((3, 3, 3, 1), "super"),
        ((3, 3, 3, 0), "super"),
        ((4, 4, 3, 0), None),
        ((4, 4, 2, 0), "low"),
        ((4, 4, 3, None, 1), None),
        ((4, 4, 3, None, None), "low"),
    ],
)
def test_the_sum_of_bids_makes_a_low_ball_or_super_low_ball(bids: tuple[int | None, ...], called: str | None) -> None:
    assert built(LowBall, under=12, super_under=11).called(bids) == called

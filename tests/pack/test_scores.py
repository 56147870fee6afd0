"""Hands of `classic` and its relatives score as in the examples of NL, also in rare combinations."""

from typing import Any

import pytest

from spades_tui.game.findings import HandScore
from spades_tui.record.writer import finding_line
from tests.game.tables import Sitting, sheet

Sheet = list[tuple[str, int]]


def score_of(
    bids: tuple[int | str, int | str], took: tuple[int, int], slug: str = "classic", bags: int = 0, **options: Any
) -> HandScore:
    """Score a hand with these bids and tricks of two partners; the other side takes the rest."""
    game = Sitting(slug, 0, **options).so_far(bags=(bags, 0), totals=(0, 100))
    rest = 13 - sum(took)
    others = (0, 4) if slug == "suicide" else (3, 3)
    return game.played((bids[0], others[0], bids[1], others[1]), (took[0], rest // 2, took[1], rest - rest // 2))


def points_and_bags(score: HandScore) -> tuple[int, int]:
    """Return the points and the bags of the two partners."""
    assert score.bags is not None
    return score.points[0], score.bags[0]


# ---- the examples of the rules: bids and tricks of one hand --------------------------------------------


@pytest.mark.rule("NL-4")
def test_bids_of_four_and_three_with_eight_tricks_score_71() -> None:
    score = score_of((4, 3), (5, 3))
    assert sheet(score, 0) == [("NL-4", 70), ("NL-4", 1)]
    assert points_and_bags(score) == (71, 1)


@pytest.mark.rule("NL-4", "NL-5")
def test_a_made_nil_scores_separately_from_the_partners_bid() -> None:
    assert sheet(score_of((0, 4), (0, 4)), 0) == [("NL-5", 100), ("NL-4", 40)]


@pytest.mark.rule("NL-4", "NL-5", "NL-6")
@pytest.mark.parametrize(
    ("failed_nil", "lines", "total", "bags"),
    [
        ("helps", [("NL-5", -100), ("NL-4", 40), ("NL-4", 1)], -59, 1),
        ("bags", [("NL-5", -100), ("NL-6", 2), ("NL-4", -40)], -138, 2),
        ("bags_only", [("NL-5", -100), ("NL-4", -40)], -140, 2),
        ("nothing", [("NL-5", -100), ("NL-4", -40)], -140, 0),
    ],
)
def test_a_failed_nil_scores_by_the_option_failed_nil(failed_nil: str, lines: Sheet, total: int, bags: int) -> None:
    score = score_of((0, 4), (2, 3), failed_nil=failed_nil)
    assert sheet(score, 0) == lines
    assert points_and_bags(score) == (total, bags)


@pytest.mark.rule("NL-4", "NL-5", "NL-6")
@pytest.mark.parametrize(
    ("failed_nil", "stray", "bags"),
    [("helps", [("NL-6", 1)], 1), ("bags", [("NL-6", 1)], 1), ("bags_only", [], 1), ("nothing", [], 0)],
)
def test_two_nils_of_one_side_score_separately(failed_nil: str, stray: Sheet, bags: int) -> None:
    score = score_of((0, 0), (0, 1), failed_nil=failed_nil)
    assert sheet(score, 0) == [("NL-5", 100), ("NL-5", -100), *stray]  # no line for a contract
    assert points_and_bags(score) == (sum(points for _, points in stray), bags)


@pytest.mark.rule("NL-4", "NL-7")
def test_a_made_blind_nil_does_not_save_the_partners_bid() -> None:
    score = score_of(("b0", 5), (0, 4))
    assert sheet(score, 0) == [("NL-7", 200), ("NL-4", -50)]
    assert points_and_bags(score)[0] == 150


@pytest.mark.rule("NL-9")
def test_the_tenth_bag_costs_the_penalty_and_the_rest_stay() -> None:
    score = score_of((3, 3), (5, 4), bags=9)
    assert sheet(score, 0) == [("NL-4", 60), ("NL-4", 3), ("NL-9", -100)]
    assert points_and_bags(score) == (-37, 2)


# ---- rare combinations ---------------------------------------------------------------------------------


@pytest.mark.rule("NL-2")
@pytest.mark.parametrize("blind_nil", [200, 100, 0])
def test_without_nils_two_zeros_make_a_contract_of_no_tricks(blind_nil: int) -> None:
    score = score_of((0, 0), (1, 2), nil=False, blind_nil=blind_nil, blind_behind=0)
    assert sheet(score, 0) == [("NL-4", 3)]
    assert points_and_bags(score) == (3, 3)
    assert sheet(score_of((0, 4), (2, 3), nil=False), 0) == [("NL-4", 40), ("NL-4", 1)]
    assert sheet(score_of((0, 4), (0, 3), nil=False), 0) == [("NL-4", -40)]


@pytest.mark.rule("NL-4")
def test_a_set_costs_the_same_however_many_tricks_are_missing() -> None:
    assert sheet(score_of((4, 3), (1, 0)), 0) == sheet(score_of((4, 3), (4, 2)), 0) == [("NL-4", -70)]


@pytest.mark.rule("NL-2", "NL-4")
def test_a_total_bid_above_thirteen_always_fails() -> None:
    assert sheet(score_of((13, 13), (7, 6)), 0) == [("NL-4", -260)]


@pytest.mark.rule("NL-6")
@pytest.mark.parametrize(
    ("took", "lines", "bags"),
    [
        ((1, 3), [("NL-5", -100), ("NL-4", 40)], 0),
        ((1, 2), [("NL-5", -100), ("NL-4", -40)], 0),
        ((3, 4), [("NL-5", -100), ("NL-4", 40), ("NL-4", 3)], 3),
    ],
    ids=["just made by them", "short all the same", "all of them above"],
)
def test_helping_tricks_of_a_failed_nil_count_for_the_partners_bid(
    took: tuple[int, int], lines: Sheet, bags: int
) -> None:
    score = score_of((0, 4), took)
    assert sheet(score, 0) == lines
    assert score.bags is not None
    assert score.bags[0] == bags


@pytest.mark.rule("NL-6", "NL-7")
@pytest.mark.parametrize(
    ("failed_nil", "lines", "bags"),
    [
        ("helps", [("NL-7", -200), ("NL-4", 40), ("NL-4", 1)], 1),
        ("bags", [("NL-7", -200), ("NL-6", 2), ("NL-4", -40)], 2),
        ("bags_only", [("NL-7", -200), ("NL-4", -40)], 2),
        ("nothing", [("NL-7", -200), ("NL-4", -40)], 0),
    ],
)
def test_tricks_of_a_failed_blind_nil_follow_the_same_option(failed_nil: str, lines: Sheet, bags: int) -> None:
    score = score_of(("b0", 4), (2, 3), failed_nil=failed_nil)
    assert sheet(score, 0) == lines
    assert score.bags is not None
    assert score.bags[0] == bags


@pytest.mark.rule("NL-6", "NL-7")
def test_two_blind_nils_of_one_side_score_separately() -> None:
    assert sheet(score_of(("b0", "b0"), (0, 0)), 0) == [("NL-7", 200), ("NL-7", 200)]
    score = score_of(("b0", "b0"), (2, 0))
    assert sheet(score, 0) == [("NL-7", -200), ("NL-6", 2), ("NL-7", 200)]
    mixed = score_of(("b0", 0), (0, 1), nil_points=50, blind_nil=100)
    assert sheet(mixed, 0) == [("NL-7", 100), ("NL-5", -50), ("NL-6", 1)]


@pytest.mark.rule("NL-11")
@pytest.mark.parametrize(
    ("bids", "took", "options", "lines"),
    [
        ((6, 4), (6, 4), {}, [("NL-11", 200)]),
        ((6, 4), (7, 5), {}, [("NL-11", 200), ("NL-4", 2)]),
        ((6, 4), (6, 3), {}, [("NL-11", -100)]),
        ((0, 10), (0, 10), {}, [("NL-5", 100), ("NL-11", 200)]),
        ((0, 10), (1, 9), {}, [("NL-5", -100), ("NL-11", 200)]),
        ((0, 10), (1, 9), {"failed_nil": "bags"}, [("NL-5", -100), ("NL-6", 1), ("NL-11", -100)]),
        ((0, 10), (1, 9), {"failed_nil": "bags_only"}, [("NL-5", -100), ("NL-11", -100)]),
        ((0, 10), (1, 10), {"failed_nil": "nothing"}, [("NL-5", -100), ("NL-11", 200)]),
        ((6, 5), (6, 5), {}, [("NL-4", 110)]),
        ((5, 4), (6, 4), {}, [("NL-4", 90), ("NL-4", 1)]),
        ((6, 4), (6, 4), {"ten_for_200": False}, [("NL-4", 100)]),
        ((6, 4), (6, 3), {"ten_for_200": False}, [("NL-4", -100)]),
        ((0, 10), (0, 10), {"nil": False}, [("NL-11", 200)]),
    ],
)
def test_ten_for_200_scores_contracts_of_ten_only(
    bids: tuple[int, int], took: tuple[int, int], options: dict[str, Any], lines: Sheet
) -> None:
    assert sheet(score_of(bids, took, **{"ten_for_200": True, **options}), 0) == lines


@pytest.mark.rule("NL-9")
@pytest.mark.parametrize(
    ("before", "took", "options", "cost", "left"),
    [
        (9, (10, 3), {}, -200, 0),  # nine and eleven bags: two penalties in one hand
        (0, (6, 5), {}, 0, 9),
        (1, (6, 5), {}, -100, 0),
        (4, (10, 3), {"bag_limit": 5}, -300, 0),
        (4, (1, 2), {"bag_limit": 5, "bag_cost": 50}, -50, 0),
        (9, (1, 2), {"bag_cost": 50}, -50, 0),
        (9, (1, 0), {}, 0, 9),
    ],
)
def test_every_full_set_of_bags_costs_the_penalty(
    before: int, took: tuple[int, int], options: dict[str, Any], cost: int, left: int
) -> None:
    score = score_of((1, 1), took, bags=before, **options)
    assert [line for line in sheet(score, 0) if line[0] == "NL-9"] == ([("NL-9", cost)] if cost else [])
    assert points_and_bags(score)[1] == left


@pytest.mark.rule("NL-9")
@pytest.mark.parametrize("slug", ["classic", "whiz", "mirrors", "suicide", "cutthroat", "cutthroat-three"])
def test_without_bags_a_score_has_no_bags(slug: str) -> None:
    game = Sitting(slug, 0, bag_limit=0)
    bids = {"suicide": (0, 4, 4, 0)}.get(slug, (1,) * game.rules.seats)
    if slug in ("whiz", "mirrors"):
        game.deal("A23S /S", "KQ4S /S", "JT5S /S", "9876S /S")
        game.bids(3, 3, 3, 4).took(5, 3, 3, 2)
        score = game.score()
        assert sheet(score, 0) == [("NL-4", 60), ("NL-4", 2)]
    else:
        took = (5, 4, 4, 0) if slug != "cutthroat-three" else (6, 6, 5)
        score = game.played(bids, took)
    assert score.bags is None
    assert "bags" not in finding_line(score)
    assert "bags" in finding_line(Sitting("classic").played((1, 1, 1, 1), (5, 4, 4, 0)))


@pytest.mark.rule("WZ-1", "MR-1", "SU-1", "LG-1", "NL-6")
@pytest.mark.parametrize("slug", ["suicide", "league"])
def test_tricks_of_a_failed_nil_are_bags_only_if_bids_are_dictated(slug: str) -> None:
    score = score_of((0, 4), (2, 3), slug)
    assert sheet(score, 0) == [("NL-5", -100), ("NL-4", -40)]
    assert points_and_bags(score) == (-140, 2)


# ---- the end of the game -------------------------------------------------------------------------------


@pytest.mark.rule("NL-10")
@pytest.mark.parametrize(
    ("totals", "options", "how"),
    [
        ((499, -199), {}, None),
        ((500, 0), {}, ("target", 0)),
        ((500, 510), {}, ("target", 1)),
        ((500, 500), {}, None),
        ((-200, 0), {}, ("floor", 1)),
        ((-199, 0), {}, None),
        ((-200, -300), {}, ("floor", 0)),
        ((-200, -200), {}, None),
        ((-400, 500), {}, ("target", 1)),
        ((-200, 499), {}, ("floor", 1)),
        ((-5000, 0), {"floor": "off"}, None),
        ((-1, 0), {"floor": -1}, ("floor", 1)),
        ((0, 0), {"floor": -1}, None),
        ((1, 0), {"target": 1}, ("target", 0)),
    ],
)
def test_the_game_ends_at_the_target_or_the_floor_unless_tied(
    totals: tuple[int, int], options: dict[str, Any], how: tuple[str, int] | None
) -> None:
    game = Sitting("classic", 0, **options).so_far(totals=totals, bags=(3, 2))
    outcome = game.rules.decide(game.standing, None)
    assert (outcome and (outcome.reason, *outcome.winners)) == how


@pytest.mark.rule("NL-10")
def test_after_a_tied_hand_the_end_is_checked_again() -> None:
    level = Sitting("classic").so_far(totals=(-261, -262))
    level.played((3, 3, 3, 3), (3, 7, 3, 0))
    assert level.standing.totals == (-201, -201)
    assert level.course.game_over() is None
    level.played((4, 4, 3, 2), (4, 4, 3, 2))
    assert level.standing.totals == (-131, -141)  # both sides are above the floor again
    assert level.course.game_over() is None
    level.so_far(totals=(480, -300)).played((3, 3, 3, 3), (3, 4, 3, 3))
    assert (level.over().reason, level.over().winners) == ("target", (0,))

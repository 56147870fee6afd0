"""Scores of hands of `classic` and its relatives: the examples of NL, and combinations of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from spades_tui.game.findings import HandScore
from spades_tui.record.writer import finding_line
from tests.game.tables import Sitting, sheet

Sheet = list[tuple[str, int]]


def one(
    bids: tuple[int | str, int | str], took: tuple[int, int], slug: str = "classic", bags: int = 0, **options: Any
) -> HandScore:
    """Score a hand with these bids and tricks of two partners; the others share the rest."""
    game = Sitting(slug, 0, **options).so_far(bags=(bags, 0), totals=(0, 100))
    rest = 13 - sum(took)
    others = (0, 4) if slug == "suicide" else (3, 3)
    return game.played((bids[0], others[0], bids[1], others[1]), (took[0], rest // 2, took[1], rest - rest // 2))


def brings(score: HandScore) -> tuple[int, int]:
    """Return the points and the bags of the two."""
    assert score.bags is not None
    return score.points[0], score.bags[0]


# ---- the examples: bid/took, one hand, from nothing ----------------------------------------------------


@pytest.mark.rule("NL-4")
def test_four_took_five_and_three_took_three() -> None:
    score = one((4, 3), (5, 3))
    assert sheet(score, 0) == [("NL-4", 70), ("NL-4", 1)]
    assert brings(score) == (71, 1)


@pytest.mark.rule("NL-4", "NL-5")
def test_a_nil_made_beside_four() -> None:
    assert sheet(one((0, 4), (0, 4)), 0) == [("NL-5", 100), ("NL-4", 40)]


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
def test_a_nil_that_took_two_beside_a_four_that_took_three(
    failed_nil: str, lines: Sheet, total: int, bags: int
) -> None:
    score = one((0, 4), (2, 3), failed_nil=failed_nil)
    assert sheet(score, 0) == lines
    assert brings(score) == (total, bags)


@pytest.mark.rule("NL-4", "NL-5", "NL-6")
@pytest.mark.parametrize(
    ("failed_nil", "stray", "bags"),
    [("helps", [("NL-6", 1)], 1), ("bags", [("NL-6", 1)], 1), ("bags_only", [], 1), ("nothing", [], 0)],
)
def test_both_nil_with_none_and_one(failed_nil: str, stray: Sheet, bags: int) -> None:
    score = one((0, 0), (0, 1), failed_nil=failed_nil)
    assert sheet(score, 0) == [("NL-5", 100), ("NL-5", -100), *stray]  # and no line for a contract
    assert brings(score) == (sum(points for _, points in stray), bags)


@pytest.mark.rule("NL-4", "NL-7")
def test_a_blind_nil_made_beside_a_five_that_took_four() -> None:
    score = one(("b0", 5), (0, 4))
    assert sheet(score, 0) == [("NL-7", 200), ("NL-4", -50)]
    assert brings(score)[0] == 150


@pytest.mark.rule("NL-9")
def test_nine_bags_and_three_more_on_a_contract_of_six() -> None:
    score = one((3, 3), (5, 4), bags=9)
    assert sheet(score, 0) == [("NL-4", 60), ("NL-4", 3), ("NL-9", -100)]
    assert brings(score) == (-37, 2)


# ---- the corners ---------------------------------------------------------------------------------------


@pytest.mark.rule("NL-2")
@pytest.mark.parametrize("blind_nil", [200, 100, 0])
def test_without_nils_two_zeros_are_a_contract_of_nothing(blind_nil: int) -> None:
    score = one((0, 0), (1, 2), nil=False, blind_nil=blind_nil, blind_behind=0)
    assert sheet(score, 0) == [("NL-4", 3)]
    assert brings(score) == (3, 3)
    assert sheet(one((0, 4), (2, 3), nil=False), 0) == [("NL-4", 40), ("NL-4", 1)]
    assert sheet(one((0, 4), (0, 3), nil=False), 0) == [("NL-4", -40)]


@pytest.mark.rule("NL-4")
def test_a_set_costs_the_same_however_many_tricks_are_missing() -> None:
    assert sheet(one((4, 3), (1, 0)), 0) == sheet(one((4, 3), (4, 2)), 0) == [("NL-4", -70)]


@pytest.mark.rule("NL-2", "NL-4")
def test_a_total_above_thirteen_is_short() -> None:
    assert sheet(one((13, 13), (7, 6)), 0) == [("NL-4", -260)]


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
def test_tricks_that_help(took: tuple[int, int], lines: Sheet, bags: int) -> None:
    score = one((0, 4), took)
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
def test_tricks_of_a_failed_blind_nil_are_as_any(failed_nil: str, lines: Sheet, bags: int) -> None:
    score = one(("b0", 4), (2, 3), failed_nil=failed_nil)
    assert sheet(score, 0) == lines
    assert score.bags is not None
    assert score.bags[0] == bags


@pytest.mark.rule("NL-6", "NL-7")
def test_both_partners_may_bid_nil_blind() -> None:
    assert sheet(one(("b0", "b0"), (0, 0)), 0) == [("NL-7", 200), ("NL-7", 200)]
    score = one(("b0", "b0"), (2, 0))
    assert sheet(score, 0) == [("NL-7", -200), ("NL-6", 2), ("NL-7", 200)]
    mixed = one(("b0", 0), (0, 1), nil_points=50, blind_nil=100)
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
def test_ten_for_two_hundred(
    bids: tuple[int, int], took: tuple[int, int], options: dict[str, Any], lines: Sheet
) -> None:
    assert sheet(one(bids, took, **{"ten_for_200": True, **options}), 0) == lines


@pytest.mark.rule("NL-9")
@pytest.mark.parametrize(
    ("before", "took", "options", "cost", "left"),
    [
        (9, (10, 3), {}, -200, 0),  # nine and eleven: twice in one hand
        (0, (6, 5), {}, 0, 9),
        (1, (6, 5), {}, -100, 0),
        (4, (10, 3), {"bag_limit": 5}, -300, 0),
        (4, (1, 2), {"bag_limit": 5, "bag_cost": 50}, -50, 0),
        (9, (1, 2), {"bag_cost": 50}, -50, 0),
        (9, (1, 0), {}, 0, 9),
    ],
)
def test_bags_cost_as_often_as_they_are_full(
    before: int, took: tuple[int, int], options: dict[str, Any], cost: int, left: int
) -> None:
    score = one((1, 1), took, bags=before, **options)
    assert [line for line in sheet(score, 0) if line[0] == "NL-9"] == ([("NL-9", cost)] if cost else [])
    assert brings(score)[1] == left


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
def test_tricks_of_a_failed_nil_are_bags_only_where_bids_are_dictated(slug: str) -> None:
    score = one((0, 4), (2, 3), slug)
    assert sheet(score, 0) == [("NL-5", -100), ("NL-4", -40)]
    assert brings(score) == (-140, 2)


@pytest.mark.rule("CT-2", "TW-2", "NL-4", "NL-5", "NL-6", "NL-9")
def test_a_two_handed_game_scores_like_cutthroat() -> None:
    game = Sitting("two-handed")
    for rules, other in ((game.rules, Sitting("cutthroat").rules),):
        for mine, theirs in zip(rules.variant.scores, other.variant.scores, strict=True):
            assert mine == theirs
        assert (rules.goal, other.goal) == (300, 300)


# ---- the end -------------------------------------------------------------------------------------------


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
def test_the_end_of_a_game(totals: tuple[int, int], options: dict[str, Any], how: tuple[str, int] | None) -> None:
    game = Sitting("classic", 0, **options).so_far(totals=totals)
    outcome = game.rules.decide(game.standing, None)
    assert (outcome and (outcome.reason, *outcome.winners)) == how


@pytest.mark.rule("NL-10")
def test_after_a_level_hand_it_is_judged_afresh() -> None:
    level = Sitting("classic").so_far(totals=(-261, -262))
    level.played((3, 3, 3, 3), (3, 7, 3, 0))
    assert level.standing.totals == (-201, -201)
    assert level.course.game_over() is None
    level.played((4, 4, 3, 2), (4, 4, 3, 2))
    assert level.standing.totals == (-131, -141)  # nobody is at the floor any more
    assert level.course.game_over() is None
    level.so_far(totals=(480, -300)).played((3, 3, 3, 3), (3, 4, 3, 3))
    assert (level.over().reason, level.over().winners) == ("target", (0,))

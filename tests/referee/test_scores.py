"""The referee's scores and endings are right in worked examples, and options have their meanings."""

from __future__ import annotations

import copy

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import with_options
from tests.referee.nil_choices import CHOICE_OF
from tests.referee.referee import Game
from tests.referee.rulebook import KINDS, read_rules
from tests.referee.tables import first_line, scored


@pytest.mark.rule("SB-5", "SB-6", "SB-8")
def test_the_leaflets_example_has_its_printed_totals() -> None:
    """J (seats 0 and 2) has 60, 212, 162, and B (seats 1 and 3) has −80, −20, 62."""
    game = Game(first_line("sandbags"))
    scored(game, [3, 4, 3, 4], [3, 4, 3, 3])
    assert game.totals == [60, -80]
    scored(game, [0, 3, 5, 3], [0, 3, 7, 3])
    assert game.totals == [212, -20] and game.bags == [2, 0]
    scored(game, [3, 4, 2, 4], [1, 5, 2, 5])
    assert game.totals == [162, 62] and game.bags == [2, 2]


@pytest.mark.rule("SB-7", "SB-9")
def test_tricks_of_a_failed_zero_count_as_bags_to_the_penalty() -> None:
    game = Game(first_line("sandbags"))
    result = scored(game, [0, 0, 0, 0], [13, 0, 0, 0])
    assert result["points"] == [-100 + 100 - 100, 200]
    assert result["bags"] == [3, 0]


@pytest.mark.rule("JK-8", "JK-10")
@pytest.mark.parametrize(
    ("bid", "tricks", "blind", "points"),
    [
        (4, 4, False, 40),
        (4, 7, False, 43),
        (5, 4, False, -50),
        (10, 11, False, 201),
        (5, 6, True, 101),
        (5, 4, True, -50),
        (10, 10, True, 200),
        (11, 12, True, 221),
        (10, 9, True, -100),
    ],
)
def test_a_sides_contract_scores_its_points(bid: int, tricks: int, blind: bool, points: int) -> None:
    game = Game(first_line("jokers"))
    sides = {0} if blind else set()
    result = scored(game, [bid, 2, 0, 2], [tricks, 13 - tricks, 0, 0], side_bids={0: bid, 1: 4}, blind_sides=sides)
    assert result["points"][0] == points


@pytest.mark.rule("JK-11")
def test_a_third_set_loses_the_game() -> None:
    game = Game(first_line("jokers"))
    for _ in range(3):
        assert game.over is None
        scored(game, [4, 2, 3, 2], [3, 7, 3, 0], side_bids={0: 7, 1: 4})
    assert game.over is not None
    assert game.over["reason"] == "sets" and game.over["winners"] == [1]


@pytest.mark.rule("JK-14")
def test_books_move_in_the_order_of_the_challenges() -> None:
    game = Game(first_line("jokers", options={"enforcement": "challenge"}))
    moves = [(0, 1, 3), (0, 1, 3), (1, 0, 3)]
    result = scored(game, [2, 2, 2, 2], [4, 9, 0, 0], side_bids={0: 4, 1: 4}, moves=moves)
    assert result["books"] == [-1, 1]
    assert result["tricks"] == [4, 9, 0, 0]
    assert result["points"] == [-40, 46]


@pytest.mark.rule("BM-6", "BM-7", "BM-8")
@pytest.mark.parametrize(
    ("bid", "tricks", "blind", "points"),
    [
        (0, 0, False, 200),
        (0, 1, False, -120),
        (2, 3, False, -100),
        (3, 4, False, 31),
        (7, 7, False, 100),
        (8, 7, False, -80),
        (12, 13, False, 276),
        (13, 12, False, -130),
        (0, 0, True, 500),
        (3, 3, True, 70),
        (3, 4, True, -30),
        (9, 9, True, 300),
        (10, 11, True, -100),
        (10, 10, True, 0),
    ],
)
def test_bemo_bids_score_their_points(bid: int, tricks: int, blind: bool, points: int) -> None:
    game = Game(first_line("bemo"))
    result = scored(game, [bid, 5, 5], [tricks, 13 - tricks, 0], blind={0} if blind else set())
    assert result["points"][0] == points
    outright = game.over is not None and game.over["reason"] == "outright"
    assert outright == (blind and bid == 10 == tricks)


@pytest.mark.rule("BM-9")
def test_promises_are_scored_by_the_first_tricks() -> None:
    game = Game(first_line("bemo"))
    taken = [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2]
    assert scored(game, [4, 5, 4], [], taken=taken, promises={0: 4, 2: 6})["points"] == [140, 50, -60]


@pytest.mark.rule("BM-10", "BM-11")
def test_overtricks_count_as_bags_and_perfect_bids_in_a_row() -> None:
    game = Game(first_line("bemo", options={"target": 5000}))
    points = [scored(game, [4, 3, 3], [4, 8, 1])["points"] for _ in range(4)]
    assert [hand[0] for hand in points] == [40, 40, 140, 90]
    assert [hand[1] for hand in points] == [35, -65, 35, -65]
    assert game.bags == [0, 20, 0]


@pytest.mark.rule("3B-13", "3B-14")
def test_failed_zeros_raise_the_value_of_a_zero() -> None:
    game = Game(first_line("3b-four"))
    assert game.zero_value() == 100
    assert scored(game, [0, 4, 4, 4], [2, 4, 4, 3])["points"] == [-20, 40, 40, 3]
    assert game.zero_value() == 120
    scored(game, [0, 0, 4, 4], [1, 3, 5, 4])
    assert game.zero_value() == 160
    assert scored(game, [0, 0, 0, 4], [0, 0, 2, 11])["points"] == [160, 160, -20, -30]
    assert game.zero_value() == 100


@pytest.mark.rule("3B-8")
@pytest.mark.parametrize(
    ("bids", "kind"),
    [([0, 4, 4, 4], None), ([0, 4, 4, 3], None), ([0, 4, 3, 3], "low"), ([0, 3, 3, 3], "super")],
)
def test_the_sum_of_bids_makes_a_low_ball(bids: list[int], kind: str | None) -> None:
    assert scored(Game(first_line("3b-four")), bids, [3, 3, 3, 4]).get("low_ball") == kind


@pytest.mark.rule("3B-15")
def test_a_bid_of_all_the_tricks_wins_outright() -> None:
    game = Game(first_line("3b-three"))
    result = scored(game, [17, 3, 3], [17, 0, 0])
    assert result["points"] == [595, 0, 0]
    over = game.game_over()
    assert over["standings"] == [[0], [1, 2]] and over["tray"] is None and not over["wire_to_wire"]


@pytest.mark.rule("3B-17", "3B-20", "3B-23")
def test_a_tie_adds_a_hand_before_the_tray_and_the_days() -> None:
    game = Game(first_line("3b-three", options={"hands": 1}))
    scored(game, [6, 5, 6], [6, 5, 6])
    assert game.over is None
    scored(game, [6, 5, 4], [6, 7, 4])
    over = game.game_over()
    assert over["reason"] == "hands" and over["standings"] == [[0], [2], [1]]
    assert over["tray"] == 1 and over["wire_to_wire"]
    assert over["perfect"] == [0, 2] and over["imperfect"] == []


@pytest.mark.rule("JK-13")
def test_ten_or_less_skips_the_hand_and_twice_the_bid_is_a_set() -> None:
    game = Game(first_line("jokers", options={"ten_or_less": True, "double_sets": True, "bag_penalty": True}))
    result = scored(game, [2, 2, 2, 3], [], side_bids={0: 4, 1: 5}, passed=True, blind_sides={0})
    assert result["points"] == [40, 50]
    result = scored(game, [2, 2, 2, 3], [9, 4, 0, 0], side_bids={0: 4, 1: 4})
    assert result["points"] == [-40, 40] and game.sets == [1, 0] and game.bags == [0, 0]
    game.bags = [8, 0]
    result = scored(game, [2, 2, 2, 3], [7, 6, 0, 0], side_bids={0: 4, 1: 6})
    assert result["points"] == [43 - 100, 60] and result["bags"] == [11, 0]


@pytest.mark.rule("NL-2", "NL-3", "NL-5", "NL-6", "NL-7", "NL-8", "NL-9", "NL-10", "NL-11")
@pytest.mark.parametrize("slug", ["classic", "whiz", "mirrors", "suicide"])
def test_each_option_value_changes_the_rules_as_the_referee_reads_it(slug: str) -> None:
    variant = shipped()[slug]
    offered = [name for name in variant.option_names if name in CHOICE_OF]
    assert len(offered) >= 11
    for name in offered:
        values, put = CHOICE_OF[name]
        for value in values:
            theirs = copy.deepcopy(read_rules(variant.to_json()))
            put(theirs, value)
            ours = read_rules(with_options(variant, {name: value}).to_json())
            for where in KINDS:
                assert ours[where] == theirs[where], f"{name} = {value}"

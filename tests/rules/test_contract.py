"""The component `contract` scores a side's bid against its tricks."""

import pytest

from spades_tui.rules.scores import Contract
from tests.rules.parts import PAIRS, built, changed, hand, lines, part, scored


@pytest.mark.rule("SB-5")
@pytest.mark.parametrize(
    ("bids", "took", "sheet", "bags"),
    [
        ((3, 4, 3, 3), (3, 4, 3, 3), [(0, "SB-5", 60), (1, "SB-5", 70)], [0, 0]),
        ((3, 4, 3, 4), (1, 4, 5, 3), [(0, "SB-5", 60), (1, "SB-5", -80)], [0, 0]),
        ((2, 4, 3, 4), (5, 2, 2, 4), [(0, "SB-5", 50), (0, "SB-5", 2), (1, "SB-5", -80)], [2, 0]),
        ((1, 6, 1, 7), (13, 0, 0, 0), [(0, "SB-5", 20), (0, "SB-5", 11), (1, "SB-5", -130)], [11, 0]),
        ((7, 5, 7, 5), (7, 0, 6, 0), [(0, "SB-5", -140), (1, "SB-5", -100)], [0, 0]),
    ],
    ids=["both met", "one short", "bags", "all over", "more bid than there is"],
)
def test_partners_contract_is_the_sum_of_their_bids(
    bids: tuple[int, ...], took: tuple[int, ...], sheet: list[tuple[int, str, int]], bags: list[int]
) -> None:
    ledger = scored(part("sandbags", Contract), hand(bids, took, PAIRS))
    assert lines(ledger) == sheet
    assert ledger.bags == bags


@pytest.mark.rule("SB-7", "SB-8")
@pytest.mark.parametrize(
    ("bids", "took", "sheet"),
    [
        ((0, 3, 5, 4), (0, 3, 7, 3), [(0, "SB-8", 50), (0, "SB-8", 2), (1, "SB-5", -70)]),
        ((0, 3, 5, 4), (1, 3, 4, 5), [(0, "SB-8", -50), (1, "SB-5", 70), (1, "SB-5", 1)]),
        ((0, 3, 0, 4), (2, 3, 4, 4), [(1, "SB-5", 70)]),
    ],
    ids=["partner made", "a zero's trick does not help the partner", "both zero"],
)
def test_a_contract_leaves_out_zeros_and_their_tricks(
    bids: tuple[int, ...], took: tuple[int, ...], sheet: list[tuple[int, str, int]]
) -> None:
    assert lines(scored(part("sandbags", Contract), hand(bids, took, PAIRS))) == sheet


@pytest.mark.rule("JK-7", "JK-8", "JK-10")
@pytest.mark.parametrize(
    ("contracts", "tricks", "blind", "sheet", "sets"),
    [
        ((6, 5), (7, 6), False, [(0, "JK-7", 60), (0, "JK-7", 1), (1, "JK-7", 50), (1, "JK-7", 1)], [0, 0]),
        ((10, 4), (11, 2), False, [(0, "JK-8", 200), (0, "JK-7", 1), (1, "JK-7", -40)], [0, 1]),
        ((10, 4), (9, 4), False, [(0, "JK-7", -100), (1, "JK-7", 40)], [1, 0]),
        ((7, 4), (8, 5), True, [(0, "JK-10", 140), (0, "JK-7", 1), (1, "JK-7", 40), (1, "JK-7", 1)], [0, 0]),
        ((7, 4), (5, 8), True, [(0, "JK-10", -70), (1, "JK-7", 40), (1, "JK-7", 4)], [1, 0]),
        ((10, 4), (10, 3), True, [(0, "JK-8", 200), (1, "JK-7", -40)], [0, 1]),
    ],
    ids=["made", "ten", "ten set", "blind", "blind set", "blind ten"],
)
def test_a_sides_total_scores_made_set_ten_and_blind_contracts(
    contracts: tuple[int, int], tricks: tuple[int, int], blind: bool, sheet: list[tuple[int, str, int]], sets: list[int]
) -> None:
    bids = (contracts[0], contracts[1], 0, 0)
    counts = hand(bids, (tricks[0], tricks[1], 0, 0), PAIRS, blind=(blind, False, blind, False))
    ledger = scored(part("jokers", Contract), counts)
    assert lines(ledger) == sheet
    assert ledger.sets == sets


@pytest.mark.rule("JK-10")
def test_a_switch_doubles_the_points_of_a_blind_ten() -> None:
    counts = hand((10, 3, 0, 0), (10, 3, 0, 0), PAIRS, blind=(True, False, True, False))
    doubled = changed("jokers", Contract, blind_doubles_special=True)
    assert lines(scored(doubled, counts))[0] == (0, "JK-8", 400)


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize(
    ("contract", "took", "sheet", "bags"),
    [
        (4, 7, [(0, "JK-7", 40), (0, "JK-7", 3)], 3),
        (4, 8, [(0, "JK-13", -40)], 0),
        (4, 13, [(0, "JK-13", -40)], 0),
        (4, 3, [(0, "JK-7", -40)], 0),
        (0, 3, [(0, "JK-7", 3)], 3),
        (0, 13, [(0, "JK-7", 13)], 13),
    ],
    ids=["just below", "twice", "more", "short", "nothing bid", "nothing bid, all taken"],
)
def test_a_switch_sets_a_side_that_takes_twice_its_bid(
    contract: int, took: int, sheet: list[tuple[int, str, int]], bags: int
) -> None:
    counts = hand((contract, None, 0, None), (took, 0, 0, 0), PAIRS)
    switched = changed("jokers", Contract, double_sets=True)
    ledger = scored(switched, counts)
    assert "twice the bid" in switched.sentence()
    assert lines(ledger) == sheet
    assert ledger.bags[0] == bags
    assert ledger.sets[0] == (0 if sheet[0][2] > 0 else 1)


@pytest.mark.rule("3B-12", "3B-15")
@pytest.mark.parametrize(
    ("bid", "took", "sheet", "outright"),
    [
        (4, 4, [(0, "3B-12", 40)], None),
        (4, 6, [(0, "3B-12", 40), (0, "3B-12", -20)], None),
        (4, 3, [(0, "3B-12", 3)], None),
        (4, 0, [], None),
        (13, 13, [(0, "3B-15", 455)], 0),
        (13, 12, [(0, "3B-12", 12)], None),
        (0, 5, [], None),
    ],
    ids=["met", "over", "short", "none", "all", "all but one", "a zero stands apart"],
)
def test_a_single_players_contract_scores_its_points(
    bid: int, took: int, sheet: list[tuple[int, str, int]], outright: int | None
) -> None:
    ledger = scored(part("3b-four", Contract), hand((bid, None, None), (took, None, None)))
    assert lines(ledger) == sheet
    assert ledger.outright == outright


@pytest.mark.rule("NL-11")
@pytest.mark.parametrize(
    ("bids", "took", "on", "sheet"),
    [
        ((6, 4), (7, 4), True, [(0, "NL-11", 200), (0, "NL-4", 1)]),
        ((0, 10), (0, 10), True, [(0, "NL-11", 200)]),
        ((6, 4), (5, 4), True, [(0, "NL-11", -100)]),
        ((6, 4), (7, 4), False, [(0, "NL-4", 100), (0, "NL-4", 1)]),
        ((6, 3), (5, 3), True, [(0, "NL-4", -90)]),
    ],
)
def test_a_contract_of_ten_has_its_own_points(
    bids: tuple[int, int], took: tuple[int, int], on: bool, sheet: list[tuple[int, str, int]]
) -> None:
    special = [{"bid": 10, "points": 200, "lost": -100, "rule": "NL-11"}]
    keys = {"rule": "NL-4", "zeros": "apart", "made": 10, "over": 1, "lost": -10}
    contract = built(Contract, **keys, special=special, specials=on)
    ledger = scored(contract, hand((bids[0], None, bids[1], None), (took[0], None, took[1], None), PAIRS))
    assert lines(ledger) == sheet
    assert ("+200; missed: −100" in contract.sentence()) == on


@pytest.mark.rule("HR-5")
def test_an_exact_contract_is_set_by_a_trick_too_many_as_by_one_too_few() -> None:
    exact = built(Contract, zeros="counted", made=10, over=0, lost=-10, exact=True)
    assert lines(scored(exact, hand((3, 4, 3, 2), (3, 3, 3, 3), PAIRS))) == [(0, "SB-5", 60), (1, "SB-5", 60)]
    ledger = scored(exact, hand((3, 4, 3, 3), (4, 3, 3, 3), PAIRS))
    assert lines(ledger) == [(0, "SB-5", -60), (1, "SB-5", -70)]
    assert ledger.sets == [1, 1]
    assert exact.must_be_exact(6, blind=False)
    assert "exactly" in exact.sentence()


@pytest.mark.rule("CB-7")
@pytest.mark.parametrize(("bid", "took", "wins"), [(8, 8, True), (9, 10, True), (7, 9, False), (8, 7, False)])
def test_a_high_bid_made_wins_the_game_and_is_scored_as_usual(bid: int, took: int, wins: bool) -> None:
    alone = ((0,), (1,), (2,), (3,))
    ledger = scored(part("call-break", Contract).changed(wins_from=8), hand((bid, 1, 1, 1), (took, 1, 1, 1), alone))
    assert ledger.outright == (0 if wins else None)
    assert ledger.points[0] == (10 * bid + took - bid if took >= bid else -10 * bid)

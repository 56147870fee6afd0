"""Bids: which numbers each player may say, and how a bid is changed, raised or made to win."""

import pytest

from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.bids import Change, LastBid, NumberBid, PromiseBid, Raises, SideTotal
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.deck import tables
from spades_tui.rules.scores import BidTable
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import bounded, built, hand, lines, part, scored


@pytest.mark.rule("SB-2", "JK-4", "BM-3", "3B-5")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("sandbags", "bids", NumberBid, "min", 0, 20, max=13)
    bounded("sandbags", "bids", NumberBid, "max", 0, 20, min=0)
    assert built(NumberBid, max=13) == NumberBid(kind="number", rule="SB-2", min=0, max=13, order="clockwise")


@pytest.mark.rule("LG-3")
@pytest.mark.parametrize(("over", "wrong"), [(10, False), (0, True)])
def test_zero_may_be_the_only_bid_if_tricks_pay_without_bids(over: int, wrong: bool) -> None:
    rules = shipped()["cutthroat"].to_json() | {"options": [], "bids": [{"kind": "number", "max": 0}]}
    rules["scores"] = [{"kind": "contract", "zeros": "counted", "made": 10, "over": over}]
    if wrong:
        with pytest.raises(VariantError, match=r"bids\[1\]\.max: .* somebody must be able to bid a trick"):
            from_data(rules)
    else:
        assert from_data(rules).bids[0].sentence("zero") == "Everybody bids 0."


@pytest.mark.rule("JK-3")
def test_a_number_bid_limits_each_player_but_not_the_side() -> None:
    bid = built(NumberBid, min=2, max=9)
    assert (bid.one_bid((0, 0)), bid.side_bid((4, 18))) == ((2, 9), (4, 18))
    assert (bid.by_side, built(NumberBid, max=9, order="by_side").by_side) == (False, True)


TABLES = tables(shipped()["cutthroat"].deck)


def asked(*bids: int, players: int = 4) -> BidContext:
    """Return the context of the next bidder after these bids."""
    others = (*bids, *(None for _ in range(players - len(bids))))
    to_come = players - 1 - len(bids)
    return BidContext(cards=TABLES, own=None, bids=others, partner=None, to_come=to_come, greatest=13)


@pytest.mark.rule("CT-3")
def test_the_last_bidders_barred_number_is_explained() -> None:
    limit = built(LastBid, total=13)
    assert limit.why(asked(3, 4, 2)) == "You can't bid 4: all bids would add up to 13"
    assert limit.why(asked(5, 4, 4)) == "You can't bid nil: all bids would add up to 13"
    assert limit.sentence() == "The bids can't add up to 13."
    assert limit == LastBid(kind="last_bid", rule="CT-3", total=13)
    assert limit.looks_at == {"total"}


@pytest.mark.rule("3B-5")
def test_change_has_its_defaults_and_leaves_the_range_of_bids() -> None:
    change = built(Change)
    assert change == Change(kind="change", rule="3B-5")
    assert change.sentence() == "You may change your bid until the next player bids."
    assert (change.one_bid((1, 9)), change.side_bid((2, 18))) == ((1, 9), (2, 18))


@pytest.mark.rule("JK-5", "BM-4")
def test_values_out_of_bounds_are_refused() -> None:
    bounded("jokers", "bids", Raises, "max", 0, 20, of="side")
    assert built(Raises, of="seat", max=13) == Raises(kind="raise", rule="JK-5", of="seat", max=13)


@pytest.mark.rule("BM-5")
def test_the_bounds_of_a_promise_are_checked() -> None:
    bounded("bemo", "bids", PromiseBid, "tricks", 1, 18, name="Bemo")
    promise = built(PromiseBid, name="Bemo", tricks=4)
    assert promise == PromiseBid(kind="promise", rule="BM-5", name="Bemo", tricks=4)
    assert promise.sentence() == "Bemo promises the first 4 tricks, on top of the bid."
    first = built(PromiseBid, name="Opener", tricks=1)
    assert first.sentence() == "Opener promises the first trick, on top of the bid."


@pytest.mark.rule("JK-4")
def test_side_total_values_out_of_bounds_are_refused() -> None:
    bounded("jokers", "bids", SideTotal, "min", 0, 20, max=13)
    bounded("jokers", "bids", SideTotal, "max", 0, 20, min=4)
    assert built(SideTotal, min=4, max=13) == SideTotal(kind="side_total", rule="JK-4", min=4, max=13)


def dictated(least: int, or_nil: bool) -> dict[str, object]:
    """Return whiz with only the side's total counting, which must be at least this much."""
    data = shipped()["whiz"].to_json() | {"slug": "house", "options": []}
    number, count, _exchange = data["bids"]
    total = {"kind": "side_total", "rule": "JK-4", "min": least, "max": 13}
    data["bids"] = [number, total, count | {"or_nil": or_nil}]
    data["scores"] = [
        part | ({"zeros": "counted"} if "zeros" in part else {}) for part in data["scores"] if part["kind"] != "zero"
    ]
    return data


@pytest.mark.rule("WZ-1", "JK-4")
def test_a_total_out_of_reach_of_dictated_bids_is_refused_with_a_hand() -> None:
    with pytest.raises(VariantError) as refused:
        from_data(dictated(4, or_nil=True))
    assert str(refused.value).endswith(
        "a player whose partner has bid nil and who holds 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC has no bid: "
        "'count' leaves nil and 'side_total' leaves 4 to 13; allow a number that all of them leave"
    )


@pytest.mark.rule("WZ-1", "JK-4")
def test_dictated_bids_are_accepted_with_a_minimum_total_of_0() -> None:
    assert from_data(dictated(0, or_nil=True)).slug == "house"


@pytest.mark.rule("BM-6", "BM-7", "BM-8", "BM-10")
@pytest.mark.parametrize(
    ("bid", "took", "blind", "sheet", "bags", "wins"),
    [
        (2, 3, False, [("BM-7", -100)], 0, False), (3, 5, False, [("BM-7", 30), ("BM-10", 2)], 2, False),
        (13, 12, False, [("BM-7", -130)], 0, False), (13, 13, False, [], 0, True),
        (9, 9, True, [("BM-8", 300)], 0, False), (10, 10, True, [], 0, True),
        (10, 11, True, [("BM-8", -100)], 0, False),
    ],
)  # fmt: skip
def test_a_table_of_bids_scores_bids_with_bags_or_a_win(
    bid: int, took: int, blind: bool, sheet: list[tuple[str, int]], bags: int, wins: bool
) -> None:
    ledger = scored(part("bemo", BidTable), hand((bid, None, None), (took, None, None), blind=(blind, False, False)))
    assert lines(ledger) == [(0, *line) for line in sheet]
    assert (ledger.bags[0], ledger.outright) == (bags, 0 if wins else None)

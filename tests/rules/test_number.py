"""The component `number` sets the bids that each player may make."""

import pytest

from spades_tui.rules.bids import NumberBid
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.rules.parts import Entry, bounded, built, error_of


@pytest.mark.rule("SB-2", "JK-4", "BM-3", "3B-5")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("sandbags", "bids", NumberBid, "min", 0, 20, max=13)
    bounded("sandbags", "bids", NumberBid, "max", 0, 20, min=0)
    assert built(NumberBid, max=13) == NumberBid(kind="number", rule="SB-2", min=0, max=13, order="clockwise")


@pytest.mark.rule("SB-2", "JK-3")
@pytest.mark.parametrize(
    ("slug", "entry", "message"),
    [
        ("sandbags", {"max": 1}, ""),
        ("sandbags", {"max": 0}, ""),  # every bid is a zero, which pays separately
        ("bemo", {"max": 0}, ""),  # the table has points for a zero
        ("sandbags", {"max": 14}, "bids[1].max: the value is 14, but there are only 13 tricks"),
        ("sandbags", {"min": 5, "max": 4}, "bids[1].min: the lowest bid, 5, is above the highest, 4"),
        ("sandbags", {"order": "by_side"}, ""),
        ("sandbags", {"order": "left"}, "bids[1].order: 'left' isn't allowed; use clockwise or by_side"),
        ("bemo", {"order": "by_side"}, "bids[2].order: the value is 'by_side', but bidding by sides needs partners"),
    ],
)
def test_invalid_declarations_are_refused(slug: str, entry: Entry, message: str) -> None:
    assert error_of(slug, "bids", {"kind": "number", **entry}) == message


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


@pytest.mark.rule("SB-2", "JK-3")
@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"max": 13}, "Each player bids 0 to 13 tricks; nobody may pass."),
        ({"min": 1, "max": 1}, "Each player bids 1 trick; nobody may pass."),
        ({"min": 4, "max": 4}, "Each player bids 4 tricks; nobody may pass."),
        ({"max": 9, "order": "by_side"}, "Each player bids 0 to 9 tricks, partner after partner; nobody may pass."),
    ],
)
def test_the_rules_page_describes_the_range_of_bids(entry: Entry, sentence: str) -> None:
    assert built(NumberBid, **entry).sentence() == sentence


@pytest.mark.rule("JK-3")
def test_a_number_bid_limits_each_player_but_not_the_side() -> None:
    bid = built(NumberBid, min=2, max=9)
    assert (bid.one_bid((0, 0)), bid.side_bid((4, 18))) == ((2, 9), (4, 18))
    assert (bid.by_side, built(NumberBid, max=9, order="by_side").by_side) == (False, True)

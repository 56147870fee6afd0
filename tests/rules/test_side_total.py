"""The component `side_total` counts only the total of a side's bids."""

import pytest

from spades_tui.rules.bids import SideTotal
from tests.rules.parts import Entry, bounded, built, error_of


@pytest.mark.rule("JK-4")
def test_values_out_of_bounds_are_refused() -> None:
    bounded("jokers", "bids", SideTotal, "min", 0, 20, max=13)
    bounded("jokers", "bids", SideTotal, "max", 0, 20, min=4)
    assert built(SideTotal, min=4, max=13) == SideTotal(kind="side_total", rule="JK-4", min=4, max=13)


@pytest.mark.rule("JK-4")
@pytest.mark.parametrize(
    ("slug", "entry", "message"),
    [
        ("jokers", {"min": 13}, "bids[5].max: the value is 13, but every bid is 13 or more, so nobody could raise"),
        ("jokers", {"min": 9, "max": 8}, "bids[4].min: the lowest bid, 9, is above the highest, 8"),
        ("jokers", {"min": 0, "max": 0}, "bids[4].max: the value is 0, but somebody must be able to bid a trick"),
        ("jokers", {"max": 14}, "bids[4].max: the value is 14, but there are only 13 tricks"),
        ("3b-three", {"min": 1, "max": 9}, "bids[1].kind: a side's total needs partners"),
        (
            "sandbags",
            {"min": 4, "max": 13},
            "bids[1].kind: only the side's total counts, but zeros are scored separately",
        ),
    ],
)
def test_invalid_declarations_are_refused(slug: str, entry: Entry, message: str) -> None:
    assert error_of(slug, "bids", {"kind": "side_total", **entry}) == message


@pytest.mark.rule("JK-4")
@pytest.mark.parametrize(
    ("number", "message"),
    [
        ({"max": 2}, ""),
        ({"max": 1}, "bids[4].min: two bids of 0 to 1 never make 4 to 13"),
        ({"min": 7}, "bids[4].max: two bids of 7 to 13 never make 4 to 13"),
    ],
)
def test_two_bids_must_be_able_to_make_the_total(number: Entry, message: str) -> None:
    assert error_of("jokers", "bids", {"kind": "number", **number}) == message


@pytest.mark.rule("JK-4")
def test_a_sides_total_has_a_sentence_and_its_range() -> None:
    total = built(SideTotal, min=4, max=13)
    assert total.sentence() == "A side's total must be 4 to 13; only the total counts."
    assert built(SideTotal, min=6, max=6).sentence() == "A side's total must be 6; only the total counts."
    assert (total.side_bid((0, 26)), total.side_bid((0, 10)), total.one_bid((0, 9))) == ((4, 13), (4, 10), (0, 9))

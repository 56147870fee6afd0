"""The component `raise` lets bids be raised after everyone has bid."""

import pytest

from spades_tui.rules.bids import Raises
from tests.rules.parts import Entry, bounded, built, error_of


@pytest.mark.rule("JK-5", "BM-4")
def test_values_out_of_bounds_are_refused() -> None:
    bounded("jokers", "bids", Raises, "max", 0, 20, of="side")
    assert built(Raises, of="seat", max=13) == Raises(kind="raise", rule="JK-5", of="seat", max=13)


@pytest.mark.rule("JK-5", "BM-4")
@pytest.mark.parametrize(
    ("slug", "entry", "message"),
    [
        ("sandbags", {"of": "seat", "max": 1}, ""),
        (
            "sandbags",
            {"of": "seat", "max": 0},
            "bids[2].max: the value is 0, but every bid is 0 or more, so nobody could raise",
        ),
        ("sandbags", {"of": "seat", "max": 14}, "bids[2].max: the value is 14, but there are only 13 tricks"),
        ("bemo", {"of": "side"}, "bids[3].of: the value is 'side', but raising a side's total needs partners"),
        ("bemo", {"of": "team"}, "bids[3].of: 'team' isn't allowed; use seat or side"),
        (
            "jokers",
            {"of": "seat"},
            "bids[5].of: the value is 'seat', but only the side's total counts, so it is the side that raises",
        ),
        ("jokers", {"max": 5}, ""),
        ("jokers", {"max": 4}, "bids[5].max: the value is 4, but every bid is 4 or more, so nobody could raise"),
    ],
)
def test_invalid_declarations_are_refused(slug: str, entry: Entry, message: str) -> None:
    assert error_of(slug, "bids", {"kind": "raise", **entry}) == message


@pytest.mark.rule("JK-5")
def test_no_total_is_raised_beyond_its_own_bounds() -> None:
    message = error_of("jokers", "bids", {"kind": "side_total", "max": 12})
    assert message == "bids[5].max: the value is 13, but a side's total is at most 12"


@pytest.mark.rule("JK-5", "BM-4")
def test_raises_have_a_sentence_and_extend_the_range_of_bids() -> None:
    seat, side = built(Raises, of="seat", max=13), built(Raises, of="side", max=12)
    end = "until all stand in a row."
    assert seat.sentence() == f"After the bidding, each player may raise their bid (up to 13), {end}"
    assert side.sentence() == f"After the bidding, each player may raise the side's total (up to 12), {end}"
    assert (seat.raised, seat.one_bid((1, 9)), seat.one_bid((1, 14)), seat.side_bid((2, 9))) == (
        "seat", (1, 13), (1, 14), (2, 9),
    )  # fmt: skip
    assert (side.raised, side.one_bid((1, 9)), side.side_bid((2, 9)), side.side_bid((2, 18))) == (
        "side", (1, 9), (2, 12), (2, 18),
    )  # fmt: skip
    assert seat.happens(extra=False)

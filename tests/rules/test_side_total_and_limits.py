"""A side's total together with limits that dictate bids must leave everyone a bid."""

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant_reader import VariantError, from_data


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

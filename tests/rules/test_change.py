"""The component `change` lets a bid be changed before the next one."""

import pytest

from spades_tui.rules.bids import Change
from tests.rules.parts import built, error_of


@pytest.mark.rule("3B-5")
@pytest.mark.parametrize(
    ("slug", "without", "message"),
    [
        ("sandbags", "", ""),
        ("bemo", "", "bids[1].kind: changing a bid doesn't go with blind bids; keep one of them"),
        ("jokers", "", "bids[1].kind: changing a bid doesn't go with blind bids; keep one of them"),
        ("jokers", "blind", "bids[1].kind: changing a bid doesn't go with a side's total; keep one of them"),
    ],
)
def test_invalid_declarations_are_refused(slug: str, without: str, message: str) -> None:
    assert error_of(slug, "bids", {"kind": "change"}, without) == message


@pytest.mark.rule("3B-5")
def test_change_has_its_defaults_and_leaves_the_range_of_bids() -> None:
    change = built(Change)
    assert change == Change(kind="change", rule="3B-5")
    assert change.sentence() == "You may change your bid until the next player bids."
    assert (change.one_bid((1, 9)), change.side_bid((2, 18))) == ((1, 9), (2, 18))

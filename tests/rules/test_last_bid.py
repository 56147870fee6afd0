"""The component `last_bid` bars a number for the last bidder."""

import pytest

from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.bids import LastBid
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.deck import tables
from tests.rules.parts import built, error_of

TABLES = tables(shipped()["cutthroat"].deck)


def asked(*bids: int, players: int = 4) -> BidContext:
    """Return the context of the next bidder after these bids."""
    others = (*bids, *(None for _ in range(players - len(bids))))
    to_come = players - 1 - len(bids)
    return BidContext(cards=TABLES, own=None, bids=others, partner=None, to_come=to_come, greatest=13)


@pytest.mark.rule("CT-3")
@pytest.mark.parametrize(
    ("bids", "barred"), [((3, 4, 2), 4), ((0, 0, 0), 13), ((5, 4, 4), 0), ((5, 5, 4), None), ((3, 4), None), ((), None)]
)
def test_the_last_bid_may_not_make_the_total_equal_the_tricks(bids: tuple[int, ...], barred: int | None) -> None:
    limit = built(LastBid, total=13)
    left_out = [bid for bid in range(14) if not limit.allows(asked(*bids), bid)]
    assert left_out == ([] if barred is None else [barred])


@pytest.mark.rule("CT-3")
def test_the_last_bidders_barred_number_is_explained() -> None:
    limit = built(LastBid, total=13)
    assert limit.why(asked(3, 4, 2)) == "You can't bid 4: all bids would add up to 13"
    assert limit.why(asked(5, 4, 4)) == "You can't bid nil: all bids would add up to 13"
    assert limit.sentence() == "The bids can't add up to 13."
    assert limit == LastBid(kind="last_bid", rule="CT-3", total=13)
    assert limit.looks_at == {"total"}


@pytest.mark.rule("CT-3")
def test_invalid_declarations_are_refused() -> None:
    for total in (0, 61):
        wanted = f"bids[2].total: {total} isn't allowed; use a whole number from 1 to 60"
        assert error_of("cutthroat", "bids", {"kind": "last_bid", "total": total}) == wanted
    assert error_of("cutthroat", "bids", {"kind": "last_bid", "total": 53, "on": True}) == (
        "bids[2].total: the value is 53, but all bids come to 0 to 52"
    )
    assert error_of("cutthroat", "bids", {"kind": "last_bid", "total": 13, "on": True}) == ""

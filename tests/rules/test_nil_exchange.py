"""The component `exchange` passes cards between a nil bidder and the partner."""

import pytest

from spades_tui.rules.bids import Exchange
from tests.rules.parts import Entry, bounded, built, error_of


@pytest.mark.rule("NL-8")
def test_values_out_of_bounds_are_refused() -> None:
    bounded("sandbags", "bids", Exchange, "nil", 0, 6)
    bounded("sandbags", "bids", Exchange, "blind_nil", 0, 6)
    bare = built(Exchange)
    assert (bare.rule, bare.nil, bare.blind_nil, bare.pass_order) == ("NL-8", 0, 0, "together")


@pytest.mark.rule("NL-8")
@pytest.mark.parametrize(
    ("slug", "entry", "without", "message"),
    [
        ("sandbags", {"nil": 2}, "", ""),
        ("bemo", {"nil": 1}, "", "bids[6].kind: an exchange needs partners, but everybody plays alone"),
        ("jokers", {"nil": 1}, "", "bids[7].kind: a score of kind 'zero' is missing: without it nobody bids nil"),
        (
            "sandbags",
            {"pass_order": "first"},
            "",
            "bids[2].pass_order: 'first' isn't allowed; use together or nil_first; did you mean 'nil_first'?",
        ),
    ],
)
def test_invalid_declarations_are_refused(slug: str, entry: Entry, without: str, message: str) -> None:
    assert error_of(slug, "bids", {"kind": "exchange", **entry}, without) == message


@pytest.mark.rule("NL-8")
def test_the_exchange_is_skipped_and_silent_without_cards_to_pass() -> None:
    none, some = built(Exchange), built(Exchange, nil=1, blind_nil=2, pass_order="nil_first")
    assert not none.happens(extra=False)
    assert none.sentence() == ""
    assert some.happens(extra=False)
    assert (some.cards(blind=False), some.cards(blind=True)) == (1, 2)
    assert some.sentence() == (
        "After the bidding, a nil bidder and their partner exchange cards, face down (1 card for a nil, 2 cards for a "
        "blind nil); the nil bidder gives first, and the partner sees the cards before giving as many back."
    )
    assert "both choose before they see what they get" in built(Exchange, blind_nil=1).sentence()

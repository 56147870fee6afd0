"""The component `blind` lets players bid without seeing their cards."""

import pytest

from spades_tui.rules.bids import Blind
from tests.rules.parts import Entry, bounded, built, error_of


@pytest.mark.rule("JK-9", "BM-3")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("jokers", "bids", Blind, "behind", 0, 1_000_000, who="side")
    assert built(Blind, who="side") == Blind(kind="blind", rule="JK-9", who="side", behind=0)


@pytest.mark.rule("JK-9", "BM-3")
@pytest.mark.parametrize(
    ("slug", "who", "message"),
    [
        ("jokers", "side", ""),
        ("bemo", "anyone", ""),
        ("jokers", "anyone", "bids[1].who: the value is 'anyone', but partners go blind together; use 'side'"),
        ("sandbags", "anyone", "bids[1].who: the value is 'anyone', but partners go blind together; use 'side'"),
        (
            "sandbags",
            "side",
            "bids[1].who: a side can bid blind only if sides bid together (`order` of 'number')",
        ),
        ("bemo", "side", "bids[1].who: a side can bid blind only if sides bid together (`order` of 'number')"),
        ("3b-three", "anyone", "bids[1].kind: a blind bid earns nothing more; `blind_made` of the contract is missing"),
        ("bemo", "dealer", "bids[1].who: 'dealer' isn't allowed; use anyone or side"),
    ],
)
def test_invalid_declarations_are_refused(slug: str, who: str, message: str) -> None:
    assert error_of(slug, "bids", {"kind": "blind", "who": who}) == message


@pytest.mark.rule("JK-9", "BM-3")
@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (
            {"who": "side"},
            "A side may bid blind: its first bidder decides for both, before they see their cards.",
        ),
        (
            {"who": "side", "behind": 100},
            "A side that is 100 or more points behind may bid blind: "
            "its first bidder decides for both, before they see their cards.",
        ),
        ({"who": "anyone"}, "Everyone may bid blind, before looking at the cards."),
        (
            {"who": "anyone", "behind": 1},
            "Everyone who is 1 point or more behind may bid blind, before looking at the cards.",
        ),
    ],
)
def test_the_rules_page_describes_blind_bids(entry: Entry, sentence: str) -> None:
    assert built(Blind, **entry).sentence() == sentence


@pytest.mark.rule("JK-9")
def test_blind_bidding_leaves_the_range_of_bids_unchanged() -> None:
    blind = built(Blind, who="side")
    assert (blind.blind, blind.late, blind.one_bid((0, 9))) == (True, False, (0, 9))

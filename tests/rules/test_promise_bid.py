"""The component `promise` lets a player promise the first tricks."""

import pytest

from spades_tui.rules.bids import PromiseBid
from tests.rules.parts import Entry, bounded, built, error_of


@pytest.mark.rule("BM-5")
def test_the_bounds_of_a_promise_are_checked() -> None:
    bounded("bemo", "bids", PromiseBid, "tricks", 1, 18, name="Bemo")
    promise = built(PromiseBid, name="Bemo", tricks=4)
    assert promise == PromiseBid(kind="promise", rule="BM-5", name="Bemo", tricks=4)
    assert promise.sentence() == "Bemo promises the first 4 tricks, on top of the bid."
    first = built(PromiseBid, name="Opener", tricks=1)
    assert first.sentence() == "Opener promises the first trick, on top of the bid."


@pytest.mark.rule("BM-5")
@pytest.mark.parametrize(
    ("entry", "without", "message"),
    [
        ({"tricks": 14}, "", "bids[4].tricks: the value is 14, but there are only 13 tricks"),
        ({"tricks": 5}, "", "bids[4].tricks: no score of kind 'promise' for 5 tricks"),
        ({"tricks": 1}, "", "bids[4].tricks: no score of kind 'promise' for 1 trick"),
        ({"name": "Bimo"}, "", "bids[4].name: the value is 'Bimo', but its score is called 'Bemo'"),
        ({"name": "Big Bemo", "tricks": 6}, "", "bids[5].tricks: a second promise of 6 tricks"),
        (
            {},
            "raise",
            "bids[3].kind: a promise is made while bids may be raised; a component of kind 'raise' is missing",
        ),
    ],
)
def test_invalid_promises_are_refused(entry: Entry, without: str, message: str) -> None:
    assert error_of("bemo", "bids", {"kind": "promise", **entry}, without) == message

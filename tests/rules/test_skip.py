"""The component `skip` scores a hand without playing it."""

import pytest

from spades_tui.rules.bids import Skip
from tests.rules.parts import bounded, built, error_of


@pytest.mark.rule("JK-13")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("jokers", "bids", Skip, "total", 0, 40)
    assert built(Skip, total=10) == Skip(kind="skip", rule="JK-13", on=True, total=10)


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize(
    ("slug", "total", "without", "message"),
    [
        ("jokers", 8, "", ""),
        ("jokers", 25, "", ""),
        (
            "jokers",
            7,
            "",
            "bids[6].total: the value is 7, but the bids always add up to at least 8, so no hand would be skipped",
        ),
        (
            "jokers",
            26,
            "",
            "bids[6].total: the value is 26, but the bids never add up to more than 26, so no hand would be played",
        ),
        ("jokers", 10, "skipped", "bids[6].kind: a hand that is not played needs a score of kind 'skipped'"),
        ("bemo", 10, "", "bids[6].kind: a hand that is not played needs a score of kind 'skipped'"),
    ],
)
def test_invalid_declarations_are_refused(slug: str, total: int, without: str, message: str) -> None:
    assert error_of(slug, "bids", {"kind": "skip", "total": total}, without) == message


@pytest.mark.rule("JK-13")
def test_a_skip_has_its_sentence_unless_switched_off() -> None:
    skip, off = built(Skip, total=10), built(Skip, total=10, on=False)
    assert skip.sentence() == "If all bids add up to 10 or less, the hand isn't played."
    assert built(Skip, total=0).sentence() == "If all bids add up to nothing, the hand isn't played."
    assert off.sentence() == ""
    assert (skip.skips, skip.happens(extra=False), off.happens(extra=True)) == (True, True, False)

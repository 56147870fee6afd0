"""The components `zero_draw` and `high_draw` let a bidder draw the extra card."""

import pytest

from spades_tui.rules.bids import HighDraw, ZeroDraw
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from tests.rules.parts import Entry, built, error_of, placed

OVER: dict[str, Entry] = {"deal": {"extra": 1}, "deck": {"remove": ["2D"]}}
"""Changes to `jokers` that add an extra card."""


@pytest.mark.rule("3B-6", "3B-7")
@pytest.mark.parametrize(("kind", "place"), [("zero_draw", 1), ("high_draw", 2)])
def test_drawing_needs_an_extra_card(kind: str, place: int) -> None:
    no_card = f"bids[{place}].kind: there is no extra card to draw (`deal.extra` is 0)"
    assert error_of("sandbags", "bids", {"kind": kind}) == no_card
    assert error_of("3b-four", "bids", {"kind": kind}) == ""


@pytest.mark.rule("3B-6", "3B-7")
@pytest.mark.parametrize(("kind", "place"), [("zero_draw", 1), ("high_draw", 7)])
def test_drawing_is_refused_with_blind_bids(kind: str, place: int) -> None:
    message = f"bids[{place}].kind: drawing the extra card doesn't go with blind bids; keep one of them"
    assert error_of("jokers", "bids", {"kind": kind}, "", **OVER) == message
    of_the_score = "scores[2].blind_made: nobody can bid blind here; a bid of kind 'blind' is missing"
    assert error_of("jokers", "bids", {"kind": kind}, "blind", **OVER) == of_the_score


@pytest.mark.rule("3B-6")
def test_a_zero_must_be_biddable_to_draw_for_it() -> None:
    message = error_of("3b-three", "bids", {"kind": "number", "min": 1})
    assert message == "bids[3].kind: nobody can bid zero; the lowest bid is 1"


@pytest.mark.rule("3B-6", "3B-7")
def test_draws_have_their_defaults_and_sentences() -> None:
    zero, high = built(ZeroDraw), built(HighDraw)
    assert (zero, high) == (ZeroDraw(kind="zero_draw", rule="3B-6"), HighDraw(kind="high_draw", rule="3B-7"))
    assert zero.sentence() == "A player who bids zero draws the extra card and throws one back."
    assert high.sentence() == "After the bidding, the highest bidder draws the extra card and throws one back."
    assert (zero.draws, high.draws) == (True, True)
    assert (high.happens(extra=True), high.happens(extra=False)) == (True, False)


@pytest.mark.rule("3B-6", "3B-7")
def test_without_an_extra_card_nobody_draws() -> None:
    rules, _ = placed("3b-four", "bids", {"kind": "high_draw"})
    bare = {**rules, "deal": {**rules["deal"], "extra": 0}}
    drawn, dry = (ruleset(checked(Variant, one)) for one in (rules, bare))
    assert (drawn.zero_draw, drawn.high_draw) == (built(ZeroDraw), True)
    assert (dry.zero_draw, dry.high_draw, dry.stages) == (None, False, ())

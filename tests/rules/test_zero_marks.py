"""The component `zb` lets players mark cards that spared a zero."""

import pytest

from spades_tui.rules.customs import ZeroMarks
from spades_tui.rules.customs.zero_buddy import hunters
from spades_tui.rules.judged_cards import CardToJudge
from tests.rules.parts import built, error_of


@pytest.mark.rule("3B-30")
def test_zero_marks_have_their_defaults_and_sentence() -> None:
    assert built(ZeroMarks) == ZeroMarks(kind="zb", rule="3B-30")
    assert built(ZeroMarks).sentence() == "You may mark a hunter's card that lets a zero off as having ZB potential."


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize(
    ("slug", "hunted"), [("sandbags", True), ("3b-four", True), ("jokers", False), ("bemo", False)]
)
def test_zero_marks_need_a_score_for_zeros(slug: str, hunted: bool) -> None:
    message = "" if hunted else "customs[1].kind: no zero is ever hunted; a score of kind 'zero' is missing"
    assert error_of(slug, "customs", {"kind": "zb"}) == message


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize(
    ("bids", "accused", "voters"),
    [((3, 2, 0, 4), 0, (1, 3)), ((0, 2, 0, 4), 1, (3,)), ((3, None, 0, 4, 5), 0, (3, 4)), ((0, 3, 0, 0), 1, ())],
)
def test_the_zero_bidder_and_sat_out_seats_do_not_vote(
    bids: tuple[int | None, ...], accused: int, voters: tuple[int, ...]
) -> None:
    mark = CardToJudge(1, accused, 40, (0,), hunters(bids))
    assert mark.voters(range(len(bids))) == voters
    assert mark.voters(()) == ()

"""Hands that are dealt again or scored without play."""

import pytest

from spades_tui.game.phase import Phase
from spades_tui.rules.bids import NewDeal, Skip
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.scores import SkippedHand
from tests.game.tables import Sitting
from tests.rules.parts import ALONE, PAIRS, Entry, bounded, built, error_of, hand, home_game, lines, part, scored


@pytest.mark.rule("JK-13")
def test_a_new_deal_is_a_switch_allowed_in_every_game() -> None:
    assert built(NewDeal) == NewDeal(kind="new_deal", rule="JK-13", on=True)
    assert error_of("jokers", "bids", {"kind": "new_deal", "on": 1}) == "bids[2].on: 1 isn't allowed; use true or false"
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):  # it fits every other component
        assert error_of(slug, "bids", {"kind": "new_deal", "on": True}) == ""
    sentence = "A player with no spade, no picture card and no ace may call for a new deal instead of bidding."
    assert (built(NewDeal).sentence(), built(NewDeal, on=False).sentence()) == (sentence, "")


@pytest.mark.rule("JK-13")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("jokers", "bids", Skip, "total", 0, 40)
    assert built(Skip, total=10) == Skip(kind="skip", rule="JK-13", on=True, total=10)


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize(("bid", "phase"), [(5, Phase.PLAYED), (6, Phase.PLAY)])
def test_a_side_that_bids_nothing_adds_nothing_to_the_bids(bid: int, phase: Phase) -> None:
    scores: list[Entry] = [{"kind": "skipped", "each": 10}]
    rules = home_game("sandbags", bids=[{"kind": "skip", "total": 10}], scores=scores)
    assert Sitting(rules).deal().bids(0, bid, 0, 5).state.phase == phase


@pytest.mark.rule("JK-13")
def test_a_skipped_hand_scores_the_bids_and_nothing_else() -> None:
    skipped = hand((2, 2, 3, 2), (0, 0, 0, 0), PAIRS, skipped=True)
    assert lines(scored(part("jokers", SkippedHand), skipped)) == [(0, "JK-13", 50), (1, "JK-13", 40)]
    rules = ruleset(shipped()["jokers"])
    sheet = rules.score(rules.fresh_standing(), skipped)
    assert (sheet.points, {note.what for note in sheet.notes}) == ((50, 40), {Decided.NOT_PLAYED})
    played = rules.score(rules.fresh_standing(), hand((2, 2, 3, 2), (3, 4, 3, 3), PAIRS))
    assert {line.rule for line in played.lines} == {"JK-7"}
    for slug, counts in (
        ("sandbags", skipped),
        ("bemo", hand((2, 2, 3), (0, 0, 0), ALONE, skipped=True, promises=(4, 0, 0), winners=())),
    ):
        other = ruleset(shipped()[slug])
        assert not other.score(other.fresh_standing(), counts).lines

"""The score `skipped` pays the bids of a hand that was not played."""

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.scores import SkippedHand
from tests.rules.parts import ALONE, PAIRS, hand, lines, part, scored


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

"""Predictions of play-outs for the end of a hand."""

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from tests.bench import ends


def test_the_end_of_a_hand_is_foreseen_better_the_nearer_it_is() -> None:
    found = ends.measured(ruleset(shipped()["sandbags"]), "club", 12)
    assert found[3, False].squares < found[0, False].squares
    assert all(found[quarter, False].count == found[0, False].count for quarter in ends.QUARTERS)

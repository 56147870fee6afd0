"""Play-outs predict the end of a hand better when it is nearer."""

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from tests.bench import ends


def test_predictions_improve_as_the_hand_nears_its_end() -> None:
    found = ends.measured(ruleset(shipped()["sandbags"]), "club", 12)
    assert found[3, False].squares < found[0, False].squares
    assert all(found[quarter, False].count == found[0, False].count for quarter in ends.QUARTERS)

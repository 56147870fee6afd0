"""Components write their points into a ledger."""

from spades_tui.rules.ledger import Ledger, ScoreLine
from tests.rules.parts import standing


def test_a_ledger_writes_no_line_without_points() -> None:
    ledger = Ledger(standing())
    ledger.add(0, "SB-5", 0, "nothing")
    ledger.add(1, "SB-5", -10, "something")
    assert ledger.lines == [ScoreLine(1, "SB-5", -10, "something")]
    assert ledger.points == [0, -10]

"""What can't be undone says why, and a tie that keeps a game going is in the log."""

import pytest

from spades_tui.game.events import Draft, TakeBack
from spades_tui.game.history import Step
from spades_tui.game.refusal import IllegalEvent
from spades_tui.record.event_words import log_entries
from tests.game.tables import Sitting

NAMES = ("Ann", "Bea", "Cy", "Dot")


@pytest.mark.rule("3B-11", "TW-1")
@pytest.mark.parametrize("keep", [True, False])
def test_a_draft_decision_stays_with_a_reason(keep: bool) -> None:
    game = Sitting("two-handed", undo=True)
    game.do(game.deal_event())
    seat = game.turn
    assert seat is not None
    game.do(Draft(seat, keep))
    with pytest.raises(IllegalEvent) as caught:
        game.do(TakeBack(seat))
    assert isinstance(caught.value.refusal.sentence, str)
    assert "draft" in caught.value.refusal.sentence


@pytest.mark.rule("SB-10")
def test_the_log_names_a_tie_that_keeps_the_game_going() -> None:
    for totals in ((500, 500), (100, 100)):
        game = Sitting("sandbags").so_far(totals=totals)
        step = Step(game.deal_event(), game.state, game.do(game.deal_event()).state, ())
        lines = [entry.text for entry in log_entries(step, NAMES, ("Ann & Cy", "Bea & Dot"))]
        tie = game.rules.extra_hand(game.standing)
        assert (tie is not None) == (totals[0] >= 500)
        assert tie is None or tie in lines

"""A blind nil beside other blind bids is named in full, and the others may be called blind too."""

from pathlib import Path

import pytest

from spades_tui.game.events import Bid, Look, SeatEvent
from spades_tui.plain.turns import offered, to_say
from spades_tui.play.setup import NAMES
from spades_tui.presentation.decisions import Question, decide
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import load
from tests.game.tables import Sitting

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "blind-six.toml"


def first_question(behind: int) -> Question:
    """Return the question to a first bidder whose side is this far behind."""
    sitting = Sitting(ruleset(load(EXAMPLE))).so_far(totals=(400, 400 - behind)).deal()
    return decide(sitting.sees(sitting.turn), Wording(NAMES[:4]))


def event_of(line: str, question: Question) -> SeatEvent | None:
    """Return the event that a typed line means; None if it could mean several."""
    return offered(line, [offer for row in question.rows for offer in row])


@pytest.mark.rule("HR-7")
def test_a_blind_nil_beside_blind_numbers_needs_its_full_name() -> None:
    question = first_question(behind=200)
    assert to_say(question) == "Say look, or blind nil, or 1 to 13."
    assert event_of("blind", question) is None
    nil, six = event_of("blind nil", question), event_of("blind 6", question)
    assert isinstance(nil, Bid) and (nil.bid, nil.blind) == (0, True)
    assert isinstance(six, Bid) and (six.bid, six.blind) == (6, True)
    assert six == event_of("6", question)
    assert isinstance(event_of("look", question), Look)


@pytest.mark.rule("HR-7")
def test_a_blind_nil_alone_is_blind() -> None:
    question = first_question(behind=100)
    assert to_say(question) == "Say look, or blind."
    nil = event_of("blind", question)
    assert isinstance(nil, Bid) and nil == event_of("blind nil", question)

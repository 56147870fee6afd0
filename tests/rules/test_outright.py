"""The component `outright` lets a bid win the game."""

import pytest

from spades_tui.rules.endings import Outright
from tests.rules.parts import built, error_of, part, standing


@pytest.mark.rule("BM-12", "3B-15")
def test_an_outright_bid_wins_over_higher_totals() -> None:
    ending = part("bemo", Outright)
    assert ending.decide(standing(totals=(600, 20, 90)), None) is None
    outcome = ending.decide(standing(totals=(600, 20, 90)), 1)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.standings) == ("outright", (1,), ((1,), (0,), (2,)))
    assert isinstance(ending, Outright)


@pytest.mark.rule("BM-12", "3B-15")
def test_an_outright_win_needs_a_bid_that_can_win() -> None:
    assert error_of("bemo", "endings", {"kind": "outright"}) == ""
    message = "endings[1].kind: no bid can win the game; remove this ending"
    assert error_of("sandbags", "endings", {"kind": "outright"}) == message
    missing = error_of("bemo", "endings", {"kind": "target"}, without="outright")
    assert missing == "endings: a bid can win the game, but an ending of kind 'outright' is missing"


@pytest.mark.rule("BM-12")
def test_an_outright_win_has_its_defaults_and_sentence() -> None:
    ending = built(Outright)
    assert ending == Outright(kind="outright", rule="BM-12")
    assert ending.sentence() == "A bid that wins the game ends it at once."
    assert (ending.how, ending.title) == ("outright", "outright, by a bid that wins the game")
    assert (ending.by_bid, ending.last, ending.goal, ending.game_hands, ending.most_sets) == (
        True, False, None, None, None,
    )  # fmt: skip

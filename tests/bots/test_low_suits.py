"""Where the deuce is the highest card of a suit and the ace the lowest, players and reasons know it (HR-2)."""

import pytest

from spades_tui import bots
from spades_tui.bots.advice import advise
from spades_tui.bots.beginner import high_cards
from spades_tui.fair import Stream
from spades_tui.game.events import Deal, Draft
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant
from tests.advice.contradictions import contradictions, positions
from tests.bots.tables import LOW, low
from tests.game.drafting import stock_of, two
from tests.game.tables import Sitting, some


@pytest.mark.rule("HR-2")
def test_a_beginner_counts_the_highest_ranks_of_the_deck() -> None:
    lowest, highest = some("AC KC QC AD KD QD"), some("2C 3C 4C 2D 3D 4D")
    rules = low("classic")
    assert high_cards(rules, sum(1 << card for card in lowest)) == 0
    assert high_cards(rules, sum(1 << card for card in highest)) > 3


@pytest.mark.rule("HR-2")
@pytest.mark.parametrize(("top", "keep"), [("AH", False), ("2H", True)])
@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_drafting_player_keeps_the_deuce_and_throws_the_ace_away(level: str, top: str, keep: bool) -> None:
    game: Variant = two(deck=LOW)
    sitting = Sitting(ruleset(game)).do(Deal(1, 0, (0, 0), stock=stock_of(f"3C 4D 6H 7D {top} 8C")))
    for kept in (False, False):
        assert sitting.turn is not None
        sitting.do(Draft(sitting.turn, kept))
    assert bots.choose(level, sitting.sees(1), Stream(b"drafting")) == Draft(1, keep)


@pytest.mark.rule("HR-2")
def test_no_reason_says_that_a_low_ace_is_saved() -> None:
    for seen in positions(low("classic"), "b", 16):
        assert contradictions(seen, advise(bots.LEVELS[-2], seen)) == []

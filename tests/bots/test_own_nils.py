"""A living nil gets rid of the cards that may have to win, and so do hints and reviews."""

from functools import cache

import pytest

from spades_tui.bots.advice import advise
from spades_tui.bots.cardplay import CardPlay, fair_plays
from spades_tui.bots.living_zero import best_loser, by_suit, danger, in_known_order, is_safe, losing_plays
from spades_tui.bots.valued_choice import Advice, PlainReason, ValuedChoice
from spades_tui.cards import HEARTS, text
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench.situations.__main__ import answer
from tests.bench.situations.reading import Situation, build, judge, load, words_of
from tests.bots.tables import at_play, rules_of, seen_by

NILS = [situation for situation in load() if situation.kind == "own nil"]
BY_NAME = {situation.name: situation for situation in NILS}
CLUB_ERRS = {
    "the hearts have their deuce, and no diamond can stay low",
    "the three loses under the five that is led",
}
"""Where `club` chooses worse; it is the yardstick for the other levels and stays as it is."""


def seen_in(situation: Situation) -> Observation:
    return observe(build(situation).state, 0)


@cache
def hint_for(name: str) -> tuple[Advice, ...]:
    return advise("expert", seen_in(BY_NAME[name]))


def test_own_nils_have_enough_situations() -> None:
    assert len(NILS) >= 15
    assert set(BY_NAME) > CLUB_ERRS


@pytest.mark.parametrize("name", [name for name in BY_NAME if name not in CLUB_ERRS])
def test_club_chooses_for_its_nil_as_a_strong_player_does(name: str) -> None:
    event = answer(BY_NAME[name], "club")
    assert judge(BY_NAME[name], event), words_of(event)


@pytest.mark.parametrize("name", BY_NAME)
def test_hint_for_a_nil_is_the_choice_of_a_strong_player(name: str) -> None:
    first, *others = hint_for(name)
    assert judge(BY_NAME[name], first.event), words_of(first.event)
    if "must" in BY_NAME[name].lines:
        charged = [words_of(other.event) for other in others if judge(BY_NAME[name], other.event) and other.cost]
        assert not charged, "as right as the first"


@pytest.mark.parametrize("name", BY_NAME)
def test_reason_of_a_nil_never_says_that_the_cards_are_alike(name: str) -> None:
    goals = {one.reason.goal for one in hint_for(name) if one.weighed}
    assert PlainReason.ALIKE not in goals


def test_values_rise_with_the_rank_of_losing_cards() -> None:
    """A lower card that happens to come out ahead doesn't make its higher neighbours look bad."""
    seen = seen_in(BY_NAME["under the queen goes the ten, not the two"])
    decision = CardPlay(seen, 0)
    losers = losing_plays(decision, fair_plays(seen))
    ((*lower, ten),) = by_suit(decision, losers)
    assert [text(event.card) for event in (*lower, ten)] == ["2H", "4H", "5H", "7H", "TH"]
    lucky = [ValuedChoice(event, -float(place), 0.8, 5.0, 40) for place, event in enumerate((*lower, ten))]
    first, *others = in_known_order(decision, tuple(lucky), losers)
    assert first.event == ten == best_loser(decision, losers)
    assert {row.value for row in (first, *others)} == {0.0}


@pytest.mark.parametrize(
    ("hearts", "clubs", "is_hearts_safe"),
    [("AKT7542", "Q965", True), ("AKT75", "Q96542", False), ("A2", "Q9765432", False)],
)
def test_high_cards_of_a_long_low_suit_endanger_no_nil(hearts: str, clubs: str, is_hearts_safe: bool) -> None:
    """Six hearts out are hardly ever led five times, and a nil with four low ones ducks four leads."""
    cards = [f"{rank}H" for rank in hearts] + [f"{rank}C" for rank in clubs]
    cards += [f"{rank}S" for rank in "5432"[: 13 - len(cards)]]
    seen = seen_by(at_play(rules_of("classic"), {0: " ".join(cards)}, [0, 4, 4, 4], dealer=3))
    holding = CardPlay(seen, 0).holding
    assert (danger(holding, HEARTS, holding.above[HEARTS]) == 0) == is_hearts_safe


def forced_to_win(own: frozenset[int], out: frozenset[int]) -> bool:
    """Return whether somebody who leads one unseen card after the other can make a card of a suit win."""
    for led in out:
        if not own:
            return False
        ducks = [card for card in own if card < led]
        if all(forced_to_win(own - {card}, out - {led}) for card in ducks):
            return True
    return False


@pytest.mark.parametrize("size", range(1, 8))
def test_suit_is_safe_if_no_order_of_leads_makes_it_win(size: int) -> None:
    for bits in range(1 << size):
        own = frozenset(card for card in range(size) if bits >> card & 1)
        out = frozenset(range(size)) - own
        below = [sum(other < card for other in out) for card in sorted(own)]
        assert is_safe(below, len(out)) == (not forced_to_win(own, out)), (own, out)

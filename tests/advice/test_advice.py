"""Advice lists the choices from best to worst with their costs, and uses nothing that the seat can't see."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from spades_tui.bots import advice as advice_module
from spades_tui.bots import weigh
from spades_tui.bots.advice import (
    ADVISER,
    advice_about,
    advise,
    another_look,
    cost_beside,
    same_choice,
    stream_of,
    weighed_to_show,
)
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.search.corrected_odds import shown_chance
from spades_tui.bots.valued_choice import Advice, ValuedChoice
from spades_tui.cards import parse, text
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Play
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.state import HandState
from spades_tui.seats.observer import observe
from tests.bots.tables import at_play, rules_of, seen_by
from tests.game.tables import Sitting

SANDBAGS = "sandbags"
HELD = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "AH KH QH 2H 5D 6D 7D 8D 9D TD JD QD 2S"}


def names_of(advice: tuple[Advice, ...]) -> list[str]:
    return [text(one.event.card) for one in advice if isinstance(one.event, Play)]


@pytest.mark.usefixtures("by_rules")
def test_advice_lists_every_legal_choice_once_in_order_of_cost() -> None:
    seen = seen_by(at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H"))
    advice = advise(ADVISER, seen)
    assert sorted(names_of(advice)) == sorted(text(event.card) for event in seen.legal if isinstance(event, Play))
    assert advice[0].cost == 0
    costs = [one.cost for one in advice if one.weighed]
    assert costs == sorted(costs)
    assert all(one.reason.event == one.event for one in advice)


def test_advice_values_touching_cards_equally(monkeypatch: pytest.MonkeyPatch) -> None:
    from spades_tui.bots import advice as module
    from spades_tui.bots.valued_choice import ValuedChoice

    seen = seen_by(at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H"))
    one, two = Play(1, parse("AH")), Play(1, parse("2H"))
    valued = ValuedChoice(one, 5.0, 0.5, 3.0, 10), ValuedChoice(two, 1.0, 0.25, 2.0, 10)
    monkeypatch.setattr(module, "weigh", lambda *_, **__: valued)
    advice = advise(ADVISER, seen)
    assert [(text(a.event.card), a.cost) for a in advice if isinstance(a.event, Play)] == [
        ("QH", 0.0), ("KH", 0.0), ("AH", 0.0), ("2H", 4.0),
    ]  # fmt: skip
    # The king is in the trick, so it separates the ace from the queen.
    held = {**HELD, 0: "KH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "AH QH 3H 2H 5D 6D 7D 8D 9D TD JD QD 2S"}
    seen = seen_by(at_play(rules_of(SANDBAGS), held, [3, 3, 3, 3], "KH"))
    queen = advice_about(advise(ADVISER, seen), Play(1, parse("QH")))
    assert queen is not None
    assert not queen.weighed


def test_another_look_plays_every_card_out_equally_often() -> None:
    seen = seen_by(at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H"))
    rows = weigh(ADVISER, seen, Stream(b"thorough"), thorough=True)
    assert len({row.deals for row in rows}) == 1
    assert rows[0].deals >= weigh(ADVISER, seen, Stream(b"usual"))[0].deals
    costs, again = another_look(seen, 0), another_look(seen, 0)
    assert costs == again, "the same observation gives the same costs"
    assert costs != another_look(seen, 1), "each look has other deals"
    assert costs.keys() == {row.event for row in rows}
    assert min(cost for cost, _ in costs.values()) == 0.0 < max(cost for cost, _ in costs.values())


def test_a_cost_beside_another_choice_comes_from_deals_of_its_own() -> None:
    seen = seen_by(at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H"))
    best, *_, worst = [one.event for one in advise(ADVISER, seen) if one.weighed]
    costs = [cost_beside(seen, worst, best, number) for number in (0, 0, 1)]
    assert costs[0] == costs[1] != costs[2]
    assert cost_beside(seen, best, worst, 0)[0] == pytest.approx(-costs[0][0])
    assert costs[0][0] > 0 < costs[0][1]
    seen = Sitting(SANDBAGS, dealer=3).deal("AKJS AK2H 9842C 973D").sees(0)
    assert cost_beside(seen, Bid(0, 13), Bid(0, 5), 0)[0] > 20, "no player would bid thirteen"


def test_every_bid_tried_meets_many_deals() -> None:
    seen = Sitting(SANDBAGS, dealer=3).deal("A84S 963H 3D AT6432C").sees(0)
    assert min(one.deals for one in advise(ADVISER, seen) if one.weighed) >= 160


@pytest.mark.parametrize(("total", "first"), [(464, 2), (0, 3), (480, 2)])
def test_the_lower_of_two_equal_bids_is_suggested_if_it_reaches_the_goal(
    total: int, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Sitting("classic", dealer=3).deal("KJ92S T762H QJ2D QTC").sees(0)
    seen = replace(seen, bids=(None, 2, 2, 2), standing=replace(seen.standing, totals=(total, 400)))
    rows = [ValuedChoice(Bid(0, 3), 10.0, 0.9, 7.0, 100), ValuedChoice(Bid(0, 2), 9.5, 0.9, 7.0, 100)]
    far = ValuedChoice(Bid(0, 1), 5.0, 0.9, 7.0, 100)
    monkeypatch.setattr(advice_module, "weigh", lambda *_, **__: (*rows, far))
    assert advise(ADVISER, seen)[0].event == Bid(0, first)


def test_the_chance_of_a_bid_allows_for_surprises_and_moves_no_choice() -> None:
    seen = Sitting(SANDBAGS, dealer=3).deal("AKJS AK2H 9842C 973D").sees(0)
    rows, shown = weigh(ADVISER, seen, stream_of(seen), True), weighed_to_show(ADVISER, seen, 0)
    assert [(row.event, row.value) for row in shown] == [(row.event, row.value) for row in rows]
    assert {one.event for one in shown} > {Bid(0, 4), Bid(0, 5)}
    for row, one in zip(rows, shown, strict=True):
        assert one.made == shown_chance(row.made, nil=one.event == Bid(0, 0))


@pytest.mark.parametrize(("before", "first"), [(9.0, "KH"), (12.0, "QH")], ids=["liked", "disliked"])
def test_cards_near_the_best_one_are_weighed_again(monkeypatch: pytest.MonkeyPatch, before: float, first: str) -> None:
    """A card that is ahead in new deals is first, unless it was ahead before: then partners would dislike it."""
    seen = seen_by(at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H"))
    queen, king, two = (Play(1, parse(card)) for card in ("QH", "KH", "2H"))

    def weigh(*_: object, among: tuple[object, ...] = (), **__: object) -> tuple[ValuedChoice, ...]:
        if among:
            assert among == (queen, king)
            return ValuedChoice(king, 9.0, 1.0, 3.0, 10, 0.0), ValuedChoice(queen, 5.0, 1.0, 3.0, 10, 1.0)
        rows = [(queen, 10.0, 0.0), (king, before, 1.0), (two, -30.0, 1.0)]
        return tuple(ValuedChoice(card, value, 1.0, 3.0, 10, doubt) for card, value, doubt in rows)

    monkeypatch.setattr(advice_module, "weigh", weigh)
    rows = weighed_to_show(ADVISER, seen, 1)
    assert rows[0].event == Play(1, parse(first))
    assert {row.event: row.value for row in rows} == {queen: 10.0, king: pytest.approx((before + 14.0) / 2), two: -30.0}


@pytest.mark.parametrize(("doubt", "first"), [(2.5, 4), (1.5, 5)])
def test_a_bid_that_is_the_count_comes_first_if_it_is_behind_by_chance(
    monkeypatch: pytest.MonkeyPatch, doubt: float, first: int
) -> None:
    seen = Sitting(SANDBAGS, dealer=3).deal("AKJS AK2H 9842C 973D").sees(0)
    rows = ValuedChoice(Bid(0, 5), 10.0, 0.7, 5.0, 480), ValuedChoice(Bid(0, 4), 8.0, 0.9, 5.0, 480, doubt)
    monkeypatch.setattr(advice_module, "weigh", lambda *_, **__: rows)
    advice = advise(ADVISER, seen)
    assert advice[0].event == Bid(0, first)
    assert (advice[0].reason.as_good == Bid(0, 5)) == (first == 4)


@pytest.mark.parametrize("nil", [True, False])
def test_low_chances_are_shown_higher_and_high_ones_lower(nil: bool) -> None:
    assert 0.0 < shown_chance(0.0, nil) < 0.15
    assert abs(shown_chance(0.6, nil) - 0.6) < 0.03
    assert 0.85 < shown_chance(1.0, nil) < 1.0


def test_a_choice_ahead_of_the_first_one_shows_its_own_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first choice stays the first if no partner would forgive the other."""
    from spades_tui.bots import advice as module
    from spades_tui.bots.valued_choice import ValuedChoice

    seen = seen_by(at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H"))
    queen, two = Play(1, parse("QH")), Play(1, parse("2H"))
    rows = ValuedChoice(queen, -9.0, 1.0, 3.0, 10), ValuedChoice(two, 9.0, 1.0, 2.0, 10)
    monkeypatch.setattr(module, "weigh", lambda *_, **__: rows)
    advice = advise(ADVISER, seen)
    first, other = advice[0], advice_about(advice, two)
    assert other is not None
    assert (first.event, first.value, other.value, other.cost) == (queen, -9.0, 9.0, 0.0)
    assert (other.reason.against, other.reason.better, other.reason.as_good) == (queen, 18.0, None)
    assert (first.reason.against, first.reason.as_good) == (None, None)


def test_advice_values_an_uncalled_ace_like_a_high_ace() -> None:
    assert same_choice(Play(0, 12), Play(0, 12, "high"))
    assert not same_choice(Play(0, 12, "low"), Play(0, 12, "high"))
    assert not same_choice(Play(0, 12), Play(0, 11))


@pytest.mark.parametrize("level", LEVELS)
def test_advice_does_not_depend_on_hidden_cards(level: str) -> None:
    rng = random.Random(8)
    course = at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H")
    before = advise(level, seen_by(course))
    for _ in range(2):
        assert advise(level, seen_by(_scrambled(course, rng))) == before


def _scrambled(course: History, rng: random.Random) -> History:
    """Return the same game with the cards unseen by the seat on turn dealt again."""
    hand: HandState = course.state.current
    me = on_turn(course.state)
    others = [seat for seat in hand.table if seat != me]
    cards = [card for seat in others for card in range(54) if hand.holding[seat] >> card & 1]
    rng.shuffle(cards)
    holding = list(hand.holding)
    for seat in others:
        count = holding[seat].bit_count()
        holding[seat] = sum(1 << card for card in cards[:count])
        del cards[:count]
    return History(replace(course.state, hand=replace(hand, holding=tuple(holding))))


def test_the_first_advice_is_as_good_as_the_advisers_own_choice() -> None:
    from spades_tui.bots import choose
    from spades_tui.bots.advice import stream_of

    seen = seen_by(at_play(rules_of("3b-four"), {}, [3, 3, 3, 3]))
    first = advise(ADVISER, seen)[0]
    assert choose(ADVISER, seen, stream_of(seen)) in (first.event, *first.equals)


def test_advice_off_turn_is_refused() -> None:
    course = at_play(rules_of(SANDBAGS), HELD, [3, 3, 3, 3], "9H")
    with pytest.raises(ValueError, match="turn"):
        advise(ADVISER, observe(course.state, 2))

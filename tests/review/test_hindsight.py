"""With all cards open: what a card led to, whether it mattered, and whether its player could know."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from spades_tui.analysis.hindsight import SAME, Hindsight, hindsight
from spades_tui.bots.advice import advise
from spades_tui.bots.valued_choice import Advice, Aim, Reason
from spades_tui.cards import pretty
from spades_tui.game.events import Bid, Play
from spades_tui.presentation.hindsight_words import HindsightWords, bid_in_hindsight, hindsight_words
from spades_tui.presentation.wording import Wording
from spades_tui.record.open_hands import Moments, OpenHand
from spades_tui.rules.ledger import Decided
from spades_tui.seats.observer import observe
from tests.games import each_game
from tests.review.reviewing import record_of, simulated

LOOK = Wording(("Ann", "Bea", "Cy", "Dot"))


def plays_of(hand: OpenHand) -> list[int]:
    return [place for place, moment in enumerate(hand.moments) if moment.kind == "play"]


def looked_back(hand: OpenHand, place: int) -> Hindsight:
    moments = hand.moments
    assert isinstance(moments, Moments)
    found = moments.state_before(place)
    assert found is not None
    state, event = found
    assert isinstance(event, Play)
    return hindsight(state, event, hand.taken(place))


@pytest.mark.parametrize("slug", each_game("classic", "bemo"))
def test_every_card_has_an_ending_and_the_taken_trick_is_the_record_s(slug: str) -> None:
    hand = record_of(simulated(slug)).open_game.hands[0]
    for place in plays_of(hand)[::7]:
        one = looked_back(hand, place)
        legal = {event for event in observe(one.state, one.card.seat).legal if isinstance(event, Play)}
        assert {ending.card.card for ending in one.endings} == {event.card for event in legal}
        assert one == looked_back(hand, place), "the same every time"
        assert one.best.points >= one.own.points
        assert (one.best is one.own) == all(other.points <= one.own.points + SAME for other in one.endings)
        if one.taken is not None:
            done = next(moment for moment in hand.moments[place:] if moment.complete)
            assert one.taken in done.trick and one.taken.seat == done.winning


def told(better: float | None) -> tuple[Hindsight, tuple[str, ...]]:
    """Return a card that was wrong with these cards, and the words about it.

    `better`: what the better card costs by what its player saw; the one played costs 10.
    """
    for hand in record_of(simulated("classic")).open_game.hands:
        for place in plays_of(hand):
            one = looked_back(hand, place)
            if one.best is one.own:
                continue
            costs = {one.best.card: better, one.card: 10.0}
            advice = tuple(
                Advice(card, 0.0, cost, 0.5, 3.0, 100, Reason(Aim.MAKE, card))
                for card, cost in costs.items()
                if cost is not None
            )
            return one, hindsight_words(one, advice, LOOK)
    raise AssertionError


@pytest.mark.parametrize(
    ("cost", "known"),
    [(0.0, "could know"), (7.0, "about as good"), (13.0, "about as good"), (30.0, "the worse card"), (None, "")],
)
def test_the_words_name_the_better_card_and_whether_its_player_could_know(cost: float | None, known: str) -> None:
    one, words = told(cost)
    whole = " ".join(words)
    gained = round(one.best.points - one.own.points)
    assert f"{gained} points better" in whole
    assert pretty(one.best.card.card) in whole
    assert known in whole
    assert ("know" in whole) == bool(known)


@pytest.mark.parametrize(("points", "tricks", "words"), [
    (0.0, 0, "alike"), (2.0, 1, "cost next to nothing"), (-2.0, -1, "cost nothing."), (0.0, 1, "cost nothing."),
])  # fmt: skip
def test_endings_are_alike_only_if_they_are(points: float, tricks: int, words: str) -> None:
    one, _ = told(0.0)
    own, card = one.own, one.best.card
    other = replace(own, card=card, points=own.points + points, tricks=own.tricks + tricks)
    costs = {card: 0.0, one.card: 10.0}
    advice = [Advice(card, 0.0, cost, 0.5, 3.0, 100, Reason(Aim.MAKE, card)) for card, cost in costs.items()]
    whole = " ".join(hindsight_words(replace(one, endings=(own, other)), tuple(advice), LOOK))
    assert words in whole and ("alike" in whole) is (words == "alike")


@pytest.mark.parametrize(("gained", "words"), [(0.0, "ends no better"), (20.0, "20 points better"), (-20.0, "worse.")])
def test_a_hint_beside_another_better_card_is_told(gained: float, words: str) -> None:
    one, _ = told(0.0)
    other = next(ending for ending in one.endings if ending.card not in (one.card, one.best.card))
    hint = replace(other, points=one.own.points + gained)
    best = replace(one.best, points=one.own.points + 90.0)
    costs = {hint.card: 0.0, best.card: 2.0, one.card: 10.0}
    advice = [Advice(card, 0.0, cost, 0.5, 3.0, 100, Reason(Aim.MAKE, card)) for card, cost in costs.items()]
    *_, last = hindsight_words(replace(one, endings=(one.own, best, hint)), tuple(advice), LOOK)
    assert last.startswith("The hint's choice, ") and words in last


def test_the_hint_s_card_is_named_if_it_ends_as_well_as_another() -> None:
    one, _ = told(0.0)
    least = one.endings[-1]
    alike = replace(least, points=one.best.points - SAME / 2)
    one = replace(one, endings=(one.own, one.best, alike))
    costs = {alike.card: 0.0, one.best.card: 30.0, one.card: 10.0}
    advice = [Advice(card, 0.0, cost, 0.5, 3.0, 100, Reason(Aim.MAKE, card)) for card, cost in costs.items()]
    words = " ".join(hindsight_words(one, tuple(advice), LOOK))
    assert f"{pretty(alike.card.card)}, the hint's choice, " in words and "could know" in words


def test_the_hint_s_card_is_named_among_those_that_end_worst() -> None:
    """Otherwise the page would praise it, and blame another card that ends as badly."""
    one, _ = told(0.0)
    hints, other = (replace(one.own, card=one.endings[place].card, points=one.own.points - 90.0) for place in (1, 2))
    one = replace(one, endings=(one.own, hints, other))
    advice = Advice(hints.card, 0.0, 0.0, 0.5, 3.0, 100, Reason(Aim.MAKE, hints.card))
    words = " ".join(hindsight_words(one, (advice,), LOOK))
    assert "no other card ends better" in words and words.count("hint's choice") == 1
    assert f"{pretty(hints.card.card)}, the hint's choice, " in words and pretty(other.card.card) not in words


@pytest.mark.parametrize(("fewer", "later"), [(1, False), (3, True)])
def test_more_than_the_trick_of_a_card_is_later_play(fewer: int, later: bool) -> None:
    one, _ = told(0.0)
    own = replace(one.own, tricks=6)
    words = HindsightWords(one, (), LOOK).ends(replace(own, tricks=6 - fewer, points=own.points - 6), own)
    assert ("later play" in words) == later


@pytest.mark.parametrize(("bids", "gained", "words"), [
    ((10, 2, 0, 2), 60.0, "makes Ann's bid"), ((2, 10, 0, 1), 60.0, "sets Bea"), ((4, 4, 0, 0), 60.0, "sets Bea"),
    ((10, 2, 0, 2), -60.0, "makes Ann's bid, but brings more bags"),
])  # fmt: skip
def test_the_largest_of_the_bids_that_a_card_decides_is_named_unless_it_ends_worse(
    bids: tuple[int, ...], gained: float, words: str
) -> None:
    hand = record_of(simulated("cutthroat")).open_game.hands[0]
    one = looked_back(hand, next(place for place in plays_of(hand) if hand.moments[place].trick[-1].seat == 0))
    state = replace(one.state, hand=replace(one.state.current, bids=bids))
    own = replace(one.own, bids=frozenset())
    both = replace(
        own,
        points=own.points + gained,
        tricks=own.tricks + 1,
        bids=frozenset({(Decided.SET, (1,)), (Decided.MADE, (0,))}),
    )
    assert HindsightWords(replace(one, state=state), (), LOOK).ends(both, own) == words


def test_a_hint_that_does_worse_with_these_cards_is_named() -> None:
    found = 0
    for hand in record_of(simulated("classic")).open_game.hands:
        for place in plays_of(hand):
            one = looked_back(hand, place)
            worst = one.endings[-1]
            if worst is one.own or one.own.points - worst.points <= SAME:
                continue
            advice = Advice(worst.card, 0.0, 0.0, 0.5, 3.0, 100, Reason(Aim.MAKE, worst.card))
            words = " ".join(hindsight_words(one, (advice,), LOOK))
            card = pretty(worst.card.card)
            assert f"The hint's choice, {card}, " in words or f"{card}, the hint's choice, " in words
            assert words.count("hint's choice") == 1
            found += 1
    assert found


def test_no_card_alone_has_an_alternative() -> None:
    hand = record_of(simulated("sandbags")).open_game.hands[0]
    one = looked_back(hand, plays_of(hand)[-1])
    words = hindsight_words(one, advise("club", observe(one.state, one.card.seat)), LOOK)
    assert any("no other card" in sentence for sentence in words)


def test_nothing_is_said_of_the_others_where_the_card_mattered_little() -> None:
    found = 0
    for hand in record_of(simulated("classic")).open_game.hands:
        for one in (looked_back(hand, place) for place in plays_of(hand)):
            if len(one.endings) < 2 or one.matters:
                continue
            [trick] = hindsight_words(one, (), LOOK)
            assert trick.endswith("took the trick.")
            found += 1
    assert found


@pytest.mark.parametrize(("took", "words"), [(3, "3 in the end, as bid"), (5, "2 more"), (1, "2 fewer")])
def test_a_bid_is_compared_with_the_tricks_taken(took: int, words: str) -> None:
    [sentence] = bid_in_hindsight(Bid(1, 3), took, Wording(("Ann", "Bea")))
    assert words in sentence and not re.search("[Yy]ou", sentence)

"""What the play-outs add to the reasons: why the first choice is better, and no hope or praise that they refute."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spades_tui.bots import advice
from spades_tui.bots.sentences import But
from spades_tui.bots.weighed import Advice, Weighed
from spades_tui.cards import parse, parse_hand
from spades_tui.game.facts import Bid, Discard, Look, Play, Promise, Raise, SeatFact, Stand
from spades_tui.seats import Observation, observe
from tests.advice.positions import FAIR, POOR, SANDBAGS, STRONG, ZERO, after, first_bid, standing
from tests.bots.tables import at_play, rules_of

Rows = list[tuple[SeatFact, float, float, float]]
"""Choices with what each is worth, how often the bid is made, and the tricks."""


def advised(monkeypatch: pytest.MonkeyPatch, seen: Observation, rows: Rows) -> tuple[Advice, ...]:
    """Advice when this came of the choices."""
    weighed = tuple(Weighed(fact, value, made, tricks, 40) for fact, value, made, tricks in rows)
    monkeypatch.setattr(advice, "weigh", lambda *_: weighed)
    return advice.advise("strong", seen)


def reasons(monkeypatch: pytest.MonkeyPatch, seen: Observation, rows: Rows) -> list[str]:
    """The reasons of the choices that were played out, in their order."""
    return [one.reason for one in advised(monkeypatch, seen, rows)][: len(rows)]


COUNT = "Four top cards and five spades: about six in all"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([(Bid(0, 6), 9, 0.8, 6), (Bid(0, 5), 5, 0.97, 6)], f"{COUNT}."),
        ([(Bid(0, 5), 9, 0.97, 6), (Bid(0, 6), 5, 0.8, 6)], f"{COUNT}; 5 is made 97 times in 100, and 6 only 80."),
        ([(Bid(0, 5), 9, 1.0, 6), (Bid(0, 6), 5, 0.8, 6)], f"{COUNT}; 5 is made every time, and 6 only 80 times in"),
        ([(Bid(0, 4), 9, 0.99, 6), (Bid(0, 5), 5, 0.9, 6)], f"{COUNT}; 4 is made 99 times in 100, and 5 only 90."),
        ([(Bid(0, 5), 9, 0.97, 6), (Bid(0, 6), 5, 0.96, 6)], f"{COUNT}; a bid of 6 is worth 4 points less."),
        ([(Bid(0, 5), 9, 0.97, 6), (Bid(0, 6), 9, 0.96, 6)], f"{COUNT}; a bid of 6 is as good."),
        ([(Bid(0, 7), 9, 0.7, 6), (Bid(0, 6), 5, 0.8, 6)], f"{COUNT}; 7 is made 70 times in 100."),
        ([(Bid(0, 7), 9, 0.2, 6), (Bid(0, 6), 5, 0.3, 6)], "It is made 20 times in 100, and no other choice is"),
        ([(Bid(0, 7), 9, 0.2, 6), (Bid(0, 6), 9, 0.3, 6)], "It is made 20 times in 100, and there is a choice as"),
    ],
)  # fmt: skip
def test_the_best_bid_is_told_beside_what_the_hand_counts(
    rows: Rows, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reasons(monkeypatch, first_bid(SANDBAGS, STRONG), rows)[0].startswith(words)


@pytest.mark.parametrize(
    ("fact", "made", "words"),
    [
        (Bid(0, 8), 0.03, "Four top cards and five spades: about six in all, and 8 is made only 3 times in 100."),
        (Bid(0, 7), 0.0, "Four top cards and five spades: about six in all, and 7 is never made in the deals tried."),
        (Bid(0, 7), 0.4, "Four top cards and five spades: about six in all; one more is a risk."),
    ],
)
def test_nothing_is_said_for_a_bid_that_is_hardly_ever_made(
    fact: SeatFact, made: float, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = standing(first_bid(SANDBAGS, STRONG), totals=(0, 320 if made < 0.1 else 0))
    told = reasons(monkeypatch, seen, [(Bid(0, 6), 9, 0.8, 6), (fact, 1, made, 6)])[1]
    assert told == words
    assert isinstance(told, But) == (made < 0.1)


def test_a_zero_is_told_by_how_often_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = first_bid(SANDBAGS, POOR)
    behind = standing(seen, totals=(0, 320))
    bid = (Bid(0, 2), 9.0, 0.9, 2.0)
    for where, made, words in (
        (seen, 0.4, "A zero is dangerous with the king of spades."),
        (seen, 0.9, "With these cards a zero is made 90 times in 100."),
        (behind, 0.07, "With these cards a zero is made only 7 times in 100."),
    ):
        assert reasons(monkeypatch, where, [bid, (Bid(0, 0), 1.0, made, 0.0)])[1] == words


def test_a_dictated_bid_stays_dictated_however_seldom_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = first_bid("whiz", "QS 6S 5S 3S JH 2H QD JD 9D KC QC 8C 3C")
    assert reasons(monkeypatch, seen, [(Bid(0, 4), -60, 0.3, 6), (Bid(0, 0), -190, 0.0, 5)]) == [
        "You hold 4 spades, so you bid 4 or nil.", "A nil is dangerous with the queen of diamonds and other cards.",
    ]  # fmt: skip


def raising(slug: str = "jokers") -> Observation:
    """Everybody has bid; the first to bid may raise."""
    seen = after(first_bid(slug, FAIR), *((2, 3, 2, 3) if slug == "jokers" else (3, 4, 4)))
    contracts = (4, 6) if slug == "jokers" else (3, 4, 4)
    return replace(seen, bidding=replace(seen.bidding, contracts=contracts))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([(Stand(0), 9, 0.99, 6), (Raise(0, 5), 2, 0.87, 6), (Raise(0, 6), 1, 0.7, 6)],
         "A raise to 5 is made 87 times in 100, the bid as it is 99: too seldom to gain by it."),
        ([(Stand(0), 9, 0.99, 6), (Raise(0, 5), 2, 0.99, 6)], "A raise to 5 is worth 7.0 points less."),
        ([(Stand(0), 9, 0.99, 6), (Raise(0, 5), 9, 0.9, 6)],
         "With partner's bid your side is good for about four, and 4 are bid."),
        ([(Raise(0, 7), 9, 0.5, 6), (Stand(0), 2, 0.9, 6)], "It is made 50 times in 100, and no other choice is"),
        ([(Promise(0, 4), 9, 0.5, 6), (Stand(0), 2, 0.9, 6)], "It is worth 7 points more than the next best choice."),
    ],
)  # fmt: skip
def test_raises_and_promises_by_what_came_of_them(rows: Rows, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = raising("bemo" if isinstance(rows[0][0], Promise) else "jokers")
    assert reasons(monkeypatch, seen, rows)[0].startswith(words)


def test_a_raise_that_is_hardly_ever_made_is_not_praised(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: Rows = [(Stand(0), 9, 0.99, 6), (Raise(0, 4), 2, 0.23, 6)]
    assert reasons(monkeypatch, raising(), rows)[1] == "It is made only 23 times in 100."


def test_a_look_is_told_beside_the_best_blind_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = replace(first_bid(SANDBAGS, FAIR), deal=replace(first_bid(SANDBAGS, FAIR).deal, own=None))
    rows: Rows = [(Look(0), 9, 0.9, 6), (Bid(0, 4, True), -11, 0.3, 6), (Bid(0, 3, True), -20, 0.5, 6)]
    told = reasons(monkeypatch, seen, rows)
    assert told[0] == "Look first: a blind 4 is made 30 times in 100, and is worth 20 points less."
    assert told[1] == "It is made only 30 times in 100."


# ---- cards

TWO = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD",
       2: "AH KH 3H JC QC KC AC 2S 3S 4S 5S 6S 7S"}  # fmt: skip


def against_the_first(bids: list[int]) -> Observation:
    """Seat 2 is on turn; a low heart is played against the sentence that it has."""
    return observe(at_play(rules_of(SANDBAGS), TWO, bids, "9H 8H").state, 2)


LOW, HIGH = Play(2, parse("3H")), Play(2, parse("KH"))


@pytest.mark.parametrize(
    ("bids", "best", "other", "words"),
    [
        ([0, 3, 3, 3], (5.0, 0.5, 5.0), (4.0, 0.5, 5.0), "It hardly matters: the king of hearts comes out 1.0 points"),
        ([0, 3, 3, 3], (5.0, 0.5, 5.0), (-9.0, 0.5, 5.0), "It comes out 14 points better than the king of hearts."),
        ([0, 3, 3, 3], (5.0, 1.0, 3.1), (-9.0, 1.0, 4.0), "In the end it brings fewer bags than the king of hearts."),
        # No bags where the bid fails half the time.
        ([0, 3, 3, 3], (5.0, 0.5, 3.1), (-9.0, 0.5, 4.0), "It comes out 14 points better than the king of hearts."),
        # No bags below the bid.
        ([0, 3, 9, 1], (5.0, 1.0, 6.1), (-9.0, 1.0, 7.0), "It comes out 14 points better than the king of hearts."),
        ([0, 3, 3, 3], (5.0, 0.5, 5.0), (-9.0, 0.5, 4.0), "It brings more tricks: 5.0 on average, against 4.0 with"),
    ],
)  # fmt: skip
def test_what_speaks_against_a_card_is_answered(
    bids: list[int], best: tuple[float, ...], other: tuple[float, ...], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: Rows = [(LOW, *best), (HIGH, *other)]  # type: ignore[list-item]
    assert reasons(monkeypatch, against_the_first(bids), rows)[0].startswith(words)


def test_where_all_other_cards_are_as_good_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that may be played is two cards side by side, of which nothing good is said."""
    monkeypatch.setattr(advice, "reason", lambda *_: But("It helps nobody."))
    seen = against_the_first([3, 3, 0, 3])
    own = parse_hand("KH QH")
    cards = (Play(2, parse("KH")), Play(2, parse("QH")))
    seen = replace(seen, deal=replace(seen.deal, own=own), offers=replace(seen.offers, legal=cards, follows=own))
    told = advised(monkeypatch, seen, [(cards[0], 5.0, 1.0, 4.0)])
    assert told[0].reason == "Whatever you do comes to the same."
    assert isinstance(told[1].reason, But)


def test_a_discard_is_compared_with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "JC AS KS 9S 8S 3S 2H 3H 4H KD QD 4D 2D 2C"
    seen = after(first_bid("3b-four", hand[3:]), 5, 3, 3, 3)
    seen = replace(seen, deal=replace(seen.deal, own=parse_hand(hand)))
    rows: Rows = [(Discard(0, parse("AS")), 5.0, 0.9, 5.0), (Discard(0, parse("2C")), 1.0, 0.7, 5.0)]
    assert reasons(monkeypatch, seen, rows)[0] == (
        "Without it the bid is made 90 times in 100; without the two of clubs, 70 times."
    )


@pytest.mark.parametrize(
    ("held", "card", "words"),
    [
        ("8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD", "8H", "It stays under the nine, but your zero will not last"),
        ("JH QH 5D 6D 7D 8D 9D TD JD QD KD TC AD", "JH", "You cannot stay under, and your zero will not last"),
    ],
)  # fmt: skip
def test_no_hope_is_left_for_a_zero_that_every_deal_loses(
    held: str, card: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = observe(at_play(rules_of(SANDBAGS), {0: ZERO[0], 1: held}, [3, 0, 3, 3], "9H").state, 1)
    rows: Rows = [(Play(1, parse(card)), 5.0, 0.0, 1.0)]
    assert reasons(monkeypatch, seen, rows)[0].startswith(words)


# ---- numbers


def test_no_choice_is_shown_above_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came out ahead of the first choice did so within what chance makes: it is as good, in every number."""
    rows: Rows = [(LOW, 5.0, 0.5, 5.0), (HIGH, 6.4, 0.6, 5.0)]
    one, two = advised(monkeypatch, against_the_first([0, 3, 3, 3]), rows)[:2]
    assert (one.value, one.cost) == (two.value, two.cost) == (5.0, 0.0)

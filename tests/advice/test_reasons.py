"""The sentence of reason that goes with a choice: what a person at the table would say."""

from __future__ import annotations

import random
import re

import pytest

from spades_tui.bots import advice, choose
from spades_tui.bots.reasons import reason
from spades_tui.bots.weighed import Weighed
from spades_tui.cards import parse
from spades_tui.fair import Stream
from spades_tui.game.course import Course
from spades_tui.game.facts import Look, Play, Promise, Score, SeatFact, Stand
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation, observe
from tests.advice.positions import NAMES, ZERO, said
from tests.bots.tables import at_play, hands, rules_of, seen_by
from tests.game.at_random import random_deal

SANDBAGS = "sandbags"


# ---- a partner's trick

PARTNERS = {
    0: "KH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
    2: "AH 5H 6H TC JC QC KC AC 5D 6D 2S 3S 7D",
    1: "2H 7H 8H 8D 9D TD JD QD KD AD 4S 5S 6S",
}
"""Seat 0 leads the king of hearts; seat 2, its partner, holds the ace."""


def test_a_partner_who_is_winning_keeps_his_trick() -> None:
    course = at_play(rules_of(SANDBAGS), PARTNERS, [3, 3, 3, 3], "KH 2H")
    assert said(course, "5H") == "Partner's king is already winning; save the ace."
    assert said(course, "AH") == "It takes partner's king, which was winning already."


def test_a_partner_who_may_be_beaten_is_helped() -> None:
    held = {
        0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        2: "AH 5H 6H TC JC QC KC AC 5D 6D 2S 3S 7D",
        1: "2H 7H 8H 8D 9D TD JD QD KD AD 4S 5S 6S",
    }
    course = at_play(rules_of(SANDBAGS), held, [3, 3, 3, 3], "9H 2H")
    assert said(course, "AH") == "Partner's nine may not hold; no higher heart than this is out."
    assert said(course, "5H") == "Partner's nine may hold; save the ace."


def test_a_trump_is_saved_when_partner_wins() -> None:
    held = {
        0: "KH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        2: "TC JC QC KC AC 5D 6D 2S 3S 7D 8D 9D TD",
        1: "2H 7H 8H AH 5H 6H JD QD KD AD 4S 5S 6S",
    }
    course = at_play(rules_of(SANDBAGS), held, [3, 3, 3, 3], "KH 2H")
    assert said(course, "5D").endswith("save the trump.")
    assert said(course, "TC") == "The ten of clubs could still take a trick: throw something else."
    ruffed = {
        0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "AS 2S 3S TC JC QC KC AC 5D 6D 7D 8D 9D",
        2: "2H 3H 5H 6H 7H 8H TH JH QH KH AH TD JD",
        3: "QD KD AD 4S 5S 6S 7S 8S 9S TS JS QS KS",
    }
    course = at_play(rules_of(SANDBAGS), ruffed, [1, 3, 1, 6], "9H AS 2H")
    assert said(course, "KS") == "Partner's ruff is winning, and this spade is wasted."


# ---- taking tricks

LAST = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 3: "AH KH JH 8S 9S TS JS QS KS AS 5D 6D 7D"}


def test_the_last_player_wins_cheaply() -> None:
    course = at_play(rules_of(SANDBAGS), LAST, [1, 2, 1, 6], "9H 2H 3H")
    assert said(course, "JH") == "You are last: win the trick as cheaply as you can."
    assert said(course, "AH") == "It wins the trick; the jack would do."


def test_the_last_trick_that_is_needed() -> None:
    course = at_play(rules_of(SANDBAGS), LAST, [1, 2, 1, 1], "9H 2H 3H")
    # The partner has bid two of the three: the side needs all of them, so this is one of several.
    assert said(course, "JH") == "You are last: win the trick as cheaply as you can."
    hand = {0: "9H 2C 3C 4C 5C 6C 7C 8C 9C 3D 4D 5D 6D", 2: "AH KH JH 8S 9S TS JS QS KS 7D 8D 9D TD"}
    over = at_play(rules_of("bemo"), hand, [1, 2, 1], "9H", dealer=2)
    second = seen_by(over)
    over.do(next(fact for fact in second.legal if isinstance(fact, Play) and second.follows >> fact.card & 1))
    assert said(over, "AH") == "It takes the trick, the last one that you need for the bid."


RUFF = {
    0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
    1: "2S 5S QS 5D 6D 7D 8D 9D TD JD QD KD TC",
}


def test_a_void_is_ruffed_with_the_smallest_spade() -> None:
    course = at_play(rules_of(SANDBAGS), RUFF, [1, 5, 1, 5], "9H")
    assert said(course, "2S") == "You have no hearts: ruff with your smallest spade."
    assert said(course, "QS") == "You have no hearts; a higher spade is harder to go over."
    assert said(course, "TC") == "It is your only club: after this you can ruff clubs as well."
    assert said(course, "5D") == "Let this one go, and keep your spades for later."


def test_an_only_card_of_the_suit_and_the_last_card() -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "2H 5S QS 5D 6D 7D 8D 9D TD JD QD KD TC"}
    assert said(at_play(rules_of(SANDBAGS), held, [1, 5, 1, 5], "9H"), "2H") == "It is your only heart."


def test_high_cards_win_over_what_lies_there() -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "AH 2H QH 5D 6D 7D 8D 9D TD JD QD KD TC"}
    course = at_play(rules_of(SANDBAGS), held, [1, 5, 1, 5], "9H")
    assert said(course, "AH") == "It goes over the nine, and no higher heart is out."
    assert said(course, "QH") == "It goes over the nine as cheaply as it can, and may hold."
    assert said(course, "2H") == "Partner is still to play: keep the ace for later."


def test_a_trick_that_cannot_be_had() -> None:
    held = {0: "AH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "KH 2H QH 5D 6D 7D 8D 9D TD JD QD KD TC"}
    course = at_play(rules_of(SANDBAGS), held, [1, 5, 1, 5], "AH")
    assert said(course, "2H") == "You cannot go over the ace: give your lowest."


# ---- the bid is made

def _made() -> Course:
    """The side of seats 0 and 2 has made its two tricks; seat 0 is on lead."""
    held = {
        0: "AH KH 9D 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "2H 3H 5D 6D 7D 8D TD JD QD KD 5S 6S 7S",
        2: "4H 5H JC QC KC AC 8S 9S TS JS QS KS AS",
        3: "6H 7H 8H 9H TH JH QH AD TC 2S 3S 4S 2C",
    }
    return at_play(rules_of(SANDBAGS), held, [1, 4, 1, 4], "AH 2H 4H 6H KH 3H 5H 7H")


def test_with_the_bid_made_a_low_card_is_led() -> None:
    course = _made()
    assert said(course, "2D") == "Your bid is made: lead low and leave the tricks to others."
    assert said(course, "9D") == "Your bid is made: somebody ought to go over it, and a high card is gone."
    assert said(course, "3D") == "Your bid is made: lead low and leave the tricks to others."


def test_with_the_bid_made_a_trick_is_a_bag() -> None:
    course = _made()
    for card in ("3C", "5S"):
        course.do(Play(course.state.current.player, parse(card)))
    assert said(course, "AC") == "Your bid is made: get rid of a high card while it cannot take a trick."
    course = _made()
    for card in ("2D", "5D"):
        course.do(Play(course.state.current.player, parse(card)))
    assert said(course, "AC") == "Your bid is made: throw off the ace of clubs before it takes a trick."
    assert said(course, "8S") == "Your bid is made: if it takes the trick, that is a bag."


def test_a_bag_is_worth_it_when_it_sets_them() -> None:
    held = {
        0: "AH KH 9D 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "2H 3H 5D 6D 7D 8D TD JD QD KD 5S 6S 7S",
        2: "4H 5H JC QC KC AC 8S 9S TS JS QS KS AS",
        3: "6H 7H 8H 9H TH JH QH AD TC 2S 3S 4S 2C",
    }
    course = at_play(rules_of(SANDBAGS), held, [1, 6, 1, 5], "AH 2H 4H 6H KH 3H 5H 7H 2D 5D")
    # The others have bid all eleven tricks that are left.
    assert said(course, "AS") == "Your bid is made, but without this trick Bea cannot make theirs."


# ---- zeros



def test_a_zero_goes_under() -> None:
    course = at_play(rules_of(SANDBAGS), ZERO, [3, 0, 3, 3], "9H")
    assert said(course, "8H") == "It stays under the nine, and a dangerous card is gone."
    assert said(course, "2H") == "It stays under the nine, and your zero lives."


def test_a_zero_that_must_go_over_and_one_that_need_not() -> None:
    held = {**ZERO, 1: "JH 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD", 3: "TH 8H QH 5H 6H 7H 8S 9S TS JS QS KS AS"}
    assert said(at_play(rules_of(SANDBAGS), held, [3, 0, 3, 3], "9H"), "JH") == (
        "It may take the trick, and that ends your zero."
    )
    held = {**ZERO, 1: "JH QH 5D 6D 7D 8D 9D TD JD QD KD TC AD", 3: "TH 8H 2H 5H 6H 7H 8S 9S TS JS QS KS AS"}
    assert said(at_play(rules_of(SANDBAGS), held, [3, 0, 3, 3], "9H"), "JH") == (
        "You cannot stay under; hope that somebody goes over it."
    )


def test_a_zero_throws_off_and_leads_low() -> None:
    held = {**ZERO, 1: "2S 5C 5D 6D 7D 8D 9D TD JD QD KD TC AD", 2: "AH KH 3H JC QC KC AC 2H 3S 4S 8H 6S 7S",
            3: "TH JH QH 5H 6H 7H 8S 9S TS JS QS KS AS", 0: "9H 4H 2C 3C 4C 5S 6C 7C 8C 9C 2D 3D 4D"}  # fmt: skip
    course = at_play(rules_of(SANDBAGS), held, [3, 0, 3, 3], "9H")
    assert said(course, "TC") == "You cannot follow: throw off the ten of clubs, which could spoil your zero later."
    assert said(course, "2S") == "It may take the trick, and that ends your zero."
    lead = at_play(rules_of(SANDBAGS), {0: "2H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D"}, [0, 4, 4, 4])
    assert said(lead, "2H") == "Lead low: there are many higher cards to go over it."


def test_a_partners_zero_is_covered() -> None:
    held = {
        0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD",
        2: "AH KH 3H JC QC KC AC 2S 3S 4S 5S 6S 7S",
    }
    course = at_play(rules_of(SANDBAGS), held, [0, 3, 3, 3], "9H 8H")
    assert said(course, "KH") == "It takes the trick from partner's nine and covers partner's zero."
    assert said(course, "3H") == "Partner's nine is winning, and partner bid zero; this does not help."
    lead = at_play(rules_of(SANDBAGS), {0: "AH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 6D"}, [4, 3, 0, 3])
    assert said(lead, "AH") == "No higher heart is out, so that partner's zero can stay under it."
    assert said(lead, "6D") == "It is your highest diamond: partner's zero may stay under it."
    assert said(lead, "2D") == "Only higher diamonds are out: partner with the zero may have to go over it."
    assert said(lead, "4H") == "It is low, and partner with the zero may have to take it."
    clubs = at_play(rules_of(SANDBAGS), {0: "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"}, [4, 3, 0, 3])
    assert said(clubs, "5C") == "Nobody else has a club, but somebody may ruff it."


def test_an_opponents_zero_is_hunted() -> None:
    course = at_play(rules_of(SANDBAGS), ZERO, [0, 3, 3, 3], "9H")
    assert said(course, "8H") == "Ann bid zero and is winning: stay under."
    lead = at_play(rules_of(SANDBAGS), ZERO, [3, 0, 3, 3])
    assert said(lead, "4H") == "Lead low: Bea bid zero and may have to take it."
    last = at_play(
        rules_of(SANDBAGS),
        {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD",
         2: "7H 3H 6H JC QC KC AC 2S 3S 4S 5S 6S 7S", 3: "5H TH QH JH AH KH 8S 9S TS JS QS KS AS"},
        [0, 3, 3, 4], "9H 8H 7H",
    )  # fmt: skip
    assert said(last, "5H") == "Ann bid zero and is winning: stay under, and the zero is broken."


# ---- leading


def test_leads() -> None:
    held = "AH 4H KC 3C 4C 5C 6C 7C 8C AS 2D 3D KS"
    course = at_play(rules_of("3b-four"), {0: held}, [6, 2, 2, 2])
    assert said(course, "AH", "high") == "Nobody has a higher heart: take the trick before somebody can ruff."
    assert said(course, "AH", "low") == "Called low, the ace gives its trick away, and you still need 6."
    assert said(course, "3C") == "Lead low, and keep the king until the higher ones are gone."
    assert said(course, "KC") == "To beat it, somebody must spend the ace."
    assert said(course, "KS") == "No higher spade is out: it takes the trick and draws trumps."
    single = at_play(rules_of(SANDBAGS), {0: "9H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5S"}, [3, 3, 3, 3])
    assert said(single, "9H") == "It is your only heart: after it you can ruff."
    ace = at_play(rules_of(SANDBAGS), {0: "AD 2D 3C 4C 5C 6C 7C 8C 9C TC 4H 5H 5S"}, [3, 3, 3, 3])
    assert said(ace, "2D") == "Lead low, and keep the ace for a later trick."


def test_a_promise_is_kept() -> None:
    course = _promising()
    seen = seen_by(course)
    assert seen.promises[seen.seat or 0] == 4
    assert said(course, "BJ") == "You have promised the first 4 tricks: nobody can take this one from you."


def _promising() -> Course:
    rules = rules_of("bemo")
    course = Course(new_game(rules, 2))
    course.do(hands(rules, {0: "BJ LJ 2S AS AH KH AD KD AC KC QC 3H 4H"}, 2))
    while course.state.phase != Phase.PLAY:
        turn = on_turn(course.state)
        assert turn is not None
        legal = observe(course.state, turn).legal
        promise = [fact for fact in legal if isinstance(fact, Promise) and fact.seat == 0]
        if promise and not course.state.current.promises[0]:
            seen = observe(course.state, turn)
            assert reason(seen, promise[0], NAMES) == (
                "You hold four top trumps, and you lead: the first 4 are yours."
            )
            course.do(promise[0])
        elif any(isinstance(fact, Stand) for fact in legal):
            course.do(Stand(turn))
        elif any(isinstance(fact, Look) for fact in legal):
            course.do(Look(turn))
        else:
            course.do(choose("beginner", observe(course.state, turn), Stream(b"x")))
    return course


def test_trumps_are_out() -> None:
    held = {
        0: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H",
        1: "2S 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
    }
    course = at_play(rules_of("3b-four", joker=False), held, [9, 1, 1, 1], "AS 2S")
    while seen_by(course).seat != 0:
        course.do(seen_by(course).legal[0])
    assert said(course, "KS") == "Nobody else has a spade: it takes a trick, but no more than it would later."


# ---- reneges


def test_a_renege_is_named() -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2S 3D 4D", 1: "AH QH 5D 6D 7D 8D 9D TD JD QD KD TC AD"}
    course = at_play(rules_of("bemo", enforcement="challenge"), held, [3, 3, 3], "9H", dealer=2)
    assert said(course, "5D") == "It does not follow suit although you can: that may be challenged."


# ---- in general


def _game(slug: str, seed: int) -> list[tuple[Observation, SeatFact]]:
    """Every choice of every seat in two hands played by clubs and chance."""
    rng = random.Random(seed)
    rules = rules_of(slug)
    course = Course(new_game(rules, 0))
    found: list[tuple[Observation, SeatFact]] = []
    for _ in range(2):
        course.do(random_deal(course.state, rng))
        while (seat_on_turn := on_turn(course.state)) is not None:
            seen = observe(course.state, seat_on_turn)
            found += [(seen, fact) for fact in seen.legal]
            course.do(choose("club", seen, Stream(b"x")) if rng.random() < 0.7 else rng.choice(seen.legal))
        if course.state.phase == Phase.PLAYED:
            course.do(Score())
        if course.state.phase == Phase.OVER:
            break
    return found


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_choice_has_one_plain_sentence(slug: str) -> None:
    for seed in range(2):
        for seen, fact in _game(slug, seed):
            sentence = reason(seen, fact, NAMES)
            assert re.fullmatch(r"[A-Z].*\.", sentence), sentence
            assert len(sentence) <= 150, sentence
            assert "  " not in sentence
            assert "None" not in sentence
            nil = "zero" if seen.rules.zero_word == "nil" else "nil"
            assert not re.search(rf"[♠♥♦♣]|\b({nil}|trumped|dummy|finesse)\b", sentence), sentence


def test_without_names_seats_are_told_by_their_place() -> None:
    course = at_play(rules_of(SANDBAGS), ZERO, [0, 3, 3, 3], "9H")
    seen = seen_by(course)
    assert reason(seen, Play(1, parse("8H"))).startswith("The player on your right bid zero")


def test_a_zero_that_every_deal_loses_is_not_said_to_live(monkeypatch: pytest.MonkeyPatch) -> None:
    course = at_play(rules_of(SANDBAGS), ZERO, [3, 0, 3, 3], "9H")
    seen = observe(course.state, 1)
    facts = sorted((fact for fact in seen.legal if isinstance(fact, Play)), key=lambda fact: fact.card)
    for made, sentence in (
        (0.0, "It stays under the nine, but your zero will not last: it was lost in every deal tried."),
        (0.4, "It stays under the nine, and your zero lives."),
    ):
        weighed = tuple(Weighed(fact, 5.0 - n, made, 1.0, 10) for n, fact in enumerate(facts))
        monkeypatch.setattr(advice, "weigh", lambda *_, weighed=weighed: weighed)
        assert advice.advise("strong", seen)[0].reason == sentence


def test_a_card_that_is_thrown_off_cannot_save_a_zero_that_every_deal_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    held = {**ZERO, 1: "2S 5C 5D 6D 7D 8D 9D TD JD QD KD TC AD", 2: "AH KH 3H JC QC KC AC 2H 3S 4S 8H 6S 7S",
            3: "TH JH QH 5H 6H 7H 8S 9S TS JS QS KS AS", 0: "9H 4H 2C 3C 4C 5S 6C 7C 8C 9C 2D 3D 4D"}  # fmt: skip
    seen = observe(at_play(rules_of(SANDBAGS), held, [3, 0, 3, 3], "9H").state, 1)
    high = parse("TC")
    monkeypatch.setattr(advice, "weigh", lambda *_: (Weighed(Play(1, high), 5.0, 0.0, 1.0, 10),))
    assert advice.advise("strong", seen)[0].reason == (
        "You cannot follow: throw off the ten of clubs, but your zero will not last: it was lost in every deal tried."
    )


@pytest.mark.parametrize(
    ("other", "made", "words"),
    [
        (5.0, 0.5, "Whatever you do comes to the same."),
        (1.0, 0.9, "The bid is made less often, 50 times in 100 against 90 with the king of hearts, but more is "
         "gained by it."),
        (1.0, 0.2, "With it the bid is made 50 times in 100; with the king of hearts, 20 times."),
    ],
)  # fmt: skip
def test_what_speaks_against_the_best_card_is_answered_by_what_came_of_it(
    other: float, made: float, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = {0: "9H 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D", 1: "8H 2H 5D 6D 7D 8D 9D TD JD QD KD TC AD",
            2: "AH KH 3H JC QC KC AC 2S 3S 4S 5S 6S 7S"}  # fmt: skip
    seen = observe(at_play(rules_of(SANDBAGS), held, [0, 3, 3, 3], "9H 8H").state, 2)
    weighed = (Weighed(Play(2, parse("3H")), 5.0, 0.5, 5.0, 10), Weighed(Play(2, parse("KH")), other, made, 4.0, 10))
    monkeypatch.setattr(advice, "weigh", lambda *_: weighed)
    assert advice.advise("strong", seen)[0].reason == words

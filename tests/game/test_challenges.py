"""Rules C-11, JK-14 and BM-13: a renege may be played, and opponents may challenge it."""

from typing import Any

import pytest

from spades_tui.game.events import Bid, Books, Challenge, Claim, Play
from spades_tui.game.history import Step
from spades_tui.game.phase import Phase
from spades_tui.record.event_words import evidence, log_entries
from tests.game.tables import Sitting, card, sheet


def sitting(slug: str = "jokers", **options: Any) -> Sitting:
    return Sitting(slug, **{"enforcement": "challenge", **options})


def renege(slug: str = "jokers") -> Sitting:
    """Return a game where seat 2 has ruffed the heart led by seat 1 while holding hearts."""
    game = sitting(slug).deal("3H", "KQ5H", "4AH 4S 3C", "" if slug == "bemo" else "6H")
    return game.bids(*([4] * game.rules.seats)).play("KH 4S")


def finish_trick(game: Sitting) -> None:
    while game.hand.trick:
        game.do(next(event for event in game.sees(game.turn).legal if isinstance(event, Play)))


@pytest.mark.rule("C-11")
def test_by_default_a_renege_is_refused_and_nothing_can_be_challenged() -> None:
    for slug in ("jokers", "bemo"):
        game = Sitting(slug).deal("", "KH", "4H 4S").bids(*([4] * (3 if slug == "bemo" else 4))).play("KH")
        assert game.refused(Play(2, card("4S"))) == {"C-6"}
        assert game.refused(Challenge(0, 1)) == {"C-11"}
    for slug in ("sandbags", "3b-four"):
        with pytest.raises(ValueError, match="no option 'enforcement'"):
            Sitting(slug, enforcement="challenge")
        game = Sitting(slug).deal().bids(3, 3, 3, 3)
        assert game.refused(Challenge(0, 1)) == {"C-11"}


@pytest.mark.rule("C-11")
@pytest.mark.parametrize("slug", ["jokers", "bemo"])
def test_with_challenges_a_renege_is_played_silently(slug: str) -> None:
    game = renege(slug)
    assert game.hand.broken  # a renege with a spade breaks spades
    assert game.hand.reneges[0].seat == 2
    for seat in range(game.rules.seats):
        seen = game.sees(seat)
        assert not seen.why_not
        assert "enege" not in repr(seen)
        assert all(isinstance(event, Challenge) for event in seen.aside)


@pytest.mark.rule("C-11", "JK-6")
def test_a_forbidden_lead_is_refused_with_and_without_challenges() -> None:
    game = sitting().deal("", "KH 4S").bids(4, 4, 4, 4)
    assert game.refused(Play(1, card("4S"))) == {"JK-6"}


@pytest.mark.rule("C-11")
def test_opponents_may_challenge_from_the_first_lead_until_the_score() -> None:
    game = sitting().deal().bids(4, 4, 4, 4)
    assert game.refused(Challenge(1, 2)) == {"C-11"}
    game = renege()
    assert game.refused(Challenge(0, 2), Challenge(2, 2)) == {"C-11"}  # not a partner
    assert {event.accused for event in game.sees(1).aside if isinstance(event, Challenge)} == {0, 2}
    game.took(13, 0, 0, 0).do(Challenge(1, 2)).score()
    assert game.refused(Challenge(1, 2)) == {"C-11"}
    solo = renege("bemo")
    assert {event.accused for event in solo.sees(1).aside if isinstance(event, Challenge)} == {
        0,
        2,
    }  # every other player


@pytest.mark.rule("JK-14")
def test_a_renege_costs_three_books_once() -> None:
    game = renege().do(Challenge(1, 2))
    assert game.hand.books == ((0, 1, 3),)
    score = game.took(6, 4, 2, 1).score()
    assert score.books == (-3, 3)
    assert score.tricks == (6, 4, 2, 1)  # as taken, before books move
    assert (sheet(score, 0), sheet(score, 1)) == ([("JK-7", -80)], [("JK-7", 80)])  # 8 bid each; 5 and 8
    again = renege().do(Challenge(1, 2), Challenge(3, 2))  # already paid, so the second challenge is wrong
    assert again.hand.books == ((0, 1, 3), (1, 0, 3))
    assert again.took(6, 4, 2, 1).score().books == (0, 0)


@pytest.mark.rule("JK-14")
def test_a_wrong_challenge_costs_three_books_too() -> None:
    game = renege().do(Challenge(1, 0))  # the partner did it
    assert game.took(6, 4, 2, 1).score().books == (3, -3)
    late = renege()
    finish_trick(late)
    late.do(Challenge(3, 2))  # at any time before the score
    assert late.took(6, 4, 2, 1).score().books == (-3, 3)


@pytest.mark.rule("JK-14")
def test_books_are_paid_in_order_while_the_side_has_any() -> None:
    game = renege().do(Challenge(1, 2), Challenge(1, 0))  # right, and then wrong
    assert game.took(2, 11, 0, 0).score().books == (1, -1)  # 2 of 2 to side 1, then 3 back
    game = renege().do(Challenge(1, 0), Challenge(1, 2))  # the other way round: 3 there, 3 back
    assert game.took(2, 11, 0, 0).score().books == (0, 0)
    nothing = renege().do(Challenge(1, 2)).took(0, 13, 0, 0).score()
    assert nothing.books is None  # nothing moved


@pytest.mark.rule("JK-14")
def test_two_reneges_of_one_player_cost_books_twice() -> None:
    game = sitting().deal("3QH", "K5H", "4AH 4S 3C", "6JH").bids(4, 4, 4, 4).play("KH 3C 6H 3H 5H 4S")
    game.do(Challenge(1, 2), Challenge(3, 2))
    assert game.hand.books == ((0, 1, 3), (0, 1, 3))
    assert game.took(6, 4, 2, 1).score().books == (-6, 6)


@pytest.mark.rule("BM-13")
def test_bemo_challenges_must_come_before_the_trick_is_turned() -> None:
    assert renege("bemo").do(Challenge(1, 2)).state.rights[0].accused == 2
    finished = renege("bemo")
    finish_trick(finished)
    assert finished.do(Challenge(0, 2)).state.rights  # the trick is complete, and the next one has no card yet
    turned = renege("bemo")
    finish_trick(turned)
    turned.play(turned.playable().split()[0]).do(Challenge(1, 2))
    assert not turned.state.rights  # accepted, but wrong


@pytest.mark.rule("BM-13")
def test_bemo_gives_books_to_the_first_right_challenger_only() -> None:
    game = renege("bemo").do(Challenge(0, 1), Challenge(1, 2), Challenge(0, 2))
    assert [(right.seat, right.accused) for right in game.state.rights] == [(1, 2)]
    assert game.hand.books == ()
    assert game.refused(Books(1, 2, 0), Books(1, 2, 1)) == {"BM-13"}  # not before the last trick
    game.took(4, 4, 5)
    assert game.refused(Books(0, 2, 1), Books(1, 0, 1), Books(1, 2, 4), Books(1, 2, -1)) == {"BM-13"}
    assert [event for event in game.sees(1).aside if isinstance(event, Books)] == [Books(1, 2, n) for n in range(4)]
    game.do(Books(1, 2, 2))
    assert game.refused(Books(1, 2, 1)) == {"BM-13"}  # once only
    assert not game.state.rights
    score = game.score()
    assert score.books == (0, 2, -2)
    assert score.tricks == (4, 4, 5)
    # BM-7 and BM-10 look at the tricks after the books were taken: 4, 6 and 3 on bids of 4
    assert [sheet(score, side) for side in range(3)] == [
        [("BM-7", 40)], [("BM-7", 40), ("BM-10", 2)], [("BM-7", -40)],
    ]  # fmt: skip


@pytest.mark.rule("BM-13")
def test_bemo_lets_a_challenger_take_books_in_a_later_hand() -> None:
    game = renege("bemo").do(Challenge(1, 2)).took(4, 4, 5).do(Books(1, 2, 0))
    assert game.refused(Books(1, 2, 2), Books(1, 2, 0)) == {"BM-13"}  # none this time
    assert game.score().books is None
    game.deal().bids(4, 4, 4)
    assert game.refused(Books(1, 2, 1)) == {"BM-13"}
    game.took(11, 0, 2)
    assert game.refused(Books(1, 2, 3)) == {"BM-13"}  # no more than the offender has left
    game.do(Books(1, 2, 2))
    assert game.score().books == (0, 2, -2)
    game.deal().bids(4, 4, 4).took(0, 0, 13)
    assert game.refused(Books(1, 2, 1)) == {"BM-13"}


@pytest.mark.rule("BM-13")
def test_bemo_counts_books_for_exact_bids_and_rows() -> None:
    game = sitting("bemo").so_far(rows=(0, 0, 2)).deal("3H", "KQ5H", "4AH 4S 3C")
    game.bids(4, 2, 4).play("KH 4S").do(Challenge(1, 2)).took(8, 0, 5).do(Books(1, 2, 1))
    score = game.score()
    assert sheet(score, 2) == [("BM-7", 40), ("BM-11", 100)]  # five at the table, four after
    assert sheet(score, 1) == [("BM-7", -100)]  # one of the two that had to be met exactly


@pytest.mark.rule("BM-13", "C-12")
def test_bemo_ends_the_time_to_challenge_with_a_claim() -> None:
    game = sitting("bemo").deal("3H", "BJ LJ 2S AKQJT98765S", "4H 4S 3C").bids(4, 13, 4)
    game.do(Claim(1, 13), Challenge(0, 2))
    assert game.state.phase == Phase.PLAYED
    assert not game.state.rights


@pytest.mark.rule("C-11")
def test_an_observation_offers_accusations_whether_right_or_wrong() -> None:
    """Otherwise the program would give the offender away."""
    game = renege("bemo")
    offered = {event.accused for event in game.sees(1).aside if isinstance(event, Challenge)}
    assert offered == {0, 2}
    assert game.refused(Bid(1, 3)) == {"BM-3"}


@pytest.mark.rule("C-11", "JK-14", "BM-13")
@pytest.mark.parametrize("slug", ["jokers", "bemo"])
def test_the_log_of_a_challenge_shows_the_trick(slug: str) -> None:
    names = ("Ann", "Bea", "Cy", "Dot")
    game = renege(slug)
    before = game.state
    game.do(Challenge(1, 0))  # wrong: seat 0 has played nothing yet, or followed suit
    wrong = [entry.text for entry in log_entries(Step(Challenge(1, 0), before, game.state, ()), names, names)]
    assert [line for line in wrong if line.startswith("Trick")] == ["Trick 1: Bea led K♥, Cy 4♠"]
    before = game.state
    game.do(Challenge(1, 2))
    entries = log_entries(Step(Challenge(1, 2), before, game.state, ()), names, names)
    assert [entry.text for entry in entries if entry.kind == "evidence"] == ["Trick 1: Bea led K♥, Cy 4♠ (the renege)"]
    finish_trick(game)
    (line,) = evidence(game.state, names)
    assert line.endswith("; Cy took it")

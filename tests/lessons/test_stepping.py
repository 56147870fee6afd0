"""A lesson goes step by step through words, automatic events and decisions, and may swap equivalent cards."""

import re

import pytest

from spades_tui.cards import parse
from spades_tui.game.events import Bid, Play
from spades_tui.lessons.lesson import Decision, Item, LessonEvent, LessonPlay, Words
from tests.lessons.files import Lines, example, lesson


def now(play: LessonPlay) -> Item | None:
    """Return the current moment of the lesson."""
    return play.moment


def test_the_example_lesson_runs_to_its_end() -> None:
    play = LessonPlay(lesson(example()))
    asked = play.moment
    assert isinstance(asked, Decision)
    assert asked.text.startswith("Four aces") and set(play.accepted()) < set(play.observe().legal)
    assert play.observe().bids == (None,) * 4
    wrong = play.attempt(Bid(0, 4))
    assert (wrong.right, wrong.text[:11], play.tried) == (False, "Count again", 1)
    assert play.attempt(Bid(0, 13)).text.startswith("That is more")
    assert play.observe().bids == (None,) * 4
    refused = play.attempt(Bid(0, 14))
    assert refused.refusal is not None and refused.refusal.rule == "SB-2"
    assert play.tried == 2
    assert play.progress() == (0, 2)
    assert play.help() == Bid(0, 6)
    right = play.attempt(Bid(0, 6))
    assert right.right and play.tried == 0
    assert play.moment == Words("Six, without the king of hearts. Careful and right.", praise=True)
    with pytest.raises(ValueError, match="not asked"):
        play.attempt(Bid(0, 6))
    assert play.help() is None
    play.advance()
    for seat in (1, 2, 3):
        assert isinstance(now(play), LessonEvent)
        play.advance()
        assert play.observe().bids[seat] is not None
    assert isinstance(play.moment, Decision)
    with pytest.raises(ValueError, match="decides"):
        play.advance()
    spade = play.attempt(Play(0, parse("AS")))
    assert spade.refusal is not None and spade.refusal.rule == "SB-3"
    assert set(play.accepted()) == {Play(0, parse(card)) for card in ("AH", "AD", "AC")}
    assert play.attempt(Play(0, parse("AC"))).right
    assert now(play) is None
    assert play.progress() == (2, 2)


def test_another_accepted_bid_is_praised_and_made() -> None:
    play = LessonPlay(lesson(example()))
    assert play.attempt(Bid(0, 7)).text.startswith("Bold")
    assert play.observe().bids[0] == 7


def two_tricks() -> Lines:
    """Return a lesson where the person may discard either of two clubs, and must play the other one later."""
    tail: Lines = [
        {"event": "play", "seat": 1, "card": "QH"}, {"event": "play", "seat": 2, "card": "7H"},
        {"event": "play", "seat": 3, "card": "2H"},
        {"event": "words", "text": "A low club."}, {"event": "also", "card": "8C"},
        {"event": "wrong", "text": "A club."}, {"event": "play", "seat": 0, "card": "3C"},
        {"event": "play", "seat": 1, "card": "KC"}, {"event": "play", "seat": 2, "card": "TC"},
        {"event": "play", "seat": 3, "card": "4C"}, {"event": "play", "seat": 1, "card": "QC"},
        {"event": "play", "seat": 2, "card": "9C"}, {"event": "play", "seat": 3, "card": "5C"},
        {"event": "words", "text": "And the other."}, {"event": "wrong", "card": "AC", "text": "Not the ace."},
        {"event": "play", "seat": 0, "card": "8C"},
    ]  # fmt: skip
    lines = [line for line in example() if line["event"] != "also"]
    return [*lines, *tail]


@pytest.mark.parametrize(("first", "then"), [("3C", "8C"), ("8C", "3C")])
def test_equivalent_cards_can_change_places(first: str, then: str) -> None:
    play = LessonPlay(lesson(two_tricks()))
    done = []
    while play.moment is not None:
        if not isinstance(play.moment, Decision):
            play.advance()
            continue
        done.append(play.help())
        if len(done) == 3:
            assert play.attempt(Play(0, parse(first))).right
        elif len(done) == 4:
            assert play.help() == Play(0, parse(then))
            assert play.attempt(Play(0, parse("AC"))).text == "Not the ace."
            assert play.attempt(Play(0, parse(then))).right
        else:
            right = play.help()
            assert right is not None and play.attempt(right).right
    assert len(done) == 4


def test_any_choice_is_accepted_if_the_lesson_allows_it() -> None:
    lines = example()
    lines[13:15] = [{"event": "also", "text": "As you like."}]
    play = LessonPlay(lesson(lines))
    assert play.attempt(Bid(0, 6)).right
    for _ in range(4):
        play.advance()
    assert isinstance(play.moment, Decision) and set(play.accepted()) == set(play.observe().legal)
    assert play.attempt(Play(0, parse("3C"))).text == "As you like."


def test_watched_events_happen_without_a_choice() -> None:
    lines = example()
    lines[12:15] = [{"event": "watch", "text": "Now look."}]
    play = LessonPlay(lesson(lines))
    assert play.attempt(Bid(0, 6)).right
    for _ in range(4):
        play.advance()
    assert play.moment == Words("Now look.")
    play.advance()
    assert isinstance(now(play), LessonEvent)
    play.advance()
    assert play.observe().trick[0].card == parse("AH")
    assert now(play) is None


def test_no_repr_of_a_lesson_shows_a_card() -> None:
    """Hands are secret in lessons too."""
    found = lesson(example())
    told = re.sub(r" at 0x[0-9a-f]+", "", repr(found) + repr(found.decisions[1]))  # addresses contain digits too
    assert "AH" not in told and str(parse("AH")) not in told

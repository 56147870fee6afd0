"""Typed lines can name cards, numbers, blind bids and words in many ways."""

from pathlib import Path

import pytest

from spades_tui.cards import LITTLE_JOKER, parse
from spades_tui.game.events import Bid, Look, SeatEvent
from spades_tui.language.unusable import UnusableError
from spades_tui.plain.answers import cards_in, chosen, number_in
from spades_tui.plain.speech import numbers
from spades_tui.plain.turns import offered, to_say
from spades_tui.play.setup import NAMES
from spades_tui.presentation.decisions import Question, decide
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import load
from tests.game.tables import Sitting

HELD = [parse(name) for name in ("BJ", "AS", "KS", "9C", "7C", "AD", "TD")]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("9c", ["9C"]),
        ("9♣", ["9C"]),
        ("Nine of clubs.", ["9C"]),
        ("the nine", ["9C"]),
        ("clubs nine", ["9C"]),
        ("10d", ["TD"]),
        ("td", ["TD"]),
        ("ten of diamonds", ["TD"]),
        ("1", ["BJ"]),
        ("6", ["AD"]),
        ("bj", ["BJ"]),
        ("the big joker", ["BJ"]),
        ("joker", ["BJ"]),
        ("play the king of spades please", ["KS"]),
        ("9c 7c", ["9C", "7C"]),
        ("nine of clubs and the ten of diamonds", ["9C", "TD"]),
    ],
)
def test_cards_can_be_named_in_many_ways(line: str, named: list[str]) -> None:
    assert cards_in(line, HELD) == [parse(name) for name in named]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "Name a card."),
        ("ace", "Which ace: spades or diamonds?"),
        ("queen", "You have no queen."),
        ("8c", "You don't have the eight of clubs."),
        ("little joker", "You don't have the little joker."),
        ("8", "You have no eight, and there's no card 8; you can choose from 7 cards."),
        ("0", "There's no card 0; you can choose from 7 cards."),
        ("007", "There's no card 007; you can choose from 7 cards."),
        ("9c nine", "You named the nine twice."),
        ("fish", '"fish" isn\'t a card. Say 9c, nine of clubs, or its number in your hand.'),
        ("9" * 300, f"There's no card {'9' * 20}; you can choose from 7 cards."),
    ],
)
def test_a_text_that_names_no_card_is_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(UnusableError) as said:
        cards_in(line, HELD)
    assert str(said.value) == why


LISTED = [parse(name) for name in ("AC", "TC", "8C", "3C", "4C")]


@pytest.mark.parametrize(
    ("number", "named"), [("1", "AC"), ("2", "TC"), ("5", "4C"), ("8", "8C"), ("10", "TC"), ("9", "9D")]
)
def test_an_unambiguous_number_is_a_rank_or_a_place(number: str, named: str) -> None:
    assert cards_in(number, [*LISTED, parse("9D"), parse("3D")], LISTED) == [parse(named)]


@pytest.mark.parametrize(
    ("number", "either"), [("3", ("three of clubs", "eight of clubs")), ("4", ("four of clubs", "three of clubs"))]
)
def test_an_ambiguous_number_asks_for_rank_or_place(number: str, either: tuple[str, str]) -> None:
    with pytest.raises(UnusableError) as said:
        cards_in(number, LISTED, LISTED)
    assert all(name in str(said.value) for name in either)
    assert cards_in("2", [parse("AC"), parse("2C")]) == [parse("2C")], "its rank and its place are the same card"


def test_the_word_joker_is_refused_while_both_are_in_hand() -> None:
    with pytest.raises(UnusableError, match="Which joker: big or little"):
        cards_in("joker", [*HELD, LITTLE_JOKER])


@pytest.mark.parametrize(
    ("line", "number"),
    [("4", 4), ("four", 4), ("zero", 0), ("ten", 10), ("13", 13), ("four five", None), ("", None), ("9" * 9, None)],
)
def test_numbers_are_read_as_digits_and_words(line: str, number: int | None) -> None:
    assert number_in(line) == number


def test_an_unambiguous_beginning_of_words_is_enough() -> None:
    offered = {"Stand": 1, "Bemo": 2, "Big Bemo": 3, "Keep it": 4}
    assert [chosen(line, offered) for line in ("stand", "S", "bemo", "big", "keep", "Keep it.")] == [1, 1, 2, 3, 4, 4]
    assert [chosen(line, offered) for line in ("b", "", "fly", "keep it now")] == [None] * 4


@pytest.mark.parametrize(
    ("offered", "told"), [([0, 4, 5, 6], "0, or 4 to 6"), ([3], "3"), ([], ""), ([2, 1, 2, 7, 9], "1 to 2, or 7, or 9")]
)
def test_numbers_are_listed_as_ranges(offered: list[int], told: str) -> None:
    assert numbers(offered) == told


def test_a_filling_word_can_be_a_whole_name() -> None:
    """The rules have a part called play, and a sentence may begin with the word."""
    parts = {"Bidding": 1, "Play": 2, "Scoring": 3}
    assert chosen("play", parts) == 2
    assert chosen("the scoring", parts) == 3


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

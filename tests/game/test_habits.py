"""The habits that everybody has seen: counted from the cards of a hand, and nothing else."""

import pytest

from spades_tui.cards import parse
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Score
from spades_tui.game.habit_count import MOST_COUNTED, habits_after
from spades_tui.game.habits import Choices, Habits, fresh_habits
from spades_tui.game.history import History
from spades_tui.game.machine import legal, on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.game.trick import Trick, laid
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import observe
from tests.bench.bots import deal

CLASSIC = ruleset(shipped()["classic"])


def tricks(*lines: str) -> list[Trick]:
    """Return tricks from lines such as ``0 5H KH 2H 3H``: the leader, and the cards in order."""
    found = []
    for line in lines:
        leader, *cards = line.split()
        found.append(tuple(laid((int(leader) + n) % 4, parse(card), False) for n, card in enumerate(cards)))
    return found


def shown(seat: int, bids: tuple[int, ...], *lines: str) -> Habits:
    """Return what a seat shows in a hand with these bids and tricks."""
    return habits_after(fresh_habits(4), CLASSIC, bids, tricks(*lines))[seat]


def test_a_card_ahead_in_second_place_is_counted() -> None:
    high = shown(1, (3, 3, 3, 3), "0 5H KH 2H 3H", "1 4H 6C 7C 8C")
    low = shown(1, (3, 3, 3, 3), "0 5H 4H 2H 3H", "0 6H KH 7C 8C")
    assert high == Habits(second_wins=Choices(1, 0))
    assert low == Habits(second_wins=Choices(0, 1))


def test_a_player_without_a_choice_shows_nothing() -> None:
    assert shown(1, (3, 3, 3, 3), "0 5H KH 2H 3H", "1 4C 6C 7C 8C") == Habits()


def test_a_card_over_the_partners_is_counted() -> None:
    over = shown(2, (3, 3, 3, 3), "0 JH 2H KH 4H", "2 3H 5H 6H 7H")
    under = shown(2, (3, 3, 3, 3), "0 JH 2H 3H 4H", "0 6H 5H KH 7H")
    last = shown(3, (3, 3, 3, 3), "0 3H JH 2H 4H", "1 6H 5H 2C KH")
    assert over == Habits(over_partner=Choices(1, 0))
    assert under == Habits(over_partner=Choices(0, 1))
    assert last == Habits()


def test_the_lowest_card_under_a_winning_one_is_counted_while_tricks_are_needed() -> None:
    cards = "0 AH 4H 2H 9H", "0 3C 5H 4C 6C"
    assert shown(1, (3, 3, 3, 3), *cards) == Habits(lowest=Choices(1, 0))
    assert shown(1, (3, 3, 3, 3), "0 AH 5H 2H 9H", "0 3C 4H 4C 6C") == Habits(lowest=Choices(0, 1))
    enough = "1 AS 2S 3S 4S", "1 KS 5S 6S 7S", "0 AH 4H 2H 9H", "0 3C 5H 4C 6C"
    assert shown(1, (3, 1, 3, 1), *enough) == Habits()


def test_covering_a_nil_is_counted_until_it_has_failed() -> None:
    covers = shown(0, (3, 3, 0, 3), "1 2H 9H 3H AH", "0 4H 5H 6H 7H")
    doesnt = shown(0, (3, 3, 0, 3), "1 2H 9H 3H 4H", "2 5H 6H AH 7H")
    assert covers == Habits(covers=Choices(1, 0))
    assert doesnt.covers.first == 0
    assert doesnt.covers.second == 1


def test_the_counts_have_a_limit() -> None:
    before = (Habits(second_wins=Choices(MOST_COUNTED, 0)), *fresh_habits(3))
    played = tricks("3 5H KH 2H 3H", "0 4H 6C 7C 8C")
    assert habits_after(before, CLASSIC, (3, 3, 3, 3), played)[0].second_wins == Choices(MOST_COUNTED, 0)


@pytest.mark.parametrize("slug", ["jokers", "3b-four", "cutthroat"])
def test_games_without_a_partners_nil_count_nothing(slug: str) -> None:
    rules = ruleset(shipped()[slug])
    played = tricks("0 5H KH 2H 3H", "1 4H 6C 7C 8C")
    assert habits_after(fresh_habits(4), rules, (3, 3, 3, 3), played) == fresh_habits(4)


def test_everybody_sees_the_same_habits_after_each_hand() -> None:
    course, stream = History(new_game(CLASSIC)), Stream(b"habits")
    deal(course, seeded_secret("habits", 1, 1, 1))
    while course.state.phase != Phase.PLAYED:
        turn = on_turn(course.state)
        assert turn is not None
        assert observe(course.state, turn).habits == fresh_habits(4), "only scored hands count"
        events = legal(course.state)
        course.do(events[stream.below(len(events))])
    course.do(Score())
    views = [observe(course.state, seat) for seat in (None, 0, 1, 2, 3)]
    assert all(view.habits == views[0].habits for view in views)
    assert any(habits != Habits() for habits in views[0].habits)

"""The habits that everybody has seen: counted from the cards of a hand, and nothing else."""

from pathlib import Path

import msgspec
import pytest

from spades_tui.analysis.simulate import GameInMemory, no_tick
from spades_tui.cards import parse
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Score, TakeBack
from spades_tui.game.habit_count import MOST_WAITING, HabitCount, ScoredHand, habits_after
from spades_tui.game.habits import MOST_COUNTED, Choices, Habits, fresh_habits
from spades_tui.game.history import History
from spades_tui.game.machine import legal, on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.game.trick import Trick, laid
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, Turn
from spades_tui.play.table import Table
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import with_options
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


def test_covering_is_a_choice_before_the_nil_plays_and_none_when_it_is_safe() -> None:
    before = shown(0, (3, 3, 0, 3), "3 5H KH 6H 3H", "0 4H 7H 8H 2H")
    low = shown(0, (3, 3, 0, 3), "3 5H 4H 6H 3H", "0 KH 7H 8H 2H")
    safe = shown(0, (3, 3, 0, 3), "2 3H 5H KH 7H", "0 4H 8H 2H 6H")
    assert before.covers == Choices(1, 0)
    assert low.covers == Choices(0, 1)
    assert safe.covers == Choices()


def test_the_counts_have_a_limit() -> None:
    before = (Habits(second_wins=Choices(MOST_COUNTED, 0)), *fresh_habits(3))
    played = tricks("3 5H KH 2H 3H", "0 4H 6C 7C 8C")
    assert habits_after(before, CLASSIC, (3, 3, 3, 3), played)[0].second_wins == Choices(MOST_COUNTED, 0)


@pytest.mark.parametrize("slug", ["jokers", "3b-four", "cutthroat"])
def test_games_without_a_partners_nil_count_nothing(slug: str) -> None:
    rules = ruleset(shipped()[slug])
    played = tricks("0 5H KH 2H 3H", "1 4H 6C 7C 8C")
    assert habits_after(fresh_habits(4), rules, (3, 3, 3, 3), played) == fresh_habits(4)


def play_hand(course: History) -> None:
    """Play and score a hand at random."""
    stream = Stream(b"habits")
    deal(course, seeded_secret("habits", 1, 1, 1))
    while course.state.phase != Phase.PLAYED:
        turn = on_turn(course.state)
        assert turn is not None
        assert observe(course.state, turn).habits == fresh_habits(4), "only scored hands count"
        events = legal(course.state)
        course.do(events[stream.below(len(events))])
    course.do(Score())


def test_everybody_sees_the_same_habits_after_each_hand() -> None:
    course = History(new_game(CLASSIC))
    play_hand(course)
    views = [observe(course.state, seat) for seat in (None, 0, 1, 2, 3)]
    assert all(view.habits == views[0].habits for view in views)
    assert any(habits != Habits() for habits in views[0].habits)


def test_a_game_resumed_at_its_last_hand_has_the_habits_and_choices_of_the_unbroken_one(tmp_path: Path) -> None:
    seats = tuple(SeatSetup(name, "bot", "beginner") for name in ("Ann", "Bea", "Cy", "Dot"))
    game = GameInMemory(TableSetup(shipped()["classic"], {"target": 200}, seats, seed="habits"))
    assert game.play(no_tick) is not None
    lines = record_text(game.lines).splitlines(keepends=True)
    last_deal = max(place for place, line in enumerate(lines) if '"deal"' in line)
    path = tmp_path / "game.spades.jsonl"
    path.write_text("".join(lines[:last_deal]), "utf-8")
    table = Table.resume(path)
    before = table.observe(0).habits
    while not isinstance(step := table.next(), GameEnded):
        match step:
            case CutOffered():
                table.deal()
            case Turn():
                table.do(table.choose())
            case _:
                table.score()
    unbroken = game.loop.course.state
    assert fresh_habits(4) != before != observe(unbroken, 0).habits
    assert table.course.state.habits == unbroken.habits
    assert observe(table.course.state, None) == observe(unbroken, None)


def test_an_undo_leaves_the_habits_as_they_were() -> None:
    rules = ruleset(with_options(shipped()["classic"], {"take_back": True}))
    course = History(new_game(rules))
    play_hand(course)
    before = course.state.habits
    deal(course, seeded_secret("habits", 1, 2, 1))
    seat = on_turn(course.state)
    assert seat is not None
    course.do(legal(course.state)[0])
    course.do(TakeBack(seat))
    assert course.state.habits == before != HabitCount(fresh_habits(4))


def test_hands_counted_late_count_the_same() -> None:
    hands = [ScoredHand(CLASSIC, (3, 3, 3, 3), tuple(tricks("0 5H KH 2H 3H", "1 4H 6C 7C 8C")))] * (MOST_WAITING + 2)
    late, at_once = HabitCount(fresh_habits(4)), HabitCount(fresh_habits(4))
    for hand in hands:
        late = late.after(hand)
        at_once = at_once.after(hand)
        at_once.by_seat()
    assert late == at_once
    assert late.by_seat()[1].second_wins == Choices(MOST_WAITING + 2, 0)


@pytest.mark.parametrize("count", [-1, MOST_COUNTED + 1])
def test_counts_from_elsewhere_are_refused_beyond_their_limits(count: int) -> None:
    data = msgspec.json.encode(Habits(covers=Choices(0, count)))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(data, type=Habits)

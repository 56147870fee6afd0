"""Claims agree with a plain search (C-12), and the habits that everybody has seen come from a hand's cards."""

import random
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.analysis.simulate import GameInMemory, no_tick
from spades_tui.cards import parse
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game import claims, machine, playable
from spades_tui.game.events import Claim, Play, Score, TakeBack
from spades_tui.game.habit_count import habits_after
from spades_tui.game.habits import MOST_COUNTED, MOST_WAITING, Choices, HabitCount, Habits, fresh_habits
from spades_tui.game.history import History
from spades_tui.game.machine import legal, on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.game.trick import Played, Trick, laid
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, Turn
from spades_tui.play.table import Table
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import with_options
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.game.tables import Sitting, rules_of
from tests.games import SLUGS


def loses_a_trick(state: GameState, claimer: int) -> bool:
    """Return whether another player can legally take a trick."""
    if state.phase != Phase.PLAY:
        return False
    for event in machine.legal(state):
        if not isinstance(event, Play):
            continue
        if not playable.follows(state.rules, state.current) >> event.card & 1:
            continue  # a renege is not a legal way
        after, found = machine.apply(state, event)
        if found and after.current.winners[-1] != claimer:
            return True
        if loses_a_trick(after, claimer):
            return True
    return False


@cache
def bid_already(slug: str, options: tuple[tuple[str, Any], ...]) -> GameState:
    """Return a game in which everyone has bid."""
    return Sitting(slug, **dict(options)).deal().bids_near(4).state


def ending(slug: str, rng: random.Random, first: bool = False, **options: Any) -> GameState:
    """Return a state with a few cards left in each hand and the claimer on turn, if `first` in the first trick."""
    begun = bid_already(slug, tuple(options.items()))
    rules, hand = begun.rules, begun.current
    count = rng.choice((1, 2, 2, 3) if rules.players == 3 else (1, 2, 2, 2, 3))
    pack = [card for card in rules.cards.pack if card % 13 >= 7 or card >= 52]
    rng.shuffle(pack)
    if rng.random() < 0.8:
        pack.sort(key=lambda card: (rules.cards.ranks[card] > 99) + rng.random() * 1.5)
    held = {seat: [pack.pop() for _ in range(count)] for seat in hand.table}
    before = rng.randrange(rules.players)
    leader = hand.table[-before] if before else hand.table[0]
    gone = 0 if first else rules.tricks - count
    state = replace(
        begun,
        hand=replace(
            hand,
            holding=tuple(cards.hand_of(held.get(seat, [])) for seat in range(rules.seats)),
            tricks=tuple((Played(leader, card),) for card in rules.cards.pack[:gone]),
            winners=(leader,) * gone,
            took=tuple(gone * (seat == leader) for seat in range(rules.seats)),
            broken=rng.random() < 0.6 and not first,
        ),
    )
    for _ in range(before):
        plays = [event for event in machine.legal(state) if isinstance(event, Play)]
        state, _found = machine.apply(state, rng.choice(plays))
    return state


@pytest.mark.rule("C-12")
@pytest.mark.parametrize(
    ("slug", "options"),
    [*((slug, {}) for slug in SLUGS), ("3b-four", {"aces": "high"}), ("jokers", {"enforcement": "challenge"})],
)
def test_claims_agree_with_plain_search(slug: str, options: dict[str, Any]) -> None:
    rng = random.Random(f"claims {slug}")
    verdicts = {True: 0, False: 0}
    for _ in range(150):
        state = ending(slug, rng, **options)
        claimer = state.current.player
        stands = claims.is_sure_claim(state)
        assert stands != loses_a_trick(state, claimer), [cards.hand_text(h) for h in state.current.holding]
        verdicts[stands] += 1
    assert min(verdicts.values()) > 5


@pytest.mark.rule("C-12", "NL-3")
@pytest.mark.parametrize("tries", [120, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("classic", {}),
        ("classic", {"first_trick": "no_spade"}),
        ("classic", {"opening": "lowest_club"}),
        ("cutthroat-three", {"first_trick": "no_spade", "opening": "lowest_club"}),
        ("two-handed", {"first_trick": "no_spade"}),
    ],
)
def test_claims_at_the_first_trick_agree_with_plain_search(slug: str, options: dict[str, Any], tries: int) -> None:
    rng = random.Random(f"first claims {slug}")
    verdicts = {True: 0, False: 0}
    for _ in range(tries):
        state = ending(slug, rng, first=True, **options)
        stands = claims.is_sure_claim(state)
        assert stands != loses_a_trick(state, state.current.player), state.current.holding
        verdicts[stands] += 1
    assert min(verdicts.values()) > 5


@pytest.mark.rule("C-12", "NL-3")
def test_a_claim_is_accepted_if_no_spade_may_ruff_the_first_trick() -> None:
    """Cy is void in clubs but holds other suits besides the deuce of spades, and so may not ruff the ace led first."""
    for word, refused in (("no_spade", ""), ("free", "C-12")):
        game = Sitting("classic", first_trick=word).deal("", "AC AKQJT9876543S", "2S /C").bids(0, 13, 0, 0)
        refusal = game.course.refusal(Claim(1, 13))
        assert (refusal.rule if refusal is not None else "") == refused


@pytest.mark.rule("C-12")
def test_the_player_on_turn_claims_all_remaining_tricks() -> None:
    game = Sitting("sandbags").deal("", "2-AS", "", "").bids(0, 13, 0, 0)
    assert game.refused(Claim(1, 12), Claim(1, 14), Claim(2, 13), Claim(0, 13)) == {"C-12"}
    game.do(Claim(1, 13))
    assert game.state.phase == Phase.PLAYED
    assert game.hand.took == (0, 13, 0, 0)
    assert game.hand.winners == (1,) * 13
    assert game.score().tricks == (0, 13, 0, 0)


@pytest.mark.rule("C-12")
def test_a_claim_includes_the_trick_on_the_table() -> None:
    game = Sitting("sandbags", dealer=0).deal("AKQJT98765432S", "2H", "AH", "3H").bids(13, 0, 0, 0).play("2H AH 3H")
    game.do(Claim(0, 13))
    assert game.hand.took[0] == 13
    assert not game.hand.tricks


@pytest.mark.rule("C-12")
def test_a_claim_that_might_fail_is_refused_and_shows_no_card() -> None:
    game = Sitting("sandbags").deal("", "AKQJT98765432H", "AS").bids(1, 5, 1, 1)
    refusal = game.why(Claim(1, 13))
    assert refusal.rule == "C-12"
    assert refusal.sentence == "Claim refused: you could still lose a trick"
    for seat in range(4):
        assert game.sees(seat).own == game.hand.holding[seat]


@pytest.mark.rule("C-12", "3B-3")
def test_a_claim_must_hold_for_the_claimers_worst_play() -> None:
    """The claimer holds the ace and the four of hearts against a three: the four may be led, or the ace called low."""
    game = Sitting("3b-four").deal("", "AH", "", "").bids(3, 3, 3, 3)
    hand = game.hand
    held = {1: "4H AS", 2: "3H 2S", 3: "5C 6C", 0: "7C 8C"}
    holding = tuple(cards.parse_hand(held[seat]) for seat in range(4))
    game.course.state = replace(game.state, hand=replace(hand, holding=holding, tricks=((),) * 11, winners=(1,) * 11))
    assert game.refused(Claim(1, 2)) == {"C-12"}  # the ace of spades could be called low
    high = Sitting("3b-four", aces="high").deal().bids(3, 3, 3, 3)
    hand = replace(high.hand, holding=holding, tricks=((),) * 11, winners=(1,) * 11)
    high.course.state = replace(high.state, hand=hand)
    high.do(Claim(1, 2))


@pytest.mark.rule("C-12")
def test_every_game_allows_claims() -> None:
    assert all(rules_of(slug).claim is not None for slug in SLUGS)


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
    return habits_after(CLASSIC, bids, tricks(*lines), fresh_habits(4))[seat]


def test_a_card_ahead_in_second_place_is_counted() -> None:
    high = shown(1, (3, 3, 3, 3), "0 5H KH 2H 3H", "1 4H 6C 7C 8C")
    low = shown(1, (3, 3, 3, 3), "0 5H 4H 2H 3H", "0 6H KH 7C 8C")
    assert high == Habits(second_wins=Choices(1, 0))
    assert low == Habits(second_wins=Choices(0, 1))


@pytest.mark.parametrize(
    ("seat", "cards"),
    [
        (1, ("0 5H KH 2H 3H", "1 4C 6C 7C 8C")),  # no other heart
        (1, ("0 5H KH 2H 3H", "1 QH 6C 7C 8C")),  # each heart wins
        (2, ("0 3H JH KH 2H", "2 5H 6C 7C 8C")),  # in third place
        (2, ("0 3H JH 5H 2H", "2 KH 6C 7C 8C")),
        (3, ("0 JH 3H 2H KH", "3 5H 6C 7C 8C")),  # in last place
    ],
)
def test_a_player_without_a_choice_or_not_in_second_place_shows_nothing(seat: int, cards: tuple[str, ...]) -> None:
    assert shown(seat, (3, 3, 3, 3), *cards) == Habits()


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
    assert habits_after(CLASSIC, (3, 3, 3, 3), played, before)[0].second_wins == Choices(MOST_COUNTED, 0)


@pytest.mark.parametrize("slug", ["jokers", "3b-four", "cutthroat"])
def test_games_without_a_partners_nil_count_nothing(slug: str) -> None:
    rules = ruleset(shipped()[slug])
    played = tricks("0 5H KH 2H 3H", "1 4H 6C 7C 8C")
    assert habits_after(rules, (3, 3, 3, 3), played, fresh_habits(4)) == fresh_habits(4)


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
    played = tricks("0 5H KH 2H 3H", "1 4H 6C 7C 8C")
    hands = [partial(habits_after, CLASSIC, (3, 3, 3, 3), played)] * (MOST_WAITING + 2)
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

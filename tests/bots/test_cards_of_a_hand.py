"""Which cards win tricks, surely or by the position, and where the deuce is high or the ace low."""

from random import Random

import pytest

from spades_tui import bots
from spades_tui.bots.advice import advise
from spades_tui.bots.beginner import high_cards, plainly_safe
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.sound_bids import room_of, sound, sure_of, sure_tricks, zero_fails
from spades_tui.cards import hand_of
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Deal, Draft, Play
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant
from spades_tui.seats.observer import observe
from tests.advice.contradictions import contradictions, positions
from tests.bench.bots import deal
from tests.bots.tables import LOW, SEARCHING, low
from tests.game.drafting import stock_of, two
from tests.game.tables import Sitting, rules_of, some


def before_first_card(slug: str, number: int, random: Random) -> History:
    """Return a hand before its first card, after random decisions."""
    rules = ruleset(shipped()[slug])
    course = History(new_game(rules, number % rules.seats))
    while course.state.phase != Phase.PLAY:
        if course.state.phase in (Phase.DEAL, Phase.PLAYED):
            deal(course, random.randbytes(32))
            continue
        turn = on_turn(course.state)
        assert turn is not None
        course.do(random.choice(observe(course.state, turn).legal))
    return course


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_a_sure_trick_is_found_only_if_no_play_can_take_it(slug: str) -> None:
    random = Random(slug)
    found = 0
    for number in range(12):
        course = before_first_card(slug, number, random)
        rules, hand = course.state.rules, course.state.current
        sure = {seat: sure_tricks(rules, hand.holding[seat]) for seat in hand.table}
        found += sum(sure.values())
        while course.state.phase == Phase.PLAY:
            turn = on_turn(course.state)
            assert turn is not None
            legal = observe(course.state, turn).legal
            course.do(random.choice([event for event in legal if isinstance(event, Play) and event.ace != "low"]))
        won = course.state.current.winners
        assert all(won.count(seat) >= count for seat, count in sure.items())
    assert found


@pytest.mark.parametrize(
    ("slug", "hand", "leads", "count"),
    [
        ("sandbags", "AKQJT98765432S", False, 13),
        ("sandbags", "KQJT98765432S AH", True, 11),  # the ace of trumps is in another hand
        ("sandbags", "KQ32S 5-9H 5-8D", True, 1),
        ("sandbags", "QJT92S 5-9H 678D", False, 2),
        ("sandbags", "AKQJT98765S AH AD AC", True, 10),  # trumps may not be led at first, and others hold three
        ("3b-four", "BJ AKQJT98S AK2H AK4D", True, 12),
        ("3b-four", "BJ AKQJT98S AK2H AK4D", False, 8),
        ("jokers", "BJ LJ 2AKQJT98S 43H 4C", False, 10),
        ("joker-deuces", "AKQJT98S 3456H 34C", False, 3),  # others hold four higher trumps
    ],
)
def test_sure_tricks_are_counted(slug: str, hand: str, leads: bool, count: int) -> None:
    assert sure_tricks(rules_of(slug), hand_of(some(hand)), leads) == count


@pytest.mark.rule("SB-2")
def test_sound_bids_lie_between_the_sure_tricks_and_the_tricks_left() -> None:
    first = Sitting("sandbags", dealer=3).deal("AKQJT98765432S").sees(0)
    assert (sure_of(first, 0), room_of(first, 0), sound(first, 0, range(14))) == (13, 13, [13])
    after = Sitting("sandbags", dealer=3).deal("", "", "AKQJ2D 2-9C").do(Bid(0, 11), Bid(1, 1)).sees(2)
    assert sound(after, 2, range(14)) == [0, 1, 2]
    beside = Sitting("sandbags", dealer=3).deal("", "", "AK2S AKQJ2D 2-6C").do(Bid(0, 13), Bid(1, 1)).sees(2)
    assert sound(beside, 2, range(14)) == list(range(2, 14)), "no total can be made, and no zero"


@pytest.mark.rule("NL-8")
def test_cards_that_may_be_passed_are_not_sure_tricks() -> None:
    sitting = Sitting("classic", dealer=3, nil_pass=2).deal("AKQJT9876543S 2C")
    seen = sitting.sees(0)
    assert sure_of(seen, 0) == 11
    assert zero_fails(seen)
    assert sound(Sitting("classic", dealer=3, nil_pass=1).deal("A2S /S").sees(0), 0, range(3)) == [0, 1, 2]


@pytest.mark.rule("3B-6")
def test_a_zero_that_can_discard_its_only_high_trump_is_sound() -> None:
    assert sound(Sitting("3b-four", dealer=3).deal("BJ 2S /S").sees(0), 0, range(3)) == [0, 1, 2]
    assert sound(Sitting("3b-four", dealer=3).deal("BJ AKS /S").sees(0), 0, range(5)) == [3, 4]


@pytest.mark.rule("WZ-1")
def test_a_forced_bid_is_always_sound() -> None:
    """In mirrors, a hand must bid its number of spades, so even an unsound bid stays."""
    forced = Sitting("mirrors", dealer=3).deal("AK432S 2-9C").sees(0)
    assert sound(forced, 0, [5]) == [5]


@pytest.mark.parametrize("level", SEARCHING)
def test_partners_bid_thirteen_and_zero_on_thirteen_sure_tricks(level: str) -> None:
    first = Sitting("sandbags", dealer=3).deal("AKQJT98765432S").sees(0)
    beside = Sitting("sandbags", dealer=3).deal("", "", "QJ2H T983D A87432C").do(Bid(0, 13), Bid(1, 1)).sees(2)
    for number in range(3):
        stream = f"answer {number}".encode()
        assert bots.choose(level, first, Stream(stream)) == Bid(0, 13)
        assert bots.choose(level, beside, Stream(stream)) == Bid(2, 0)


@pytest.mark.parametrize("level", SEARCHING)
def test_a_zero_is_weighed_with_a_strong_partner(level: str) -> None:
    seen = Sitting("sandbags", dealer=3).deal("", "", "32S J732D 7654H 532C").do(Bid(0, 9), Bid(1, 1)).sees(2)
    rows = bots.weigh(level, seen, Stream(b"strong"))
    assert Bid(2, 0) in [row.event for row in rows]


@pytest.mark.rule("HR-2")
def test_a_beginner_counts_the_highest_ranks_of_the_deck() -> None:
    lowest, highest = some("AC KC QC AD KD QD"), some("2C 3C 4C 2D 3D 4D")
    rules = low("classic")
    assert high_cards(rules, sum(1 << card for card in lowest)) == 0
    assert high_cards(rules, sum(1 << card for card in highest)) > 3


@pytest.mark.parametrize(
    ("held", "safe"),
    [
        ("7C", True), ("8C", False), ("7C TC", True), ("7C JC", False), ("6C QC", True),
        ("6C KC", False), ("5-6C KC", True), ("8-9S", True), ("2S TS", False), ("2-4S", False),
    ],
)  # fmt: skip
def test_a_beginner_bids_zero_on_few_small_trumps_and_low_cards_below_high_ones(held: str, safe: bool) -> None:
    assert plainly_safe(rules_of("sandbags"), hand_of(some(held))) == safe


@pytest.mark.rule("HR-2")
@pytest.mark.parametrize(("top", "keep"), [("AH", False), ("2H", True)])
@pytest.mark.parametrize("level", LEVELS)
def test_a_drafting_player_keeps_the_deuce_and_throws_the_ace_away(level: str, top: str, keep: bool) -> None:
    game: Variant = two(deck=LOW)
    sitting = Sitting(ruleset(game)).do(Deal(1, 0, (0, 0), stock=stock_of(f"3C 4D 6H 7D {top} 8C")))
    for kept in (False, False):
        assert sitting.turn is not None
        sitting.do(Draft(sitting.turn, kept))
    assert bots.choose(level, sitting.sees(1), Stream(b"drafting")) == Draft(1, keep)


@pytest.mark.rule("HR-2")
def test_no_reason_says_that_a_low_ace_is_saved() -> None:
    for seen in positions(low("classic"), "b", 16):
        assert contradictions(seen, advise(LEVELS[-2], seen)) == []

"""Computer players make the obvious choices and avoid the obvious mistakes."""

import pytest

from spades_tui.bots import choose, speak
from spades_tui.bots.levels import LEVELS
from spades_tui.cards import parse
from spades_tui.fair import seeded_secret
from spades_tui.game.events import Bid, Challenge, Claim, Play, Raise
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import from_data
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bots.tables import at_play, card_of, hands, rules_of, seen_by, stream

SANDBAGS = "sandbags"


def test_an_unknown_level_raises_an_error() -> None:
    with pytest.raises(ValueError, match="isn't a level"):
        choose("grandmaster", seen_by(at_play(rules_of(SANDBAGS), {}, [3, 3, 3, 3])), stream())


def test_a_player_who_made_the_bid_ducks_overtricks() -> None:
    rules = rules_of("3b-three")
    # Seat 0 bids one and makes it with the ace; every further trick costs ten points.
    course = at_play(
        rules,
        {
            0: "AH QH 2H 3H 2C 3C 4C 5C 2D 3D 4D 5D 6D 2S 3S 4S 5S",
            1: "KH JH TH 9H 6C 7C 8C 9C TC 7D 8D 9D TD 6S 7S 8S 9S",
        },
        [1, 6, 6],
        "AH",
        dealer=2,
    )
    while len(course.state.current.tricks) < 2:
        seen = seen_by(course)
        if seen.seat == 0 and seen.trick:
            best = choose("club", seen, stream())
            course.do(best)
            continue
        course.do(choose("club", seen, stream()))
    assert course.state.current.took[0] == 1


def test_a_player_claims_only_when_nothing_can_be_lost() -> None:
    rules = rules_of(SANDBAGS)
    sure = at_play(rules, {0: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"}, [13, 0, 0, 0])
    assert isinstance(choose("club", seen_by(sure), stream()), Claim)
    unsure = at_play(rules, {0: "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH"}, [12, 0, 0, 0])
    assert isinstance(choose("club", seen_by(unsure), stream()), Play)


@pytest.mark.parametrize(
    ("held", "played", "card"),
    [
        ("KH TH 2H 2C 3C 4C 5C 6C 2D 3D 4D 5D 6D", "9H", "KH"),
        ("KS 3S 2C 3C 4C 5C 6C 2D 3D 4D 5D 6D 7D", "9H", "3S"),
        ("KH TH 2H 2C 3C 4C 5C 6C 2D 3D 4D 5D 6D", "9H 8H 7H", "TH"),
    ],
    ids=["high", "ruff", "last"],
)
def test_a_beginner_wins_high_before_others_and_low_with_a_trump_or_last(held: str, played: str, card: str) -> None:
    seat = len(played.split())
    others = {0: "9H AC KC QC JC AD KD QD JD AS QS JS TS", 1: "8H TC 9C 8C 7C TD 9D 8D 9S 8S 7S 6S 5S"}
    known = {0: others[0], seat: held}
    if seat == 3:
        known |= {1: others[1], 2: "7H 6H 5H 4H 3H QH JH AH 7D 4S 3S 2S KS"}
    course = at_play(rules_of(SANDBAGS), known, [3, 3, 3, 3], played)
    assert card_of(choose("beginner", seen_by(course), stream())) == card


@pytest.mark.rule("JK-14")
def test_a_player_challenges_only_once_and_with_proof() -> None:
    rules = rules_of("jokers", enforcement="challenge")
    course = at_play(
        rules,
        {
            0: "AH KH 3C 4C 5C 6C 7C 8C 9C TC 3D 4D 5D",
            1: "3H 4H JC QC KC AC 6D 7D 8D 9D TD JD QD",
            2: "5H 6H 7H AD KD 3S 4S 5S 6S 7S 8S 9S TS",
        },
        [2, 3, 2, 3],
        "AH 6D 5H 8H",
    )
    assert speak("club", observe(course.state, 0), stream()) is None, "a void may be real"
    for name in ("KH", "3H"):
        course.do(Play(course.state.current.player, parse(name)))
    said = speak("club", observe(course.state, 0), stream())
    assert said is None, "the offenders have no book to lose yet"
    while not course.state.current.took[1] + course.state.current.took[3]:
        course.do(choose("club", seen_by(course), stream()))
    said = speak("club", observe(course.state, 0), stream())
    assert said == Challenge(0, 1)
    assert speak("beginner", observe(course.state, 0), stream()) is None
    assert speak("club", observe(course.state, 3), stream()) is None
    course.do(said)
    assert speak("club", observe(course.state, 0), stream()) is None
    assert speak("club", observe(course.state, 2), stream()) is None


@pytest.mark.rule("HR-6")
@pytest.mark.parametrize("books", [0, 1])
def test_a_player_challenges_for_a_set_as_soon_as_there_is_proof(books: int) -> None:
    """Beside nils no tricks move, and one set is enough."""
    slug = "jokers" if books else "classic"
    keys = {"mode": "challenge", "when": "hand", "books": books, "sets": True, "wrong_costs": True, "taken": "at_once"}
    customs = [{"kind": "enforcement", **keys}]
    rules = ruleset(from_data(shipped()[slug].to_json() | {"customs": customs, "options": []}))
    known = {
        0: "AH KH 3C 4C 5C 6C 7C 8C 9C TC 3D 4D 5D",
        1: "3H 4H JC QC KC AC 6D 7D 8D 9D TD JD QD",
        2: "5H 6H 7H AD KD 3S 4S 5S 6S 7S 8S 9S TS",
    }
    course = at_play(rules, known, [2, 3 if books else 0, 2, 3], "AH 6D 5H 8H")
    assert speak("club", observe(course.state, 0), stream()) is None, "a void may be real"
    for name in ("KH", "3H"):
        course.do(Play(course.state.current.player, parse(name)))
    said = speak("club", observe(course.state, 0), stream())
    assert said == Challenge(0, 1)
    course.do(said)
    assert observe(course.state, 3).penalised == (1,)
    assert speak("club", observe(course.state, 2), stream()) is None


@pytest.mark.parametrize("level", LEVELS)
def test_no_computer_player_reneges(level: str) -> None:
    course = at_play(
        rules_of("jokers", enforcement="challenge"),
        {0: "AH KH 3C 4C 5C 6C 7C 8C 9C TC 3D 4D 5D", 1: "3H 4H JC QC KC AC BJ LJ 8S 9S TS JS QS"},
        [2, 3, 2, 3],
        "AH",
    )
    assert card_of(choose(level, seen_by(course), stream())) in ("3H", "4H")


def test_the_last_bidder_raises_an_underbid_side() -> None:
    rules = rules_of("jokers")
    course = History(new_game(rules, 3))
    course.do(hands(rules, {0: "BJ LJ 2S AS KS QS JS TS AH AD AC KH KD"}))
    for seat, bid in ((0, 4), (2, 0), (1, 0), (3, 4)):
        course.do(Bid(seat, bid))
    event = choose("club", observe(course.state, 0), stream())
    assert isinstance(event, Raise)
    assert event.bid >= 8


@pytest.mark.rule("3B-14")
@pytest.mark.parametrize("slug", ["3b-four", "3b-five"])
def test_club_bids_a_growing_zero_on_about_one_hand_in_ten(slug: str) -> None:
    rules, zeros, dealt = rules_of(slug), 0, 150
    for number in range(dealt):
        course = History(new_game(rules, number % rules.seats))
        deal(course, seeded_secret("growing", number, 1, 1))
        seat = on_turn(course.state)
        assert seat is not None
        event = choose("club", observe(course.state, seat), stream())
        assert isinstance(event, Bid)
        zeros += event.bid == 0
    assert 0.06 < zeros / dealt < 0.16

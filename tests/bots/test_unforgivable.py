"""The counter of unforgivable plays finds them, and searching players make none."""

from collections import Counter

import pytest
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.search.vetoes import defended
from spades_tui.cards import parse, parse_hand
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests import few
from tests.bench.situations.reading import build, load
from tests.bench.unforgivable import Game, Solver, blunders, main, play_and_look
from tests.bots.tables import at_play, rules_of

REAL = bots.choose


def random_event(level: str, seen: Observation, stream: Stream) -> SeatEvent:
    """Bid and play at random, and renege if the rules allow it."""
    bid = Bid(seen.seat or 0, (0, 1, 2, 5)[stream.below(4)])
    if seen.phase == Phase.BID and bid in seen.legal:
        return bid
    if seen.phase == Phase.PLAY:
        plays = [event for event in seen.legal if isinstance(event, Play)]
        return plays[stream.below(len(plays))]
    return REAL("beginner", seen, stream)


@pytest.mark.slow
def test_five_kinds_of_blunder_are_counted_for_a_random_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "choose", random_event)
    counts: Counter[str] = Counter()
    for number in range(1, 60):
        seen = play_and_look(Game("sandbags", (), "beginner", "silly", number, 4))
        counts.update(blunder.kind for _, blunder in seen.found)
    for number in range(1, 4):
        seen = play_and_look(Game("jokers", ("enforcement=challenge",), "beginner", "silly", number, 2))
        counts.update(blunder.kind for _, blunder in seen.found)
    for kind in ("partner's trick", "partner's zero", "own zero", "opponent's zero", "renege"):
        assert counts[kind] > 0, (kind, counts)


def counted(course: History, card: str, next_lead: str | None = None, winner: int | None = None) -> list[str]:
    """Return the kinds of blunder counted for a card of the player on turn."""
    event = Play(course.state.current.player, parse(card))
    lead = parse(next_lead) if next_lead else None
    return [blunder.kind for blunder in blunders(course.state, event, lead, winner)]


def last_and_void(bids: list[int], play: str, high: str = "AD", low: str = "5D") -> History:
    """Let seat 3 lead to seat 2, the last player, who is void in hearts and the partner of seat 0."""
    return at_play(
        rules_of("sandbags"),
        {
            3: f"5H 6H KC AC TC JC QC {high} 6D 7D 8D 9D TD",
            0: "AH TH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D",
            1: "2H 3H 7H 8H 9H JH QH KH 4D AS TS 9S JS",
            2: f"2S 3S 4S QS KS JD QD KD {low} 5S 6S 7S 8S",
        },
        bids,
        play,
        dealer=2,
    )


def test_ruffing_the_partners_ace_is_counted_unless_it_gains_something() -> None:
    course = last_and_void([2, 2, 5, 2], "5H AH 2H")
    assert counted(course, "2S", "JD") == ["partner's trick"]
    assert counted(course, "JD") == []
    assert counted(course, "2S", "QS") == [], "trumps are drawn next"
    course = last_and_void([2, 2, 5, 2], "5H AH 2H", "5D", "AD")
    assert counted(course, "2S", "AD") == [], "a winner is cashed next"
    course = last_and_void([5, 1, 7, 1], "AC 2C 4D KD 5H AH 2H")
    assert counted(course, "2S", "JD") == ["partner's trick"]
    course = last_and_void([5, 1, 8, 1], "AC 2C 4D KD 5H AH 2H")
    assert counted(course, "2S", "JD") == [], "the bid is lost already"


def test_a_zero_bidder_who_ruffs_is_counted() -> None:
    course = last_and_void([0, 2, 0, 2], "5H TH QH")
    assert counted(course, "2S") == ["own zero"]


def test_failing_to_cover_the_partners_zero_is_counted() -> None:
    course = last_and_void([0, 2, 5, 2], "5H AH 2H")
    assert counted(course, "JD", winner=0) == ["partner's zero"]
    assert counted(course, "2S", winner=2) == []


def test_breaking_an_opponents_zero_is_not_counted_while_the_bid_needs_tricks() -> None:
    course = at_play(
        rules_of("sandbags"),
        {
            1: "QH 2H 3H 4H 5H 6H 2D 3D 4D 5D 6D 7D 8D",
            2: "7H 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
            3: "8H 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
            0: "KH TH 9H AC AS 9D TD JD QD KD AD JH AH",
        },
        [1, 0, 1, 9],
        "QH 7H 8H",
        dealer=0,
    )
    assert counted(course, "KH") == [], "the bid is not made yet: the trick may be wanted"


def test_throwing_away_a_sure_bid_is_counted() -> None:
    """The side needs both of the last tricks: the ace takes this one, and the four is sure to take the other."""
    situation = next(one for one in load() if one.name == "they want both of the last tricks: take one")
    state = build(situation).state
    hand = state.current
    others = tuple(parse_hand(text) for text in ("2H", "3H", "4H"))
    sure = replace(hand, holding=(hand.holding[0], *others), bids=(5, 4, 3, 3))
    event = Play(0, parse("4C"))
    assert [b.kind for b in blunders(replace(state, hand=sure), event, None, 3)] == ["own bid"]
    assert blunders(replace(state, hand=sure), Play(0, parse("AC")), None, 0) == []
    unsure = replace(sure, holding=(hand.holding[0], parse_hand("QC"), *others[1:]))
    assert blunders(replace(state, hand=unsure), event, None, 3) == []
    seen = observe(replace(state, hand=unsure), 0)
    assert defended(seen, 0, fair_plays(seen)).plays == [Play(0, parse("AC"))], "whoever searches does not give it up"
    seen = observe(state, 0)
    assert len(defended(seen, 0, fair_plays(seen)).plays) == 2, "nothing is given up here"


def test_a_renege_is_counted() -> None:
    course = at_play(
        rules_of("jokers", enforcement="challenge"),
        {0: "AH KH 3C 4C 5C 6C 7C 8C 9C TC 3D 4D 5D", 1: "3H 4H JC QC KC AC BJ LJ 8S 9S TS JS QS"},
        [2, 3, 2, 3],
        "AH",
    )
    assert counted(course, "BJ") == ["renege"]
    assert counted(course, "3H") == []


def test_the_solver_finds_a_finesse() -> None:
    """The queen wins the finesse, because the king plays before it."""
    rules = rules_of("sandbags")
    hands = ["AH QH", "2C 3C", "5H 6H", "KH 7H"]
    holding = [sum(1 << parse(name) for name in hand.split()) for hand in hands]
    solver = Solver(rules, (0, 1, 2, 3), 0)
    assert solver.best(holding, 2, (), False, -1, 99) == 2
    assert Solver(rules, (0, 1, 2, 3), 0).best(holding, 0, (), False, -1, 99) == 1


@pytest.mark.parametrize("slug", ["sandbags", "jokers", "bemo", "3b-four"])
def test_the_command_finds_no_blunder_of_club_in_four_hands(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--variant", slug, "--level", "club", "--hands", "4"]) == 0
    assert "hands" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(("level", "hands"), [("strong", few(10)), ("expert", few(5))])
@pytest.mark.parametrize("slug", ["sandbags", "jokers"])
def test_searching_players_make_no_blunder_in_some_hands(slug: str, level: str, hands: int) -> None:
    if level not in LEVELS:
        pytest.skip(f"there is no {level} yet")
    assert main(["--variant", slug, "--level", level, "--hands", str(hands)]) == 0

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
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests import few
from tests.bench.situations.reading import build, load
from tests.bench.unforgivable import Game, blunders, main, play_and_look

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

"""Outside players get messages and give answers at simulated tables, and are replaced if they fail."""

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from spades_tui import bots, cards
from spades_tui.game import events
from spades_tui.play.outside_player import OutsidePlayer, read_answer
from spades_tui.play.setup import OUTSIDE
from spades_tui.record.replay import replay
from tests.games import each_game
from tests.outside.short_games import QUICK, game

PLAYER = Path(__file__).with_name("player.py")


def command(notes: Path | None = None, fault: str = "") -> str:
    parts = [sys.executable, str(PLAYER), *([str(notes), fault] if notes is not None else [])]
    return shlex.join(parts)


def events_for(notes: Path) -> list[dict[str, object]]:
    """Return the events sent to a player."""
    messages = [json.loads(line) for line in notes.read_text("utf-8").splitlines()]
    return [message["tell"] for message in messages if "tell" in message]


@pytest.mark.parametrize("slug", each_game(*QUICK))
@pytest.mark.rule("C-9")
def test_a_player_sees_its_own_cards_and_nothing_else(slug: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    text, lines = game(slug, command(notes))
    list(replay(io.BytesIO(text.encode())))
    events = events_for(notes)
    assert events[0]["you"] == 0
    assert "rules" in events[0]
    assert "seed" not in events[0]
    deals = [line for line in lines if line["event"] == "deal"]
    seen_deals = [event for event in events if event["event"] == "deal"]
    assert len(deals) == len(seen_deals)
    for deal, seen in zip(deals, seen_deals, strict=True):
        assert set(seen) <= {"event", "hand", "dealer", "hands", "fair"}
        assert set(seen["fair"]) == {"v", "commitment"}  # type: ignore[call-overload]
        hands, shown = deal["hands"], seen["hands"]
        assert isinstance(hands, list)
        assert isinstance(shown, list)
        assert shown[1:] == [None] * (len(hands) - 1)
        assert shown[0] in (None, hands[0])
    assert [event["event"] for event in events][-1] == "game_over"
    events_told = [event for event in events if event["event"] == "discard" and event["seat"] != 0]
    assert not any("card" in event for event in events_told)
    public = ("play", "bid", "trick", "hand_score", "game_over", "stand", "raise")
    ours = [event for event in events if event["event"] in public]
    theirs = [line for line in lines if line["event"] in public]
    assert ours == theirs


@pytest.mark.rule("BM-3")
def test_a_player_gets_its_hand_when_it_looks(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    _, lines = game("bemo", command(notes))
    hands = [line["hands"] for line in lines if line["event"] == "deal"]
    for event in events_for(notes):
        if event["event"] == "deal":
            assert event["hands"] == [None, None, None]
        if event["event"] == "look" and event["seat"] == 0:
            assert any(isinstance(deal, list) and deal[0] == event["hand"] for deal in hands)
        if event["event"] == "look" and event["seat"] != 0:
            assert "hand" not in event


@pytest.mark.parametrize("fault", ["nonsense", "illegal", "ends"])
def test_the_beginner_replaces_a_failing_player(fault: str, tmp_path: Path) -> None:
    text, lines = game("3b-three", command(tmp_path / "notes", fault))
    mine = [line for line in lines if line.get("seat") == 0]
    stood_in = [line for line in mine if line.get("stand_in")]
    assert stood_in
    assert len(stood_in) == len(mine) - (3 if fault == "ends" else 0)
    assert not [line for line in lines if line.get("seat") != 0 and line.get("stand_in")]
    list(replay(io.BytesIO(text.encode())))


def test_a_player_gets_a_second_try(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    _, lines = game("3b-three", command(notes, "second try"))
    assert not [line for line in lines if line.get("stand_in")]
    refused = [line for line in notes.read_text("utf-8").splitlines() if "refused" in json.loads(line)]
    assert refused


def test_a_program_that_does_not_start_is_replaced() -> None:
    _, lines = game("3b-three", "/nowhere/at-all")
    assert all(line.get("stand_in") for line in lines if line.get("seat") == 0)


def test_an_answer_that_takes_too_long_is_reported() -> None:
    player = OutsidePlayer(shlex.join([sys.executable, "-c", "import time; time.sleep(30)"]), 0)
    player.start()
    answer = player.ask((events.Stand(0),), seconds=0.2)
    assert answer[0] is None
    assert "0.2" in answer[1]
    player.close()


def test_malformed_answers_are_refused() -> None:
    legal = (events.Play(0, cards.parse("AS"), "high"), events.Play(0, cards.parse("AS"), "low"))
    assert read_answer(b'{"event": "play", "seat": 0, "card": "AS", "ace": "low"}\n', legal)[0] == legal[1]
    assert read_answer(b'{"event": "play", "seat": 0, "card": "AS"}\n', legal)[0] == events.Play(0, cards.parse("AS"))
    for wrong in (b"", b"[]\n", b'{"event": "game"}\n', b'{"event": "play", "seat": 1, "card": "AS"}\n', b"\xff\n"):
        assert read_answer(wrong, legal)[0] is None


def test_exec_is_not_a_level() -> None:
    assert OUTSIDE not in bots.LEVELS


@pytest.mark.parametrize(
    "answer",
    [
        b'{"event": "bid", "seat": 0, "bid": 3, "stand_in": true}',
        b'{"event": "bid", "seat": 0, "bid": 3, "at": "2026-01-01"}',
        b'{"event": "bid", "seat": 0, "bid": 3, "sum": "0123456789abcdef"}',
        b'{"event": "bid", "seat": 0, "bid": 4, "bid": 3}',
        b'{"event": "bid", "seat": 0, "bid": 3, "why": "\\ud800"}', b'{"event": ["bid"], "seat": 0, "bid": 3}',
    ],
)  # fmt: skip
def test_an_answer_cannot_add_keys_to_the_record(answer: bytes) -> None:
    event, reason = read_answer(answer + b"\n", (events.Bid(0, 3),))
    assert event is None
    assert reason

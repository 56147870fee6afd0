"""Outside players get messages and give answers, are replaced if they fail, and follow the page of the protocol."""

import io
import json
import re
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from spades_tui import cards
from spades_tui.analysis.simulate import play_game
from spades_tui.game import events
from spades_tui.play import outside_player
from spades_tui.play.outside_player import OutsidePlayer, read_answer
from spades_tui.play.setup import NAMES, OUTSIDE, SeatSetup, TableSetup
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from tests.games import each_game
from tests.outside.sample_players import sample_player
from tests.outside.short_games import QUICK, SHORT, game

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


def test_the_sample_player_is_short() -> None:
    assert 35 <= sum(bool(line.strip()) for line in sample_player().splitlines()) <= 42


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_the_sample_player_finishes_every_variant(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(sample_player(), "utf-8")
    variant = shipped()[slug]
    command = shlex.join([sys.executable, str(path)])
    seats = tuple(
        SeatSetup(name, "bot", OUTSIDE, command) if seat == 0 else SeatSetup(name, "bot", "beginner")
        for seat, name in enumerate(NAMES[: variant.seats])
    )
    text = play_game(TableSetup(variant, SHORT[slug], seats, 0, "sample", 1)).text
    lines = [json.loads(line) for line in text.splitlines()]
    assert not any(line.get("stand_in") for line in lines)
    assert lines[-1]["event"] == "game_over"
    list(replay(io.BytesIO(text.encode())))


def test_the_sample_player_bids_by_its_cards(tmp_path: Path) -> None:
    """In a game to 500 against beginners, its bids depend on its hand and more than half of them are made."""
    path = tmp_path / "mine.py"
    path.write_text(sample_player(), "utf-8")
    command = shlex.join([sys.executable, str(path)])
    seats = (SeatSetup("Ann", "bot", OUTSIDE, command), *(SeatSetup(name, "bot", "beginner") for name in NAMES[1:4]))
    text = play_game(TableSetup(shipped()["sandbags"], {}, seats, 0, "sample", 1)).text
    scores = [line for line in map(json.loads, text.splitlines()) if line["event"] == "hand_score"]
    assert len({score["bids"][0] for score in scores}) > 1
    made = sum(sum(score["tricks"][seat] for seat in (0, 2)) >= score["side_bids"][0] for score in scores)
    assert made * 2 > len(scores)


PAGE = (Path(__file__).parents[2] / "docs" / "seat.md").read_text("utf-8")

PROGRAM = """
import json, sys

questions = 0
with open(sys.argv[1], "w", encoding="utf-8") as notes:
    for line in sys.stdin:
        notes.write(line)
        message = json.loads(line)
        if "ask" in message:
            questions += 1
            answer = message["ask"]["legal"][0] if questions % 9 else {"event": "stand", "seat": 4}
            print(json.dumps(answer), flush=True)
"""
"""A player that writes down messages, and answers with the first legal event, sometimes with an illegal one."""

Shape = tuple[str, ...]


def event_shape(event: dict[str, object]) -> Shape:
    return str(event["event"]), *sorted(event)


def shapes(message: dict[str, Any]) -> set[Shape]:
    """Return the shape of a message: its keys and their nesting."""
    (kind,) = message
    match kind:
        case "tell":
            tell = message["tell"]
            known = [key for key in ("hands", "hand") if isinstance(tell.get(key), str | list) and any(tell[key])]
            return {("tell", *event_shape(tell), *known)}
        case "ask":
            asked = message["ask"]
            return {("ask", *sorted(asked)), *(("legal", *event_shape(event)) for event in asked["legal"])}
        case _:
            return {(kind, message[kind])}


def test_the_conversations_on_the_page_match_the_table(tmp_path: Path) -> None:
    real: set[Shape] = set()
    for slug in ("bemo", "3b-four"):
        game(slug, shlex.join([sys.executable, "-c", PROGRAM, str(tmp_path / slug)]))
        for line in (tmp_path / slug).read_text("utf-8").splitlines():
            real |= shapes(json.loads(line))
    said = [
        line
        for block in re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]
    assert {line[0] for line in said} == set("→←")
    for line in said:
        found = shapes(json.loads(line[2:])) if line[0] == "→" else {("legal", *event_shape(json.loads(line[2:])))}
        assert found <= real, line
    keys = {"tell", "ask", "refused"}
    assert keys == {shape[0] for shape in real} - {"legal"}
    assert keys == set(re.findall(r"^\| `(\w+)` \| (?:something|a question|why)", PAGE, re.MULTILINE))


def test_the_numbers_on_the_seat_page_are_right() -> None:
    assert f"for an answer ({outside_player.SECONDS:g})" in PAGE
    assert f"of at most {outside_player.LONGEST_ANSWER:,} bytes" in PAGE
    assert outside_player.TRIES == 3, "After the third such answer"
    assert 0.5 < outside_player.GRACE < 1.0, "ended within a second"


def test_a_program_that_reads_nothing_has_not_read_what_was_sent() -> None:
    player = OutsidePlayer(f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(60)'", 0)
    player.start()
    player.tell([{"event": "score"}])
    end = time.monotonic() + 20
    while not player._written and time.monotonic() < end:
        time.sleep(0.01)
    assert player._written == player._sent == 1
    assert not player._has_read()
    player.close()


@pytest.mark.parametrize(
    ("command", "named"),
    [("'no end", "quotation"), ("/nowhere/at-all", "/nowhere/at-all"), ("/", "/"), ("no\0program", "null byte")],
)
def test_a_command_that_cannot_be_started_says_why(command: str, named: str) -> None:
    player = OutsidePlayer(command, 0)
    player.start()
    event, why = player.ask((events.Stand(0),), seconds=5)
    player.close()
    assert event is None
    assert named in why


TUTORIAL = (Path(__file__).parents[2] / "docs" / "first-bot.md").read_text("utf-8")
PLAYERS = re.findall(r"```python\n(.*?)```", TUTORIAL, re.DOTALL)


def totals(source: str, game: int, folder: Path) -> list[int]:
    """Return the totals of a game between two of these players, sitting opposite each other, and `club`."""
    path = folder / "mine.py"
    path.write_text(source, "utf-8")
    mine = shlex.join([sys.executable, str(path)])
    seats = tuple(
        SeatSetup(name, "bot", OUTSIDE, mine) if seat % 2 == 0 else SeatSetup(name, "bot", "club")
        for seat, name in enumerate(NAMES[:4])
    )
    text = play_game(TableSetup(shipped()["sandbags"], {}, seats, (game - 1) % 4, "tuesday", game)).text
    lines = [json.loads(line) for line in text.splitlines()]
    assert not any(line.get("stand_in") for line in lines)
    scores: list[list[int]] = [line["totals"] for line in lines if line["event"] == "hand_score"]
    return scores[-1]


@pytest.mark.parametrize("source", PLAYERS, ids=["any_card", "counting"])
def test_the_tutorials_players_never_answer_wrongly(source: str, tmp_path: Path) -> None:
    assert totals(source, 1, tmp_path)[1] >= 500


@pytest.mark.slow
def test_the_counting_player_scores_as_the_tutorial_says(tmp_path: Path) -> None:
    ended = [totals(PLAYERS[1], game, tmp_path)[0] for game in range(1, 6)]
    between = f"games ended between {min(ended)} and {max(ended)} for the pair".replace("-", "−")
    assert between in " ".join(TUTORIAL.split())

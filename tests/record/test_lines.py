"""Lines of a record: their longest, the first ones, several at once, and a journal without its end."""

import io
import json
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.game.events import Challenge
from spades_tui.game.history import Step
from spades_tui.record import RecordError
from spades_tui.record.event_words import log_entries, set_lines
from spades_tui.record.journal_lines import MAX_LINE, whole_lines
from spades_tui.record.reader import raw_lines
from spades_tui.record.writer import JsonLine, record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.system.folders import (
    begin_time,
    forks_folder,
    is_fork,
    is_game_file,
    new_game_file,
    next_secret_file,
    players_folder,
    simulated_file,
)
from spades_tui.system.output import json_text
from tests.game.tables import Sitting


@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_a_line_of_the_maximum_length_is_read(ending: bytes) -> None:
    longest = b"x" * (MAX_LINE - len(ending)) + ending
    stream = io.BytesIO(longest if not ending else longest + b"second")
    assert [raw for _, raw in raw_lines(stream)] == [longest, *([b"second"] if ending else [])]


@pytest.mark.parametrize("before", [0, 7])
def test_one_byte_more_is_refused_with_its_line(before: int) -> None:
    with pytest.raises(RecordError) as caught:
        list(raw_lines(io.BytesIO(b"{}\n" + b"x" * (MAX_LINE + 1)), before))
    assert caught.value.line == before + 2


GOLDEN = Path(__file__).parent.parent / "golden"

MANY = """
import json, sys, threading
from spades_tui.record import RecordError
from spades_tui.record.line_forms import EVENTS
from spades_tui.record.reader import raw_lines, read
told, begun = [], threading.Barrier(6)
sys.setswitchinterval(1e-6)
def take():
    begun.wait()
    with open(sys.argv[1], "rb") as stream:
        lines = sum(1 for _ in read(raw_lines(stream)))
    begun.wait()
    wrong = []
    for number, event in enumerate(EVENTS):
        try:
            list(read([(number, json.dumps({"event": event, "nobody": 1}).encode())]))
        except RecordError as error:
            wrong.append(str(error))
    told.append((lines, wrong))
threads = [threading.Thread(target=take) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps([told, len(EVENTS)]))
"""


@pytest.mark.parametrize("time", range(5))
def test_threads_read_the_first_records_at_the_same_time(time: int) -> None:
    """The test repeats, because two threads seldom meet."""
    record = min(GOLDEN.glob("*.spades.jsonl"), key=lambda path: path.stat().st_size)
    lines = record.read_bytes().count(b"\n")
    done = subprocess.run([sys.executable, "-c", MANY, str(record)], capture_output=True, encoding="utf-8", check=True)
    told, events = json.loads(done.stdout)
    assert told == [told[0]] * 6
    assert told[0][0] == lines
    assert len(told[0][1]) == events


LINES: list[JsonLine] = [
    {"event": "bid", "seat": 1, "bid": 1},
    {"event": "bid", "seat": True, "bid": 1},
    {"event": "bid", "seat": 1, "bid": 1, "blind": True},
    {"event": "bid", "seat": 1, "bid": 1, "blind": 1},
    {"bid": 1, "event": "bid", "seat": 1},
    {"event": "chit", "seat": 0, "other": None},
    {"event": "deal", "hands": ["AS", None], "cut": {"seat": 1}},
    {"event": "game_over", "totals": [1, 2]},
    {"event": "play", "seat": 1, "card": "\x1b"},
]


def test_many_lines_are_written_like_single_ones() -> None:
    for _ in range(2):
        text = record_text(LINES)
        assert text == "".join(json_text(line) + "\n" for line in LINES)
    assert [json.loads(line) for line in text.splitlines()] == LINES
    assert [type(json.loads(line).get("blind")) for line in text.splitlines()][2:4] == [bool, int]


@pytest.mark.parametrize(
    ("raw", "whole", "by_hand"),
    [
        (b"", b"", b""),
        (b"\n", b"\n", b"\n"),
        (b'{"a": 1}\n', b'{"a": 1}\n', b'{"a": 1}\n'),
        (b'{"a": 1}\n{"b', b'{"a": 1}\n', b'{"a": 1}\n'),
        (b'{"a": 1}\n{"b": 2}', b'{"a": 1}\n', b'{"a": 1}\n{"b": 2}'),  # as an editor may leave it
        (b'{"a": 1}\r\n{"b": 2}\r', b'{"a": 1}\r\n', b'{"a": 1}\r\n{"b": 2}\r'),
        (b'{"a": 1}\n  ', b'{"a": 1}\n', b'{"a": 1}\n'),
        (b'{"a": 1}', b"", b'{"a": 1}'),
        (b'{"a"', b"", b""),
        (b'{"a": "\xc3', b"", b""),
        (b'{"a": 1}\n{"b": 2}\x0b', b'{"a": 1}\n', b'{"a": 1}\n{"b": 2}'),  # a damaged end of the line
        (b'{"a": 1}\n{"b": 2}\x8a', b'{"a": 1}\n', b'{"a": 1}\n{"b": 2}'),
        (b"[" * 100_000, b"", b""),
    ],
)
def test_a_cut_off_last_line_is_ignored(raw: bytes, whole: bytes, by_hand: bytes) -> None:
    assert whole_lines(raw) == whole
    assert whole_lines(raw, by_hand=True) == by_hand


def test_a_journal_is_recognized_by_its_name(tmp_path: Path) -> None:
    earliest = datetime.now().replace(microsecond=0)
    path = new_game_file(tmp_path / "games", "3b-five")
    assert path.parent == tmp_path / "games"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-3b-five-[0-9a-f]{6}\.spades\.jsonl", path.name)
    assert path != new_game_file(tmp_path / "games", "3b-five")
    assert is_game_file(path.name)
    at = begin_time(path.name)
    assert at is not None
    assert earliest <= at <= datetime.now()
    assert next_secret_file(path) == path.parent / f"{path.name}.deal"
    assert not is_game_file(next_secret_file(path).name)  # not a game to resume
    assert is_fork(new_game_file(forks_folder(path.parent), "3b-five"))
    assert not is_fork(path)
    assert players_folder(path.parent) == tmp_path / "players"


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("2026-11-21-200115-bemo-3f2a91.spades.jsonl", datetime(2026, 11, 21, 20, 1, 15)),
        ("2026-13-21-200115-bemo-3f2a91.spades.jsonl", None),
        ("bemo-007.spades.jsonl", None),
        ("", None),
    ],
)
def test_a_journals_name_has_the_time_of_the_start(name: str, at: datetime | None) -> None:
    assert begin_time(name) == at


def test_simulated_games_sort_by_their_number() -> None:
    assert [simulated_file(Path("out"), "bemo", game, 120).name for game in (7, 120)] == [
        "bemo-007.spades.jsonl",
        "bemo-120.spades.jsonl",
    ]
    assert is_game_file(simulated_file(Path("out"), "bemo", 1, 1).name)


NAMES = ("Ann", "Bea", "Cy", "Dot")


@pytest.mark.parametrize("accused", [0, 2])
def test_a_challenge_is_announced_with_its_first_sentence_apart(accused: int) -> None:
    game = Sitting("jokers", enforcement="challenge").deal("3H", "KQ5H", "4AH 4S 3C", "6H")
    game.bids(4, 4, 4, 4).play("KH 4S")  # seat 2 ruffs while it has hearts
    before = game.state
    game.do(Challenge(1, accused))
    entries = log_entries(Step(Challenge(1, accused), before, game.state, ()), NAMES, NAMES)
    (announced,) = [entry for entry in entries if entry.kind == "announce"]
    assert announced.first
    assert announced.text.startswith(f"{announced.first}. ")
    assert announced.seat == 1
    assert not any(entry.first for entry in entries if entry is not announced)


@pytest.mark.rule("JK-11")
@pytest.mark.parametrize(
    ("slug", "before", "after", "lines"),
    [
        ("jokers", (0, 0), (1, 0), ["Ann & Cy are set for the first time"]),
        ("jokers", (1, 0), (2, 0), ["Ann & Cy are set for the second time: one more loses the game"]),
        ("jokers", (1, 1), (1, 1), []),
        ("jokers", (1, 0), (1, 1), ["Bea & Dot are set for the first time"]),
        ("sandbags", (0, 0), (1, 0), []),
    ],
)
def test_a_side_that_is_set_again_is_announced(
    slug: str, before: tuple[int, ...], after: tuple[int, ...], lines: list[str]
) -> None:
    rules = ruleset(shipped()[slug])
    standings = [replace(rules.fresh_standing(), sets=sets) for sets in (before, after)]
    assert set_lines(rules, standings[0], standings[1], NAMES) == lines

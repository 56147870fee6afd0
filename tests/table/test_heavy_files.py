"""Large, endless or strange files in the games folder are listed or refused at once."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spades_tui.analysis.simulate import Simulated, play_game
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.record.journal_lines import MOST_LINES
from spades_tui.rules.catalogue import find
from tests import LONG, memory
from tests.referee.generate import generate
from tests.table.playing import opened, setup_of

ROOT = Path(__file__).parent.parent.parent
LINES = 600_000


def first_line(tmp_path: Path) -> bytes:
    table = opened(setup_of("sandbags", seed="heavy"), tmp_path / "made")
    assert table.path is not None
    raw = table.path.read_bytes()
    table.leave()
    return raw


def put_aside_again_and_again(path: Path, head: bytes) -> None:
    line = json.loads(head)
    del line["sum"]
    pair = b'{"event": "suspend"}\n{"event": "resume"}\n'
    path.write_bytes(json.dumps(line).encode() + b"\n" + pair * (LINES // 2))


def one_long_line(path: Path, head: bytes) -> None:
    path.write_bytes(head + b'{"event": "' + b"x" * 50_000_000)


def one_long_first_line(path: Path, head: bytes) -> None:
    path.write_bytes(b'{"event": "' + b"x" * 25_000_000 + b'"}\n')


def one_long_line_without_an_end(path: Path, head: bytes) -> None:
    path.write_bytes(b'{"event": "' + b"x" * 25_000_000 + b'"}')


def a_pipe(path: Path, head: bytes) -> None:
    os.mkfifo(path)


HEAVY: dict[Callable[[Path, bytes], None], str] = {
    put_aside_again_and_again: "too many lines for the record of a game",
    one_long_line: "too large for the record of a game",
    one_long_first_line: "the line is longer than",
    one_long_line_without_an_end: "the record is empty",
    a_pipe: "not a plain file",
}

MEASURE = """
import sys, time
from pathlib import Path
from spades_tui.scorebook.scorebook import open_book
from spades_tui.record import RecordError
from spades_tui.play.resume import read_journal
from spades_tui.play.saved_games import known_people, suspended
from tests.memory import peak

def look(folder, file):
    suspended(folder)
    known_people(folder)
    try:
        read_journal(file)
    except (RecordError, OSError) as error:
        said = str(error)
    else:
        said = ""
    with open_book(folder.parent) as book:
        book.records.catch_up()
    return said

warm, file = map(Path, sys.argv[1:])
look(warm.parent, warm)
before, start = peak(), time.process_time()
said = look(file.parent, file)
print(f"{time.process_time() - start:.3f} {peak() - before:.0f} {said}")
"""


@pytest.mark.skipif(not memory.known(), reason="the system does not tell how much memory is taken")
@pytest.mark.parametrize("make", HEAVY, ids=lambda make: str(make.__name__))
def test_a_heavy_file_is_listed_or_refused_quickly(make: Callable[[Path, bytes], None], tmp_path: Path) -> None:
    head = first_line(tmp_path)
    warm = next((tmp_path / "made").glob("*.jsonl"))
    folder = tmp_path / "home" / "games"
    folder.mkdir(parents=True)
    make(folder / "heavy.spades.jsonl", head)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(warm), str(folder / "heavy.spades.jsonl")],
        capture_output=True, encoding="utf-8", timeout=LONG, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    seconds, megabytes, said = done.stdout.split(" ", 2)
    assert float(seconds) < 1.0  # 0.3 on an idle machine
    assert int(megabytes) <= 60
    assert HEAVY[make] in said


RECORD = """
import sys
from spades_tui.cli import main
from tests.memory import peak

status = main([*(sys.argv[2:] or ["replay"]), sys.argv[1]])
print(status, round(peak()), file=sys.stderr)
"""


def replayed(path: Path, *command: str) -> tuple[int, int, str]:
    """Return the exit status of `replay` (or another command), its memory in megabytes, and its output."""
    done = subprocess.run(
        [sys.executable, "-c", RECORD, str(path), *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", timeout=600, cwd=ROOT,
    )  # fmt: skip
    *said, last = done.stderr.splitlines()
    status, megabytes = last.split()
    return int(status), int(megabytes), "\n".join(said)


@pytest.mark.skipif(not memory.known(), reason="the system does not tell how much memory is taken")
def test_a_record_of_very_many_lines_without_a_deal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.spades.jsonl"
    put_aside_again_and_again(path, first_line(tmp_path))
    status, megabytes, said = replayed(path)
    assert status == 1
    assert said == f"{path}:10002: more than 10000 events since the last deal"
    assert megabytes < 120


@pytest.mark.slow
@pytest.mark.skipif(not memory.known(), reason="the system does not tell how much memory is taken")
def test_a_record_of_very_many_lines_in_one_game_is_refused(tmp_path: Path) -> None:
    """The game is suspended ten thousand times in each hand: no hand has too many lines, but the game has."""
    game, pauses = generate("sandbags", 4, {"target": 5000}, 0.0), '{"event": "suspend"}\n{"event": "resume"}\n' * 4900
    path, lines = tmp_path / "long.spades.jsonl", 0
    with path.open("w") as stream:
        for line in game:
            stream.write(json.dumps(line) + "\n" + (pauses if line["event"] == "deal" else ""))
            lines += 1 + (9800 if line["event"] == "deal" else 0)
    assert lines > MOST_LINES
    status, megabytes, said = replayed(path)
    assert status == 1
    assert said == f"{path}:{MOST_LINES + 1}: more than {MOST_LINES} lines in the record of one game"
    assert megabytes < 120


@pytest.mark.slow
@pytest.mark.skipif(not memory.known(), reason="the system does not tell how much memory is taken")
@pytest.mark.parametrize("command", [("replay",), ("replay", "--json"), ("verify", "--lenient")])
def test_many_games_in_one_file_take_no_more_memory_than_few(command: tuple[str, ...], tmp_path: Path) -> None:
    games = "".join(one.text for one in beginners(10))
    few, many = tmp_path / "few.spades.jsonl", tmp_path / "many.spades.jsonl"
    few.write_text(games, "utf-8")
    many.write_text(games * (12 if command[0] == "verify" else 60))
    status, small, _ = replayed(few, *command)
    assert status == 0
    status, large, _ = replayed(many, *command)
    assert status == 0
    assert large < small + 8


def beginners(games: int) -> list[Simulated]:
    """Return games of beginners, which take little time."""
    rules = find("sandbags")
    seats = tuple(SeatSetup(name, "bot", "beginner") for name in ("Ann", "Bea", "Cy", "Dot"))
    return [play_game(TableSetup(rules, {}, seats, seed="many", game=n)) for n in range(1, games + 1)]

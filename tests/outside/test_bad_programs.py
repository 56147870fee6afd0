"""Outside programs that fork, flood, sleep or scribble don't stop the game, and all their processes end with it."""

import os
import shlex
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from spades_tui.game import events
from spades_tui.play.outside_player import FAILURES, LONGEST_LOG, MOST_HEARD, OutsidePlayer, OutsideSeats, _Heard
from spades_tui.play.setup import OUTSIDE, SeatSetup, TableSetup
from spades_tui.play.table import Table
from tests import memory
from tests.bots.tables import at_play, rules_of, seen_by
from tests.commands.shell import ROOT, spades

ANSWERS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        print(json.dumps(message["ask"]["legal"][0]), flush=True)
"""
LONG = f"300.{os.getpid()}"
"""Seconds to sleep, a number that no other process uses."""
PATIENCE = 120.0
"""Seconds that anything may take on a busy machine; less than `LONG`."""
FORKS_AND_LEAVES = f"import subprocess\nsubprocess.Popen(['sleep', '{LONG}'])\n"
FORKS = FORKS_AND_LEAVES + ANSWERS
FLOODS = "import sys\nwhile True: sys.stdout.write('{}\\n' * 1000)\n"
ONE_LONG_LINE = "import sys\nwhile True: sys.stdout.write('x' * 65536)\n"
SCRIBBLES = "import sys\nsys.stderr.write('y' * 5_000_000)\n" + ANSWERS
DEAF = "import time\ntime.sleep(300)\n"


def command(program: str) -> str:
    """Return a Python program as a player's command."""
    return shlex.join([sys.executable, "-c", program])


def sleepers() -> set[int]:
    """Return the processes that these tests have left sleeping on this machine."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes() == f"sleep\0{LONG}\0".encode():
                found.add(int(folder.name))
        except OSError:
            continue
    return found


def gone(before: set[int]) -> bool:
    """Return whether all of them end, for which killed processes wait until the processor is free."""
    end = time.monotonic() + PATIENCE
    while sleepers() - before and time.monotonic() < end:
        time.sleep(0.02)
    return not sleepers() - before


@pytest.mark.parametrize("program", [FORKS, FORKS_AND_LEAVES], ids=["stays", "leaves"])
def test_a_program_that_forks_ends_with_all_its_processes(program: str) -> None:
    before = sleepers()
    player = OutsidePlayer(command(program), 0)
    player.start()
    end = time.monotonic() + PATIENCE
    while not sleepers() - before:
        assert time.monotonic() < end, "it has not forked"
        time.sleep(0.02)
    begun = time.monotonic()
    player.close()
    assert gone(before)
    assert time.monotonic() - begun < PATIENCE, "it doesn't wait for the sleepers"


OUTLIVES = f"import subprocess, time\nsubprocess.Popen(['sleep', '{LONG}'])\nwhile True: time.sleep(1)\n"
"""A program that ignores its standard input and never ends."""


def test_a_program_that_ignores_its_input_ends_when_the_table_is_killed(tmp_path: Path) -> None:
    before = sleepers()
    (tmp_path / "player.py").write_text(OUTLIVES, "utf-8")
    seats = f'human:Ann,"exec:{sys.executable} {tmp_path / "player.py"}"'
    play = ["play", "--plain", "--variant", "sandbags", "--seats", seats]
    with subprocess.Popen(
        [sys.executable, "-m", "spades_tui", *play], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as table:
        assert table.stdin is not None
        table.stdin.write(b"\n\n\n")
        table.stdin.flush()
        end = time.monotonic() + PATIENCE
        while not sleepers() - before:
            assert time.monotonic() < end, "the player has not started"
            time.sleep(0.02)
        table.kill()
    assert gone(before)


@pytest.mark.parametrize("program", [FLOODS, ONE_LONG_LINE], ids=["lines", "line"])
def test_a_flood_of_output_is_dropped_without_waiting(program: str) -> None:
    player = OutsidePlayer(command(program), 0)
    player.start()
    time.sleep(0.3)
    watched = memory.peak_from_now()
    before = memory.peak() if watched else 0.0
    time.sleep(0.5)
    begun = time.monotonic()
    answer = player.ask((events.Bid(0, 3),), seconds=0.5)
    assert answer[0] is None
    assert time.monotonic() - begun < 60
    player.close()
    if watched:
        assert memory.peak() - before < 20


SAYS_HELLO = "for _ in range({lines}): print('hello', flush={flush})\n"


@pytest.mark.parametrize(("lines", "flush"), [(1, True), (200, True), (10_000, True), (10_000, False)])
def test_answers_before_the_question_are_ignored(lines: int, flush: bool) -> None:
    player = OutsidePlayer(command(SAYS_HELLO.format(lines=lines, flush=flush) + ANSWERS), 0)
    player.start()
    bid = events.Bid(0, 3)
    assert player.ask((bid,), seconds=60)[0] == bid, "asked while it starts"
    player.close()


def test_answers_between_two_questions_are_ignored() -> None:
    talks = ANSWERS + "    else: print('I see\\n' * 2_000, flush=True)\n"
    player = OutsidePlayer(command(talks), 0)
    player.start()
    for tricks in range(5):
        for _ in range(3):
            player.tell([{"event": "look", "seat": 1}])
        bid = events.Bid(0, tricks)
        assert player.ask((bid,), seconds=60)[0] == bid
    player.close()


def test_a_carriage_return_does_not_end_a_line() -> None:
    returns = ANSWERS.replace("print(", "print('\\r' * 60_000 + ").replace("flush", "end='\\r\\n', flush")
    player = OutsidePlayer(command(returns), 0)
    player.start()
    bid = events.Bid(0, 3)
    assert player.ask((bid,), seconds=60)[0] == bid
    player.close()


@pytest.mark.parametrize("text", [b"\r", b"\n", b"x"])
def test_reading_a_megabyte_takes_little_time(text: bytes) -> None:
    heard, (end, beginning) = _Heard(), os.pipe()
    with os.fdopen(end, "rb", buffering=0) as stream, os.fdopen(beginning, "wb", buffering=0) as program:
        listening = threading.Thread(target=heard.listen, args=(stream,))
        heard.begin()
        begun = time.process_time()
        listening.start()
        for _ in range(16):
            program.write(text * 65536)
        program.close()
        listening.join(PATIENCE)
        assert heard.over
    assert time.process_time() - begun < 0.3
    assert len(heard.wait(0)[0]) <= MOST_HEARD


def test_the_log_of_a_program_is_short_and_private(tmp_path: Path) -> None:
    log = tmp_path / "players" / "seat-0.log"
    player = OutsidePlayer(command(SCRIBBLES), 0, log)
    player.start()
    answer = player.ask((events.Bid(0, 3),), seconds=30)
    assert answer[0] == events.Bid(0, 3), "it goes on playing"
    player.close()
    assert log.stat().st_size <= LONGEST_LOG
    assert log.read_bytes().endswith(b"(the log is full)\n")
    assert stat.S_IMODE(os.stat(log).st_mode) == 0o600
    again = OutsidePlayer(command(ANSWERS), 0, log)
    again.start()
    again.note("begun anew")
    again.close()
    assert log.read_bytes() == b"spades-tui: begun anew\n"


def seated(program: str) -> TableSetup:
    """Return a setup of Sandbags with a program in seat 0."""
    from spades_tui.rules.catalogue import shipped

    others = tuple(SeatSetup(name, "bot", "beginner") for name in ("Bea", "Cy", "Dot"))
    seats = (SeatSetup("Ann", "bot", OUTSIDE, command(program)), *others)
    return TableSetup(shipped()["sandbags"], {}, seats, 3, "bad")


def test_a_silent_program_is_not_asked_again_in_the_same_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    ask = OutsidePlayer.ask

    def timed(*given: Any, **named: Any) -> Any:
        begun = time.monotonic()
        answer = ask(*given, **named)
        waited.append(time.monotonic() - begun)
        return answer

    monkeypatch.setattr(OutsidePlayer, "ask", timed)
    monkeypatch.setattr("spades_tui.play.outside_player.SECONDS", 0.2)
    seats = OutsideSeats(seated(DEAF))
    seats.begin({"event": "game"}, {})
    seen = seen_by(at_play(rules_of("sandbags"), {}, [3] * 4))
    try:
        for _ in range(FAILURES + 3):
            assert seats.ask(0, seen) is None
        assert len(waited) == FAILURES
        assert min(waited) >= 0.2
        assert seats.given_up(0)
    finally:
        seats.close()


def test_a_silent_program_is_reported_and_asked_again_after_the_next_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.play.outside_player.SECONDS", 0.2)
    table = Table.create(seated(DEAF))
    try:
        table.deal(None, None)
        while not table.outside.given_up(0):
            table.do(table.choose())
        words = [entry.text for entry in table.entries]
        assert "Ann's program doesn't answer; a beginner plays for Ann until the next deal" in words
        while table.observe(None).phase != "played":
            table.do(table.choose())
        table.score()
        table.deal(None, None)
        assert not table.outside.given_up(0)
    finally:
        table.leave()


def test_leaving_a_table_ends_the_wait_for_an_answer() -> None:
    """Leaving must not wait for the rest of the program's time."""
    player = OutsidePlayer(command(DEAF), 0)
    player.start()
    answers: list[object] = []
    asking = threading.Thread(target=lambda: answers.append(player.ask((events.Bid(0, 3),), seconds=9 * PATIENCE)[0]))
    asking.start()
    time.sleep(0.3)
    player.close()
    asking.join(PATIENCE)
    assert not asking.is_alive()
    assert answers == [None]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_says_why_another_player_replaced_a_program(jobs: str) -> None:
    bots = f'exec:no-such-player,club,"exec:{shlex.quote(sys.executable)} -c pass"'
    told = spades(
        "simulate", "--variant", "bemo", "--games", "2", "--jobs", jobs, "--option", "target=20", "--bots", bots
    )
    assert told.status == 0
    assert told.out.count('"game_over"') == 2
    assert (
        told.err.splitlines().count(
            "spades-tui: a beginner played for Ann's program: "
            "the program can't be started: no-such-player: no such file or folder"
        )
        == 1
    )
    assert "a beginner played for Cy's program: " in told.err
    assert "Bea" not in told.err

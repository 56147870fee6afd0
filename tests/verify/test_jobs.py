"""Several processes give the same verdicts as one, in the same order."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis import verify_jobs
from spades_tui.analysis.verify import verify
from spades_tui.analysis.verify_jobs import VerifyJobs, pieces
from spades_tui.record import RecordError
from spades_tui.record.reader import Lines
from spades_tui.system.jobs import Job, Jobs
from tests import LONG
from tests.commands.shell import GOLDEN, ROOT, spades

ONE, OTHER = (GOLDEN / name for name in ("jokers.spades.jsonl", "bemo.spades.jsonl"))
FIRST, SECOND = ONE.read_bytes(), OTHER.read_bytes()
LINES = FIRST.count(b"\n")
WRONG = FIRST.replace(b'"event": "bid", "seat": 1', b'"event": "bid", "seat": 2', 1)
GAME = b'{"event": "game", "format": "spades-record/1"}\n'
FILES: dict[str, bytes] = {
    "one record": FIRST,
    "three records": FIRST + SECOND + FIRST,
    "without its last end of a line": FIRST + SECOND.removesuffix(b"\n"),
    "empty": b"",
    "a blank line first": b"\n" + FIRST,
    "a blank line between": FIRST + b"\n" + SECOND,
    "no first line": FIRST.split(b"\n", 1)[1] + SECOND,
    "wrong in the middle": FIRST + WRONG + SECOND,
    "wrong at the end": SECOND + WRONG,
    "a first line that is none": FIRST + GAME + SECOND,
    "a first line alone": FIRST + SECOND.split(b"\n", 1)[0] + b"\n",
    "a first line in other letters": FIRST + SECOND.replace(b'"event": "game"', b'"\\u0065vent": "\\u0067ame"', 1),
    "a first line with a key twice": FIRST + SECOND.replace(b'"event": "game"', b'"event": "bid", "event": "game"', 1),
    "no text": FIRST + b'\xff"game"\n' + SECOND,
    "a line that is too long": FIRST + b'{"event": "game"' + b" " * (1 << 19) + b"}\n" + SECOND,
    "a list": FIRST + b'["game"]\n' + SECOND,
}


class Done(Job[Any]):
    """An answer that isn't ready at first."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def answer(self, tick: Callable[[], None]) -> Any:
        """Return the result after one tick."""
        tick()
        return self._answer


class Here(Jobs):
    """Does work in this process, and counts it."""

    def __init__(self, ahead: int) -> None:
        self.asked, self.ahead = 0, ahead

    def ask(self, work: Callable[..., Any], *given: object) -> Done:
        """Return the result at once."""
        self.asked += 1
        return Done(work(*given))


@contextmanager
def opened(name: str) -> Iterator[Lines]:
    """Open one of `FILES`."""
    if name not in FILES:
        raise FileNotFoundError(name)
    yield io.BytesIO(FILES[name])


def told(verdicts: Iterator[object]) -> list[str]:
    """Return the output for a file."""
    said: list[str] = []
    try:
        said += map(repr, verdicts)  # what was printed before an error stays
    except (RecordError, OSError) as error:
        said.append(f"{type(error).__name__}: {error}")
    return said


def one_by_one(name: str) -> list[str]:
    """Return the output of a single process."""
    if name not in FILES:
        return [f"FileNotFoundError: {name}"]
    return told(verify(io.BytesIO(FILES[name]), name))


@pytest.mark.parametrize("longest", [verify_jobs.MOST_RECORD_BYTES, 3000])
def test_several_processes_give_the_same_verdicts_as_one(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_jobs, "MOST_RECORD_BYTES", longest)
    files, ticks, pool = [*FILES, "nothing", *FILES], [], Here(4)
    jobs = VerifyJobs(pool, files, opened, lambda: ticks.append(1))
    for number, name in enumerate(files):
        assert told(jobs.verdicts(number)) == one_by_one(name), name
    assert (len(ticks) > len(FILES)) == (longest > len(FIRST))
    assert told(verify(io.BytesIO(FILES["three records"])))[1:] != [], "there is something to be said"


def test_only_a_limited_number_of_questions_is_unfinished() -> None:
    pool = Here(3)
    jobs = VerifyJobs(pool, ["three records"] * 9, opened, lambda: None)
    first = jobs.verdicts(0)
    next(first)
    assert pool.asked == 3
    next(first)
    assert pool.asked == 4


def test_an_error_in_a_file_ends_its_reading() -> None:
    pool = Here(1)
    files = ["no first line", *["one record"] * 2]
    jobs = VerifyJobs(pool, files, opened, lambda: None)
    assert len(told(jobs.verdicts(0))) == 1
    assert pool.asked == 1
    assert told(jobs.verdicts(1)) == one_by_one("one record")
    assert pool.asked == 3, "the second record of the first file was left alone"


def test_a_file_is_cut_between_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    first_line = SECOND.split(b"\n", 1)[0] + b"\n"
    whole = [(0, FIRST + first_line), (LINES, SECOND)]
    assert list(pieces(io.BytesIO(FIRST + SECOND))) == whole
    monkeypatch.setattr(verify_jobs, "MOST_RECORD_BYTES", 3000)
    [(before, rest)] = pieces(io.BytesIO(FIRST + FIRST))
    assert not before and not isinstance(rest, bytes)
    assert len(list(verify(rest))) == 2


@pytest.mark.slow
def test_two_processes_print_what_one_prints(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.spades.jsonl"
    wrong.write_bytes(FIRST + WRONG)
    files = [str(GOLDEN / "sandbags.spades.jsonl"), str(wrong), str(tmp_path / "none"), "-", str(ONE)]
    once, twice = (
        spades("verify", *files, "--jobs", jobs, given=SECOND + FIRST, PYTHONHASHSEED=jobs) for jobs in ("1", "2")
    )
    assert (twice.status, twice.out, twice.err) == (once.status, once.out, once.err)
    assert once.status == 2
    assert once.out.count("\n") == 5


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
@pytest.mark.parametrize("command", ["simulate", "verify"])
@pytest.mark.parametrize("which", ["worker", "parent"])
def test_a_killed_process_leaves_no_caller_waiting(command: str, which: str, tmp_path: Path) -> None:
    file = tmp_path / "many.spades.jsonl"
    file.write_bytes(FIRST * 300)
    verified, simulated = ["--lenient", str(file)], ["--variant", "sandbags", "--games", "60"]
    process = subprocess.Popen(
        [sys.executable, "-m", "spades_tui", command, *(verified if command == "verify" else simulated), "--jobs", "2"],
        cwd=ROOT, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline()
    workers = [pid for pid in children(process.pid) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text("utf-8")]
    assert len(workers) == 2
    os.kill(workers[0] if which == "worker" else process.pid, signal.SIGKILL)
    _, told = process.communicate(timeout=LONG)
    if which == "worker":
        assert (process.returncode, told) == (0, "")
    end = time.monotonic() + LONG
    while any(Path(f"/proc/{pid}").is_dir() for pid in workers):
        assert time.monotonic() < end, "a worker goes on"
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()]

"""Work on any executor gives the same results, and stopped commands resume from what is whole."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from spades_tui import cli
from spades_tui.analysis import kept_counts, simulate
from spades_tui.analysis.verify import Verified, verify
from spades_tui.analysis.verify_jobs import VerifyJobs
from spades_tui.commands import records
from spades_tui.commands import simulate as command
from spades_tui.system.disk import write_whole
from spades_tui.system.exit_status import Terminated, resumable
from spades_tui.system.jobs import TRIES, Jobs, JobsLost, processes
from tests import LONG
from tests.commands.shell import ROOT

GAMES = ["--variant", "two-handed", "--bots", "beginner", "--seed", "jobs"]


class Dying(ThreadPoolExecutor):
    """Loses all of its work when it has done some of it."""

    def __init__(self, done: int) -> None:
        super().__init__(1)
        self._left = done

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Do the work, or lose it."""
        self._left -= 1
        if self._left < -2:
            raise BrokenProcessPool
        if self._left < 0:
            lost: Future[Any] = Future()
            lost.set_exception(BrokenProcessPool())
            return lost
        return super().submit(work, *given, **named)


def test_work_is_done_again_when_its_executor_dies() -> None:
    opened: list[Executor] = []

    def open_one() -> Executor:
        opened.append(Dying(3))
        return opened[-1]

    with closing(Jobs(open_one, 4)) as jobs:
        assert list(jobs.in_order(str, range(20), lambda: None)) == [str(n) for n in range(20)]
    assert len(opened) > 3


def test_work_that_kills_its_executor_is_given_up() -> None:
    with closing(Jobs(lambda: Dying(0), 2)) as jobs, pytest.raises(JobsLost):
        list(jobs.in_order(str, range(3), lambda: None))


def test_work_that_nobody_will_answer_is_lost() -> None:
    """A Dask client that closes while work is being submitted never answers it."""

    class Silent(ThreadPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            return Future()

    def check() -> None:
        raise JobsLost("gone")

    with closing(Jobs(lambda: Silent(1), 2, check)) as jobs, pytest.raises(JobsLost, match="gone"):
        jobs.ask(abs, -1).answer(lambda: None)


def test_an_error_of_the_work_is_raised_and_not_tried_again() -> None:
    tried: list[int] = []

    def fail(number: int) -> None:
        tried.append(number)
        raise TimeoutError("the work's own")

    with closing(Jobs(lambda: ThreadPoolExecutor(1), 2)) as jobs, pytest.raises(TimeoutError, match="own"):
        jobs.ask(fail, 1).answer(lambda: None)
    assert tried == [1]


def _die_once(marker: str, number: int) -> int:
    if number == 5:
        try:
            os.mkdir(marker)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes can't be killed here")
def test_a_killed_process_costs_only_the_work_at_hand(tmp_path: Path) -> None:
    with processes(2) as jobs:
        asked = [jobs.ask(_die_once, str(tmp_path / "died"), number) for number in range(12)]
        assert [one.answer(lambda: None) for one in asked] == list(range(12))
    assert (tmp_path / "died").is_dir()
    assert TRIES > 1


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list to which every game that begins adds its number."""
    numbers: list[int] = []
    begin = simulate.GameInMemory.__init__

    def noted(self: simulate.GameInMemory, setup: Any, *given: Any, **named: Any) -> None:
        numbers.append(setup.game)
        begin(self, setup, *given, **named)

    monkeypatch.setattr(simulate.GameInMemory, "__init__", noted)
    return numbers


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("form", ["--out", pytest.param("--parquet", marks=pytest.mark.slow)])
def test_a_stopped_simulation_resumes_from_whole_files(
    form: str, tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk is full at the third file; then the same command plays only what is missing."""
    if form == "--parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.setattr(command, "GAMES_A_FILE", 2)
    left = [2]

    def full(*given: Any, **named: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        write_whole(*given, **named)

    size = 2 if form == "--parquet" else 1
    arguments = ["simulate", *GAMES, "--games", "7", form, str(tmp_path / "here")]
    monkeypatch.setattr(command, "write_whole", full)
    assert cli.main(arguments) == 2
    assert "the disk is full" in capsys.readouterr().err
    assert len(contents(tmp_path / "here")) == 2
    left[0] = 100
    played.clear()
    assert cli.main(arguments) == 0
    assert played == list(range(2 * size + 1, 8))
    assert cli.main([*arguments[:-1], str(tmp_path / "once"), "--jobs", "2"]) == 0
    assert contents(tmp_path / "here") == contents(tmp_path / "once")
    played.clear()
    before = contents(tmp_path / "here")
    for other in (["--seed", "other"], ["--option", "target=300"], ["--bots", "club"]):
        capsys.readouterr()
        assert cli.main([*arguments, *other]) == 2
        assert "another run" in capsys.readouterr().err
    assert (contents(tmp_path / "here"), played) == (before, []), "nothing of another run is replaced"


def test_more_games_keep_the_records_of_fewer(tmp_path: Path, played: list[int]) -> None:
    """The first ones have names with fewer digits."""
    assert cli.main(["simulate", *GAMES, "--games", "2", "--out", str(tmp_path)]) == 0
    assert cli.main(["simulate", *GAMES, "--games", "10", "--out", str(tmp_path)]) == 0
    assert sorted(played) == list(range(1, 11)) and len(contents(tmp_path)) == 10


def test_games_without_a_seed_are_never_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", *GAMES[:-2], "--games", "2", "--out", str(tmp_path)]
    assert cli.main(arguments) == 0
    before = contents(tmp_path)
    assert cli.main(arguments) == 2
    assert contents(tmp_path) == before
    name = sorted(before)[0]
    assert f"{tmp_path / name}: exists already" in capsys.readouterr().err
    (tmp_path / name).write_bytes(b"")  # left by a power cut
    (tmp_path / sorted(before)[1]).unlink()
    assert cli.main(arguments) == 0


@pytest.mark.parametrize("stopped", [OSError(28, "full"), JobsLost(), KeyboardInterrupt(), Terminated(15)])
@pytest.mark.parametrize("words", ["simulate --variant two-handed --out", "lab two-handed --keep"])
def test_a_stopped_command_prints_the_command_that_resumes(
    words: str, stopped: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """It isn't cut, although its file has a long name with a space."""

    def stop(*_: object, **__: object) -> None:
        raise stopped

    monkeypatch.setattr(simulate.GameInMemory, "play", stop)
    name = str(tmp_path / f"{'long' * 30} name")
    assert cli.main([*words.split(), name, "--seed", "jobs", "--jobs", "1"]) != 0
    assert f"the same command resumes: spades-tui {words} '{name}' --seed jobs" in capsys.readouterr().err


@pytest.mark.parametrize("stopped", [KeyboardInterrupt(), Terminated(15)])
def test_a_stopped_check_prints_the_command_for_the_other_files(
    stopped: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", *GAMES, "--games", "3", "--out", str(tmp_path)]) == 0
    files = sorted(map(str, tmp_path.iterdir()))
    assert cli.main(["verify", *files]) == 0
    whole = capsys.readouterr().out
    check = verify
    stops = [stopped]

    def stop(stream: Any, name: str) -> Any:
        if name == files[1] and stops:
            raise stops.pop()
        return check(stream, name)

    monkeypatch.setattr(records, "verify", stop)
    assert cli.main(["verify", *files, "--lenient"]) in (130, 143)
    first, said = capsys.readouterr()
    before, _, command = said.strip().partition(": spades-tui ")
    assert "1 of 3 files are verified" in before
    assert shlex.split(command) == ["verify", "--lenient", "--jobs", "1", "--", *files[1:]]
    assert cli.main(shlex.split(command)) == 0
    assert first + capsys.readouterr().out == whole


def test_a_measurement_without_a_file_says_that_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulate.GameInMemory, "play", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert cli.main(["lab", "two-handed", "--jobs", "1"]) == 130
    assert "--keep FILE" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs SIGHUP")
def test_signals_end_a_block_that_resumes() -> None:
    """They end it once; ignored ones, as under nohup, stay ignored."""
    ours = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        with resumable("", ()):
            os.kill(os.getpid(), signal.SIGHUP)
        with pytest.raises(Terminated) as ended, resumable("", ()):
            os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)  # while the program is leaving
        assert ended.value.status == 128 + signal.SIGTERM
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)


def test_a_stopped_measurement_resumes_from_kept_games(
    tmp_path: Path, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """The last line is cut, as on a full disk, and one in the middle is damaged."""
    kept = tmp_path / "kept.jsonl"
    arguments = ["lab", "two-handed", "--bots", "beginner", "--hands", "60", "--jobs", "1"]
    assert cli.main(arguments) == 0
    printed = capsys.readouterr().out
    assert cli.main([*arguments, "--keep", str(kept)]) == 0
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) > 4
    kept.write_bytes(b"".join([*lines[:2], b'{"run": 3}\n', *lines[3:-1], lines[-1][:20]]))
    played.clear()
    capsys.readouterr()
    assert cli.main([*arguments, "--keep", str(kept)]) == 0
    assert capsys.readouterr().out == printed
    assert played == [3, len(lines)]
    with closing(kept_counts.KeptCounts(kept)):
        pass
    played.clear()
    assert cli.main([*arguments, "--keep", str(kept), "--seed", "other"]) == 0
    assert played[0] == 1


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Yield a Dask cluster of two processes with one thread each."""
    pytest.importorskip("distributed")
    program = subprocess.Popen(
        [sys.executable, "-c", CLUSTER], cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.PIPE, encoding="utf-8"
    )
    assert program.stdout is not None and program.stdin is not None
    yield program
    program.stdin.close()
    program.wait(LONG)


CLUSTER = """
import os, sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)
        sys.stdin.read()
"""


def half_done(arguments: list[Any], address: str) -> subprocess.Popen[str]:
    """Begin a command on a cluster, and return its process once its folder, the last argument, has five files."""
    process = subprocess.Popen(
        [sys.executable, "-m", "spades_tui", *arguments, "--cluster", address],
        cwd=ROOT, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    while process.poll() is None and len(list(arguments[-1].glob("*"))) < 5:
        time.sleep(0.01)  # the games need the processor
    return process


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes_although_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    address, *workers = cluster.stdout.readline().split()
    arguments = ["simulate", *GAMES, "--games", "60", "--out"]
    process = half_done([*arguments, tmp_path / "far"], address)
    assert process.poll() is None, "the worker is killed half-way"
    os.kill(int(workers[0]), signal.SIGKILL)
    assert process.wait(LONG) == 0, process.stderr.read() if process.stderr else ""
    assert cli.main([*arguments, str(tmp_path / "near")]) == 0
    assert contents(tmp_path / "far") == contents(tmp_path / "near")


@pytest.mark.slow
def test_a_lost_cluster_is_reported_and_its_games_are_kept(cluster: Any, tmp_path: Path) -> None:
    address = cluster.stdout.readline().split()[0]
    arguments = ["simulate", *GAMES, "--games", "60", "--out"]
    process = half_done([*arguments, tmp_path / "far"], address)
    cluster.kill()
    said = process.communicate(timeout=LONG)[1].splitlines()
    assert process.returncode == 2 and len(said) == 2, said
    assert "the same command resumes: spades-tui simulate" in said[0] and "is gone" in said[1]
    for name in ("far", "near"):
        assert cli.main([*arguments, str(tmp_path / name)]) == 0
    assert contents(tmp_path / "far") == contents(tmp_path / "near")


@pytest.mark.slow
def test_lab_and_verify_work_on_a_cluster(cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    address = cluster.stdout.readline().split()[0]
    assert cli.main(["simulate", *GAMES, "--games", "3", "--out", str(tmp_path)]) == 0
    for arguments in (["lab", "bemo", "--hands", "40"], ["verify", *map(str, sorted(tmp_path.iterdir()))]):
        printed = []
        for where in (["--jobs", "1"], ["--cluster", address]):
            assert cli.main([*arguments, *where]) == 0
            printed.append(capfd.readouterr().out)
        assert printed[0] == printed[1] != ""


@pytest.mark.slow
def test_a_cluster_that_does_not_answer_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    assert cli.main(["simulate", *GAMES, "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "'tcp://127.0.0.1:9'" in capfd.readouterr().err


def test_programs_of_the_user_stay_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    bots = "exec:true,club"
    assert cli.main(["simulate", "--variant", "two-handed", "--bots", bots, "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "this machine" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["simulate", *GAMES], ["lab", "bemo"], ["verify", "a.jsonl"]])
def test_processes_beside_a_cluster_are_refused(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """One of them would have no effect."""
    assert cli.main([*command, "--jobs", "1", "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "--cluster: doesn't go with --jobs; leave one of them out" in capsys.readouterr().err


def test_a_cluster_lost_while_verifying_leaves_a_command_for_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No other file is tried, because it would need the same cluster."""
    assert cli.main(["simulate", *GAMES, "--games", "3", "--out", str(tmp_path)]) == 0
    files = sorted(map(str, tmp_path.iterdir()))

    def verdicts(self: VerifyJobs, number: int) -> Iterator[Verified]:
        if number:
            raise JobsLost("--cluster: tcp://127.0.0.1:9 is gone; run the command again when it is back")
        with open(files[number], "rb") as stream:
            yield from verify(stream, files[number])

    monkeypatch.setattr(VerifyJobs, "verdicts", verdicts)
    monkeypatch.setattr(records, "workers", lambda *_: processes(1))
    assert cli.main(["verify", "--cluster", "tcp://127.0.0.1:9", *files]) == 2
    rest = "verify --cluster tcp://127.0.0.1:9 -- " + " ".join(files[1:])
    said = f"spades-tui: 1 of 3 files are verified; the next is {files[1]}: spades-tui {rest}\n"
    assert capsys.readouterr().err == said + (
        "spades-tui: --cluster: tcp://127.0.0.1:9 is gone; run the command again when it is back\n"
    )


@pytest.mark.slow
def test_fewer_games_do_not_go_into_a_folder_with_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A query of the folder would count the others too."""
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(command, "GAMES_A_FILE", 1)
    assert cli.main(["simulate", *GAMES, "--games", "2", "--parquet", str(tmp_path)]) == 0
    assert cli.main(["simulate", *GAMES, "--games", "1", "--parquet", str(tmp_path)]) == 2
    assert "games after 1" in capsys.readouterr().err

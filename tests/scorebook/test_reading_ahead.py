"""Several processes may read many records, and the scorebook is the same as with one."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from spades_tui.play.saved_games import SCOREBOOK_FILE
from spades_tui.scorebook import game_files
from spades_tui.scorebook.game_files import GameFile, look, read_ahead
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.system import jobs
from tests.commands.shell import GOLDEN
from tests.scorebook.computed import computed_rows

Begin = Callable[[str], Path]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Return a function that makes a folder with sound, damaged and unfinished records and a new scorebook."""

    def made(name: str) -> Path:
        games = tmp_path / name / "games"
        games.mkdir(parents=True)
        for path in sorted(GOLDEN.glob("*.jsonl"))[::3]:
            raw = path.read_bytes()
            lines = raw.splitlines(keepends=True)
            (games / path.name).write_bytes(raw)
            (games / f"cut-{path.name}").write_bytes(b"".join(lines[: len(lines) // 2]))
            (games / f"wrong-{path.name}").write_bytes(raw.replace(b'"bid": 3', b'"bid": 4', 1))
        (games / "none.spades.jsonl").write_bytes(b"\xff\n")
        for n, path in enumerate(sorted(games.iterdir())):
            os.utime(path, (1_700_000_000 + n, 1_700_000_000 + n))
        return tmp_path / name

    return made


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two processes read, even with few records or cores."""
    monkeypatch.setattr(game_files, "MANY", 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def results_in(folder: Path, broken: Iterable[tuple[str, str]]) -> list[str]:
    """Return the errors of records, everything that the scorebook computes, and its note of each file."""
    with closing(sqlite3.connect(folder / SCOREBOOK_FILE)) as connection:
        files = connection.execute("SELECT * FROM files ORDER BY name").fetchall()
        results = connection.execute("SELECT id, json FROM results ORDER BY id").fetchall()
        found = [*sorted(broken), *computed_rows(connection), *files, *results]
    return [str(one).replace(str(folder), "") for one in found]


def caught_up(book: Book, folder: Path) -> list[str]:
    """Add waiting games and return the results."""
    done = book.records.catch_up()
    assert not done.left
    book.close()
    return results_in(folder, done.broken)


def by_one(begin: Begin) -> list[str]:
    """Return the results for the same records with one process."""
    folder = begin("one")
    with pytest.MonkeyPatch.context() as alone:
        alone.setattr(os, "cpu_count", lambda: 1)
        found = caught_up(open_book(folder), folder)
    assert not active_children()
    return found


@pytest.mark.usefixtures("two")
def test_several_processes_add_the_same_games_as_one_and_end(begin: Begin) -> None:
    folder = begin("two")
    ran: list[int] = []
    book = open_book(folder)
    done = book.records.catch_up(progress=lambda n, of: ran.append(len(active_children())))
    assert max(ran) == 2
    assert not active_children()
    assert done.games and done.broken
    book.close()
    assert results_in(folder, done.broken) == by_one(begin)


@pytest.mark.usefixtures("two")
def test_slices_add_the_same_games_and_closing_ends_the_processes(begin: Begin) -> None:
    folder = begin("two")
    broken: list[tuple[str, str]] = []
    with open_book(folder) as book:
        while not (done := book.records.catch_up(0.01)).games:
            broken += done.broken
        broken += done.broken
        assert active_children()
    assert not active_children()
    book = open_book(folder)
    while done.left:
        done = book.records.catch_up(0.01)
        broken += done.broken
    assert not active_children()
    book.close()
    assert results_in(folder, broken) == by_one(begin)


@pytest.mark.usefixtures("two")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes can't be killed here")
def test_the_program_reads_the_records_of_a_killed_process(begin: Begin) -> None:
    folder = begin("two")
    book = open_book(folder)

    def kill(done: int, of: int) -> None:
        if done == 2:
            for child in active_children():
                os.kill(child.pid or 0, signal.SIGKILL)

    done = book.records.catch_up(progress=kill)
    assert not done.left
    assert not active_children()
    book.close()
    assert results_in(folder, done.broken) == by_one(begin)


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), ImportError(), NotImplementedError()])
def test_the_program_reads_records_if_no_process_starts(
    begin: Begin, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> None:
        raise error

    folder = begin("two")
    monkeypatch.setattr(jobs, "ProcessPoolExecutor", refuse)
    assert caught_up(open_book(folder), folder) == by_one(begin)


@pytest.mark.usefixtures("two")
def test_an_error_on_the_way_ends_the_processes_and_loses_nothing(begin: Begin) -> None:
    class Stopped(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise Stopped

    folder = begin("two")
    book = open_book(folder)
    with pytest.raises(Stopped):
        book.records.catch_up(progress=stop)
    assert not active_children()
    assert caught_up(book, folder) == by_one(begin)


@pytest.mark.usefixtures("two")
def test_a_record_that_changes_after_it_was_read_is_read_again(begin: Begin) -> None:
    games = begin("two") / "games"
    paths = sorted(games.iterdir())
    taken = iter(paths)
    with closing(read_ahead(taken, len(paths))) as ahead:
        files: Iterator[GameFile] = filter(None, ahead)
        assert next(files) == look(paths[0])
        assert next(taken) != paths[1]  # others were asked for ahead
        shutil.copyfile(GOLDEN / "sandbags.spades.jsonl", paths[1])
        assert next(files) == look(paths[1])


@pytest.mark.usefixtures("two")
def test_a_rebuild_uses_several_processes_too(begin: Begin) -> None:
    folder = begin("two")
    book = open_book(folder)
    ran: list[int] = []
    files = book.records.read_all(lambda n, of: ran.append(len(active_children())))
    assert max(ran) == 2
    assert not active_children()
    assert files == [look(path) for path in sorted(book.records.folder.iterdir())]
    book.close()


@pytest.mark.usefixtures("two")
def test_closing_ends_only_the_scorebooks_own_processes(begin: Begin) -> None:
    paths = sorted((begin("two") / "games").iterdir())
    with closing(read_ahead(iter(paths), len(paths))) as first, closing(read_ahead(iter(paths), len(paths))) as second:
        assert next(filter(None, first))
        before = set(active_children())
        assert next(filter(None, second))
        own = set(active_children()) - before
        assert own
        first.close()
        assert set(active_children()) == own
        assert all(child.is_alive() for child in own)
    assert not active_children()


KILLED = """
import os, signal, sys
from spades_tui.system.jobs import processes
if __name__ == "__main__":
    with processes(2) as jobs:
        jobs.ask(pow, 2, 3).answer(lambda: None)
        print("ready", flush=True)
        signal.pause()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes can't be killed here")
def test_a_killed_program_leaves_no_warning_on_the_terminal(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(KILLED, "utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None and program.stderr is not None
        assert program.stdout.readline() == b"ready\n"
        program.kill()
        assert program.stderr.read() == b""  # the command ends after the last of its processes

"""A journal has its lock and its permissions, and unfinished games are found again."""

from __future__ import annotations

import errno
import os
import random
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.game.events import Bone
from spades_tui.language.unusable import UnusableError
from spades_tui.play import resume
from spades_tui.play.journal import Journal, JournalBusy
from spades_tui.play.resume import Suspended, read_journal
from spades_tui.play.saved_games import last_setup, last_table_words, remember_setup, suspended
from spades_tui.play.setup import check_name, check_seats
from spades_tui.play.table import Table
from spades_tui.record import RecordError
from spades_tui.record.replay import replay
from spades_tui.system.folders import games_folder, next_secret_file
from tests.table.playing import opened, resumed, setup_of, state_of, step


def test_only_the_owner_can_read_games(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags"), tmp_path / "data" / "games")
    assert table.path is not None
    table.next()
    assert table.path.stat().st_mode & 0o777 == 0o600
    assert next_secret_file(table.path).stat().st_mode & 0o777 == 0o600
    assert table.path.parent.stat().st_mode & 0o777 == 0o700
    table.leave()


def test_a_game_is_open_in_one_window_only(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", seed="x"), tmp_path)
    path = table.path
    assert path is not None
    with pytest.raises(JournalBusy, match="is open in another window"):
        resumed(path)
    step(table, random.Random(1))
    table.leave()
    again = resumed(path)
    assert state_of(again) == state_of(table)
    again.leave()


def test_a_game_is_played_on_a_disk_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refused(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refused)
    table = opened(setup_of("sandbags", seed="x"), tmp_path)
    path = table.path
    assert path is not None
    step(table, random.Random(1))
    table.leave()
    again = resumed(path)
    assert state_of(again) == state_of(table)
    again.leave()


def test_events_from_another_window_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other window plays after the journal is read and before it is locked."""
    table = opened(setup_of("sandbags", seed="x"), tmp_path)
    path = table.path
    assert path is not None
    read = read_journal

    def while_the_other_plays(journal: Path) -> Suspended:
        found = read(journal)
        step(table, random.Random(1))
        table.leave()
        return found

    monkeypatch.setattr(resume, "read_journal", while_the_other_plays)
    with pytest.raises(JournalBusy):
        resumed(path)
    monkeypatch.undo()
    again = resumed(path)
    assert state_of(again) == state_of(table)
    again.leave()


@pytest.mark.rule("3B-29")
def test_a_finished_game_with_a_late_bonehead_is_never_resumed(tmp_path: Path) -> None:
    table = opened(setup_of("3b-three", "hbb", "over", hands=1), tmp_path)
    path, rng = table.path, random.Random(1)
    assert path is not None
    while step(table, rng):
        pass
    table.do(Bone(0))
    table.leave()
    raw = path.read_bytes()
    with pytest.raises(RecordError, match="the game is over"):
        resumed(path)
    assert path.read_bytes() == raw


def test_a_new_journal_never_overwrites_another(tmp_path: Path) -> None:
    path = tmp_path / "a.spades.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        Journal(path)
    assert path.read_text("utf-8") == "mine"


def test_an_impossible_folder_is_an_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OSError, match="file"):
        opened(setup_of("sandbags"), blocked / "games")


def test_a_table_without_a_folder_writes_nothing(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags"), None)
    rng = random.Random(1)
    for _ in range(70):
        step(table, rng)
    assert table.path is None
    assert table.trouble is None
    assert list(tmp_path.iterdir()) == []


def test_lines_have_sums_and_times(tmp_path: Path) -> None:
    table = Table.create(setup_of("sandbags", "hbbb"), tmp_path)
    rng = random.Random(1)
    for _ in range(20):
        step(table, rng)
    table.leave()
    assert table.setup.seats[0].kind == "human"
    path = next(tmp_path.glob("*.jsonl"))
    text = path.read_text("utf-8")
    assert all('"sum": "' in line for line in text.splitlines())
    assert '"at": "20' in text
    with path.open("rb") as stream:
        assert len(list(replay(stream))) == 1


def test_unfinished_games_are_listed_with_those_that_people_have_played_in_first(tmp_path: Path) -> None:
    rng = random.Random(1)
    first = opened(setup_of("3b-three", seed="1", hands=1), tmp_path)
    while step(first, rng):
        pass
    second = opened(setup_of("bemo", seed="2"), tmp_path)
    for _ in range(5):
        step(second, rng)
    third = opened(setup_of("3b-five", seed="3"), tmp_path)
    for table in (first, second, third):
        table.leave()
    for age, slug in enumerate(("3b-three", "bemo", "3b-five")):
        (path,) = tmp_path.glob(f"*{slug}*.spades.jsonl")
        os.utime(path, (age * 100, age * 100))
    games = suspended(tmp_path)
    assert [game.title for game in games] == ["Bemo · P0, P1, P2 · hand 1", "3B for five · P0, P1, P2, P3, P4"]
    assert [game.when for game in games] == [100, 200]
    assert suspended(tmp_path / "nowhere") == []
    (tmp_path / "noise.spades.jsonl").write_bytes(os.urandom(1000))
    (tmp_path / "empty.spades.jsonl").write_bytes(b"")
    (tmp_path / "folder.spades.jsonl").mkdir()
    assert suspended(tmp_path) == games


def test_many_games_are_listed_quickly(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", seed="1"), tmp_path)
    rng = random.Random(1)
    for _ in range(120):
        step(table, rng)
    assert table.path is not None
    raw = table.path.read_bytes()
    table.leave()
    for n in range(300):
        (tmp_path / f"game-{n}.spades.jsonl").write_bytes(raw)
    start = time.process_time()
    assert len(suspended(tmp_path)) == 200
    assert time.process_time() - start < 1


def test_the_last_table_is_remembered() -> None:
    assert last_setup() is None
    assert last_table_words() is None
    setup = setup_of("3b-four", "hbbb", hands=3, aces="high")
    remember_setup(setup)
    assert last_setup() == setup
    assert (last_table_words() or "").startswith("3B for four · P0, B1, B2, B3")
    assert games_folder().parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '{"variant": "gone", "options": {}, "seats": []}', '{"variant": 3}', '"\\ud800"']
)
def test_an_invalid_last_table_is_ignored(text: str) -> None:
    remember_setup(setup_of("sandbags"))
    (games_folder().parent / "last-table.json").write_text(text, "utf-8")
    assert last_setup() is None
    last_table_words()


def test_impossible_seats_are_refused() -> None:
    setup = setup_of("sandbags")
    check_seats(setup.variant, setup.seats)
    with pytest.raises(UnusableError, match="3 players don't fit Sandbags; it has 4 seats"):
        check_seats(setup.variant, setup.seats[:3])
    with pytest.raises(UnusableError, match="is there twice"):
        check_seats(setup.variant, (setup.seats[0],) * 4)
    for first, second in (("Ann", "ann"), ("Zo\u00eb", "ZOE\u0308")):
        alike = tuple(replace(setup.seats[seat], name=name) for seat, name in enumerate((first, second, "Cy", "Dot")))
        with pytest.raises(UnusableError, match="one person in the scorebook"):
            check_seats(setup.variant, alike)
    for name in ("", "  ", "x" * 21, "a\nb", "\x1b[2J"):
        with pytest.raises(UnusableError):
            check_name(name)
    assert check_name(" Žofie ") == "Žofie"

"""No game is lost or counted twice after a kill, damage, locks, read-only files or a full disk."""

import errno
import os
import re
import secrets
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.saved_games import SCOREBOOK_FILE
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import HandPlayed
from spades_tui.play.table import Table
from spades_tui.scorebook import BookError, BookTrouble, copies, database, database_store
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import Kind
from tests.scorebook.computed import content_of
from tests.scorebook.earlier import lose
from tests.scorebook.games import Season, game

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)


def in_child(work: Callable[[], object]) -> int:
    """Run a function in a child process that may be killed; return its exit status."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(99)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_at(book: Book, step: int) -> None:
    """Kill the process without cleanup before the statement of this number."""
    left = [step]

    def count(_: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            os._exit(9)

    book.database.connection.set_trace_callback(count)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_kill_at_any_step_after_the_game_loses_no_game(season: Season) -> None:
    season.play(ANN_WINS)
    path = season.write(BEA_WINS)
    season.book.close()
    whole = 0
    for step in range(300):
        copy = season.home.with_name(f"killed-{step}")
        copy_folder(season.home, copy)

        def work(copy: Path = copy, step: int = step) -> None:
            book = open_book(copy)
            killed_at(book, step)
            book.records.take_in(copy / "games" / path.name)

        status = in_child(work)
        with open_book(copy) as book:
            assert book.notice is None
            book.records.catch_up()
            assert [line.file for line in book.games()].count(path.name) == 1
            assert book.records.catch_up().games == 0  # counted once, not again
            found = content_of(book)
            book.records.rebuild()
            assert content_of(book) == found
        if status == 0:
            whole = step
            break
        assert status == 9
    assert whole > 15


def copy_folder(source: Path, target: Path) -> None:
    for file in source.rglob("*"):
        if file.is_file():
            there = target / file.relative_to(source)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(file.read_bytes())
            os.utime(there, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))


def test_a_game_cut_at_any_of_its_last_lines_is_counted_once(tmp_path: Path) -> None:
    """The program is killed after the last card, within a line before `game_over`; then the game is resumed."""
    from spades_tui.rules.catalogue import shipped

    setup = TableSetup(shipped()["3b-three"], {"hands": 1}, tuple(SeatSetup(n, "bot", "beginner") for n in "ABC"))
    games = tmp_path / "games"
    table = Table.create(setup, games, clock=lambda: "2026-03-02T20:00:00+00:00")
    for _ in range(400):
        step = table.next()
        if isinstance(step, HandPlayed):
            table.score()
            if table.final is not None:
                break
        elif table.observe(None).phase == "deal":
            table.deal(None)
        else:
            table.do(table.choose())
    path = table.path
    assert path is not None
    table.leave()
    raw = path.read_bytes()
    lines = raw.splitlines(keepends=True)
    last_card = max(n for n, line in enumerate(lines) if b'"play"' in line or b'"claim"' in line)
    with open_book(tmp_path) as book:
        book.records.take_in(path)
        (whole,) = book.games()
    ends = [sum(map(len, lines[:n])) for n in range(last_card, len(lines) + 1)]
    for end in sorted({*ends, *(cut + 20 for cut in ends)}):
        lose(tmp_path)
        path.write_bytes(raw[:end])
        with open_book(tmp_path) as book:
            book.records.catch_up()
            assert len(book.games()) == (1 if end >= ends[1] else 0)
            if b'"game_over"' not in raw[:end].splitlines(keepends=True)[-1][-5000:] or end < len(raw):
                again = Table.resume(path, clock=lambda: "2026-03-02T20:00:00+00:00")
                while again.final is None:
                    if isinstance(again.next(), HandPlayed):
                        again.score()
                    else:
                        again.do(again.choose())
                again.leave()
            book.records.catch_up()
            assert [(line.id, line.points) for line in book.games()] == [(whole.id, whole.points)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_kill_between_note_and_its_consequences_loses_no_note(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.play(ANN_WINS)
    season.play(ANN_WINS)
    with monkeypatch.context() as patch:
        patch.setattr(database_store, "compute_all", lambda *given: os._exit(9))
        assert in_child(lambda: season.open().merge("Cy", "Bea")) == 9
    season.again()
    assert season.book.person("Cy").name == "Bea"
    with pytest.raises(BookError, match="that person already"):
        season.book.merge("Cy", "Bea")
    found = content_of(season.book)
    season.book.records.rebuild()
    assert content_of(season.book) == found


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_note_and_its_consequences_are_on_disk_together(season: Season) -> None:
    season.play(ANN_WINS)
    season.play(ANN_WINS)
    table = season.table

    def tick(last: bool) -> None:
        book = season.open()
        if last:
            book.tick_carried("Cy", table)
        else:
            killed_at(book, 12)
            book.tick_carried("Cy", table)
        os._exit(9)

    assert in_child(lambda: tick(False)) == 9
    assert season.again().notice is None
    assert season.line("Cy").to_carry in (0, 2)
    if season.line("Cy").to_carry:
        assert in_child(lambda: tick(True)) == 9
    season.again()
    assert (season.line("Cy").trays, season.line("Cy").to_carry) == ("12", 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_kill_at_any_step_of_sealing_and_copying_loses_nothing(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.close()
    statuses: list[int] = []
    while 0 not in statuses:
        home = season.home.with_name(f"closed-{len(statuses)}")
        copy_folder(season.home, home)

        def close(home: Path = home, step: int = len(statuses)) -> None:
            left = [step]

            def counted(work: Callable[..., object]) -> Callable[..., object]:
                def one(*given: object) -> object:
                    left[0] -= 1
                    if left[0] < 0:
                        os._exit(9)
                    return work(*given)

                return one

            book = open_book(home)
            book.correct("Cy", book.tables()[0].id, Kind.TRAY, 2)
            copies._copied.clear()
            for module, name in ((copies, "flush_to_disk"), (copies, "sync_folder"), (os, "replace")):
                setattr(module, name, counted(getattr(module, name)))
            book.database.connection.set_trace_callback(counted(print))
            book.close()

        statuses.append(in_child(close))
        for notice in (None, "Nothing is missing."):
            with open_book(home) as book:
                assert book.notice == notice or str(book.notice).endswith(str(notice))
                (cy,) = (line for line in book.scoreboard(book.tables()[0].id).lines if line.name == "Cy")
                assert cy.trays == "12"
                book.records.catch_up()
            raw = bytearray((home / SCOREBOOK_FILE).read_bytes())
            raw[-1] ^= 1
            (home / SCOREBOOK_FILE).write_bytes(raw)
    assert len(statuses) > 6
    assert set(statuses) == {0, 9}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_killed_run_is_copied_by_the_next(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.close()
    copies._copied.clear()

    def play() -> None:
        season.open()
        season.book = season.open()
        season.play(ANN_WINS)
        os._exit(9)

    assert in_child(play) == 9
    with season.open() as book:
        book.records.catch_up()
        found = content_of(book)
    (season.home / SCOREBOOK_FILE).write_bytes(b"")
    assert content_of(season.again()) == found


def test_a_rebuild_gives_the_same_in_any_order_of_records(season: Season) -> None:
    paths = [season.write(ANN_WINS, perfect=(1,)), season.write(BEA_WINS), season.write(ANN_WINS)]
    for path in (paths[2], paths[0], paths[1], paths[0]):
        season.book.records.take_in(path)
    season.book.tick_carried("Cy", season.table)
    season.book.rename("Bea", "Beatrix")
    season.book.change_table(season.table, name="Lunch")
    found = content_of(season.book)
    assert season.book.records.rebuild().games == 3
    assert content_of(season.book) == found
    season.book.close()
    lose(season.home)
    lost = season.again()
    lost.records.catch_up()
    assert [line.winners for line in lost.games()] == [("Ann",), ("Bea",), ("Ann",)]


def test_a_damaged_database_is_set_aside_and_reported(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.tick_carried("Cy", season.table)
    found = content_of(season.book)
    season.book.close()
    base = season.home / SCOREBOOK_FILE
    base.write_bytes(b"this is no database" * 100)
    for _ in range(2):
        season.again()
        base.write_bytes(b"again" * 1000)
    season.again()
    aside = sorted(season.home.glob("scorebook.damaged-*.sqlite3"))
    assert len(aside) == 3
    assert {file.read_bytes()[:5] for file in aside} == {b"this ", b"again"}
    assert season.book.notice is not None
    assert any(file.name in season.book.notice for file in aside)
    assert content_of(season.book) == found
    season.book.records.catch_up()
    assert content_of(season.book) == found


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "after a kill"])
def test_damage_inside_the_database_is_found_when_it_opens(season: Season, sealed: bool) -> None:
    for _ in range(30):
        season.play(ANN_WINS)
    found = content_of(season.book)
    connection = season.book.database.connection
    (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'totals'").fetchone()
    season.book.close()
    base = season.home / SCOREBOOK_FILE
    raw = bytearray(base.read_bytes())
    if not sealed:
        raw[68:72] = bytes(4)
    raw[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
    base.write_bytes(bytes(raw))
    assert re.search(r"scorebook\.damaged-", str(season.again().notice))
    (aside,) = season.home.glob("scorebook.damaged-*.sqlite3")
    assert aside.read_bytes() == bytes(raw)
    season.book.records.catch_up()
    assert content_of(season.book) == found


def test_damage_in_use_is_reported_and_the_copy_used(season: Season) -> None:
    season.play(ANN_WINS)
    found = content_of(season.again())
    table = season.table
    season.book.close()
    with closing(sqlite3.connect(season.home / SCOREBOOK_FILE)) as connection:
        connection.execute("UPDATE games SET season = '}'")
        connection.execute("PRAGMA application_id = 0")  # as after a kill
        connection.commit()
    season.again()
    with pytest.raises(BookTrouble, match=r"scorebook\.damaged-") as caught:
        season.book.scoreboard(table)
    assert str(caught.value) == season.book.notice
    assert content_of(season.book) == found


def test_a_database_of_a_later_version_stays_unchanged(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.close()
    base = season.home / SCOREBOOK_FILE
    with sqlite3.connect(base) as connection:
        connection.execute("PRAGMA application_id = 0")  # it has no seal while it is written
        connection.execute(f"PRAGMA user_version = {database.VERSION + 1}")
    connection.close()
    raw = base.read_bytes()
    with pytest.raises(BookTrouble, match="newer spades-tui"):
        season.open()
    assert base.read_bytes() == raw


def test_a_locked_scorebook_says_so_and_adds_the_game_later(season: Season) -> None:
    season.play(ANN_WINS)
    other = sqlite3.connect(season.home / SCOREBOOK_FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    path = season.write(BEA_WINS)
    with pytest.raises(BookTrouble, match="another program is writing in it"):
        season.book.records.take_in(path)
    assert len(season.book.games()) == 1  # it can be read meanwhile
    with pytest.raises(BookTrouble, match="another program is writing in it\\); nothing was saved"):
        season.book.tick_carried("Cy", season.table)
    other.execute("ROLLBACK")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BookTrouble, match="another program"):
        season.open()
    other.execute("ROLLBACK")
    other.close()
    season.book.records.catch_up()
    assert len(season.book.games()) == 2
    assert season.line("Cy").to_carry == 2


def test_two_programs_at_once_count_every_game_once(season: Season) -> None:
    season.play(ANN_WINS)
    with season.open() as other:
        other.records.take_in(season.write(BEA_WINS))
        other.tick_carried("Cy", season.table)
        season.book.correct("Bea", season.table, Kind.TRAY, 1)
        other.correct("Bea", season.table, Kind.TRAY, 1)
        assert season.book.records.catch_up().games == 0
        assert content_of(season.book) == content_of(other)
    assert (season.line("Cy").trays, season.line("Bea").trays) == ("12", "12")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_several_programs_keep_every_note_of_each(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_bytes", os.urandom)  # tests draw the same ids in each process
    season.play(ANN_WINS)
    table = season.table
    season.book.close()

    def write(number: int) -> None:
        for n in range(8):
            with open_book(season.home) as book:
                book.correct("Bea", table, Kind.TRAY, 1, f"{number}-{n}")

    children = []
    for number in range(3):
        child = os.fork()
        if child == 0:
            try:
                write(number)
                os._exit(0)
            finally:
                os._exit(99)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0, 0]
    assert season.again().notice is None
    assert season.line("Bea").tray_count == 24
    season.book.close()
    (season.home / SCOREBOOK_FILE).write_bytes(b"")
    assert season.again().notice is not None
    assert season.line("Bea").tray_count == 24  # the newest copy has them all


def test_a_game_in_progress_is_read_only_when_it_is_over(season: Season) -> None:
    path = season.write(BEA_WINS)
    assert season.book.records.catch_up(playing=path.name).games == 0
    assert season.book.games() == ()
    assert season.book.records.catch_up().games == 1


def test_a_full_disk_is_reported_and_the_scorebook_stays_whole(season: Season) -> None:
    season.play(ANN_WINS)
    found = content_of(season.book)
    pages = season.book.database.connection.execute("PRAGMA page_count").fetchone()[0]
    season.book.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(60):
        season.write(BEA_WINS)
    with pytest.raises(BookTrouble, match="the disk is full"):
        season.book.records.catch_up()
    assert content_of(season.book) == found
    season.again().records.catch_up()
    assert len(season.book.games(limit=100)) == 61


def test_a_copy_that_finds_no_room_leaves_nothing(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    season.play(ANN_WINS)
    with monkeypatch.context() as patch:
        patch.setattr(copies, "flush_to_disk", full)
        season.book.close()
    assert not list(season.home.glob("*copy*"))
    assert not list(season.home.glob(".*copy*"))
    season.again().records.catch_up()
    season.book.close()
    assert len(list(season.home.glob("*copy*"))) == 1


def test_a_copy_that_cannot_be_read_does_not_keep_games_out(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.close()
    newest = copies.names(season.home / SCOREBOOK_FILE)[0]
    newest.unlink()
    newest.mkdir()
    season.write(BEA_WINS)
    assert season.again().records.catch_up().games == 1


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are seen through /proc")
def test_a_fault_on_opening_closes_the_file(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: object) -> None:
        raise KeyError

    season.play(ANN_WINS)
    season.book.close()
    monkeypatch.setattr(database, "VERSION", database.VERSION + 1)
    monkeypatch.setattr(database_store, "compute_all", wrong)
    with pytest.raises(KeyError) as caught:
        season.open()
    links = [os.readlink(file) for file in Path("/proc/self/fd").iterdir() if file.is_symlink()]
    assert str(season.home / SCOREBOOK_FILE) not in links
    assert caught.tb is not None  # it holds the scorebook, so that only closing closes the file


def test_an_entry_that_cannot_be_saved_has_no_effect(season: Season) -> None:
    season.play(ANN_WINS)
    found = content_of(season.book)
    pages = season.book.database.connection.execute("PRAGMA page_count").fetchone()[0]
    season.book.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    full = ""
    while not full:
        try:
            season.book.correct("Cy", season.table, Kind.TRAY, 1, "x" * 300)
            found = content_of(season.book)
        except BookTrouble as trouble:
            full = str(trouble)
    assert "the disk is full" in full
    assert content_of(season.book) == found
    assert content_of(season.again()) == found


def test_a_read_only_scorebook_can_be_read(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.play(ANN_WINS)
    season.book.close()
    connect = sqlite3.connect

    def read_only(path: Path, **more: Any) -> sqlite3.Connection:
        opened: sqlite3.Connection = connect(f"file:{path}?mode=ro", uri=True, **more)
        return opened

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", read_only)
        season.again()
    assert season.line("Ann").wins == 1
    path = season.write(BEA_WINS)
    with pytest.raises(BookTrouble, match="it is read-only"):
        season.book.records.take_in(path)
    season.again().records.catch_up()
    assert season.line("Bea").wins == 1


def test_a_folder_that_cannot_be_looked_into_is_reported(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.book.close()

    def denied(path: Path, **more: Any) -> os.stat_result:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", denied)
        with pytest.raises(BookTrouble, match="can't be opened"):
            season.open()


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BookTrouble, match="can't be opened"):
        open_book(tmp_path / "file" / "data")


def test_only_the_owner_can_read_the_scorebooks_files(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.tick_carried("Cy", season.table)
    season.book.close()
    files = [file for file in season.home.iterdir() if file.is_file()]
    assert len(files) >= 2
    for file in files:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_is_not_a_record_is_reported_and_skipped(season: Season) -> None:
    path = season.write(ANN_WINS)
    wrong = season.path()
    wrong.write_text('{"event": "game"}\n', "utf-8")
    done = season.book.records.catch_up()
    assert done.games == 1
    assert [name for name, _ in done.broken] == [wrong.name]
    with pytest.raises(BookError, match="the key"):
        season.book.records.take_in(wrong)
    assert season.book.records.catch_up().broken == ()  # reported once
    with pytest.raises(BookError, match="can't be read"):
        season.book.records.take_in(path.with_name("none.spades.jsonl"))


def test_a_game_stays_when_its_record_is_lost_or_damaged(season: Season) -> None:
    games = [season.play(ANN_WINS) for _ in range(3)]
    paths = sorted((season.home / "games").iterdir())
    paths[0].unlink()
    paths[1].write_text("spoilt\n")
    found = content_of(season.book)
    season.book.records.catch_up()
    assert content_of(season.book) == found
    done = season.book.records.rebuild()
    assert (done.games, done.kept, len(done.broken)) == (1, 2, 1)
    assert content_of(season.book) == found
    assert season.book.records.rebuild().kept == 0
    assert {line.id for line in season.book.games()} == set(games)


def test_a_game_that_ends_while_records_are_read_for_a_rebuild_stays(season: Season) -> None:
    path = season.write(ANN_WINS)
    text = path.read_text("utf-8")
    path.write_text("".join(text.splitlines(keepends=True)[:-1]), "utf-8")
    files = season.book.records.read_all(None)
    path.write_text(text, "utf-8")
    with season.open() as other:
        other.records.take_in(path)
    season.book.records.rebuild_from(files)
    assert len(season.book.games()) == 1


def test_a_changed_record_replaces_its_game(season: Season) -> None:
    season.play(ANN_WINS)
    (path,) = (season.home / "games").iterdir()
    path.write_text(game(datetime(2026, 3, 5, tzinfo=UTC), BEA_WINS, names=("Ann", "Bea", "Dot")).text, "utf-8")
    season.book.records.catch_up()
    found = content_of(season.book)
    assert [line.winners for line in season.book.games()] == [("Bea",)]
    season.book.records.rebuild()
    assert content_of(season.book) == found


def test_a_record_replays_after_a_later_release_changed_its_variant(season: Season) -> None:
    seats = tuple(SeatSetup(name, "bot", "beginner") for name in "ABCD")
    from spades_tui.rules.catalogue import shipped

    text = play_game(TableSetup(shipped()["sandbags"], {"target": 100}, seats, seed="old")).text
    first, rest = text.split("\n", 1)
    path = season.path()
    path.write_text(first.replace(" rules ", " rules 0") + "\n" + rest, "utf-8")
    assert len(season.book.records.take_in(path)) == 1
    path.write_text(first + "\n" + rest.replace('"winner": 0', '"winner": 1'), "utf-8")
    with pytest.raises(BookError):
        season.book.records.take_in(path)


def test_a_record_from_another_folder_stays_in_the_scorebook(season: Season, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.spades.jsonl"
    path.write_text(game(datetime(2026, 3, 5, tzinfo=UTC)).text, "utf-8")
    for _ in range(2):
        season.book.records.take_in(path)
    path.unlink()
    season.book.records.rebuild()
    assert len(season.book.games()) == 1


def test_an_abandoned_game_is_listed_separately_and_counts_for_nothing(season: Season) -> None:
    path = season.write(ANN_WINS)
    text = path.read_text("utf-8")
    path.write_text("".join(text.splitlines(keepends=True)[:-1]), "utf-8")
    season.book.records.give_up(path)
    season.book.records.catch_up()
    assert season.book.records.given_up() == (path.name,)
    assert season.book.games() == ()
    season.book.records.take_up(path)
    assert season.book.records.given_up() == ()
    season.book.records.give_up(path)
    path.write_text(text, "utf-8")  # it was finished after all
    season.book.records.catch_up()
    assert season.book.records.given_up() == ()
    assert len(season.book.games()) == 1

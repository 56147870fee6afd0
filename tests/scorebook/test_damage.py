"""After any damage to its files, the scorebook is the same again or says what is missing."""

import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from spades_tui.play.saved_games import SCOREBOOK_FILE
from spades_tui.scorebook import BookTrouble, copies, database, database_store
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import Kind
from tests import few
from tests.scorebook.commands import command
from tests.scorebook.computed import content_of
from tests.scorebook.earlier import lose
from tests.scorebook.games import Season

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)
FLIPS, CUTS = few(500), few(200)


def raising(error: Exception | type[Exception]) -> Callable[..., Any]:
    """Return a function that raises this error."""

    def wrong(*given: object) -> Any:
        raise error

    return wrong


@pytest.fixture
def filled(season: Season) -> Season:
    """Add games, and entries that no record has; close the scorebook."""
    season.fill()
    season.book.close()
    return season


def opened(season: Season) -> tuple[Book, list[tuple[object, ...]]]:
    """Return the scorebook as the program opens it."""
    book = season.again()
    book.records.catch_up()
    return book, content_of(book)


@pytest.mark.parametrize("words", [(), ("games",), ("correct", "Ann", "Lunch", "tray", "1")])
def test_an_impossible_day_is_reported_and_the_scorebook_recomputed(
    filled: Season, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    opened(filled)[0].close()
    connection = sqlite3.connect(filled.home / SCOREBOOK_FILE)
    connection.execute("UPDATE games SET day = '2026-1x-21', season = '}'")
    connection.commit()
    connection.close()
    monkeypatch.setattr("spades_tui.scorebook.scorebook.data_folder", lambda: filled.home)
    assert command(*words) == 0
    out, error = capsys.readouterr()
    assert bool(out) == (words[:1] != ("correct",))
    if error or words[:1] == ("correct",):
        assert re.fullmatch(r"The scorebook was damaged\. .* is kept as scorebook\.damaged-\S+; .*\n", error)
    assert command() == 0
    assert "Beatrix" in capsys.readouterr().out
    opened(filled)
    assert filled.line("Ann").tray_count == (3 if words[:1] == ("correct",) else 2)


def test_a_fault_of_the_program_is_not_reported_as_damage(filled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened(filled)[1]
    filled.book.close()
    misfit = sqlite3.IntegrityError("UNIQUE constraint failed")
    misfit.sqlite_errorcode = sqlite3.SQLITE_CONSTRAINT_UNIQUE
    no_text = UnicodeEncodeError("utf-8", "\udcff", 0, 1, "no text")
    for error in (AttributeError, OverflowError, no_text, misfit):
        for earlier_change in (False, True):
            with monkeypatch.context() as patch, open_book(filled.home) as book:
                if earlier_change:
                    book.records.rebuild()
                patch.setattr(database_store, "put_notes", raising(error))
                with pytest.raises(type(error) if isinstance(error, Exception) else error):
                    book.correct("Ann", "Lunch", Kind.TRAY, 1)
    assert not list(filled.home.glob("*damaged*"))
    book, after = opened(filled)
    assert (after, book.notice) == (before, None)


def test_a_fault_after_an_update_is_not_reported_as_damage(filled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened(filled)[1]
    filled.book.close()
    with monkeypatch.context() as patch:
        patch.setattr(database, "VERSION", database.VERSION + 1)
        patch.setattr(database_store, "compute_all", raising(KeyError))
        with pytest.raises(KeyError):
            open_book(filled.home)
        patch.undo()
        patch.setattr(database, "VERSION", database.VERSION + 1)
        assert content_of(filled.again()) == before
        filled.book.close()
    assert not list(filled.home.glob("*damaged*"))


def test_a_changed_byte_that_sqlite_accepts_is_found_and_repaired(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    base = filled.home / SCOREBOOK_FILE
    raw = base.read_bytes()
    assert b"Beatrix" in raw
    base.write_bytes(raw.replace(b"Beatrix", b"Beatrux"))
    book, after = opened(filled)
    assert after == before
    assert "The scorebook was damaged" in str(book.notice)


def test_a_game_without_a_record_outlives_a_damaged_file(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    min((filled.home / "games").iterdir()).unlink()
    base = filled.home / SCOREBOOK_FILE
    base.write_bytes(base.read_bytes().replace(b"Beatrix", b"Beatrux"))
    book, after = opened(filled)
    assert after == before
    assert str(book.notice).endswith("is used. Nothing is missing.")


def test_what_an_older_copy_may_lack_is_said(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    copy = copies.names(filled.home / SCOREBOOK_FILE)[0]
    older = copy.read_bytes()
    filled.again().correct("Ann", "Lunch", Kind.TRAY, 1)
    late = filled.play(BEA_WINS)
    filled.book.close()
    copy.write_bytes(older)
    (filled.home / SCOREBOOK_FILE).write_bytes(b"no database" * 1000)
    book, after = opened(filled)
    assert after != before
    assert late in {line.id for line in book.games()}  # its record is there
    assert filled.line("Ann").tray_count == 2
    assert re.search(r"its copy of \d{4}-\d\d-\d\d \d\d:\d\d is used\. Later notes may be missing", str(book.notice))


def test_a_damaged_copy_is_passed_over(filled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    path = filled.home / SCOREBOOK_FILE
    for _ in range(2):
        monkeypatch.setattr(copies, "_copied", set())  # as if the program had begun again
        filled.again().correct("Ann", "Lunch", Kind.TRAY, 1)
    before = content_of(filled.book)
    filled.book.close()
    newest, older, _ = copies.names(path)
    older.write_bytes(newest.read_bytes())
    newest.write_bytes(newest.read_bytes().replace(b"Beatrix", b"Beatrux"))
    path.write_bytes(b"")
    assert opened(filled)[1] == before


def test_damaged_copies_are_kept(filled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    path = filled.home / SCOREBOOK_FILE
    for n in range(3):
        monkeypatch.setattr(copies, "_copied", set())
        filled.again().correct("Ann", "Lunch", Kind.TRAY, 1, f"damaged {n}")
    filled.book.close()
    damaged = [copy.read_bytes().replace(b"Beatrix", b"Beatrux") for copy in copies.names(path)]
    for copy, raw in zip(copies.names(path), damaged, strict=True):
        copy.write_bytes(raw)
    path.write_bytes(b"no database" * 1000)
    for n in range(4):
        monkeypatch.setattr(copies, "_copied", set())
        filled.again().records.catch_up()
        filled.book.correct("Ann", filled.table, Kind.TRAY, 1)
        if n == 0:
            assert "damaged ones are renamed too" in str(filled.book.notice)
    kept = [file.read_bytes() for file in filled.home.glob("scorebook.damaged-*.sqlite3")]
    assert len(kept) == 4
    assert all(raw in kept for raw in damaged)


def test_a_journal_of_a_lost_file_does_not_change_its_copy(filled: Season) -> None:
    path = filled.home / SCOREBOOK_FILE
    copy = copies.names(path)[0]
    older = copy.read_bytes()
    for n in range(50):
        filled.again().correct("Ann", "Lunch", Kind.TRAY, 1, f"{n} " * 100)
    filled.book.close()
    copy.write_bytes(older)
    journal = path.with_name(f"{path.name}-journal")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")  # part of the transaction is on disk before its end
        connection.execute("BEGIN")
        connection.execute("UPDATE notes SET json = '{}'")
        hot = journal.read_bytes()
    path.unlink()
    journal.write_bytes(hot)
    filled.again()
    assert path.read_bytes() == older


def test_three_runs_keep_their_copies(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    path = season.home / SCOREBOOK_FILE
    season.play(ANN_WINS)
    wins = []
    for _ in range(4):
        monkeypatch.setattr(copies, "_copied", set())
        for _ in range(2):
            season.play(ANN_WINS)
            season.again()
    for copy in copies.names(path):
        shutil.copyfile(copy, path)
        season.again()
        wins.append(season.line("Ann").wins)
    assert wins == [9, 7, 5]
    assert len(list(season.home.glob("scorebook.copy-*"))) == 3


def test_a_lost_file_is_replaced_by_its_copy(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    (filled.home / SCOREBOOK_FILE).unlink()
    book, after = opened(filled)
    assert after == before
    assert "scorebook.sqlite3 was gone" in str(book.notice)


def test_without_a_copy_records_are_counted_again_and_lost_notes_are_reported(filled: Season) -> None:
    filled.book.close()
    lose(filled.home)
    (filled.home / SCOREBOOK_FILE).write_bytes(b"no database" * 1000)
    book, _ = opened(filled)
    assert str(book.notice).endswith("Games are counted again from their files; notes are missing.")
    assert len(book.games()) == 3


def test_a_damaged_version_number_is_not_taken_for_a_later_version(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    base = filled.home / SCOREBOOK_FILE
    raw = bytearray(base.read_bytes())
    raw[62] ^= 1
    base.write_bytes(bytes(raw))
    assert opened(filled)[1] == before


def test_a_database_of_another_program_is_kept(tmp_path: Path) -> None:
    path = tmp_path / SCOREBOOK_FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE games (name)")
        connection.execute("INSERT INTO games VALUES ('chess')")
        connection.commit()
    raw = path.read_bytes()
    with open_book(tmp_path) as book:
        (aside,) = tmp_path.glob("scorebook.damaged-*.sqlite3")
        assert aside.name in str(book.notice)
        assert book.games() == ()
    assert aside.read_bytes() == raw


def test_an_update_finds_changed_bytes_first(filled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    base = filled.home / SCOREBOOK_FILE
    base.write_bytes(base.read_bytes().replace(b"Beatrix", b"Beatrux"))
    monkeypatch.setattr(database, "VERSION", database.VERSION + 1)
    assert "The scorebook was damaged" in str(filled.again().notice)
    assert filled.book.person("Bea").name == "Beatrix"


def trial(home: Path, copy: Path, name: str, damaged: bytes) -> tuple[object, str]:
    """Return the scorebook's content after damage, and its message."""
    if copy.exists():
        shutil.rmtree(copy)
    shutil.copytree(home, copy)
    (copy / name).write_bytes(damaged)
    copies._sound.clear()
    try:
        with open_book(copy) as book:
            done = book.records.catch_up()
            assert done.left == 0
            return content_of(book), book.notice or ""
    except BookTrouble as trouble:  # some damage is found only in use; the next start repairs it
        with open_book(copy) as book:
            book.records.catch_up()
            return content_of(book), str(trouble)


@pytest.mark.slow
def test_any_changed_byte_or_cut_end_is_repaired(filled: Season, tmp_path: Path) -> None:
    name = SCOREBOOK_FILE
    before = opened(filled)[1]
    filled.book.close()
    whole = (filled.home / name).read_bytes()
    chance = random.Random(name)
    told = 0
    for n in range(FLIPS + CUTS):
        if n < FLIPS:
            raw = bytearray(whole)
            raw[chance.randrange(len(raw)) if n % 5 else chance.randrange(100)] ^= 1 << chance.randrange(8)
            damaged = bytes(raw)
        else:
            damaged = whole[: chance.randrange(len(whole))]
        after, notice = trial(filled.home, tmp_path / "copy", name, damaged)
        assert after == before, (n, notice)
        assert "missing:" not in notice
        told += bool(notice)
    assert told > (FLIPS + CUTS) * 0.9


def test_two_programs_keep_their_notes_when_one_repairs_the_file(filled: Season) -> None:
    with filled.open() as one, filled.open() as other:
        path = filled.home / SCOREBOOK_FILE
        path.write_bytes(path.read_bytes().replace(b"Beatrix", b"Beatrux"))
        one.correct("Ann", "Lunch", Kind.TRAY, 1)
        other.correct("Ann", "Lunch", Kind.TRAY, 1)
        assert content_of(one) == content_of(other)
    assert opened(filled)[0].notice is None
    assert filled.line("Ann").tray_count == 4
    assert len(list(filled.home.glob("*.damaged-*.sqlite3"))) == 1


def test_a_note_in_a_file_that_another_program_sets_aside_is_not_reported_as_saved(
    filled: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled.home / SCOREBOOK_FILE
    put_notes = database_store.put_notes

    def slow(*given: Any) -> Any:
        monkeypatch.setattr(database_store, "put_notes", put_notes)
        database.set_aside(path)
        path.write_bytes(copies.names(path)[0].read_bytes())
        return put_notes(*given)

    with filled.open() as book:
        monkeypatch.setattr(database_store, "put_notes", slow)
        with pytest.raises(BookTrouble, match="nothing was saved"):
            book.correct("Ann", "Lunch", Kind.TRAY, 1)
        book.correct("Ann", "Lunch", Kind.TRAY, 2)
    filled.again()
    assert filled.line("Ann").tray_count == 4


@pytest.mark.parametrize("first", ["damage", "note"])
def test_damage_under_an_open_scorebook_is_never_sealed_or_copied(filled: Season, first: str) -> None:
    filled.again().records.catch_up()
    filled.book.close()
    path = filled.home / SCOREBOOK_FILE
    with filled.open() as book:
        if first == "note":
            book.correct("Ann", "Lunch", Kind.TRAY, 1)
        path.write_bytes(path.read_bytes().replace(b"Beatrix", b"Beatrux"))
        if first == "damage":
            book.correct("Ann", "Lunch", Kind.TRAY, 1)
            assert "Nothing is missing" in str(book.notice)
    assert b"Beatrux" not in copies.names(path)[0].read_bytes()

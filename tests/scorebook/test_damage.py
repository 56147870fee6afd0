"""After any damage to its files, the scorebook is the same again or says what is missing."""

import json
import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spades_tui.play.saved_games import NOTES_FILE as NOTES
from spades_tui.record.journal_lines import line_sum
from spades_tui.scorebook import BookTrouble, database, database_store, notes_file
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import Kind
from tests import few
from tests.scorebook.commands import command
from tests.scorebook.computed import computed_rows
from tests.scorebook.games import Season

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)
FLIPS, CUTS = few(250), few(100)


def content_of(book: Book) -> list[tuple[object, ...]]:
    return computed_rows(book.database.connection)


def raising(error: Exception | type[Exception]) -> Callable[..., Any]:
    """Return a function that raises this error."""

    def wrong(*given: object) -> Any:
        raise error

    return wrong


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def filled(season: Season) -> Season:
    """Add games, and entries that no record has; close the scorebook."""
    for order in (ANN_WINS, BEA_WINS, ANN_WINS):
        season.play(order, bones=(1,), imperfect=(1,))
    book, table = season.book, season.table
    book.tick_carried("Cy", table)
    book.change_table(table, name="Lunch")
    book.correct("Ann", "Lunch", Kind.TRAY, 2, "bevor es das Buch gab – ja")
    book.note_review(book.games()[0].id, 1, 3.5, -2.25)
    book.rename("Bea", "Beatrix")
    book.delete_game(book.games()[0].id)
    book.close()
    return season


def opened(season: Season) -> tuple[Book, list[tuple[object, ...]]]:
    """Return the scorebook as the program opens it."""
    book = season.again()
    book.records.catch_up()
    return book, content_of(book)


def test_every_line_of_notes_has_a_sum_like_a_journals(filled: Season) -> None:
    last = ""
    for line in lines_of(filled.home / NOTES):
        assert line["sum"] == line_sum(last, line)
        last = line["sum"]
    assert lines_of(filled.home / NOTES)[0]["event"] == "book"


def change(line: bytes) -> bytes:
    return line.replace(b'"amount": 2', b'"amount": 7')


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: lines[:-1],
        lambda lines: lines[:2],
        lambda lines: [*lines[:-1], lines[-1][:-20]],
        lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
        lambda lines: [*lines[:3], *lines[4:]],
        lambda lines: [*lines, lines[-1]],
        lambda lines: [change(line) for line in lines],
        lambda lines: [b"\0" * len(line) for line in lines],
        lambda lines: [],
        lambda lines: [*lines[:-1], lines[-1].replace(b'"id": "', b'"id": "\\ud800')],
    ],
    ids=["last gone", "most gone", "cut", "reordered", "one gone", "doubled", "changed", "zeros", "empty", "half pair"],
)
def test_a_damaged_notes_file_is_restored_from_the_database(
    filled: Season, damage: Callable[[list[bytes]], list[bytes]]
) -> None:
    path = filled.home / NOTES
    whole = path.read_bytes()
    before = opened(filled)[1]
    damaged = b"".join(damage(whole.splitlines(keepends=True)))
    path.write_bytes(damaged)
    book, after = opened(filled)
    assert after == before
    assert book.notice is not None
    (aside,) = filled.home.glob("book.damaged-*.spades-book.jsonl")
    assert aside.name in book.notice
    assert aside.read_bytes() == damaged
    assert path.read_bytes() == whole
    assert path.stat().st_mode & 0o777 == 0o600
    assert opened(filled) == (filled.book, before)
    assert filled.book.notice is None
    book = filled.book
    (filled.home / database.FILE).unlink()
    assert opened(filled)[1] == before


def test_no_note_is_added_after_damage(filled: Season) -> None:
    path = filled.home / NOTES
    whole = path.read_bytes()
    book, _ = opened(filled)
    path.write_bytes(change(whole))
    book.correct("Ann", "Lunch", Kind.TRAY, 1)
    assert path.read_bytes().startswith(whole)
    assert len(lines_of(path)) == len(whole.splitlines()) + 1
    assert book.notice is not None
    assert filled.line("Ann").tray_count == 3


def test_a_note_missing_from_every_copy_is_named(filled: Season) -> None:
    path = filled.home / NOTES
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"amount": 2' in line)
    path.write_bytes(b"".join([*lines[:place], change(lines[place]), *lines[place + 1 :]]))
    (filled.home / database.FILE).unlink()
    book, _ = opened(filled)
    assert book.notice is not None
    assert f"line {place + 1} of it is missing: no copy has it." in book.notice
    assert filled.line("Ann").tray_count == 0
    assert [line["event"] for line in lines_of(path)].count("review") == 1
    assert len(lines_of(path)) == len(lines) - 1


def test_notes_without_sums_stay_and_later_notes_protect_them(filled: Season) -> None:
    path = filled.home / NOTES
    before = opened(filled)[1]
    filled.book.close()
    old = b"".join(
        json.dumps({key: value for key, value in line.items() if key != "sum"}, ensure_ascii=False).encode() + b"\n"
        for line in lines_of(path)
    )
    path.write_bytes(old)
    (filled.home / database.FILE).unlink()
    book, after = opened(filled)
    assert (after, book.notice) == (before, None)
    assert path.read_bytes() == old
    book.correct("Ann", "Lunch", Kind.TRAY, 1)
    book.correct("Ann", "Lunch", Kind.TRAY, -1)
    new = path.read_bytes()
    assert new.startswith(old)
    assert [line["event"] for line in lines_of(path)[-3:]] == ["book", "correction", "correction"]
    assert opened(filled)[0].notice is None
    before = content_of(filled.book)
    path.write_bytes(change(new))
    book, after = opened(filled)
    assert after == before
    assert book.notice is not None
    filled.book.close()
    path.write_bytes(change(new))
    (filled.home / database.FILE).unlink()
    assert "missing" in str(opened(filled)[0].notice)


@pytest.mark.parametrize("words", [(), ("games",), ("correct", "Ann", "Lunch", "tray", "1")])
def test_an_impossible_day_is_reported_and_the_scorebook_recomputed(
    filled: Season, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    opened(filled)[0].close()
    connection = sqlite3.connect(filled.home / database.FILE)
    connection.execute("UPDATE games SET day = '2026-1x-21', season = '}'")
    connection.commit()
    connection.close()
    monkeypatch.setattr("spades_tui.scorebook.scorebook.data_folder", lambda: filled.home)
    assert command(*words) == 0
    out, error = capsys.readouterr()
    assert bool(out) == (words[:1] != ("correct",))
    if error or words[:1] == ("correct",):
        assert re.fullmatch(r"The scorebook was damaged. The damaged file is kept as book\.damaged-\S+; .*\n", error)
    assert command() == 0
    assert "Beatrix" in capsys.readouterr().out
    opened(filled)
    assert filled.line("Ann").tray_count == (3 if words[:1] == ("correct",) else 2)


def test_a_fault_of_the_program_is_not_reported_as_damage(filled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened(filled)[1]
    filled.book.close()
    for error in (AttributeError, OverflowError, UnicodeEncodeError("utf-8", "\udcff", 0, 1, "no text")):
        with monkeypatch.context() as patch:
            patch.setattr(database_store, "known_notes", raising(error))
            with pytest.raises(type(error) if isinstance(error, Exception) else error), open_book(filled.home) as book:
                book.correct("Ann", "Lunch", Kind.TRAY, 1)
    assert not list(filled.home.glob("*damaged*"))
    book, after = opened(filled)
    assert (after, book.notice) == (before, None)


def test_a_changed_byte_that_sqlite_accepts_is_found_and_repaired(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    base = filled.home / database.FILE
    raw = base.read_bytes()
    assert b"Beatrix" in raw
    base.write_bytes(raw.replace(b"Beatrix", b"Beatrux"))
    book, after = opened(filled)
    assert after == before
    assert "The scorebook was damaged" in str(book.notice)


def test_a_game_lost_with_a_damaged_database_is_named(filled: Season) -> None:
    opened(filled)[0].close()
    record = min((filled.home / "games").iterdir())
    record.unlink()
    base = filled.home / database.FILE
    base.write_bytes(base.read_bytes().replace(b"Beatrix", b"Beatrux"))
    notice = str(opened(filled)[0].notice)
    assert notice.endswith(f"Games without a record are missing: {record.name}.")


def test_a_lost_or_damaged_database_sum_changes_nothing(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    beside = database.checksum_file(filled.home / database.FILE)
    for content in (None, b"", b"[1]", b"[" * 900, b"\xff", b'{"counter": 7, "sum": null}'):
        if content is None:
            beside.unlink()
        else:
            beside.write_bytes(content)
        database._sound.clear()
        book, after = opened(filled)
        assert (after, book.notice) == (before, None)
        book.correct("Ann", "Lunch", Kind.TRAY, 1)
        book.correct("Ann", "Lunch", Kind.TRAY, -1)
        before = content_of(book)
        book.close()


def test_a_damaged_version_number_is_not_taken_for_a_later_version(filled: Season) -> None:
    before = opened(filled)[1]
    filled.book.close()
    base = filled.home / database.FILE
    raw = bytearray(base.read_bytes())
    raw[62] ^= 1
    base.write_bytes(bytes(raw))
    assert opened(filled)[1] == before


def trial(home: Path, copy: Path, name: str, damaged: bytes) -> tuple[object, str]:
    """Return the scorebook's content after damage, and its message."""
    if copy.exists():
        shutil.rmtree(copy)
    shutil.copytree(home, copy)
    (copy / name).write_bytes(damaged)
    database._sound.clear()
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
@pytest.mark.parametrize("name", [NOTES, database.FILE])
def test_any_changed_byte_or_cut_end_is_repaired(filled: Season, tmp_path: Path, name: str) -> None:
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


def test_two_writers_keep_their_notes_when_one_repairs_the_file(filled: Season) -> None:
    with filled.open() as one, filled.open() as other:
        path = filled.home / NOTES
        path.write_bytes(change(path.read_bytes()))
        one.correct("Ann", "Lunch", Kind.TRAY, 1)
        other.correct("Ann", "Lunch", Kind.TRAY, 1)
        one.records.catch_up()
        assert content_of(one) == content_of(other)
    assert notes_file.read(path.read_bytes(), notes_file.KnownNotes()).notes[-1]["amount"] == 1
    assert opened(filled)[0].notice is None
    assert filled.line("Ann").tray_count == 4

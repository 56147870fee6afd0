"""Scorebooks of every release are taken over once, whole, and their files stay as they are."""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from spades_tui.play.saved_games import EARLIER_NOTES, SCOREBOOK_FILE, given_up
from spades_tui.scorebook import BookTrouble, database_store
from spades_tui.scorebook.earlier_files import DATABASE
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import Kind
from spades_tui.system import folders
from tests import few
from tests.quick_cases import slow_but
from tests.scorebook.computed import content_of
from tests.scorebook.earlier import lose, make_earlier
from tests.scorebook.games import Season
from tests.scorebook.released_schemas import MIGRATIONS


def opened(season: Season) -> list[tuple[object, ...]]:
    """Return the scorebook's content as the program opens it."""
    season.again().records.catch_up()
    return content_of(season.book)


@pytest.fixture
def filled(season: Season) -> Season:
    """Add games, one of them without a record, and notes."""
    season.fill()
    min((season.home / "games").iterdir()).unlink()
    return season


@pytest.mark.parametrize("version", slow_but([1], range(1, len(MIGRATIONS) + 1)))
@pytest.mark.parametrize("sums", [True, False])
def test_files_of_every_version_are_taken_over_once(filled: Season, version: int, sums: bool) -> None:
    before = content_of(filled.book)
    make_earlier(filled, version, sums=sums)
    files = {name: (filled.home / name).read_bytes() for name in (EARLIER_NOTES, DATABASE)}
    assert opened(filled) == before
    assert filled.book.notice is None
    assert {name: (filled.home / name).read_bytes() for name in files} == files
    filled.book.correct("Ann", "Lunch", Kind.TRAY, 1)
    (filled.home / EARLIER_NOTES).write_text("nonsense\n")
    filled.again()
    assert filled.line("Ann").tray_count == 3
    filled.book.records.rebuild()
    assert filled.line("Ann").tray_count == 3


def change(line: bytes) -> bytes:
    return line.replace(b'"amount": 2', b'"amount": 7')


DAMAGES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "last gone": lambda lines: lines[:-1],
    "most gone": lambda lines: lines[:2],
    "cut": lambda lines: [*lines[:-1], lines[-1][:-20]],
    "reordered": lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
    "one gone": lambda lines: [*lines[:3], *lines[4:]],
    "doubled": lambda lines: [*lines, lines[-1]],
    "changed": lambda lines: [change(line) for line in lines],
    "zeros": lambda lines: [b"\0" * len(line) for line in lines],
    "empty": lambda lines: [],
    "half pair": lambda lines: [*lines[:-1], lines[-1].replace(b'"id": "', b'"id": "\\ud800')],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_notes_are_completed_from_the_database(
    filled: Season, damage: Callable[[list[bytes]], list[bytes]]
) -> None:
    before = content_of(filled.book)
    make_earlier(filled)
    path = filled.home / EARLIER_NOTES
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))
    assert opened(filled) == before


def write_sum(path: Path) -> None:
    """Write the checksum of a database beside it, as release 1.1 did."""
    with closing(sqlite3.connect(path)) as connection:
        image = connection.serialize()
    known = {"counter": image[24:28].hex(), "sum": sha256(image).hexdigest()}
    path.with_name(f"{path.name}.sum").write_text(json.dumps(known))


def rows_changed(path: Path) -> None:
    """Change bytes that SQLite accepts."""
    write_sum(path)
    raw = path.read_bytes()
    assert b"Ann" in raw
    path.write_bytes(raw.replace(b"Ann", b"Anu"))


DATABASE_DAMAGES: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "no database": lambda path: path.write_bytes(b"no database" * 500),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:9000]),
    "changed": rows_changed,
}


@pytest.mark.parametrize("damage", DATABASE_DAMAGES)
def test_without_the_database_notes_and_records_are_taken_over(filled: Season, damage: str) -> None:
    make_earlier(filled)
    path = filled.home / DATABASE
    DATABASE_DAMAGES[damage](path)
    raw = path.read_bytes() if path.exists() else None
    opened(filled)
    said = "book.sqlite3 was damaged: games without a file may be missing."
    assert filled.book.notice == (None if damage == "gone" else said)
    assert filled.line("Ann").tray_count == 2
    assert len(filled.book.games()) == 1  # one has no record, one is deleted
    assert (path.read_bytes() if path.exists() else None) == raw


def test_a_note_missing_from_every_copy_is_named(filled: Season) -> None:
    make_earlier(filled)
    path = filled.home / EARLIER_NOTES
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"amount": 2' in line)
    path.write_bytes(b"".join([*lines[:place], change(lines[place]), *lines[place + 1 :]]))
    (filled.home / DATABASE).unlink()
    opened(filled)
    assert f"line {place + 1} can't be read" in str(filled.book.notice)
    assert filled.line("Ann").tray_count == 0
    assert filled.book.person("Bea").name == "Beatrix"


ROWS = {
    "an amount": ("UPDATE notes SET json = replace(json, '\"amount\"', '\"amXunt\"')", True),
    "an odd size": ("UPDATE meta SET value = 'odd'", False),
    "a deep note": (f"UPDATE notes SET json = '{'[' * 100_000}' WHERE event = 'correction'", True),
    "a game": ("UPDATE results SET json = '{'", True),
    "no text": ("UPDATE notes SET json = x'00' WHERE event = 'correction'", True),
}


@pytest.mark.parametrize("row", ROWS)
def test_rows_that_make_no_sense_are_passed_over_and_reported(filled: Season, row: str) -> None:
    change_rows, reported = ROWS[row]
    make_earlier(filled)
    with closing(sqlite3.connect(filled.home / DATABASE)) as connection:
        connection.execute(change_rows)
        connection.commit()
    opened(filled)
    assert filled.line("Ann").tray_count == 2
    assert bool(filled.book.notice) == reported
    assert not list(filled.home.glob("*damaged*"))


def test_a_note_that_neither_file_has_is_named(filled: Season) -> None:
    make_earlier(filled)
    with closing(sqlite3.connect(filled.home / DATABASE)) as connection:
        connection.execute("UPDATE notes SET json = replace(json, '\"amount\"', '\"amXunt\"')")
        connection.commit()
    path = filled.home / EARLIER_NOTES
    path.write_bytes(path.read_bytes().replace(b'"amount"', b'"amXunt"'))
    opened(filled)
    assert "can't be read" in str(filled.book.notice)


def test_a_note_of_an_unknown_kind_is_named(filled: Season) -> None:
    make_earlier(filled, sums=False)
    path = filled.home / EARLIER_NOTES
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, b'{"event": "wrong"}\n']))
    opened(filled)
    assert f"line {len(lines) + 1} can't be read" in str(filled.book.notice)


def test_changed_notes_without_sums_are_reported_by_a_later_sum(filled: Season) -> None:
    make_earlier(filled, sums=False)
    path = filled.home / EARLIER_NOTES
    raw = path.read_bytes()
    line = {"event": "book", "format": "spades-book/1", "so_far": "0" * 16}
    from spades_tui.record.journal_lines import line_sum

    path.write_bytes(raw + json.dumps({**line, "sum": line_sum("", line)}).encode() + b"\n")
    (filled.home / DATABASE).unlink()
    opened(filled)
    assert "were damaged" in str(filled.book.notice)


def test_unreadable_notes_leave_the_scorebook_for_the_next_start(filled: Season) -> None:
    make_earlier(filled)
    path = filled.home / EARLIER_NOTES
    raw = path.read_bytes()
    path.unlink()
    path.mkdir()
    assert "The earlier scorebook can't be read" in str(filled.again().notice)
    path.rmdir()
    path.write_bytes(raw)
    opened(filled)
    assert filled.line("Ann").tray_count == 2


def test_a_full_disk_leaves_the_earlier_scorebook_for_the_next_start(
    filled: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content_of(filled.book)
    make_earlier(filled)

    def full(*given: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("spades_tui.scorebook.earlier_files._EarlierFiles._read_rows", full)
        assert "disk is full" in str(filled.again().notice)
    assert opened(filled) == before


def test_nothing_is_saved_before_the_earlier_notes(filled: Season) -> None:
    file = filled.home / "a.spades.jsonl"
    filled.book.records.give_up(file)
    make_earlier(filled)
    path = filled.home / EARLIER_NOTES
    raw = path.read_bytes()
    path.unlink()
    path.mkdir()
    filled.again()
    with pytest.raises(BookTrouble, match="The earlier scorebook can't be read"):
        filled.book.records.take_up(file)
    path.rmdir()
    path.write_bytes(raw)
    opened(filled)
    assert filled.book.records.given_up() == (file.name,)
    filled.book.records.take_up(file)
    assert filled.book.records.given_up() == ()
    assert len(filled.book.database.rows("SELECT id FROM notes WHERE event = 'taken_up'")) == 1


def test_a_kill_while_taking_over_changes_nothing(filled: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content_of(filled.book)
    make_earlier(filled)

    def killed(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(database_store, "compute_all", killed)
        with pytest.raises(KeyboardInterrupt):
            filled.again()
    assert opened(filled) == before
    assert (filled.home / SCOREBOOK_FILE).exists()


def test_abandoned_games_stay_abandoned_before_earlier_files_are_taken_over(
    filled: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*given: object) -> None:
        raise KeyboardInterrupt

    for name in ("a", "b"):
        filled.book.records.give_up(filled.home / f"{name}.spades.jsonl")
    make_earlier(filled)
    monkeypatch.setattr(folders, "data_folder", lambda: filled.home)
    assert given_up() == {"a.spades.jsonl", "b.spades.jsonl"}
    with monkeypatch.context() as patch:
        patch.setattr(database_store, "compute_all", killed)
        with pytest.raises(KeyboardInterrupt):
            filled.again()
    assert given_up() == {"a.spades.jsonl", "b.spades.jsonl"}
    filled.again().records.take_up(filled.home / "b.spades.jsonl")
    assert given_up() == {"a.spades.jsonl"}


def test_without_a_good_copy_the_earlier_files_are_taken_over_again(filled: Season) -> None:
    make_earlier(filled)
    opened(filled)
    filled.book.close()
    lose(filled.home)
    (filled.home / SCOREBOOK_FILE).write_bytes(b"no database" * 500)
    try:
        opened(filled)
    except BookTrouble:
        opened(filled)
    assert filled.line("Ann").tray_count == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", [EARLIER_NOTES, DATABASE])
def test_any_changed_byte_or_cut_end_of_earlier_files_is_repaired(filled: Season, tmp_path: Path, name: str) -> None:
    """Each file repairs the other, or what is missing is said."""
    before = content_of(filled.book)
    make_earlier(filled)
    write_sum(filled.home / DATABASE)
    whole = (filled.home / name).read_bytes()
    chance = random.Random(name)
    for n in range(few(300)):
        raw = bytearray(whole)
        if n % 3:
            raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        else:
            del raw[chance.randrange(len(raw)) :]
        copy = tmp_path / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(filled.home, copy)
        (copy / name).write_bytes(raw)
        with open_book(copy) as book:
            book.records.catch_up()
            assert content_of(book) == before or book.notice, n

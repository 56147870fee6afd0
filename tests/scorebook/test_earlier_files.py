"""Scorebooks of every release are taken over once, whole, and their files stay as they are."""

import json
from collections.abc import Callable

import pytest

from spades_tui.play.saved_games import EARLIER_NOTES, SCOREBOOK_FILE
from spades_tui.scorebook import BookTrouble, database_store
from spades_tui.scorebook.earlier_files import DATABASE
from spades_tui.scorebook.scorebook import Book
from spades_tui.scorebook.season import Kind
from tests.scorebook.computed import computed_rows
from tests.scorebook.earlier import lose, make_earlier
from tests.scorebook.games import Season
from tests.scorebook.released_schemas import MIGRATIONS

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)


def content_of(book: Book) -> list[tuple[object, ...]]:
    return computed_rows(book.database.connection)


def opened(season: Season) -> list[tuple[object, ...]]:
    """Return the scorebook's content as the program opens it."""
    season.again().records.catch_up()
    return content_of(season.book)


@pytest.fixture
def filled(season: Season) -> Season:
    """Add games, one of them without a record, and notes."""
    for order in (ANN_WINS, BEA_WINS, ANN_WINS):
        season.play(order, bones=(1,), imperfect=(1,))
    book, table = season.book, season.table
    book.tick_carried("Cy", table)
    book.change_table(table, name="Lunch")
    book.correct("Ann", "Lunch", Kind.TRAY, 2, "bevor es das Buch gab – ja")
    book.note_review(book.games()[0].id, 1, 3.5, -2.25)
    book.rename("Bea", "Beatrix")
    book.delete_game(book.games()[0].id)
    min((season.home / "games").iterdir()).unlink()
    return season


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
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


@pytest.mark.parametrize("content", [b"", b"no database" * 500, None])
def test_without_the_database_notes_and_records_are_taken_over(filled: Season, content: bytes | None) -> None:
    make_earlier(filled)
    if content is None:
        (filled.home / DATABASE).unlink()
    else:
        (filled.home / DATABASE).write_bytes(content)
    opened(filled)
    assert filled.book.notice is None
    assert filled.line("Ann").tray_count == 2
    assert len(filled.book.games()) == 1  # one has no record, one is deleted


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
    assert "can't be read" in str(filled.again().notice)
    path.rmdir()
    path.write_bytes(raw)
    opened(filled)
    assert filled.line("Ann").tray_count == 2


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

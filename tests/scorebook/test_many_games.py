"""When many games are added at once, their seasons are counted at the end, and scoreboards say so until then."""

import os
import random
import signal
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from spades_tui.presentation.scorebook_words import board_games
from spades_tui.scorebook import database_store, game_files, record_keeper
from spades_tui.scorebook.scorebook import Book
from tests.scorebook.computed import content_of
from tests.scorebook.games import Season

ORDERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
SITTINGS = (("Ann", "Bea", "Cy"), ("Ann", "Bea", "Dot"))


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add two records at a time."""
    monkeypatch.setattr(game_files, "MANY", 1000)  # no other process reads records
    monkeypatch.setattr(record_keeper, "_BATCH", 2)


@pytest.fixture
def filled(season: Season) -> Season:
    """Write twelve games of two tables, some of which ended at the same moment."""
    chance = random.Random(28)
    for n in range(12):
        if n in (5, 6, 7):
            season.now = datetime(2026, 5, 1, 12, tzinfo=UTC)
        season.write(ORDERS[chance.randrange(3)], names=SITTINGS[n % 3 == 1], imperfect=(1,) if n == 2 else ())
        season.now += timedelta(days=1)
    return season


def counted_anew(book: Book) -> list[tuple[object, ...]]:
    """Return what the scorebook would compute from its games."""
    connection = book.database.connection
    connection.execute("BEGIN")
    database_store.compute_all(connection)
    found = content_of(book)
    connection.execute("ROLLBACK")
    return found


def slices(book: Book, each: Callable[[int], object] = lambda left: None) -> None:
    """Catch up in slices of one transaction, and call `each` after every slice."""
    with pytest.MonkeyPatch.context() as patch:
        ticks = iter(range(10**6))
        patch.setattr(record_keeper, "monotonic", lambda: next(ticks))
        while left := book.records.catch_up(2).left:
            each(left)


def test_counting_seasons_at_the_end_gives_the_same_result(filled: Season) -> None:
    seen: list[int] = []
    slices(filled.book, seen.append)
    assert len(seen) > 8
    assert len(filled.book.games()) == 12
    assert content_of(filled.book) == counted_anew(filled.book)
    assert not any(filled.book.scoreboard(table.id).counting for table in filled.book.tables())


def test_an_incomplete_scoreboard_says_so(filled: Season) -> None:
    told: set[bool] = set()

    def look(left: int) -> None:
        for table in filled.book.tables():
            board = filled.book.scoreboard(table.id)
            told.add(board.counting)
            assert ("still being counted" in board_games(board)) == board.counting
            if not board.counting:
                assert sum(line.wins for line in board.lines) == board.games

    slices(filled.book, look)
    assert True in told


def test_a_game_that_ends_while_others_are_added_counts_at_once(filled: Season) -> None:
    filled.book.records.catch_up()
    for n in range(4):
        filled.write(ORDERS[n % 3])
    before = filled.book
    with filled.open() as other:
        ticks = iter(range(10**6))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(record_keeper, "monotonic", lambda: next(ticks))
            assert other.records.catch_up(3).left
        filled.play()
        board = before.scoreboard(filled.table)
        assert not board.counting
        assert sum(line.wins for line in board.lines) == board.games
        assert content_of(before) == counted_anew(before)
        other.records.catch_up()
        assert content_of(other) == counted_anew(other)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes can't be forked here")
@pytest.mark.parametrize("sliced", [pytest.param(False, marks=pytest.mark.slow), True])
def test_the_next_start_completes_what_a_kill_at_any_statement_left(filled: Season, sliced: bool) -> None:
    def work(book: Book, kill_at: int) -> int:
        """Catch up in a process that kills itself at a statement; return the number of statements if it doesn't."""
        done = 0

        def count(statement: str) -> None:
            nonlocal done
            done += 1
            if done == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

        book.database.connection.set_trace_callback(count)
        slices(book) if sliced else book.records.catch_up()
        return done

    def empty() -> None:
        filled.book.close()
        for path in filled.home.glob("scorebook.*"):
            path.unlink()

    statements = work(filled.book, 0)
    whole = content_of(filled.book)
    assert whole == counted_anew(filled.book)
    killed = 0
    for at in range(1, statements, statements // 25):
        empty()
        child = os.fork()
        if not child:
            work(filled.open(), at)
            os._exit(0)
        killed += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        book = filled.again()
        if not database_store.uncounted(book.database.connection):
            assert content_of(book) == counted_anew(book)
        slices(book) if sliced else book.records.catch_up()
        assert content_of(book) == whole
    assert killed > 20

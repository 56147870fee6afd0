"""10,000 games in the book, and every view within 150 ms."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter

import pytest

from spades_tui.book import chain
from spades_tui.book.notes import FILE, Note
from spades_tui.book.season import Kind
from tests.book.games import Season
from tests.book.made_up import made_up

GAMES = 10_000
LIMIT = 0.15


@pytest.mark.slow
def test_every_view_of_ten_thousand_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    season = Season(tmp_path)
    book = season.book
    chance = random.Random(6)
    start = datetime(2016, 1, 1, tzinfo=UTC)
    season.now = start
    table = book.create_table("Lunch", ("Ann", "Bea", "Cy", "Dot"))
    notes: list[Note] = []
    for n in range(GAMES):
        game = made_up(n, start + timedelta(hours=9 * n), chance)
        notes.append({"event": "game", "id": f"g{n}", "at": game.ended, "game": game.to_json()})
        if n % 4 == 0:
            for person in ("p:ann", "p:bea", "p:cy", "p:dot"):
                carried = {"event": "carried", "id": f"c{n}{person}", "at": game.ended, "table": table}
                notes.append({**carried, "person": person})
    path = tmp_path / FILE
    chain.append(path, notes, chain.read(chain.load(path), chain.Known()).known)
    season.now = start + timedelta(hours=9 * GAMES)
    times: dict[str, float] = {}

    def timed(name: str, work: Callable[[], object]) -> None:
        best = 9.0
        for _ in range(3):  # what else the machine does is not the book's
            began = perf_counter()
            work()
            best = min(best, perf_counter() - began)
        times[name] = best

    began = perf_counter()
    book = season.again()
    filled = perf_counter() - began
    assert book.table("Lunch").games == GAMES
    newest = book.games(limit=1)[0].id
    timed("open", lambda: season.again())
    book = season.book
    timed("tables", book.tables)
    timed("scoreboard", lambda: book.scoreboard("Lunch"))
    timed("scoreboard of a year", lambda: book.scoreboard("Lunch", 2020))
    timed("statistics", lambda: book.statistics("Ann"))
    timed("statistics in a variant", lambda: book.statistics("Ann", "3b-four"))
    timed("statistics of computers", lambda: book.statistics("club"))
    timed("persons", book.persons)
    timed("games", lambda: book.games("Lunch", limit=50))
    timed("games of a person", lambda: book.games(person="Ann", limit=50, offset=5000))
    timed("history", lambda: book.history("Lunch"))
    timed("came of", lambda: book.came_of(newest))
    timed("course", lambda: book.course(newest))
    timed("hearings", lambda: book.hearings(newest))
    timed("chits", lambda: book.chits("Ann", "Lunch"))
    timed("given up", book.given_up)
    timed("catch up", book.catch_up)
    began = perf_counter()
    book.correct("Ann", "Lunch", Kind.TRAY, 1)
    told = perf_counter() - began
    began = perf_counter()
    season.play()
    taken = perf_counter() - began
    with capsys.disabled():
        print(f"\nfilled {filled:.1f} s, a fact {told * 1000:.0f} ms, a game {taken * 1000:.0f} ms;", end=" ")
        print(", ".join(f"{name} {seconds * 1000:.0f}" for name, seconds in times.items()), "ms")
    book.close()
    assert {name: seconds for name, seconds in times.items() if seconds > LIMIT} == {}
    assert told < 2

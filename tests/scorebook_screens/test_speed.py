"""With 10,000 games in the scorebook, every page appears within 150 ms of its key."""

import os
import random
import re
from asyncio import Event, wait_for
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time

import pytest
from textual import events
from textual.pilot import Pilot

from spades_tui.scorebook.notes import Note
from spades_tui.scorebook.scorebook import open_book
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.scorebook.games_screen import AfterGameScreen
from tests.scorebook.games import game
from tests.scorebook.made_up import made_up
from tests.scorebook_screens.helpers import wait_for_answer
from tests.screens.looking import screen_text

GAMES = 10_000
LIMIT = 0.15
LIMITS = {"a person": 0.35, "a variant": 0.25}
"""Statistics are counted from every game of a person, so their pages may take longer."""
TRIES, MOST_TRIES = 3, 12
START = datetime(2016, 1, 1, tzinfo=UTC)


def noted(table: str) -> Iterator[Note]:
    """Yield the notes of 10,000 games at a table, with ticks and reviews."""
    chance = random.Random(6)
    for n in range(GAMES):
        result = made_up(n, START + timedelta(hours=9 * n), chance)
        yield {"event": "game", "id": f"g{n}", "at": result.ended, "game": result.to_json()}
        if n % 4 == 0:
            for person in ("p:ann", "p:bea", "p:cy", "p:dot"):
                note = {"event": "carried", "id": f"c{n}{person}", "at": result.ended}
                yield {**note, "table": table, "person": person}
        if n % 10 == 0:
            note = {"event": "review", "id": f"r{n}", "at": result.ended, "game": result.id}
            yield {**note, "seat": n % 4, "luck": 3.5, "play": -2.25}


def fill(folder: Path) -> None:
    """Add 10,000 games of a table with ticks, as many records in the games folder, and a game between other people."""
    with open_book(folder, clock=lambda: START) as book:
        table = book.create_table("Lunch", ("Ann", "Bea", "Cy", "Dot"))
        book.notes.write(*noted(table))
    games = folder / "games"
    games.mkdir()
    with open_book(folder) as book:
        known = []
        for n in range(GAMES):
            path = games / f"{START + timedelta(hours=9 * n):%Y-%m-%d-%H%M%S}-{n:04}.spades.jsonl"
            path.write_text('{"event": "game_over"}\n')
            state = path.stat()
            known.append((path.name, state.st_size, state.st_mtime_ns, "finished"))
        book.database.connection.executemany("INSERT INTO files VALUES (?, ?, ?, ?)", known)
        path = games / "2026-11-01-120000-9999.spades.jsonl"
        path.write_text(game(datetime(2026, 11, 1, tzinfo=UTC), names=("Eve", "Fay", "Gil")).text, "utf-8")
        book.records.take_in(path)


class Watch:
    """Measure the time from a key to the frame with the answer."""

    def __init__(self, pilot: Pilot[int], monkeypatch: pytest.MonkeyPatch) -> None:
        assert isinstance(pilot.app, SpadesApp)
        self.pilot, self.app = pilot, pilot.app
        self.times: dict[str, float] = {}
        self.work: dict[str, float] = {}
        self.wanted: Callable[[], bool] = lambda: False
        self.found = self.done = 0.0
        self.came = Event()
        real = SpadesApp._display

        def display(app: SpadesApp, screen: object, renderable: object) -> None:
            real(app, screen, renderable)  # type: ignore[arg-type]
            if not self.found and self.wanted():
                self.found, self.done = perf_counter(), process_time()
                self.came.set()

        monkeypatch.setattr(SpadesApp, "_display", display)

    def shows(self, word: str | Callable[[], bool]) -> bool:
        """Return whether this is on the screen."""
        return word in screen_text(self.app) if isinstance(word, str) else word()

    async def press(self, name: str, key: str, *words: str | Callable[[], bool], back: str = "escape") -> None:
        """Press a key until all these words are on the screen, and go back; three times, or more often if slow.

        The best time counts, because other work of the machine slows the others down.
        """
        best, least = 9.0, 9.0
        for n in range(MOST_TRIES):
            self.found = 0.0
            self.wanted = lambda: all(
                word in screen_text(self.app) if isinstance(word, str) else word() for word in words
            )
            assert not self.wanted(), f"{name}: {words} stand there already"
            event = events.Key(key, key if len(key) == 1 else None)
            event.set_sender(self.app)
            self.came.clear()
            began, before = perf_counter(), process_time()
            self.app.post_message(event)
            try:
                await wait_for(self.came.wait(), 9)  # checking more often would be extra work
            except TimeoutError:
                raise AssertionError(f"{name}: {words} never came:\n{screen_text(self.app)}") from None
            best, least = min(best, self.found - began), min(least, self.done - before)
            self.wanted = lambda: False
            await wait_for_answer(self.pilot)
            if n + 1 >= TRIES and max(best, least) <= LIMIT:
                break
            if n + 1 < MOST_TRIES:
                await self.pilot.press(*back.split())
                await wait_for_answer(self.pilot)
        self.times[name], self.work[name] = best, least


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("crowded")
    (home / "data").mkdir()
    fill(home / "data")
    return home


@pytest.mark.slow
@pytest.mark.parametrize("size", [(140, 45)])
async def test_every_scorebook_page_opens_in_time(
    crowded: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(crowded))
    app = SpadesApp()
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.6)  # wait for work at the start of the program
        await wait_for_answer(pilot)
        watch = Watch(pilot, monkeypatch)
        await watch.press("the book", "b", "Eve, Fay & Gil", "2026 · 1 game")
        await watch.press("another table", "down", "2026 · 2", "✪", back="up")
        await watch.press("a year before", "left", "2025 · 97", back="right")
        await watch.press("persons", "p", "Computer (club)")
        await pilot.press("escape")
        await wait_for_answer(pilot)
        await watch.press("games", "g", "1–50 of more", "3B for four · 8 hands")
        await watch.press("older games", "right", "51–100 of more", back="left")
        heading = re.compile(r"^ \S.* · \d+ hands? · \d+ \w+ \d{4} *\n.*", re.MULTILINE)
        first = heading.search(screen_text(app))
        assert first is not None
        other = lambda: first[0] not in screen_text(app)  # noqa: E731
        await watch.press("the course of a game", "down", other, back="up")
        await watch.press("to which table", "a", "which table does it belong")
        await pilot.press("escape", "escape")
        await wait_for_answer(pilot)
        await watch.press("more", "m", "Correct scores")
        await pilot.press("escape")
        await watch.press("put right by hand", "c", "tray-chits: ")
        await pilot.press("escape")
        await watch.press("settings of a table", "s", "Gaming session")
        await pilot.press("escape")
        await watch.press("unfinished games", "u", "Gil · hand 2")
        await pilot.press("escape", "tab")
        await wait_for_answer(pilot)
        await watch.press("a person", "enter", "points a hand, week by week", "a hand ", "Against")
        await watch.press("a variant", "down", "3B for four ·", back="up")
        await watch.press("games of a person", "g", "1–50 of more")
        await pilot.press("escape", "escape", "escape")
        await wait_for_answer(pilot)
        app.push_screen(AfterGameScreen(next((crowded / "data" / "games").glob("2026-11-01*"))))
        await wait_for_answer(pilot)
        await watch.press("scoreboard after a game", "b", "2026 · 1 game")
    with capsys.disabled():
        for word, times in (("by the clock", watch.times), ("of work", watch.work)):
            print(f"\n{word}:", ", ".join(f"{name} {seconds * 1000:.0f}" for name, seconds in times.items()), "ms")
    # Compare processor time, which other work of the machine doesn't change; the clock would include it.
    assert {name: seconds for name, seconds in watch.work.items() if seconds > LIMITS.get(name, LIMIT)} == {}
    if hasattr(os, "getloadavg") and os.getloadavg()[0] <= (os.cpu_count() or 1):
        assert {name: seconds for name, seconds in watch.times.items() if seconds > LIMITS.get(name, LIMIT)} == {}

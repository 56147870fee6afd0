"""The table asks the scorebook in a thread, and every error becomes a sentence."""

import asyncio
import re
import sqlite3
import threading
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from spades_tui import cards
from spades_tui.game.events import Chit
from spades_tui.presentation.scorebook_words import happening_lines
from spades_tui.record.writer import event_line, record_text
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.scorebook import database_store
from spades_tui.scorebook.game_result import GameResult, trusted_result
from spades_tui.scorebook.queries import BookTable, Happened
from spades_tui.scorebook.scoreboard import GameEnd
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import CORRECTABLE, Agreements, Kind
from spades_tui.system.faults import reports
from spades_tui.tui import scorebook_thread
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.scorebook.pages_and_forms import BookPage
from spades_tui.tui.scorebook.person_screen import PersonsScreen
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from spades_tui.tui.scorebook_thread import BookKeeper, TableSeason
from tests.scorebook.earlier import lose
from tests.scorebook.games import Recorded, Season, open_with, verdicts
from tests.scorebook_screens.filled import BEA
from tests.scorebook_screens.helpers import press, reading, wait_for_answer


@pytest.fixture
def app(home: Path) -> SpadesApp:
    return SpadesApp()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the notices that the keeper shows."""
    sentences: list[str] = []
    monkeypatch.setattr(BookKeeper, "tell", lambda self, sentence: sentences.append(sentence))
    return sentences


async def test_catching_up_adds_missing_games_and_reports_broken_records(
    app: SpadesApp, home: Path, told: list[str]
) -> None:
    lose(home)
    (home / "games" / "2026-01-01-000000-0000.spades.jsonl").write_text("nonsense\n")
    async with app.run_test(size=(80, 24)) as pilot:
        app.scorebook.catch_up()
        await wait_for_answer(pilot)
    with open_book(home) as book:
        assert len(book.games()) == 13
    (sentence,) = told
    assert sentence.startswith("A saved game was skipped:")


async def test_a_program_catches_up_once_for_all_waiting_callers(
    app: SpadesApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(home)
    opened: list[int] = []
    real = BookKeeper._book

    def counted(self: BookKeeper) -> Book:
        opened.append(1)
        return real(self)

    monkeypatch.setattr(BookKeeper, "_book", counted)
    monkeypatch.setattr(SpadesApp, "_catch_up", lambda self: None)
    first: list[int] = []
    second: list[int] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.scorebook.catch_up(heard=first.append)
        app.scorebook.catch_up(heard=second.append)
        await wait_for_answer(pilot)
        assert len(opened) == 1
        assert sum(first) == sum(second) == 13
        app.scorebook.catch_up(heard=first.append)
        await wait_for_answer(pilot)
        assert len(opened) == 2
        assert sum(first) == 13


async def test_the_scorebook_is_used_in_a_separate_thread(app: SpadesApp, home: Path) -> None:
    seen: list[int] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.scorebook.ask(lambda book: threading.get_ident(), seen.append)
        await wait_for_answer(pilot)
        (there,) = seen
        assert there != threading.get_ident()


@pytest.mark.rule("3B-27", "3B-30")
async def test_the_keeper_asks_for_the_chit_before_ceremony_and_hearings(app: SpadesApp, home: Path) -> None:
    season = Season(home)
    season.on("2026-04-06")
    season.play(BEA, perfect=(2,))  # Cy holds a chit now
    path = hunted(season)
    ends: list[GameEnd] = []
    decisions: list[str | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        keeper = app.scorebook
        keeper.ask(lambda book: book.must_decide(path), decisions.append)
        await wait_for_answer(pilot)
        (first,) = decisions
        assert first == "Cy"
        path.write_text(path.read_text("utf-8") + record_text([event_line(Chit(2, None))]))
        keeper.ask(lambda book: book.must_decide(path), decisions.append)
        keeper.ask(lambda book: book.end_of(path), ends.append)
        await wait_for_answer(pilot)
        (end,) = ends
        assert decisions[-1] is None
        assert end.table is not None
        assert end.table.name == "Lunch"
        words = [words for _, words in happening_lines(end.happened, end.table)]
        assert any("tray person" in sentence for sentence in words)
        keeper.ask(lambda book: book.hear(path, 1, cards.parse("AS"), {"Cy": True}), lambda _: None)
        await wait_for_answer(pilot)
        assert verdicts(season.book, season.book.games(limit=1)[0].id) == {"Ann": True}
        carried: list[int] = []
        violator = season.book.person("Cy").id
        lunch = end.table.id
        keeper.ask(lambda book: book.tick_carried(violator, lunch), carried.append)
        await wait_for_answer(pilot)
        assert carried[0] > 0
        assert season.book.scoreboard(lunch).violators == ()
    season.book.close()


async def test_an_unfinished_game_has_no_chit_ceremony_or_hearing(app: SpadesApp, home: Path) -> None:
    season = Season(home)
    path = season.write(BEA)
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:4]))
    ends: list[GameEnd] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.scorebook.ask(lambda book: book.end_of(path), ends.append)
        await wait_for_answer(pilot)
    assert ends == [GameEnd()]
    season.book.close()


def no_answer(answer: object) -> None:
    pytest.fail(f"{answer} came back")


async def test_every_scorebook_error_is_one_sentence(app: SpadesApp, home: Path, told: list[str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        keeper = app.scorebook
        keeper.ask(lambda book: book.end_of(home / "games" / "nothing.spades.jsonl"), no_answer)
        await wait_for_answer(pilot)
        keeper.ask(lambda book: 1 / 0, no_answer)
        await wait_for_answer(pilot)
        assert app.is_running
    assert len(told) == 2
    assert "nothing.spades.jsonl can't be read" in told[0]
    assert told[1] == "The scorebook can't be opened now (ZeroDivisionError). No game is lost."
    (report,) = reports()  # of the second one, which is a fault of the program
    assert "ZeroDivisionError in" in report.read_text("utf-8")


async def test_a_locked_scorebook_is_reported_and_read_later(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_with(monkeypatch, patience=0.05)
    (home / "games" / "2026-05-01-120000-0001.spades.jsonl").write_bytes(
        next((home / "games").glob("2026-03-01*")).read_bytes().replace(b'"game": 1', b'"game": 7')
    )
    other = sqlite3.connect(home / "scorebook.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    async with reading() as seat:
        await seat.press("b")
        assert "another program is writing in it" in seat.said
        assert seat.sees("✗")
        other.execute("ROLLBACK")
        await seat.press("r")
        assert not seat.sees("another program")
        assert seat.sees("2026 · 3 games")
    other.close()


async def test_a_damaged_scorebook_is_set_aside_and_rebuilt(home: Path, told: list[str]) -> None:
    (home / "scorebook.sqlite3").write_bytes(b"no database at all" * 100)
    async with reading() as seat:
        await seat.press("b", "down")
        assert seat.sees("2026 · 7 games")
    (sentence,) = told
    assert sentence.startswith("The scorebook was damaged. The damaged file is kept as scorebook.damaged-")
    assert list(home.glob("scorebook.damaged-*.sqlite3"))


def slow_book(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Return an event that must be set before a scorebook opens."""
    gate = threading.Event()

    def slow(folder: Path | None = None) -> object:
        gate.wait(60)
        return open_book(folder)

    monkeypatch.setattr("spades_tui.scorebook.scorebook.open_book", slow)
    return gate


async def test_the_page_is_shown_before_the_scorebook_is_open_and_can_be_left(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = slow_book(monkeypatch)
    async with reading() as seat:
        await seat.type("b")
        await seat.wait("Opening the scorebook …")
        await seat.type("escape")
        await seat.wait("Quick game")
        await seat.type("b", "t", "d", "g", "left", "tab")
        gate.set()
        await seat.answered()
        assert not seat.sees("Opening")
        assert seat.heading.startswith("Scorebook")


async def test_games_added_by_another_program_are_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look_through = BookScreen._catch_up

    def too_late(self: BookScreen) -> None:
        with open_book(home) as book:
            book.records.catch_up()
        look_through(self)

    monkeypatch.setattr(SpadesApp, "_catch_up", lambda self: None)
    monkeypatch.setattr(BookScreen, "_catch_up", too_late)
    async with reading() as seat:
        await seat.press("b")
        assert "Lunch" in seat.listed
        assert seat.sees("2026 · 2 games")


async def test_a_page_asks_the_scorebook_once_when_it_opens(app: SpadesApp, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[PersonsScreen] = []
    load = PersonsScreen.load

    def counted(page: PersonsScreen) -> None:
        loaded.append(page)
        load(page)

    monkeypatch.setattr(PersonsScreen, "load", counted)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PersonsScreen())
        await wait_for_answer(pilot)
        assert len(loaded) == 1


def test_every_kind_of_scorebook_entry_has_its_words() -> None:
    table = BookTable("t", "Lunch", Agreements("week", "makes the tea", "a cake"), 1, ("Ann", "Cy"))

    def sentences(happened: list[Happened], table: BookTable, you: str = "") -> list[str]:
        return [words for _, words in happening_lines(happened, table, you)]

    silent = {Kind.GAME, Kind.STAR}
    for kind in Kind:
        for amount in (1, -1):
            words = sentences([Happened(date(2026, 3, 2), "p:ann", "Ann", kind, amount, "Cy", "g")], table)
            assert len(words) == 0 if kind in silent else len(words) == 1 or amount < 0
    for kind in CORRECTABLE:  # between games, some are noted, the others corrected
        (sentence,) = sentences([Happened(date(2026, 3, 2), "p:ann", "Ann", kind, -1, None, None)], table)
        noted = kind in {Kind.PILE, Kind.TRAY, Kind.DECK, Kind.ZERO_BUDDY}
        assert sentence.startswith("Corrected by hand") != noted, sentence
    tray = [
        Happened(date(2026, 3, 2), "p:ann", "Ann", Kind.TRAY_PERSON, 1, None, "g"),
        Happened(date(2026, 3, 2), "p:ann", "Ann", Kind.PILE, 1, None, "g"),
    ]
    assert sentences(tray, table) == ["Ann is the tray person.", "Ann makes the tea."]
    assert sentences(tray, table, "Ann") == ["You are the tray person.", "You make the tea."]
    for kind in Kind:
        for amount in (1, -1):
            one = Happened(date(2026, 3, 2), "p:ann", "Ann", kind, amount, "Cy", "g")
            said = " ".join(sentences([one], table, "Ann"))
            assert "Ann" not in said
            assert not re.search(r"\b[Yy]ou (is|has|was|\w+s)\b", said), said
    late = [*tray[:1], Happened(date(2026, 3, 2), "p:cy", "Cy", Kind.PILE, 1, None, "g")]
    assert sentences(late, table)[1] == "The trays pile up for Cy, the violator."


def hunted(season: Season) -> Path:
    """Write a game with Cy last, where Bea bids zero in the first hand and Ann and Cy have marked each other's card."""
    record = Recorded(season.now, dealer=2, hands=2)
    record.hand_of((13, 0, 1), marks=((0, 2), (2, 0))).hand_of((3, 13, 1))
    path = season.path()
    path.write_text(record.text, "utf-8")
    return path


@pytest.mark.rule("3B-27", "3B-30")
async def test_a_table_asks_its_questions_when_the_game_ends(app: SpadesApp, home: Path, told: list[str]) -> None:
    season = Season(home)
    season.on("2026-04-06").play(BEA, perfect=(2,))
    path = hunted(season)
    async with app.run_test(size=(80, 24)) as pilot:
        of_table = TableSeason(app.scorebook, path)
        assert await of_table.answer_about("Cy", Book.must_decide) == "Cy"
        assert await of_table.answer_about("Ann", Book.must_decide) != "Ann"
        of_table.game_over()
        of_table.record_votes(CardToJudge(1, 0, cards.parse("AS"), (2,), (0, 2)), {"Cy": True})
        await wait_for_answer(pilot)
        nowhere = TableSeason(app.scorebook, None)
        assert await nowhere.answer_about("Cy", Book.must_decide) is None
        nowhere.game_over()
        broken = TableSeason(app.scorebook, path.with_name("nothing"))
        assert await broken.answer_about("Cy", Book.must_decide) is None
    (sentence,) = told
    assert "nothing can't be read" in sentence
    game = season.book.games(limit=1)[0].id
    assert verdicts(season.book, game) == {"Ann": True}
    season.book.close()


async def test_a_table_does_not_wait_long_for_the_scorebook(
    app: SpadesApp, home: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spades_tui.tui.scorebook_thread._MOMENT", 0.05)
    gate = threading.Event()
    async with app.run_test(size=(80, 24)) as pilot:
        keeper = app.scorebook
        keeper.ask(lambda book: gate.wait(60), lambda answer: None)
        await pilot.pause()
        season = TableSeason(keeper, home / "games" / "x")
        assert await season.answer_about("Cy", Book.must_decide) is None
        gate.set()
        await wait_for_answer(pilot)
    assert told == ["The scorebook doesn't answer. You can keep playing."]


async def test_the_page_shows_the_progress_of_a_rebuild(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorebook_thread, "_OFTEN", 5)
    sentences: list[str] = []

    async with reading() as seat:
        await seat.press("b", "p", "end", "enter")
        say = BookPage.say

        def heard(page: BookPage, sentence: str) -> None:
            sentences.append(sentence)
            say(page, sentence)

        monkeypatch.setattr(BookPage, "say", heard)
        await seat.press("m", "down", "enter", "y")
        assert seat.said == "Dot merged with Bea."
    assert "Updating the scorebook: 5 of 13 games …" in sentences
    assert "Updating the scorebook: 10 of 13 games …" in sentences


async def test_a_long_import_ends_with_the_program_and_resumes_later(
    app: SpadesApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, games = threading.Event(), []

    def slowly(data: Any) -> GameResult:
        games.append(data)
        begun.set()
        time.sleep(2.0)
        return trusted_result(data)

    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        monkeypatch.setattr(database_store, "trusted_result", slowly)
        app.scorebook.ask(lambda book: book.merge("Dot", "Bea"), lambda answer: None)
        assert await asyncio.to_thread(begun.wait, 300)
    assert len(games) < 13, "not all"
    monkeypatch.undo()
    monkeypatch.setenv("SPADES_TUI_HOME", str(home.parent))
    with open_book(home) as book:
        assert book.person("Dot").name == "Bea"

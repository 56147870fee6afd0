"""The pages of a person and of games show, rename, merge, delete, restore and export."""

import csv
import json
import re
from pathlib import Path

import pytest

from spades_tui.scorebook import statistics
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.statistics import FEATS
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen
from spades_tui.tui.scorebook.games_screen import AfterGameScreen, GamesScreen, ProgressView
from spades_tui.tui.scorebook.person_screen import PersonScreen, PersonsScreen
from spades_tui.tui.widgets.fields import TextField
from tests.scorebook.cast_games import recorded
from tests.scorebook.games import Season
from tests.scorebook_screens.helpers import labels, numbers, press, said, shown
from tests.screens.looking import top_screen
from tests.sizes import LARGE, SMALL, at_each_size

QUARTERS = set("▘▝▀▖▌▞▛▗▚▐▜▄▙▟")


@at_each_size(SMALL, LARGE)
async def test_a_persons_page_has_numbers_by_variant_and_charts(
    app: SpadesApp, home: Path, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await press(pilot, "b", "p", "enter")
        assert isinstance(app.screen, PersonScreen)
        page = shown(pilot)
        assert labels(pilot) == ["All games", "3B for three", "Sandbags"]
        assert "69% of 13" in page
        assert QUARTERS & set(page)
        assert "░░" in page
        await press(pilot, "down", "down")
        assert "Sandbags · 2 games" in shown(pilot)
        words = numbers(pilot)
        assert "games won 50% of 2" in words
        assert "luck —" in words
        assert "best partner Cy, 1 of 2" in words
        await press(pilot, "right")
        assert "ahead" in shown(pilot)


@at_each_size(SMALL, LARGE)
async def test_a_persons_page_has_their_feats(
    app: SpadesApp, home: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app.run_test(size=size) as pilot:
        await press(pilot, "b", "p", "enter")
        assert "★" not in shown(pilot)
        monkeypatch.setattr(statistics, "feats_of", lambda connection, person: FEATS)
        await press(pilot, "down")
        page = shown(pilot)
        assert page.count("★") == 3 and page.count("points a hand, week by week") == 1


@at_each_size(SMALL, LARGE)
async def test_computer_players_have_pages(app: SpadesApp, home: Path, size: tuple[int, int]) -> None:
    season = Season(home)
    season.on("2026-03-09")
    path, won = recorded(season, ("Ann", "Bea=club/bold", "Cy=strong", "Dot=club/careful"), 1)
    season.book.records.take_in(path)
    season.book.close()
    async with app.run_test(size=size) as pilot:
        await press(pilot, "b", "p", "enter", "right")
        assert "with and against whom  2 of 3" in shown(pilot)
        await press(pilot, "right")
        page = [" ".join(line.split()) for line in shown(pilot).splitlines()]
        assert any("computer players by name 3 of 3" in line for line in page)
        habit = "bids boldly" if size == LARGE else "bold"
        assert any(line.endswith(f"Bea {habit} — — 1 {int(won)}") for line in page), page
        assert any(line.endswith(f"1 {int(won)} — —") and " Cy " in f" {line}" for line in page), page
        await press(pilot, "left", "left")
        assert "numbers  1 of 3" in shown(pilot)
        await press(pilot, "left", "escape", "down", "enter", "left")
        assert "2 of 2" in shown(pilot), "Bea, the person, has met none of them"


async def test_charts_in_ascii_use_no_block_characters(app: SpadesApp, home: Path) -> None:
    from msgspec.structs import replace

    async with app.run_test(size=(80, 24)) as pilot:
        app._settings = replace(app.settings, letters=True)
        await press(pilot, "b", "p", "enter")
        page = shown(pilot)
    assert not QUARTERS & set(page)
    assert "##" in page


async def test_a_person_is_renamed(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "p", "down", "enter", "n")
        app.screen.query_one(TextField).value = "Beatrice"
        await press(pilot, "enter")
        assert said(pilot) == "Bea is now called Beatrice."
        assert "Beatrice" in shown(pilot)
        await press(pilot, "n")
        app.screen.query_one(TextField).value = "Ann"
        await press(pilot, "enter")
        assert "Ann exists already" in said(pilot)
        await press(pilot, "escape")
        assert isinstance(app.screen, PersonsScreen)
        assert "Beatrice" in labels(pilot)
    with open_book(home) as book:
        assert book.person("Bea").name == "Beatrice"


async def test_two_people_are_merged_after_two_questions(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "p", "end", "enter", "m", "down", "enter")
        assert "Merge Dot with Bea?" in shown(pilot)
        await press(pilot, "enter")  # the answer that changes nothing is preselected
        with open_book(home) as book:
            assert book.person("Dot").id == "p:dot"
        await press(pilot, "enter", "y")  # the list of people is still there
        assert said(pilot) == "Dot merged with Bea."
        assert top_screen(app, PersonScreen).person == "p:bea"
    with open_book(home) as book:
        assert book.person("Dot").name == "Bea"


@at_each_size(SMALL, LARGE)
async def test_games_are_listed_newest_first_with_their_course(
    app: SpadesApp, home: Path, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await press(pilot, "b", "g")
        assert isinstance(app.screen, GamesScreen)
        assert [label.split()[0] for label in labels(pilot)] == ["2", "1"]
        view = app.screen.query_one(ProgressView)
        assert view.state is not None and view.state[0] is not None and view.state[0].course
        assert re.search(r"Sandbags · \d+ hands · 2 March 2026", shown(pilot))
        assert QUARTERS & set(shown(pilot))
        before = view.state[0]
        await press(pilot, "down")
        assert view.state[0] != before


async def test_enter_shows_the_results_of_a_game(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "down", "g", "enter")
        assert isinstance(app.screen, AfterGameScreen)
        assert "This game in the scorebook  Lunch" in shown(pilot)
        assert "is the tray person." in shown(pilot)
        await press(pilot, "escape")
        assert isinstance(app.screen, GamesScreen)
        await press(pilot, "x", "y", "enter")  # a deleted game has no results
        assert isinstance(app.screen, GamesScreen)


async def test_a_question_of_one_line_says_how_to_answer_it(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "p", "enter", "n")
        foot = shown(pilot).splitlines()[-1]
        assert "⏎ confirm" in foot
        assert "Esc back" in foot


async def test_enter_shows_the_next_page_of_a_person(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "p", "enter", "enter")
        assert "2 of 2" in shown(pilot)


async def test_a_game_is_deleted_after_a_question_and_restored(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "g", "x", "enter")  # "Keep it" is preselected
        with open_book(home) as book:
            assert len(book.games()) == 13
        await press(pilot, "x", "y")
        assert "r restores it" in said(pilot)
        assert "✗ deleted" in shown(pilot)
        assert app.screen.check_action("delete", ()) is False
        with open_book(home) as book:
            assert len(book.games()) == 12
        await press(pilot, "r")
        assert said(pilot) == "Game restored."
    with open_book(home) as book:
        assert len(book.games()) == 13


async def test_games_are_shown_page_by_page(app: SpadesApp, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.tui.scorebook.games_screen.PAGE", 5)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "p", "enter", "g")
        assert len(labels(pilot)) == 5
        assert "1–5 of more" in shown(pilot)
        await press(pilot, "right", "right")
        assert "11–13" in shown(pilot)
        assert len(labels(pilot)) == 3
        await press(pilot, "right")
        assert "11–13" in shown(pilot)
        await press(pilot, "left")
        assert "6–10" in shown(pilot)


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
async def test_an_export_never_overwrites_a_file(app: SpadesApp, home: Path, name: str) -> None:
    path = home / name
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "e")
        app.screen.query_one(TextField).value = str(path)
        await press(pilot, "enter")
        assert "Scorebook exported to" in said(pilot)
        before = path.read_bytes()
        await press(pilot, "e")
        app.screen.query_one(TextField).value = str(path)
        await press(pilot, "enter")
        assert "exists already" in said(pilot)
        await press(pilot, "e")
        app.screen.query_one(TextField).value = str(home / "nowhere" / "x")
        await press(pilot, "enter")
        assert "can't be written" in said(pilot)
    assert path.read_bytes() == before
    text = before.decode()
    if name.endswith("csv"):
        assert {row["event"] for row in csv.DictReader(text.splitlines())} >= {"game", "carried"}
    else:
        assert json.loads(text.splitlines()[0])["event"] == "book"


async def test_all_hands_of_a_finished_game_come_from_its_record(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "g", "o")
        screen = app.screen
        assert isinstance(screen, OpenHandsScreen)
        assert (screen.hand.number, screen.place) == (1, 0)
        assert all(hand.scored for hand in screen.game.hands)
        assert all(name in shown(pilot) for name in screen.game.names)
        await press(pilot, "escape")
        assert isinstance(app.screen, GamesScreen)
        assert app.screen.chosen is not None
        assert app.screen.chosen.file is not None
        (home / "games" / app.screen.chosen.file).unlink()
        await press(pilot, "o")
        assert isinstance(app.screen, GamesScreen)
        assert "can't be read" in said(pilot)

"""The pages of a person and of games show, rename, merge, delete, restore and export."""

import csv
import json
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from spades_tui.presentation.person_words import figures, points_by_week
from spades_tui.scorebook import statistics
from spades_tui.scorebook.feats import FEATS
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.statistics import PersonStatistics, Together, WeekPoints
from tests.scorebook.cast_games import recorded
from tests.scorebook.games import Season
from tests.scorebook_screens.helpers import reading
from tests.scorebook_screens.scenes import ladder
from tests.sizes import LARGE, SMALL, at_each_size

LINES = set(map(chr, range(0x2801, 0x2900)))
"""Braille, whose dots draw the line of a chart."""


@at_each_size(SMALL, LARGE)
async def test_a_persons_page_has_numbers_by_variant_and_charts(home: Path, size: tuple[int, int]) -> None:
    async with reading(size) as seat:
        await seat.press("b", "p", "enter")
        assert seat.listed == ["All games", "3B for three", "Sandbags"]
        assert seat.sees("69% of 13", "░░")
        assert LINES & set(seat.text)
        await seat.press("down", "down")
        assert seat.sees("Sandbags · 2 games", "games won 1 of 2", "luck —", "best partner Cy, 1 of 2")
        await seat.press("pagedown", "pagedown")
        assert seat.sees("ahead")


def test_a_computer_player_can_be_the_best_partner() -> None:
    partner = Together("c:strong", "Computer (strong)", games=1, wins=1, ahead=0)
    one = PersonStatistics(person="ann", name="Ann", computer=False, variant=None, variants=(), partners=(partner,))
    assert ("best partner", "computer, 1 of 1") in figures(one)


def test_weeks_are_drawn_in_steps_of_equal_length() -> None:
    """A step without hands repeats the one before."""

    def week(number: int, hands: int, points: int) -> WeekPoints:
        return WeekPoints(date(2026, 1, 5) + timedelta(weeks=number), hands, points)

    assert points_by_week([week(0, 2, 20), week(2, 1, -5)], 10) == [10, 10, -5]
    assert points_by_week([week(0, 1, 10), week(1, 1, 30), week(3, 2, 0)], 2) == [20, 0]


@at_each_size(SMALL, LARGE)
async def test_a_persons_page_has_their_feats(
    home: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "feats_of", lambda connection, person: ())
    async with reading(size) as seat:
        await seat.press("b", "p", "enter")
        assert not seat.sees("★")
        monkeypatch.setattr(statistics, "feats_of", lambda connection, person: FEATS[:3])
        await seat.press("down")
        page = seat.text
        assert page.count("★") == 3 and page.count("points a hand, week by week") == 1


@at_each_size(SMALL, LARGE)
async def test_computer_players_have_pages(home: Path, size: tuple[int, int]) -> None:
    season = Season(home)
    season.on("2026-03-09")
    path, won = recorded(season, ("Ann", "Bea=club/bold", "Cy=strong", "Dot=club/careful"), 1)
    season.book.records.take_in(path)
    season.book.close()
    async with reading(size) as seat:
        await seat.press("b", "p", "enter", "pagedown", "pagedown", "pagedown")
        page = [" ".join(line.split()) for line in seat.lines]
        habit = "bids boldly" if size == LARGE else "bold"
        assert any(line.endswith(f"Bea {habit} — — 1 {int(won)}") for line in page), page
        assert any(line.endswith(f"1 {int(won)} — —") and " Cy " in f" {line}" for line in page), page
        await seat.press("escape", "down", "enter", "pagedown", "pagedown", "pagedown")
        assert seat.sees("Against") and not seat.sees("By name"), "Bea, the person, has met none of them"


@at_each_size(SMALL, LARGE)
async def test_games_are_listed_newest_first_with_their_course(home: Path, size: tuple[int, int]) -> None:
    async with reading(size) as seat:
        await seat.press("b", "g")
        assert seat.place == "games"
        assert [row.split()[0] for row in seat.listed[:3]] == ["date", "2", "1"]
        assert re.search(r"Sandbags · \d+ hands · 2 March 2026", seat.text)
        assert LINES & set(seat.text)
        await seat.press("down")
        assert re.search(r"Sandbags · \d+ hands · 1 March 2026", seat.text)


async def test_games_are_sorted_by_a_click_on_a_head(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "p", "enter", "g")
        assert seat.listed[1].split()[1] == "Mar"
        chosen = seat.chosen
        await seat.click("game ")
        games = [line[13:26] for line in seat.lines[3:8]]
        assert games == sorted(games) and seat.chosen == chosen
        await seat.click("date")
        assert seat.listed[1] == chosen


async def test_enter_shows_the_results_of_a_game(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "down", "g", "enter")
        assert seat.heading == "This game in the scorebook  Lunch"
        assert seat.sees("is the tray person.")
        await seat.press("escape")
        assert seat.place == "games"
        await seat.press("x", "y", "enter")  # a deleted game has no results
        assert seat.place == "games"


async def test_a_question_of_one_line_says_how_to_answer_it(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "p", "enter", "n")
        assert "⏎ confirm" in seat.footer
        assert "Esc back" in seat.footer


async def test_enter_scrolls_a_persons_page(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "p", "enter", "enter")
        assert seat.sees("Against")


async def test_a_long_ladder_is_scrolled_by_keys(home: Path) -> None:
    async with reading() as seat:
        await ladder(seat._pilot)
        assert not seat.sees("day by day")
        await seat.press("pagedown")
        assert seat.sees("day by day")


async def test_a_game_is_deleted_after_a_question_and_restored(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "g", "x", "enter")  # "Keep it" is preselected
        with open_book(home) as book:
            assert len(book.games()) == 13
        await seat.press("x", "y")
        assert "r restores it" in seat.said
        assert seat.sees("✗ deleted")
        assert "x delete" not in seat.footer
        with open_book(home) as book:
            assert len(book.games()) == 12
        await seat.press("r")
        assert seat.said == "Game restored."
    with open_book(home) as book:
        assert len(book.games()) == 13


async def test_games_are_shown_page_by_page(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.tui.scorebook.games_screen.PAGE", 5)
    async with reading() as seat:
        await seat.press("b", "p", "enter", "g")
        assert len(seat.listed) == 1 + 5
        assert seat.sees("1–5 of more")
        await seat.press("right", "right")
        assert seat.sees("11–13")
        assert len(seat.listed) == 1 + 3
        await seat.press("right")
        assert seat.sees("11–13")
        await seat.press("left")
        assert seat.sees("6–10")


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
async def test_an_export_never_overwrites_a_file(home: Path, name: str) -> None:
    path = home / name
    async with reading() as seat:
        await seat.press("b", "e")
        await seat.write(str(path))
        await seat.press("enter")
        assert "Scorebook exported to" in seat.said
        before = path.read_bytes()
        await seat.press("e")
        await seat.write(str(path))
        await seat.press("enter")
        assert "exists already" in seat.said
        await seat.press("e")
        await seat.write(str(home / "nowhere" / "x"))
        await seat.press("enter")
        assert "can't be written" in seat.said
    assert path.read_bytes() == before
    text = before.decode()
    if name.endswith("csv"):
        assert {row["event"] for row in csv.DictReader(text.splitlines())} >= {"game", "carried"}
    else:
        assert json.loads(text.splitlines()[0])["event"] == "book"


async def test_all_hands_of_a_finished_game_come_from_its_record(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "g", "o")
        assert seat.heading.startswith("All hands · Sandbags · hand 1 of 2")
        assert seat.heading.endswith("1 of 58")
        assert seat.sees("Ann", "Bea", "Cy", "Dot")
        await seat.press("escape")
        assert seat.place == "games"
        next((home / "games").glob("2026-03-02*")).unlink()
        await seat.press("o")
        assert seat.place == "games"
        assert "can't be read" in seat.said

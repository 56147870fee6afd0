"""The screen of the deal of the day."""

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.analysis import other_tables
from spades_tui.analysis.other_tables import parts_of_tables
from spades_tui.play import daily
from spades_tui.play.daily import FIRST, GAMES, table_of_day
from spades_tui.system import faults
from spades_tui.tui.app_host import GROUND
from spades_tui.tui.frame import TooSmallScreen
from spades_tui.tui.review.review_screen import ReviewScreen
from spades_tui.tui.setup import daily_screen
from spades_tui.tui.setup.daily_screen import DailyScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from tests.screens.looking import screen_text, wait_until
from tests.setup.daily_days import DAY, play_day, play_hand
from tests.setup.helpers import NotedApp, labels, press, shown
from tests.sizes import LARGE, SMALL, at_each_size


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be that day, and forget comparisons of other tests."""
    monkeypatch.setattr(daily, "utc_today", lambda: DAY)
    monkeypatch.setattr(daily_screen, "_COMPARED", {})
    monkeypatch.setattr(other_tables, "parts_of_tables", lambda table: parts_of_tables(table, 20))


def daily_of(app: NotedApp) -> DailyScreen:
    assert isinstance(app.screen, DailyScreen)
    return app.screen


def notes(app: NotedApp) -> list[str]:
    return [choice.note for choice in app.screen.query_one(ChoiceList).choices[: len(GAMES)]]


@at_each_size(SMALL, LARGE)
async def test_enter_begins_the_next_hand_of_the_day(app: NotedApp, home: Path, size: tuple[int, int]) -> None:
    play_hand(home / "data" / "games", DAY, "sandbags")
    async with app.run_test(size=size) as pilot:
        await press(pilot, "d")
        assert isinstance(app.screen, DailyScreen)
        assert labels(pilot)[:4] == ["Sandbags", "Jokers", "Bemo", "Puzzles"]
        assert len(labels(pilot)) == 7
        await press(pilot, "enter")
    (setup,) = app.started
    assert (setup.seed, setup.dealer, setup.variant) == (
        (of_day := table_of_day(DAY, "jokers")).seed, of_day.dealer, of_day.variant
    )  # fmt: skip
    assert setup.seats[0].name == "Ann"


async def test_results_are_compared_and_copied(app: NotedApp, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        play_hand(home / "data" / "games", DAY, game)
    copied: list[str] = []
    monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "d")
        assert await wait_until(lambda: all("of 20 tables" in note for note in notes(app)))
        assert "1-day streak" in shown(pilot)
        await press(pilot, "y")
        assert copied == [daily_of(app).line()] and copied[0].startswith(f"Spades daily {DAY}")
        await press(pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, DailyScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)


async def test_a_fault_in_the_comparison_leaves_it_out(
    app: NotedApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(table: object, chair: int) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(other_tables, "expert_points", fails)
    monkeypatch.setattr(app.apart, "wanted", False)
    for game in GAMES:
        play_hand(home / "data" / "games", DAY, game)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "d")
        assert await wait_until(lambda: bool(faults.reports()))
        await app.workers.wait_for_complete()
        assert not any("tables" in note for note in notes(app))
        assert isinstance(app.screen, DailyScreen)


async def test_an_unfinished_hand_is_resumed(app: NotedApp, home: Path) -> None:
    path = play_hand(home / "data" / "games", DAY, "sandbags")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:6]))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "d", "enter")
    assert app.resumed == [path] and not app.started


async def test_earlier_days_are_shown_but_none_before_the_first_or_after_today(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "d", "right")
        assert daily_of(app).day == DAY
        await press(pilot, "left")
        assert daily_of(app).day == DAY - timedelta(days=1)
        daily_of(app).day = FIRST
        await press(pilot, "left")
        assert daily_of(app).day == FIRST


async def test_a_key_without_use_says_why(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "d", "y")
        assert "no line yet" in shown(pilot)


async def test_a_program_that_begins_with_the_day_goes_home_from_it(app: NotedApp) -> None:
    app.opens_first = partial(daily_screen.show_day, app)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DailyScreen) and not any(isinstance(one, HomeScreen) for one in app.screen_stack)
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "d", "escape", "escape")
        assert isinstance(app.screen, HomeScreen) and len(app.screen_stack) == GROUND


async def test_a_clock_before_the_first_day_shows_no_deals(app: NotedApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "utc_today", lambda: FIRST - timedelta(days=1))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "d")
        assert isinstance(app.screen, HomeScreen)
        assert [str(FIRST) in notice.message for notice in app._notifications] == [True]
        monkeypatch.setattr(daily, "utc_today", lambda: DAY)
        await press(pilot, "d")
        monkeypatch.setattr(daily, "utc_today", lambda: FIRST - timedelta(days=1))
        daily_of(app).on_screen_resume()
        assert daily_of(app).day == DAY


async def test_a_terminal_that_is_too_small_for_the_day_says_so(app: NotedApp) -> None:
    app.opens_first = partial(daily_screen.show_day, app)
    async with app.run_test(size=(30, 8)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        assert "saved" not in screen_text(app)


def test_the_page_imports_nothing_that_only_reviews_claims_and_comparisons_need() -> None:
    """The page is ready about as fast as a table; it once imported the search, the review, the scorebook and home."""
    code = "import sys, spades_tui.commands.daily, spades_tui.tui.setup.daily_screen; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    loaded = done.stdout.split()
    kept = ("spades_tui.bots.search", "spades_tui.bots.advice", "spades_tui.analysis.review", "sqlite3",
            "spades_tui.commands.daily_text", "spades_tui.tui.review", "spades_tui.analysis.other_tables",
            "spades_tui.tui.dialogs", "spades_tui.tui.setup.home", "spades_tui.tui.scorebook_thread")  # fmt: skip
    assert not [name for name in loaded if name.startswith(kept)]


@at_each_size(SMALL, LARGE)
def test_the_page_of_a_played_day_is_as_pictured(
    app: NotedApp, home: Path, size: tuple[int, int], snap_compare: Callable[..., bool]
) -> None:
    for day in (DAY - timedelta(days=1), DAY):
        play_day(home / "data" / "games", day)

    async def compared(pilot: Pilot[int]) -> None:
        await press(pilot, "d")
        assert await wait_until(lambda: all("of 20 tables" in note for note in notes(app)))
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=compared)

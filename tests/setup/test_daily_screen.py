"""The screen of the deal of the day."""

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.analysis import duplicate
from spades_tui.analysis.duplicate import _points, parts_of_tables
from spades_tui.play import daily
from spades_tui.play.daily import FIRST, GAMES, table_of_day
from spades_tui.play.setup import TableSetup
from spades_tui.system import faults
from tests.driver import Driver, driving
from tests.setup.daily_days import DAY, play_day, play_hand
from tests.setup.helpers import DayApp, NotedApp, forget_comparisons
from tests.sizes import LARGE, SMALL, at_each_size

POINTS: dict[tuple[str, int], int] = {}
"""The points at the tables that tests have compared."""


def points(setup: TableSetup, chair: int) -> int:
    """Return the points in the chair, worked out once for all tests."""
    key = repr(setup), chair
    if key not in POINTS:
        POINTS[key] = _points(setup, chair)
    return POINTS[key]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be that day, and forget comparisons of other tests."""
    monkeypatch.setattr(daily, "utc_today", lambda: DAY)
    monkeypatch.setattr(duplicate, "_points", points)
    monkeypatch.setattr(duplicate, "parts_of_tables", lambda table: parts_of_tables(table, 20))
    forget_comparisons()


async def compared(seat: Driver) -> None:
    """Open the day, and wait until all its hands are compared."""
    await seat.press("d")
    await seat.work_ends()
    assert seat.text.count("of 20 tables") == len(GAMES)


@at_each_size(SMALL, LARGE)
async def test_enter_begins_the_next_hand_of_the_day(app: NotedApp, home: Path, size: tuple[int, int]) -> None:
    play_hand(home / "data" / "games", DAY, "sandbags")
    async with driving(app, size) as seat:
        await seat.press("d")
        assert seat.place == "day"
        assert seat.choices[:4] == ["Sandbags", "Jokers", "Bemo", "Puzzles"]
        assert len(seat.choices) == 7
        await seat.press("enter")
    (setup,) = app.started
    of_day = table_of_day(DAY, "jokers")
    assert (setup.seed, setup.dealer, setup.variant) == (of_day.seed, of_day.dealer, of_day.variant)
    assert setup.seats[0].name == "Ann"


async def test_results_are_compared_and_copied(app: NotedApp, home: Path) -> None:
    play_day(home / "data" / "games", DAY)
    async with driving(app, LARGE) as seat:
        await compared(seat)
        assert seat.sees("1-day streak")
        await seat.press("y")
        assert seat.clipboard.startswith(f"Spades daily {DAY}")
        assert seat.sees(seat.clipboard)
        for key, place in (("enter", "review"), ("escape", "day"), ("escape", "home")):
            await seat.press(key)
            assert seat.place == place


async def test_the_line_to_paste_is_shown_whole_in_a_small_terminal(app: NotedApp, home: Path) -> None:
    play_day(home / "data" / "games", DAY)
    async with driving(app, SMALL) as seat:
        await compared(seat)
        await seat.press("y")
        words = " ".join(seat.text.split())
        assert " ".join(seat.clipboard.split()) in words
        assert "Points of each day" in words


async def test_a_fault_in_the_comparison_leaves_it_out(
    app: NotedApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(table: object, chair: int) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(duplicate, "expert_points", fails)
    play_day(home / "data" / "games", DAY)
    async with driving(app) as seat:
        await seat.press("d")
        await seat.work_ends()
        assert faults.reports()
        assert seat.place == "day" and not seat.sees("tables")


async def test_an_unfinished_hand_is_resumed(app: NotedApp, home: Path) -> None:
    path = play_hand(home / "data" / "games", DAY, "sandbags")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:6]))
    async with driving(app) as seat:
        await seat.press("d", "enter")
    assert app.resumed == [path] and not app.started


async def test_earlier_days_are_shown_but_none_before_the_first_or_after_today(
    app: NotedApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = FIRST + timedelta(days=1)
    monkeypatch.setattr(daily, "utc_today", lambda: today)
    async with driving(app) as seat:
        await seat.press("d")
        for key, day in (("right", today), ("left", FIRST), ("left", FIRST), ("right", today)):
            await seat.press(key)
            assert str(day) in seat.heading


async def test_a_key_without_use_says_why(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("d", "y")
        assert seat.sees("no line yet")


async def test_a_program_that_begins_with_the_day_goes_home_from_it() -> None:
    async with driving(DayApp()) as seat:
        assert seat.place == "day"
        for key, place in (("escape", "home"), ("d", "day"), ("escape", "home"), ("escape", "home")):
            await seat.press(key)
            assert seat.place == place and seat.running


async def test_a_clock_before_the_first_day_shows_no_deals(app: NotedApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "utc_today", lambda: FIRST - timedelta(days=1))
    async with driving(app) as seat:
        notices = seat.notices()
        await seat.press("d")
        assert seat.place == "home"
        assert [str(FIRST) in notice for notice in notices] == [True]
        monkeypatch.setattr(daily, "utc_today", lambda: DAY)
        await seat.press("d")
        monkeypatch.setattr(daily, "utc_today", lambda: FIRST - timedelta(days=1))
        await seat.press("question_mark", "escape")
        assert seat.place == "day" and str(DAY) in seat.heading


async def test_a_terminal_that_is_too_small_for_the_day_says_so() -> None:
    async with driving(DayApp(), (30, 8)) as seat:
        assert seat.sees("need a window of")
        assert not seat.sees("saved")


def test_the_page_imports_nothing_that_only_reviews_claims_and_comparisons_need() -> None:
    """The page is ready about as fast as a table; it once imported the search, the review, the scorebook and home."""
    code = "import sys, spades_tui.commands.daily, spades_tui.tui.setup.daily_screen; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    loaded = done.stdout.split()
    kept = ("spades_tui.bots.search", "spades_tui.bots.advice", "spades_tui.analysis.review", "sqlite3",
            "spades_tui.commands.daily_text", "spades_tui.tui.review", "spades_tui.analysis.duplicate",
            "spades_tui.tui.dialogs", "spades_tui.tui.setup.home", "spades_tui.tui.scorebook_thread")  # fmt: skip
    assert not [name for name in loaded if name.startswith(kept)]


@at_each_size(SMALL, LARGE)
def test_the_page_of_a_played_day_is_as_pictured(
    app: NotedApp, home: Path, size: tuple[int, int], snap_compare: Callable[..., bool]
) -> None:
    for day in (DAY - timedelta(days=1), DAY):
        play_day(home / "data" / "games", day)

    async def shown(pilot: Pilot[int]) -> None:
        await compared(Driver(app, pilot))

    assert snap_compare(app, terminal_size=size, run_before=shown)

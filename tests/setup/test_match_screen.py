"""A match at one keyboard, on screen."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.play.match import FILE_NAME, Match, keep_match, read_match
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.app_host import WayBack
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.review.review_screen import ReviewScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.setup.match_screen import MatchScreen
from spades_tui.tui.table.score_screen import GameOverScreen
from tests.screens.looking import screen_text, settle
from tests.setup.daily_days import play_out
from tests.setup.helpers import NotedApp, labels, press, shown
from tests.sizes import LARGE, SMALL, at_each_size

CODE = "sandbags 6V27-5SP0-3741-WM11"


@pytest.fixture
def match(home: Path) -> Match:
    """Return the latest match, between Ann and Zoe."""
    match = Match(CODE, (("Ann",), ("Zoe",)), 4)
    keep_match(match)
    assert read_match() == match
    return match


def played(home: Path, match: Match, hand: int, number: int) -> Path:
    """Play a hand at one table; the two play differently."""
    return play_out(match.table(hand, number), home / "data" / "games", level=("club", "beginner")[number])


async def test_the_seats_form_begins_a_match(app: NotedApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n", "enter", "m")
        assert "Add a person" in shown(pilot)
        await press(pilot, "plus", *"Zoe", "enter", "m")
        assert isinstance(app.screen, AskChoice)
        await press(pilot, "home", "enter")
        assert isinstance(app.screen, MatchScreen)
        match = read_match()
        assert match is not None and (match.hands, match.tables) == (2, (("Ann",), ("Zoe",)))
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen) and "Match" in labels(pilot)
        await press(pilot, "m")
        assert isinstance(app.screen, MatchScreen)


async def test_enter_plays_the_next_table_and_resumes_it(app: NotedApp, home: Path, match: Match) -> None:
    played(home, match, 1, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m", "enter")
        assert app.started == [match.table(1, 1)]
        path = played(home, match, 1, 1)
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:6]))
        await press(pilot, "escape", "m", "enter")
        assert app.resumed == [path] and len(app.started) == 1
        await press(pilot, "down", "enter")
        assert app.started[1:] == [match.table(2, 0)]


async def test_results_stay_closed_until_everybody_has_played(app: NotedApp, home: Path, match: Match) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        played(home, match, 1, 0)
        await press(pilot, "escape", "m")
        closed = shown(pilot)
        assert "Zoe plays hand 1" in closed and ":" not in closed
        played(home, match, 1, 1)
        await press(pilot, "escape", "m")
        assert "Ann plays hand 2" in shown(pilot) and ":" in labels(pilot)[0]
        await press(pilot, "home", "enter")
        assert isinstance(app.screen, AskChoice) and labels(pilot) == ["Ann", "Zoe"]
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, ReviewScreen) and not app.started


async def test_arrows_change_the_scoring(app: NotedApp, home: Path, match: Match) -> None:
    for number in (0, 1):
        played(home, match, 1, number)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        sheets = [labels(pilot)]
        for _ in range(3):
            await press(pilot, "right")
            sheets.append(labels(pilot))
        assert sheets[0] == sheets[3] and len({tuple(sheet) for sheet in sheets}) == 3
        await press(pilot, "left")
    kept = read_match()
    assert kept is not None and kept.scoring == "imps"


async def test_a_damaged_file_is_reported(app: NotedApp, home: Path, match: Match) -> None:
    (home / "data" / FILE_NAME).write_text("{}", "utf-8")
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "m")
        assert isinstance(app.screen, HomeScreen) and "can't be read" in shown(pilot)


async def test_after_a_hand_enter_leads_back_to_the_match(home: Path, match: Match) -> None:
    path = played(home, match, 1, 0)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"game_over"' not in line))
    app = SpadesApp(settings=Settings(name="Ann", pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        app.resume_table(path, back=WayBack("Back to the match", lambda: app.push_screen(MatchScreen(match))))
        await settle(app)
        assert isinstance(app.screen, GameOverScreen)
        await press(pilot, "enter")
        assert isinstance(app.screen, MatchScreen) and "Zoe plays hand 1" in screen_text(app)


@at_each_size(SMALL, LARGE)
def test_the_sheet_of_a_match_is_as_pictured(
    app: NotedApp, home: Path, match: Match, size: tuple[int, int], snap_compare: Callable[..., bool]
) -> None:
    keep_match(Match(CODE, match.tables, 4, "imps"))
    for hand, tables in ((1, (0, 1)), (2, (0, 1)), (3, (0,))):
        for number in tables:
            played(home, match, hand, number)

    async def open_it(pilot: Pilot[int]) -> None:
        await press(pilot, "m")
        assert isinstance(app.screen, MatchScreen)

    assert snap_compare(app, terminal_size=size, run_before=open_it)

"""A match at one keyboard, on screen."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.play.match import FILE_NAME, Match, keep_match, read_match
from tests.driver import Driver, driving, home_app
from tests.setup.daily_days import play_out
from tests.setup.helpers import NotedApp
from tests.sizes import LARGE, SMALL, at_each_size

CODE = "sandbags 6V27-5SP0-3741-WM11"
HAND_1 = "  1   "
"""How the line of the first hand begins."""


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
    async with driving(app) as seat:
        await seat.press("n", "enter", "m")
        assert "Add a person" in seat.footer
        await seat.press("plus", *"Zoe", "enter", "m")
        await seat.choose("2 hands", "up")
        await seat.press("enter")
        assert seat.sees("Match Classic, 2 hands", "Ann plays hand 1")
        match = read_match()
        assert match is not None and (match.hands, match.tables) == (2, (("Ann",), ("Zoe",)))
        await seat.press("escape")
        assert seat.place == "home" and "Match" in seat.choices
        await seat.press("m")
        assert seat.sees("Ann plays hand 1")


async def test_enter_plays_the_next_table_and_resumes_it(app: NotedApp, home: Path, match: Match) -> None:
    played(home, match, 1, 0)
    async with driving(app) as seat:
        await seat.press("m", "enter")
        assert app.started == [match.table(1, 1)]
        path = played(home, match, 1, 1)
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:6]))
        await seat.press("escape", "m", "enter")
        assert app.resumed == [path] and len(app.started) == 1
        await seat.press("down", "enter")
        assert app.started[1:] == [match.table(2, 0)]


async def test_results_stay_closed_until_everybody_has_played(app: NotedApp, home: Path, match: Match) -> None:
    async with driving(app) as seat:
        await seat.press("m")
        played(home, match, 1, 0)
        await seat.press("escape", "m")
        assert seat.sees("Zoe plays hand 1") and not seat.sees(":")
        played(home, match, 1, 1)
        await seat.press("escape", "m")
        assert seat.sees("Ann plays hand 2") and ":" in seat.line(HAND_1)
        await seat.press("home", "enter")
        assert seat.choices == ["Ann", "Zoe"]
        await seat.press("down", "enter")
        assert seat.place == "review" and not app.started


async def test_arrows_change_the_scoring(app: NotedApp, home: Path, match: Match) -> None:
    for number in (0, 1):
        played(home, match, 1, number)
    async with driving(app) as seat:
        await seat.press("m")
        sheets = [seat.line(HAND_1)]
        for _ in range(3):
            await seat.press("right")
            sheets.append(seat.line(HAND_1))
        assert sheets[0] == sheets[3] and len(set(sheets)) == 3
        await seat.press("left")
    kept = read_match()
    assert kept is not None and kept.scoring == "imps"


async def test_a_damaged_file_is_reported(app: NotedApp, home: Path, match: Match) -> None:
    (home / "data" / FILE_NAME).write_text("{}", "utf-8")
    async with driving(app) as seat:
        await seat.press("m")
        assert seat.place == "home" and seat.sees("can't be read")


@pytest.mark.parametrize("others_wait", [True, False])
async def test_a_hand_stays_closed_while_others_play_it_and_enter_leads_back(
    home: Path, match: Match, others_wait: bool
) -> None:
    """The others sit at the same keyboard, so nothing may show how the cards lay."""
    if not others_wait:
        played(home, match, 1, 1)
    path = played(home, match, 1, 0)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"game_over"' not in line))
    async with driving(home_app(name="Ann", pace="instant")) as seat:
        await seat.press("m", "enter")
        assert seat.place == "game over"
        for key in "oaxvefy" if others_wait else "":
            await seat.press(key)
            assert seat.place == "game over" and seat.sees("open when everybody in the match has played them")
        await seat.press("o")
        assert (seat.place == "game over") is others_wait
        await seat.press(*["escape"] * (not others_wait), "enter")
        assert seat.place == "match" and seat.sees("Zoe plays hand 1" if others_wait else "Ann plays hand 2")


@at_each_size(SMALL, LARGE)
def test_the_sheet_of_a_match_is_as_pictured(
    app: NotedApp, home: Path, match: Match, size: tuple[int, int], snap_compare: Callable[..., bool]
) -> None:
    keep_match(Match(CODE, match.tables, 4, "imps"))
    for hand, tables in ((1, (0, 1)), (2, (0, 1)), (3, (0,))):
        for number in tables:
            played(home, match, hand, number)

    async def open_it(pilot: Pilot[int]) -> None:
        await Driver(app, pilot).press("m")

    assert snap_compare(app, terminal_size=size, run_before=open_it)

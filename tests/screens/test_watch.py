"""A table without people is watched with open hands, and can be paused, stepped, looked back at and played on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.play.table import Table
from spades_tui.record.open_hands import OpenHand
from spades_tui.system.folders import is_fork
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.trick_play import WatchScreen
from spades_tui.tui.widgets.card_faces import HandView
from spades_tui.tui.widgets.open_table import OpenTableView
from tests.scenes import advance, at, mine, setup
from tests.screens.looking import TableApp, click_at, screen_text, settle, table_of, top_screen, type_keys


async def press(app: SpadesApp, *keys: str) -> None:
    for key in keys:
        type_keys(app, key)
        await settle(app)


def going(app: SpadesApp) -> OpenHand:
    return table_of(app).table.open_game().hands[-1]


def shown(app: SpadesApp) -> int:
    """Return the place of the moment on the screen."""
    state = app.screen.query_one(OpenTableView).state
    assert state is not None
    return state.place


async def test_a_watched_game_runs_automatically_and_space_pauses_it() -> None:
    app = TableApp(at("sandbags", lambda seen: len(seen.tricks) == 2, people=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, WatchScreen)
        assert not app.screen.query_one(HandView).display
        await press(app, "space")
        assert "Paused" in screen_text(app)
        place = len(going(app).moments)
        await pilot.pause(1.0)
        assert len(going(app).moments) == place
        await press(app, "space")
        assert "Paused" not in screen_text(app)
        await pilot.pause(1.2)
        assert len(going(app).moments) > place


@pytest.mark.parametrize("slug", ["sandbags", "3b-five"])
async def test_the_right_arrow_plays_one_card(slug: str) -> None:
    app = TableApp(at(slug, lambda seen: len(seen.tricks) == 3, people=0), pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = len(going(app).moments)
        for step in range(1, 7):
            await press(app, "right")
            assert len(going(app).moments) == before + step
            assert shown(app) == before + step - 1
        await pilot.pause(0.4)
        assert len(going(app).moments) == before + 6


async def test_the_right_arrow_lets_a_searching_player_take_one_step() -> None:
    """The player's answer comes from a thread."""
    watched = setup("sandbags", 0)
    seats = tuple(replace(seat, level="strong") for seat in watched.seats)
    table = advance(Table.create(replace(watched, seats=seats)), lambda seen: len(seen.tricks) == 4)
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = len(going(app).moments)
        await press(app, "right")
        for _ in range(100):
            await pilot.pause(0.05)
            if len(going(app).moments) > before:
                break
        await pilot.pause(0.4)
        assert len(going(app).moments) == before + 1


async def test_a_watched_game_waits_while_someone_looks_back() -> None:
    app = TableApp(at("sandbags", lambda seen: len(seen.tricks) == 3, people=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(app, "left")
        screen = top_screen(app, OpenHandsScreen)
        assert not screen.hand.scored
        assert screen.place == len(screen.hand.moments) - 2
        count = len(going(app).moments)
        await pilot.pause(1.0)
        assert len(going(app).moments) == count
        await press(app, "escape")
        await pilot.pause(1.0)
        assert isinstance(app.screen, WatchScreen)
        assert len(going(app).moments) > count


async def test_a_click_pauses_a_watched_game() -> None:
    app = TableApp(at("sandbags", lambda seen: len(seen.tricks) == 3, people=0), pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        click_at(app, 40, 12)
        await settle(app)
        assert table_of(app).pauses.held
        click_at(app, 40, 12)
        await settle(app)
        assert not table_of(app).pauses.held


async def test_the_sheet_after_a_paused_hand_waits_for_a_key() -> None:
    app = TableApp(at("sandbags", lambda seen: len(seen.tricks) == 12, people=0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(12):
            if isinstance(app.screen, ScoreScreen):
                break
            await press(app, "right")
        assert isinstance(app.screen, ScoreScreen)
        await pilot.pause(2.4)  # longer than a sheet is shown at this pace
        assert isinstance(app.screen, ScoreScreen)
        assert not table_of(app).pauses.held
        await press(app, "enter")
        await pilot.pause(0.5)
        assert not isinstance(app.screen, ScoreScreen)


async def test_a_watched_game_can_be_played_on_from_any_card(tmp_path: Path) -> None:
    table = advance(Table.create(setup("sandbags", 0), tmp_path / "games"), lambda seen: len(seen.tricks) == 3)
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(app, "right", "right", "right")
        moment = going(app).moments[-1]
        await press(app, "f")
        assert isinstance(app.screen, AskChoice)
        await press(app, "enter")
        fork = table_of(app).table
        assert fork.path is not None
        assert is_fork(fork.path)
        assert fork.people == (moment.on_turn,)
        assert fork.course.state.current.holding == moment.holding
        assert isinstance(app.screen, TableScreen)
        assert not isinstance(app.screen, WatchScreen)


@pytest.mark.rule("C-9")
async def test_a_table_with_people_is_not_watched() -> None:
    app = TableApp(at("sandbags", mine("play", 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not app.screen.query(OpenTableView)
        table_of(app).pauses.hold(True)
        assert table_of(app).table.open_game().hands == ()

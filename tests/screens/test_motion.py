"""Motion is short, ends at any key, never delays the game, and shows no hidden card."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.screen_at_table import LogScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets import canvas
from spades_tui.tui.widgets.table_view import TableView
from tests.scenes import SCENES, Scene, SceneApp, at, last_card, mine, scored, then, to
from tests.screens.looking import screen_text, settle

FOR_EVER = 1000.0


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Turn animations on, with a clock that the test moves."""
    clock = [0.0]
    monkeypatch.setattr(SpadesApp, "moves", True)
    monkeypatch.setattr(canvas, "LONGEST_MOTION", FOR_EVER)
    monkeypatch.setattr(canvas, "monotonic", lambda: clock[0])
    return clock


def test_no_motion_is_longer_than_a_quarter_of_a_second() -> None:
    assert canvas.LONGEST_MOTION <= 0.25


def test_motion_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    app = SceneApp(at("sandbags", mine("play")))
    monkeypatch.setattr(SpadesApp, "is_headless", True)
    assert not app.moves  # there is no terminal, as when pictures are made
    monkeypatch.setattr(SpadesApp, "is_headless", False)
    assert app.moves
    liked = app.settings
    for other in (replace(liked, motion=False), replace(liked, pace="instant")):
        app._settings = other
        assert not app.moves
    app._settings = liked
    app.animation_level = "none"  # TEXTUAL_ANIMATIONS
    assert not app.moves


async def gathering(pilot: Pilot[int]) -> TableView:
    """Go to the moment when a complete trick has just been gathered."""
    app = pilot.app
    assert isinstance(app, SceneApp)
    await SCENES["follow"].go(pilot)
    await pilot.press("enter")
    await settle(app)
    while not (isinstance(app.screen, TableScreen) and app.screen.shown.finished_trick is not None):
        await pilot.press("space")
        await settle(app)
    await pilot.press("space")
    await settle(app)
    view = app.screen.query_one(TableView)
    assert view._gathered_state is not None
    return view


async def test_a_trick_is_gathered_towards_the_winning_card(still: list[float]) -> None:
    app = SCENES["follow"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        view = await gathering(pilot)
        assert isinstance(app.screen, TableScreen)
        trick = view._gathered_state.trick if view._gathered_state is not None else ()
        assert len(trick) == 4
        for gathered in range(4):
            still[0] = FOR_EVER * gathered / 4
            view.motion._step()
            await settle(app)
            middle = "\n".join(screen_text(app).splitlines()[2:17])
            there = [card for card in trick if view.state is not None and view.state.look.face(card.card) in middle]
            assert len(there) == 4 - gathered
        still[0] = FOR_EVER
        view.motion._step()
        await settle(app)
        assert view._gathered_state is None


async def test_a_key_ends_a_motion_and_still_acts(still: list[float]) -> None:
    app = SCENES["follow"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        view = await gathering(pilot)
        await pilot.press("g")
        await settle(app)
        assert view._gathered_state is None
        assert isinstance(app.screen, LogScreen)


async def test_a_total_is_right_from_the_first_frame_of_the_sheet(still: list[float]) -> None:
    """It once counted up, and whoever looked just then read a wrong score."""
    scene = Scene(lambda: SceneApp(last_card(at("bemo", scored(2)))), then(to("ScoreScreen")))
    app = scene.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await scene.go(pilot)
        screen = app.screen
        assert isinstance(screen, ScoreScreen)
        for total in screen.shown.scores[-1].totals:
            assert str(total).replace("-", "−") in screen_text(app)


async def test_a_deal_in_motion_shows_no_face(still: list[float]) -> None:
    app = SCENES["cut"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await SCENES["cut"].go(pilot)
        await pilot.press("enter")
        await settle(app)
        screen = app.screen
        assert isinstance(screen, DealingScreen)
        screen.run_deal(0.9)
        assert screen._dealt == 0
        still[0] = FOR_EVER / 2
        screen._motion._step()
        assert 0 < screen._dealt < 13
        await settle(app)
        assert not set("♣♦♥") & set(screen_text(app))
        screen._motion.end()
        assert screen._dealt == 13

"""No screen, curtain, notice, log, crash report or palette shows another player's cards."""

import asyncio

import pytest

from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.curtain_screen import DEAF, CurtainScreen
from spades_tui.tui.table.effects import Do
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.scenes import Until, at, mine, setup
from tests.screens.looking import (
    TableApp,
    assert_no_hidden_card,
    faces,
    hands_in_tree,
    screen_text,
    settle,
    table_of,
    type_keys,
)


@pytest.mark.rule("C-9")
async def test_the_curtain_hides_everything() -> None:
    table = at("sandbags", mine("play", 3, 1), people=4)
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        assert hands_in_tree(app) == 0
        assert_no_hidden_card(app, table)
        await pilot.pause(0.3)
        for key in ("enter", "escape", "right", "A", "1"):
            await pilot.press(key)
            assert isinstance(app.screen, CurtainScreen)
        await pilot.press("space")
        await pilot.pause()
        assert isinstance(app.screen, TrickPlayScreen)
        seat = app.controller.viewer
        assert hands_in_tree(app) == 1
        app.notify("A♠ K♠ Q♠", timeout=60)
        await pilot.pause()
        old = app.screen
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, CurtainScreen)
        assert app.screen.seat != seat
        assert app.controller.viewer is None
        assert hands_in_tree(app) == 0
        assert "A♠ K♠ Q♠" not in screen_text(app)
        assert_no_hidden_card(app, table)
        before = screen_text(app)
        app.controller.act(Do.FILL_SCREEN)
        app.controller.settings_changed()
        old.call_later(old.refresh)
        await pilot.pause()
        assert screen_text(app) == before
        await pilot.resize_terminal(140, 45)
        await pilot.pause()
        assert_no_hidden_card(app, table)


@pytest.mark.rule("C-9")
async def test_a_space_typed_ahead_does_not_open_the_curtain() -> None:
    app = TableApp(at("sandbags", mine("play", 3, 1), people=4))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause(0.3)
        await pilot.press("space")
        await pilot.pause()
        assert isinstance(app.screen, TrickPlayScreen)
        type_keys(app, "enter", "enter", "space", "space")
        await settle(app)
        assert isinstance(app.screen, CurtainScreen)
        await asyncio.sleep(DEAF)
        type_keys(app, "space")
        await settle(app)
        assert isinstance(app.screen, TrickPlayScreen)


@pytest.mark.rule("C-9")
async def test_curtains_in_every_phase_show_only_public_facts() -> None:
    def second_in(phase: str) -> Until:
        return lambda seen: seen.phase == phase and seen.on_turn == 1

    for slug, phase in (("bemo", "bid"), ("bemo", "raise"), ("3b-four", "bid"), ("jokers", "raise")):
        table = at(slug, second_in(phase), people=3, dealer=0)
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.pause()
            assert isinstance(app.screen, CurtainScreen)
            assert "B E A" in screen_text(app)
            assert_no_hidden_card(app, table)


async def test_the_curtain_mentions_cards_only_if_there_are_any() -> None:
    before_the_deal = at("sandbags", lambda seen: True, people=2, dealer=2)
    before_a_look = at("bemo", mine("bid"), people=2)
    dealt = at("sandbags", mine("bid"), people=2)
    for table, cards_there in ((before_the_deal, False), (before_a_look, False), (dealt, True)):
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.pause()
            assert isinstance(app.screen, CurtainScreen)
            assert ("shows your cards" in screen_text(app)) is cards_there


async def test_one_person_sees_no_curtain() -> None:
    app = TableApp(at("sandbags", mine("play", 1, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TrickPlayScreen)


@pytest.mark.rule("BM-3")
async def test_the_hand_is_face_down_before_looking() -> None:
    table = at("bemo", mine("bid"))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert_no_hidden_card(app, table)
        await pilot.press("enter")
        await pilot.pause()
        words = {word.strip("│┃╭╮╰╯ .,") for word in screen_text(app).split()}
        assert faces(table.observe(0).own) <= words


@pytest.mark.rule("C-9")
async def test_dealing_shows_no_face() -> None:
    table = Table.create(setup("sandbags", dealer=1))
    app = TableApp(table, pace="brisk")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert_no_hidden_card(app, table)


async def test_an_error_on_screen_shows_nothing() -> None:
    """The error is reported after the screen has closed (`tests/test_faults.py`)."""
    app = TableApp(at("sandbags", mine("play", 1, 1)))
    with pytest.raises(ZeroDivisionError):  # noqa: PT012 (the program ends while it is open)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.screen.call_later(lambda: 1 // 0)
            await pilot.pause()
            assert not app._exit_renderables
    assert isinstance(app.fault, ZeroDivisionError)


async def test_no_command_saves_a_picture_of_the_screen() -> None:
    app = TableApp(at("sandbags", mine("play", 1, 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        titles = [command.title.lower() for command in app.get_system_commands(app.screen)]
        assert not any("screenshot" in title or "maximize" in title for title in titles)
        assert app.action_screenshot() is None  # type: ignore[func-returns-value]  # Textual's own tells where it is
        assert app.deliver_screenshot() == ""
        assert not app.ALLOW_SELECT
        assert not app.screen.ALLOW_SELECT
        assert all(not widget.allow_select for widget in app.screen.query("CanvasWidget"))
        text = repr(app.screen) + repr(app.controller) + "".join(repr(widget) for widget in app.screen.query("*"))
        assert not any(face in text for face in faces(table_of(app).table.observe(0).own))


def test_debugging_features_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL", "debug,devtools")
    try:
        app = SpadesApp(keep=False)
    except ImportError:
        pytest.skip("textual-dev is not here")
    assert app.features == frozenset()
    assert app.devtools is None
    assert not SpadesScreen.ALLOW_SELECT


async def test_the_palette_opens_only_once() -> None:
    """This includes the notice for a small terminal. Textual would refuse a second palette with an error."""
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.resize_terminal(60, 18)
        await pilot.press("ctrl+p")
        await pilot.resize_terminal(80, 24)
        await pilot.press("ctrl+p", "escape")
        assert app.is_running
        assert len([screen for screen in app.screen_stack if screen.id == "--command-palette"]) <= 1

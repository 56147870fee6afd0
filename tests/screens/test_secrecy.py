"""No screen, curtain, notice, log, crash report or palette shows another player's cards."""

import pytest

from spades_tui.play.table import Table
from tests.driver import driving, home_app
from tests.scenes import Until, at, mine, setup
from tests.screens.looking import (
    TableApp,
    assert_no_hidden_card,
    draw_again,
    faces,
    hands_in_tree,
    may_be_selected,
    observed_by_panels,
    palette_words,
    screen_text,
    written_in_tree,
)


@pytest.mark.rule("C-9")
async def test_the_curtain_hides_everything() -> None:
    table = at("sandbags", mine("play", 3, 1), people=4)
    app = TableApp(table, pace="leisurely")
    async with driving(app) as seat:
        assert seat.place == "curtain"
        assert hands_in_tree(app) == 0
        assert_no_hidden_card(app, table)
        await seat.press("enter", "escape", "right", "A", "1")
        assert seat.place == "curtain"
        assert seat.sees("A N N")
        await seat.until("play", "space")
        assert hands_in_tree(app) == 1
        app.notify("A♠ K♠ Q♠", timeout=60)
        old = app.screen
        await seat.press("enter")
        assert seat.place == "curtain"
        assert seat.sees("B E A")
        assert hands_in_tree(app) == 0
        assert observed_by_panels(app) == []
        assert not seat.sees("A♠ K♠ Q♠")
        assert_no_hidden_card(app, table)
        before = seat.text
        await draw_again(app, old)
        assert seat.text == before
        await seat.resize(140, 45)
        assert_no_hidden_card(app, table)


@pytest.mark.rule("C-9")
async def test_the_keys_over_a_table_show_one_hand_and_close_with_the_curtain() -> None:
    table = at("sandbags", mine("play", 3, 1), people=4)
    app = TableApp(table)
    async with driving(app, (140, 45)) as seat:
        await seat.until("play", "space")
        await seat.press("question_mark")
        assert seat.place == "keys"
        shown = {word.strip("│┃╭╮╰╯ .,") for word in screen_text(app).split()}
        own, *others = table.course.state.current.holding
        assert shown & faces(own), "the dimmed table"
        assert not any(shown & faces(other) for other in others)
        await seat.act(table.observe(0).legal[0])
        assert seat.place == "curtain"
        assert hands_in_tree(app) == 0
        assert_no_hidden_card(app, table)


@pytest.mark.rule("C-9")
async def test_a_space_typed_ahead_does_not_open_the_curtain() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 3, 1), people=4))) as seat:
        await seat.until("play", "space")
        await seat.type("enter", "enter", "space", "space")
        assert seat.place == "curtain"
        await seat.until("play", "space")


@pytest.mark.rule("C-9")
async def test_curtains_in_every_phase_show_only_public_facts() -> None:
    def second_in(phase: str) -> Until:
        return lambda seen: seen.phase == phase and seen.on_turn == 1

    for slug, phase in (("bemo", "bid"), ("bemo", "raise"), ("3b-four", "bid"), ("jokers", "raise")):
        table = at(slug, second_in(phase), people=3, dealer=0)
        app = TableApp(table)
        async with driving(app) as seat:
            assert seat.place == "curtain"
            assert seat.sees("B E A")
            assert_no_hidden_card(app, table)


@pytest.mark.rule("BM-3")
async def test_the_hand_is_face_down_before_looking() -> None:
    table = at("bemo", mine("bid"))
    app = TableApp(table)
    async with driving(app) as seat:
        assert_no_hidden_card(app, table)
        await seat.press("enter")
        words = {word.strip("│┃╭╮╰╯ .,") for word in seat.text.split()}
        assert faces(table.observe(0).own) <= words


@pytest.mark.rule("C-9")
async def test_dealing_shows_no_face() -> None:
    table = Table.create(setup("sandbags", dealer=1))
    app = TableApp(table, pace="brisk")
    async with driving(app) as seat:
        await seat.press("enter")
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
    async with driving(app) as seat:
        words = [text.lower() for text in palette_words(app)]
        assert not any("screenshot" in text or "maximize" in text for text in words)
        assert app.action_screenshot() is None  # type: ignore[func-returns-value]  # Textual's own tells where it is
        assert app.deliver_screenshot() == ""
        text = written_in_tree(app)
        assert not any(face in text for face in faces(seat.table.observe(0).own))
        assert not may_be_selected(app)


def test_debugging_features_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL", "debug,devtools")
    try:
        app = home_app()
    except ImportError:
        pytest.skip("textual-dev is not here")
    assert app.features == frozenset()
    assert app.devtools is None


async def test_the_palette_opens_only_once() -> None:
    """This includes the notice for a small terminal. Textual would refuse a second palette with an error."""
    async with driving(home_app()) as seat:
        await seat.press("ctrl+p")
        await seat.resize(60, 18)
        await seat.press("ctrl+p")
        await seat.resize(80, 24)
        await seat.press("ctrl+p", "escape")
        assert seat.running
        assert seat.place == "home", "one palette at most was open"

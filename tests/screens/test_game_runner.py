"""What runs a game takes one answer at a time, and goes on without the user where nobody asks them."""

import gc
import warnings

import pytest

from spades_tui.game.events import Claim, TakeBack
from spades_tui.seats import Observation
from spades_tui.tui.table import game_runner
from spades_tui.tui.table.answers import OpenCurtain
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.pauses import PACES, Pace
from tests.scenes import at, mine, policy
from tests.screens.looking import TableApp, screen_text, settle, table_of, wait_until


def others_turn(seen: Observation) -> bool:
    """Return whether a computer player leads the second trick."""
    return seen.phase == "play" and seen.on_turn == 1 and len(seen.tricks) == 1 and not seen.trick


async def test_a_refusal_out_of_turn_is_shown_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "brisk", Pace(60.0, 0.0, 0.0, 0.0, 0.0))
    monkeypatch.setattr(game_runner, "REFUSED", 0.3)
    table = at("classic", others_turn, seed="s6")
    before = len(table.course.steps)
    app = TableApp(table, pace="brisk")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        monkeypatch.setitem(PACES, "brisk", Pace(0.0, 0.0, 0.0, 0.0, 0.0))
        table_of(app).act(TakeBack(0))
        await settle(app)
        assert "✗" in screen_text(app) and "3B-11" in screen_text(app)
        assert len(table.course.steps) == before
        assert await wait_until(lambda: len(table.course.steps) > before)


async def test_a_second_answer_to_one_question_is_dropped() -> None:
    """Two keys may be pressed before the first has been answered; the second was meant for the same question."""
    table = at("sandbags", mine("play", 3, 0), people=4)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.3)
        await pilot.press("space")
        game, card = table_of(app), policy(table.observe(0))
        before = len(table.course.steps)
        assert game.viewer == 0
        game.act(card)
        game.act(Claim(0, 10))
        await settle(app)
        assert len(table.course.steps) == before + 1
        assert "C-" not in screen_text(app)
        assert isinstance(app.screen, CurtainScreen) and game.viewer is None


async def test_a_table_can_be_left_before_it_has_begun() -> None:
    """Whoever leaves at once gets no half-begun table: Python would report its coroutine as never awaited, later."""
    with warnings.catch_warnings(record=True) as reported:
        warnings.simplefilter("always")
        gc.freeze()  # what other tests have left isn't looked through
        app = TableApp(at("classic", mine("play", 3, 0)))
        async with app.run_test(size=(80, 24)):
            await settle(app)
            table_of(app).begin()
            table_of(app).close()
            await settle(app)
        del app
        gc.collect()
    assert [one.message for one in reported if issubclass(one.category, RuntimeWarning)] == []


async def test_nobody_acts_behind_a_curtain() -> None:
    """A decision that comes too late, when the curtain is down, neither happens nor opens it."""
    table = at("sandbags", mine("play", 3, 0), people=2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        game, card = table_of(app), policy(table.observe(0))
        before = len(table.course.steps)
        game.act(card)
        await settle(app)
        game.act(OpenCurtain())
        game.act(card)
        await settle(app)
        assert len(table.course.steps) == before
        assert game.viewer == 0 and not isinstance(app.screen, CurtainScreen)

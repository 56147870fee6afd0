"""A key that was on its way to a question that has vanished does nothing."""

import asyncio

import pytest

from spades_tui.game.phase import Phase
from spades_tui.tui.table.game_runner import GameRunner
from spades_tui.tui.table.pauses import ENTER_IGNORED, PACES, Pace
from spades_tui.tui.table.score_screen import ScoreScreen
from tests.scenes import at, mine
from tests.screens.looking import TableApp, screen_text, settle, table_of, type_keys, wait_until

SECONDS = ENTER_IGNORED + 0.1
"""Seconds of every pause, long enough for a key to be meant for it."""
GAME = "classic"
"""A game in which a finished trick goes away without a key."""


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all pauses take equally long."""
    monkeypatch.setitem(PACES, "brisk", Pace(SECONDS, SECONDS, SECONDS, 0.0, SECONDS))


def asked(controller: GameRunner) -> bool:
    """Return whether the viewer is asked for a card or a bid."""
    return controller.decision(controller.shown) is not None


@pytest.mark.parametrize("key", ["enter", "space"])
@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
async def test_a_key_meant_for_the_computers_pause_takes_nothing(phase: Phase, key: str) -> None:
    table = at(GAME, lambda seen: seen.phase == phase and seen.on_turn == 3, dealer=2)
    app = TableApp(table, pace="brisk")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        controller = table_of(app)
        assert await wait_until(lambda: asked(controller))
        type_keys(app, key)
        await settle(app)
        assert asked(controller), screen_text(app)
        await asyncio.sleep(ENTER_IGNORED)
        type_keys(app, "enter")
        assert await wait_until(lambda: not asked(controller))


async def test_a_key_meant_for_a_finished_trick_plays_no_card() -> None:
    app = TableApp(at(GAME, mine("play", 3, 3), seed="s6"), pace="brisk")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        controller = table_of(app)
        type_keys(app, "enter")
        assert await wait_until(lambda: controller.finished_trick is not None)
        assert controller.finished_trick is not None
        assert controller.finished_trick.winner == 0, "the viewer leads next"
        assert await wait_until(lambda: asked(controller))
        type_keys(app, "enter")
        await settle(app)
        assert asked(controller), screen_text(app)


async def test_a_key_meant_for_the_last_trick_leaves_the_score_sheet_open() -> None:
    app = TableApp(at(GAME, mine("play", 12)), pace="brisk")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "enter")
        assert await wait_until(lambda: isinstance(app.screen, ScoreScreen))
        type_keys(app, "enter")
        await settle(app)
        assert isinstance(app.screen, ScoreScreen)
        await asyncio.sleep(ENTER_IGNORED)
        type_keys(app, "enter")
        assert await wait_until(lambda: not isinstance(app.screen, ScoreScreen))

"""A key that was on its way to a question that has vanished does nothing."""

from collections.abc import Callable

import pytest

from spades_tui.game.phase import Phase
from spades_tui.tui.table import pauses
from spades_tui.tui.table.pauses import ENTER_IGNORED, PACES, Pace
from tests.driver import Driver, driving
from tests.scenes import at, mine
from tests.screens.looking import TableApp, table_of, wait_until

SECONDS = ENTER_IGNORED + 0.1
"""Seconds of every pause, long enough for a key to be meant for it."""
GAME = "classic"
"""A game in which a finished trick goes away without a key."""

Ignored = Callable[[float], None]


@pytest.fixture
def ignored(monkeypatch: pytest.MonkeyPatch) -> Ignored:
    """Let all pauses take equally long; return a function for the seconds in which Enter does nothing after one."""
    monkeypatch.setitem(PACES, "brisk", Pace(SECONDS, SECONDS, SECONDS, 0.0, SECONDS))
    return lambda seconds: monkeypatch.setattr(pauses, "ENTER_IGNORED", seconds)


def asked(seat: Driver) -> bool:
    """Return whether the viewer is asked for a card or a bid."""
    controller = table_of(seat._app)
    return controller.decision(controller.shown) is not None


@pytest.mark.parametrize("key", ["enter", "space"])
@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
async def test_a_key_meant_for_the_computers_pause_takes_nothing(phase: Phase, key: str, ignored: Ignored) -> None:
    table = at(GAME, lambda seen: seen.phase == phase and seen.on_turn == 3, dealer=2)
    async with driving(TableApp(table, pace="brisk")) as seat:
        assert await wait_until(lambda: asked(seat))
        ignored(60.0)
        await seat.type(key)
        assert asked(seat), seat.text
        ignored(0.0)
        await seat.type("enter")
        assert await wait_until(lambda: not asked(seat))


async def test_a_key_meant_for_a_finished_trick_plays_no_card(ignored: Ignored) -> None:
    async with driving(TableApp(at(GAME, mine("play", 3, 3), seed="s6"), pace="brisk")) as seat:
        await seat.type("enter")
        assert await wait_until(lambda: asked(seat))
        assert seat.table.observe(0).winners[-1] == 0, "the viewer leads next"
        ignored(60.0)
        await seat.type("enter")
        assert asked(seat), seat.text


async def test_a_key_meant_for_the_last_trick_leaves_the_score_sheet_open(ignored: Ignored) -> None:
    async with driving(TableApp(at(GAME, mine("play", 12)), pace="brisk")) as seat:
        await seat.type("enter")
        assert await wait_until(lambda: seat.place == "score")
        ignored(60.0)
        await seat.type("enter")
        assert seat.place == "score"
        ignored(0.0)
        await seat.type("enter")
        assert await wait_until(lambda: seat.place != "score")

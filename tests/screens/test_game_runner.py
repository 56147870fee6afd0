"""A game takes one answer to each question, pauses for time and keys, and drops answers to earlier pictures."""

import asyncio
import gc
import warnings
from collections.abc import Callable
from time import monotonic, sleep

import pytest

from spades_tui.game.events import Claim, Look, Stand, TakeBack
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation
from spades_tui.tui.table import game_runner, pauses
from spades_tui.tui.table.answers import DECISION, Answer, Continue, Hurry, OpenCurtain
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.pauses import COVERED_CHECK, ENTER_IGNORED, PACES, Pace, Pauses
from tests.driver import Driver, driving
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


class Waiting:
    """Pauses with their inbox; `covered` says whether something covers the table."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[Answer] = asyncio.Queue()
        self.covered = False
        self.pauses = Pauses(self.inbox, lambda: self.covered)

    def begin(self, seconds: float | None, least: float = 0.0) -> "asyncio.Task[object]":
        """Begin a pause that ends with a decision."""
        return asyncio.ensure_future(self.pauses.pause(seconds, DECISION, least=least))


async def test_a_pause_ends_by_time_or_by_a_key() -> None:
    table, since = Waiting(), monotonic()
    assert await table.begin(0.05) is None
    assert monotonic() - since >= 0.05
    assert not table.pauses.waiting and not table.pauses.hurried
    pause = table.begin(60.0)
    await asyncio.sleep(0)
    assert table.pauses.waiting and table.pauses.hurry()
    assert await pause is None
    assert table.pauses.hurried


async def test_one_key_ends_one_pause() -> None:
    table = Waiting()
    pause = table.begin(60.0)
    await asyncio.sleep(0)
    assert table.pauses.hurry()
    assert not table.pauses.hurry(), "the second key is for something else"
    assert await pause is None
    assert not table.pauses.hurry()


async def test_a_key_does_not_end_a_pause_before_its_least_time() -> None:
    table, since = Waiting(), monotonic()
    pause = table.begin(60.0, least=0.1)
    await asyncio.sleep(0)
    assert table.pauses.hurry() and table.pauses.hurry()
    assert await pause is None
    assert monotonic() - since >= 0.1


async def test_a_pause_for_a_key_lasts_until_it_and_shortens_no_later_one() -> None:
    table = Waiting()
    pause = table.begin(None)
    await asyncio.sleep(0)
    assert table.pauses.awaits_key
    table.pauses.hurry()
    assert await pause is None
    assert not table.pauses.hurried


async def test_no_pause_ends_while_the_table_is_covered() -> None:
    table = Waiting()
    table.covered = True
    pause = table.begin(0.0)
    await asyncio.sleep(2 * COVERED_CHECK)
    assert not pause.done() and not table.pauses.hurry()
    table.covered = False
    assert await pause is None


async def test_a_decision_ends_a_pause_and_other_answers_do_not() -> None:
    table = Waiting()
    pause = table.begin(60.0)
    await asyncio.sleep(0)
    for answer in (Continue(), OpenCurtain(), Look(2)):
        table.inbox.put_nowait(answer)
    assert await pause == Look(2)


async def test_a_decision_in_the_last_moment_of_a_pause_counts() -> None:
    table = Waiting()
    pause = table.begin(0.01)
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_later(0.0, table.inbox.put_nowait, Look(2))
    sleep(0.02)
    assert await pause == Look(2)


async def test_answers_to_an_earlier_picture_are_dropped() -> None:
    """They were given before the table had shown what it waits for now."""
    table = Waiting()
    for answer in (Look(1), Hurry(), Look(2)):
        table.inbox.put_nowait(answer)
    waiting = asyncio.ensure_future(table.pauses.answer(DECISION))
    await asyncio.sleep(0)
    assert not waiting.done()
    table.inbox.put_nowait(Stand(3))
    assert await waiting == Stand(3)


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

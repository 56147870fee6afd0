"""The cursor starts on the hint's own choice, marked as suggested, or on nothing that Enter could play."""

import threading
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.bots.advice import same_choice
from spades_tui.bots.valued_choice import Advice
from spades_tui.game.events import Bid, Claim, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play import coach
from spades_tui.play.bot_decision import HINT_FAILED, IN_PLACE, hints, suggest
from spades_tui.play.daily import table_of_day
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.tui.table import game_on_screen, pauses
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.advice.hints import table_at
from tests.decision_scenes import bid
from tests.scenes import SceneApp, at, mine
from tests.screens.looking import TableApp, screen_text, settle, top_screen, type_keys, wait_until

pytestmark = pytest.mark.usefixtures("real_suggestions")


class Held:
    """A brain that answers when `let` is set."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.asked = 0

    def __call__(self, work: Callable[..., Any], *given: Any) -> Any:
        self.asked += 1
        assert self.let.wait(60)
        return work(*given)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weigh the choices without a delay, and let a key after the suggestion count at once."""
    monkeypatch.setattr(game_on_screen, "SUGGEST_AFTER", 0.001)
    monkeypatch.setattr(pauses, "ENTER_IGNORED", 0.0)


def nothing_seen(error: Exception) -> None:
    raise error


def best(seen: Observation) -> SeatEvent:
    """Return the first choice of the hint."""
    return hints(seen, IN_PLACE, nothing_seen)[0].event


async def suggested(app: TableApp) -> SeatEvent:
    """Wait for the suggestion; return it."""
    screen = top_screen(app, TableScreen)
    assert await wait_until(lambda: screen.suggested is not None)
    await settle(app)
    assert screen.suggested is not None
    return screen.suggested


async def press(app: TableApp, *keys: str) -> None:
    for key in keys:
        type_keys(app, key)
        await settle(app)


async def test_the_daily_hand_suggests_what_the_hint_says() -> None:
    table = Table.create(table_of_day(date(2026, 11, 28), "sandbags"))
    table.deal(None)
    while not table.observe(0).legal:
        table.do(table.choose())
    seen = table.observe(0)
    assert suggest(seen) != best(seen), "the quick player bids otherwise"
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert await suggested(app) == best(seen)
        screen = top_screen(app, BiddingScreen)
        assert screen.choices.chosen is not None
        assert screen.choices.chosen.event == best(seen)
        assert "suggested" in screen_text(app)
        await press(app, "h")
        await app.workers.wait_for_complete()
        await settle(app)
        assert screen.choices.chosen.event == best(seen)


@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
async def test_enter_plays_nothing_before_the_suggestion_comes(phase: Phase) -> None:
    table, brain = table_at(phase), Held()
    table.brain = brain
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert await wait_until(lambda: brain.asked == 1)
        steps = len(table.course.steps)
        await press(app, "enter")
        assert len(table.course.steps) == steps
        assert "Nothing is chosen: press an arrow key" in screen_text(app)
        brain.let.set()
        event = await suggested(app)
        assert "suggested" in screen_text(app)
        await press(app, "enter")
        done = table.course.steps[steps].event
        assert isinstance(done, SeatEvent)
        assert same_choice(done, event)


@pytest.mark.parametrize("key", ["right", "left", "1", "S"])
async def test_a_suggestion_leaves_the_cursor_where_the_person_put_it(key: str) -> None:
    table, brain = table_at(Phase.PLAY), Held()
    table.brain = brain
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await press(app, key)
        screen = top_screen(app, TrickPlayScreen)
        chosen = screen.hand.card
        assert chosen is not None
        brain.let.set()
        event = await suggested(app)
        assert screen.hand.card == chosen
        assert isinstance(event, Play)
        assert ("suggested" in screen_text(app)) == (chosen == event.card)


@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
async def test_without_suggestions_nothing_is_chosen_until_a_key(phase: Phase) -> None:
    table = table_at(phase)
    app = TableApp(table, suggestions=False)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen, steps = top_screen(app, TableScreen), len(table.course.steps)
        await press(app, "enter", "space")
        assert screen.nothing_chosen
        assert len(table.course.steps) == steps
        await press(app, "right")
        assert not screen.nothing_chosen
        assert "suggested" not in screen_text(app)
        await press(app, "enter")
        assert len(table.course.steps) > steps


async def test_answered_questions_are_not_weighed_any_more() -> None:
    table, brain = table_at(Phase.PLAY), Held()
    table.brain = brain
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert await wait_until(lambda: brain.asked == 1)
        screen = top_screen(app, TrickPlayScreen)
        for _ in range(3):
            while screen.decision is None:
                await press(app, "space")
            await press(app, "right", "enter")
        while screen.decision is None:
            await press(app, "space")
        brain.let.set()
        await suggested(app)
        assert brain.asked == 2, "the first question, and the one that is open"


@pytest.mark.parametrize("kind", ["draft", "discard", "raise", "pass"])
async def test_other_decisions_begin_without_a_choice_too(kind: str) -> None:
    tables: dict[str, Callable[[], Table]] = {
        "draft": lambda: at("two-handed", mine("draft")),
        "discard": lambda: at("3b-four", mine("discard"), seed="scene-2"),
        "raise": lambda: at("bemo", mine("raise")),
        "pass": lambda: bid("classic", 0, 3, 4, 2, nil_pass=2),
    }
    for wanted in (False, True):
        app = SceneApp(tables[kind](), suggestions=wanted)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await settle(app)
            screen = top_screen(app, TableScreen)
            assert screen.nothing_chosen is not wanted
            assert ("suggested" in screen_text(app)) is wanted


async def test_an_ace_called_without_a_suggestion_is_not_played_by_enter() -> None:
    def holds_ace(seen: Observation) -> bool:
        return mine("play")(seen) and any(isinstance(event, Play) and event.ace == "low" for event in seen.legal)

    table = at("3b-four", holds_ace)
    app = TableApp(table, suggestions=False)
    card = next(event.card for event in table.observe(0).legal if isinstance(event, Play) and event.ace == "low")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen, steps = top_screen(app, TrickPlayScreen), len(table.course.steps)
        screen.hand.choose(card)
        await press(app, "enter")
        assert screen.busy
        await press(app, "enter")
        assert not screen.busy
        assert len(table.course.steps) == steps


async def test_failing_players_are_replaced_and_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(level: str, seen: Observation) -> None:
        raise ZeroDivisionError(level)

    monkeypatch.setattr("spades_tui.bots.advice.advise", fail)
    table = table_at(Phase.BID)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert isinstance(await suggested(app), Bid)
        assert [entry.text for entry in table.entries].count(HINT_FAILED) == 1


async def test_enter_does_not_count_for_a_suggestion_that_has_just_appeared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pauses, "ENTER_IGNORED", 1_000.0)
    table = table_at(Phase.PLAY)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await suggested(app)
        steps = len(table.course.steps)
        await press(app, "enter")
        assert len(table.course.steps) == steps
        await press(app, "right", "enter")
        assert len(table.course.steps) > steps


async def test_a_card_is_suggested_where_the_hint_would_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim has its own key."""

    def claims(seen: Observation, brain: object, failed: object) -> tuple[Advice, ...]:
        advice = hints(seen, IN_PLACE, nothing_seen)
        claim = Claim(seen.seat or 0, seen.rules.tricks - len(seen.tricks))
        return (replace(advice[0], event=claim), *advice)

    monkeypatch.setattr(coach, "hints", claims)
    app = TableApp(at("sandbags", mine("play", 3, 0)))
    async with app.run_test(size=(80, 24)):
        assert isinstance(await suggested(app), Play)

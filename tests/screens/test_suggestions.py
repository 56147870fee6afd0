"""The cursor starts on the hint's own choice, marked as suggested, or on nothing that Enter could play."""

import threading
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.bots.valued_choice import Advice
from spades_tui.cards import pretty
from spades_tui.game.events import Bid, Claim, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play import coach
from spades_tui.play.bot_decision import hints, suggest
from spades_tui.play.brain import HINT_FAILED, IN_PLACE
from spades_tui.play.daily import table_of_day
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from tests.advice.hints import choose, let_enter_count, suggest_soon, table_at
from tests.decision_scenes import bid
from tests.driver import Driver, driving
from tests.scenes import SceneApp, at, mine
from tests.screens.looking import TableApp, wait_until

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
    suggest_soon(monkeypatch)


def nothing_seen(error: Exception) -> None:
    raise error


def best(seen: Observation) -> SeatEvent:
    """Return the first choice of the hint."""
    return hints(seen, IN_PLACE, nothing_seen)[0].event


def words(event: object) -> str:
    """Return what the cursor is on if it is on this choice."""
    assert isinstance(event, Bid | Play)
    return str(event.bid) if isinstance(event, Bid) else pretty(event.card)


def under_cursor(seat: Driver) -> str:
    """Return the bid or the card under the cursor; "" if it is on nothing."""
    if seat.place == "bid":
        return seat.chosen if seat.chosen.isdigit() else ""
    return seat.card_chosen()


async def test_the_daily_hand_suggests_what_the_hint_says() -> None:
    table = Table.create(table_of_day(date(2026, 11, 28), "sandbags"))
    table.deal(None)
    while not table.observe(0).legal:
        table.do(table.choose())
    seen = table.observe(0)
    assert suggest(seen) != best(seen), "the quick player bids otherwise"
    async with driving(TableApp(table)) as seat:
        await seat.wait("suggested")
        assert under_cursor(seat) == words(best(seen))
        await seat.press("h")
        await seat.work_ends()
        assert under_cursor(seat) == words(best(seen))


@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
async def test_enter_plays_nothing_before_the_suggestion_comes(phase: Phase) -> None:
    table, brain = table_at(phase), Held()
    table.brain = brain
    async with driving(TableApp(table)) as seat:
        assert await wait_until(lambda: brain.asked == 1)
        steps = len(table.course.steps)
        await seat.press("enter")
        assert len(table.course.steps) == steps
        assert seat.sees("the suggestion comes in a moment")
        brain.let.set()
        await seat.wait("suggested")
        suggested = under_cursor(seat)
        await seat.press("enter")
        assert words(table.course.steps[steps].event) == suggested


@pytest.mark.parametrize("key", ["right", "1", "S"])
async def test_a_suggestion_leaves_the_cursor_where_the_person_put_it(key: str) -> None:
    table, brain = table_at(Phase.PLAY), Held()
    table.brain = brain
    suggested = words(best(table.observe(0)))
    async with driving(TableApp(table)) as seat:
        await seat.press(key)
        chosen = seat.card_chosen()
        assert chosen
        brain.let.set()
        await seat.work_ends()
        assert seat.card_chosen() == chosen
        assert seat.sees("suggested") == (chosen == suggested)


@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
async def test_without_suggestions_nothing_is_chosen_until_a_key(phase: Phase) -> None:
    table = table_at(phase)
    async with driving(TableApp(table, suggestions=False)) as seat:
        steps = len(table.course.steps)
        await seat.press("enter", "space")
        assert under_cursor(seat) == ""
        assert len(table.course.steps) == steps
        await seat.press("right")
        assert under_cursor(seat) != "" and not seat.sees("suggested")
        await seat.press("enter")
        assert len(table.course.steps) > steps


async def test_answered_questions_are_not_weighed_any_more() -> None:
    table, brain = table_at(Phase.PLAY), Held()
    table.brain = brain
    async with driving(TableApp(table)) as seat:
        assert await wait_until(lambda: brain.asked == 1)
        for _ in range(3):
            await asked(seat)
            await seat.press("right", "enter")
        await asked(seat)
        brain.let.set()
        await seat.wait("suggested")
        assert brain.asked == 2, "the first question, and the one that is open"


async def asked(seat: Driver) -> None:
    """Press Space until the person must play a card."""
    for _ in range(20):
        if seat.sees("Your turn"):
            return
        await seat.press("space")
    raise AssertionError(seat.text)


@pytest.mark.parametrize("wanted", [False, True])
@pytest.mark.parametrize("kind", ["draft", "discard", "raise", "pass"])
async def test_other_decisions_begin_without_a_choice_too(kind: str, wanted: bool) -> None:
    tables: dict[str, Callable[[], Table]] = {
        "draft": lambda: at("two-handed", mine("draft")),
        "discard": lambda: at("3b-four", mine("discard"), seed="scene-2"),
        "raise": lambda: at("bemo", mine("raise")),
        "pass": lambda: bid("classic", 0, 3, 4, 2, nil_pass=2),
    }
    table = tables[kind]()
    async with driving(SceneApp(table, suggestions=wanted)) as seat:
        assert seat.sees("suggested") is wanted
        steps = len(table.course.steps)
        await seat.press("enter")
        assert seat.sees("Nothing is chosen") is not wanted
        assert wanted or len(table.course.steps) == steps


@pytest.mark.rule("3B-5")
@pytest.mark.parametrize("wanted", [False, True])
async def test_a_bid_suggested_before_a_discard_waits_behind_its_key(wanted: bool) -> None:
    table = at("3b-three", mine("discard"), seed="draw-4", hands=5)
    suggested = best(table.observe(0))
    assert isinstance(suggested, Bid)
    async with driving(TableApp(table, suggestions=wanted)) as seat:
        if wanted:
            await seat.wait(f"bid {suggested.bid} first. b changes it")
        before = table.observe(0).bids[0]
        await seat.press("b", "enter")
        assert table.observe(0).bids[0] == (suggested.bid if wanted else before), "nothing changes by Enter alone"


async def test_an_ace_called_without_a_suggestion_is_not_played_by_enter() -> None:
    def holds_ace(seen: Observation) -> bool:
        return mine("play")(seen) and any(isinstance(event, Play) and event.ace == "low" for event in seen.legal)

    table = at("3b-four", holds_ace)
    ace = next(event for event in table.observe(0).legal if isinstance(event, Play) and event.ace == "low")
    async with driving(TableApp(table, suggestions=False)) as seat:
        steps = len(table.course.steps)
        await choose(seat, ace)
        await seat.press("enter")
        assert seat.sees("high or low?")
        await seat.press("enter")
        assert not seat.sees("high or low?")
        assert len(table.course.steps) == steps


async def test_failing_players_are_replaced_and_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(level: str, seen: Observation) -> None:
        raise ZeroDivisionError(level)

    monkeypatch.setattr("spades_tui.bots.advice.advise", fail)
    table = table_at(Phase.BID)
    async with driving(TableApp(table)) as seat:
        await seat.wait("suggested")
        assert under_cursor(seat)
        assert [entry.text for entry in table.entries].count(HINT_FAILED) == 1


async def test_enter_does_not_count_for_a_suggestion_that_has_just_appeared(monkeypatch: pytest.MonkeyPatch) -> None:
    let_enter_count(monkeypatch, after=1_000.0)
    table = table_at(Phase.PLAY)
    async with driving(TableApp(table)) as seat:
        await seat.wait("suggested")
        steps = len(table.course.steps)
        await seat.press("enter")
        assert len(table.course.steps) == steps
        await seat.press("right", "enter")
        assert len(table.course.steps) > steps


async def test_a_card_is_suggested_where_the_hint_would_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim has its own key."""

    def claims(seen: Observation, brain: object, failed: object) -> tuple[Advice, ...]:
        advice = hints(seen, IN_PLACE, nothing_seen)
        claim = Claim(seen.seat or 0, seen.rules.tricks - len(seen.tricks))
        return (replace(advice[0], event=claim), *advice)

    monkeypatch.setattr(coach, "hints", claims)
    async with driving(TableApp(at("sandbags", mine("play", 3, 0)))) as seat:
        await seat.wait("suggested")
        assert seat.card_chosen()


async def test_a_hint_that_comes_during_the_last_trick_is_chosen_afterwards() -> None:
    table, brain = at("classic", mine("play", 4, 1)), Held()
    table.brain = brain
    async with driving(TableApp(table, suggestions=False)) as seat:
        await seat.press("h", "l")
        brain.let.set()
        await seat.work_ends()
        assert seat.sees("Last trick") and not seat.card_chosen()
        await seat.press("escape")
        await seat.wait("best")
        assert seat.card_chosen()

"""The coach speaks before a choice that surely costs much, never late, and the record says so."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.bots import advice
from spades_tui.bots.advice import advice_about, advise, another_look
from spades_tui.bots.valued_choice import Advice, Aim, PlainReason, Reason, ValuedChoice
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.brain import IN_PLACE
from spades_tui.play.coach import (
    COSTS,
    FAR_BID,
    HOPELESS_NIL,
    LOOKS,
    SURE,
    Coach,
    Costs,
    are_clear,
    is_far_bid,
    least_cost,
    pooled,
    surely_costs,
)
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.presentation.reason_words import reason_words
from spades_tui.record.journal_lines import whole_lines
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook.game_result import GameResult
from spades_tui.scorebook.record_digest import digests
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from tests.advice.fakes import weigh_by_rules
from tests.advice.hints import choose, coach_ready, let_enter_count, table_at
from tests.driver import driving
from tests.plain.talking import Typist
from tests.screens.looking import TableApp

LEAST = COSTS["everything"]


@pytest.fixture(autouse=True)
def far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rule player weigh choices ten times as far apart as it does, so that some cost much."""

    def weigh(
        level: str, seen: Observation, stream: Stream, further: bool = False, thorough: bool = False, **_: object
    ) -> tuple[ValuedChoice, ...]:
        return tuple(replace(row, value=10 * row.value) for row in weigh_by_rules(level, seen, stream, further))

    monkeypatch.setattr(advice, "weigh", weigh)


def costly(seen: Observation, least: float = LEAST) -> Advice:
    """Return the advice about the choice that costs most; it must be one of which the coach warns."""
    worst = max(advise("expert", seen), key=lambda one: one.cost)
    assert surely_costs(another_look(seen, 0), worst, least)
    return worst


def best(seen: Observation) -> SeatEvent:
    return advise("expert", seen)[0].event


def refuse_fault(error: Exception) -> None:
    raise error


def weighed(seen: Observation) -> Coach:
    coach = Coach()
    coach.think(seen, IN_PLACE, refuse_fault)
    assert coach.wait()
    return coach


# ---- what it warns of


@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
def test_coach_warns_of_costly_choices_only(phase: Phase) -> None:
    seen = table_at(phase).observe(0)
    coach, worst = weighed(seen), costly(seen)
    assert coach.objection(seen, worst.event, LEAST) == worst
    assert coach.objection(seen, worst.event, worst.cost + 0.1) is None
    assert coach.objection(seen, best(seen), LEAST) is None


def test_coach_doesnt_warn_of_a_cost_within_chance() -> None:
    worst = costly(table_at(Phase.PLAY).observe(0))
    event, doubt = worst.event, 4.0
    assert surely_costs({event: (LEAST + SURE * doubt + 0.1, doubt)}, worst, LEAST)
    assert not surely_costs({event: (LEAST + SURE * doubt - 0.1, doubt)}, worst, LEAST)
    assert not surely_costs({event: (99.0, doubt)}, replace(worst, gain=None), LEAST)
    assert not surely_costs({}, worst, LEAST)


def test_looks_are_compared_over_the_choice_that_is_best_in_all_of_them() -> None:
    two, three, four, five = (Bid(0, bid) for bid in (2, 3, 4, 5))
    first: Costs = {two: (0.0, 0.0), three: (4.0, 3.0), four: (9.0, 3.0), five: (30.0, 6.0)}
    second: Costs = {three: (0.0, 0.0), two: (2.0, 4.0), four: (7.0, 4.0)}
    costs = pooled([first, second])
    assert costs == {two: (0.0, 2.0), three: (1.0, 1.5), four: (7.0, 2.5)}


@pytest.mark.parametrize(
    ("cost", "doubt", "clear"), [(0.0, 0.1, True), (5.5, 0.1, True), (5.5, 0.2, False), (21.0, 1.0, False)]
)
def test_a_cost_near_a_threshold_is_not_clear(cost: float, doubt: float, clear: bool) -> None:
    assert are_clear([(0.0, 0.0), (cost, doubt)]) is clear


def test_coach_looks_until_every_cost_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, numbers = table_at(Phase.PLAY).observe(0), list[int]()
    worst, first = costly(seen), best(seen)

    def look(_: Observation, number: int) -> Costs:
        numbers.append(number)
        return {first: (0.0, 0.0), worst.event: (COSTS["big"] + 5.0, 0.1 if number == clear else 8.0)}

    monkeypatch.setattr(advice, "another_look", look)
    clear = 0
    weighed(seen)
    assert numbers == [0]
    numbers.clear()
    clear = LOOKS
    coach = weighed(seen)
    assert numbers == list(range(LOOKS))
    assert coach.objection(seen, worst.event, COSTS["big"]) is not None, "twelve looks are surer than one"


def test_coach_is_silent_if_other_deals_doubt_a_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = table_at(Phase.PLAY).observe(0)
    worst = costly(seen)
    monkeypatch.setattr(advice, "another_look", lambda *_: {worst.event: (0.0, worst.cost)})
    assert weighed(seen).objection(seen, worst.event, LEAST) is None


@pytest.mark.parametrize(
    ("event", "goal", "number", "deals", "far"),
    [
        (Bid(0, 4 + FAR_BID), Aim.MAKE, None, 0, True),
        (Bid(0, 3 + FAR_BID), Aim.MAKE, None, 0, False),
        (Bid(0, 4 + FAR_BID), Aim.MAKE, None, 9, False),
        (Bid(0, 0), PlainReason.NIL, HOPELESS_NIL, 0, True),
        (Bid(0, 0), PlainReason.NIL, HOPELESS_NIL + 0.1, 0, False),
        (Bid(0, 0), Aim.MAKE, HOPELESS_NIL, 0, False),
    ],
)
def test_a_bid_that_nobody_tries_is_far_from_the_best_number_or_a_hopeless_nil(
    event: Bid, goal: Aim | PlainReason, number: float | None, deals: int, far: bool
) -> None:
    tried = Advice(Bid(0, 4), 0.0, 0.0, 0.9, 4.0, 100, Reason(Aim.MAKE, Bid(0, 4)))
    one = Advice(event, 0.0, 9.0, 0.1, 4.0, deals, Reason(goal, event, number))
    seen = table_at(Phase.BID).observe(0)
    assert [is_far_bid(one, advice, seen) for advice in ((tried, one), (one, tried))] == [far, far]


def test_coach_stops_looking_once_the_choice_has_been_made() -> None:
    seen, coach, asked = table_at(Phase.PLAY).observe(0), Coach(), list[str]()

    def brain(work: Callable[..., Any], *given: Any) -> Any:
        asked.append(work.__name__)
        if work is not another_look:
            return work(*given)
        coach.forget()
        return dict.fromkeys(seen.legal, (COSTS["big"], 9.0))

    coach.think(seen, brain, refuse_fault)
    assert coach.wait()
    assert asked == ["advise", "another_look"]


def test_a_hint_doesnt_wait_for_more_looks() -> None:
    seen, let, coach = table_at(Phase.PLAY).observe(0), threading.Event(), Coach()

    def slow(work: Callable[..., Any], *given: Any) -> Any:
        assert work is not another_look or let.wait(60)
        return work(*given)

    coach.think(seen, slow, refuse_fault)
    assert coach.advice(seen, slow, refuse_fault) == advise("expert", seen)
    assert coach.objection(seen, costly(seen).event, LEAST) is None
    let.set()
    assert coach.wait()
    assert coach.objection(seen, costly(seen).event, LEAST) is not None


def test_coach_is_silent_about_another_observation() -> None:
    table = table_at(Phase.PLAY)
    seen = table.observe(0)
    coach, worst = weighed(seen), costly(seen)
    assert coach.objection(replace(seen, took=()), worst.event, LEAST) is None
    coach.forget()
    assert coach.objection(seen, worst.event, LEAST) is None


class Counting:
    """A brain that notes what it is asked to do, and may be held up."""

    def __init__(self) -> None:
        self.let, self.asked = threading.Event(), list[str]()

    def __call__(self, work: Callable[..., Any], *given: Any) -> Any:
        self.asked.append(work.__name__)
        assert self.let.wait(60)
        return work(*given)


def test_coach_weighs_a_question_once_for_all_who_ask() -> None:
    seen, brain, coach = table_at(Phase.PLAY).observe(0), Counting(), Coach()
    with ThreadPoolExecutor(2) as threads:
        coach.think(seen, brain, refuse_fault)
        hint = threads.submit(coach.advice, seen, brain, refuse_fault)
        suggestion = threads.submit(coach.advice, replace(seen), brain, refuse_fault)
        brain.let.set()
        assert hint.result(60) == suggestion.result(60) == advise("expert", seen)
    assert coach.advice(seen, brain, refuse_fault) == hint.result()
    assert coach.wait()
    assert brain.asked == ["advise", "another_look"]


def test_without_the_coach_nothing_is_weighed_twice() -> None:
    seen, brain, coach = table_at(Phase.PLAY).observe(0), Counting(), Coach()
    brain.let.set()
    assert coach.advice(seen, brain, refuse_fault)
    assert coach.wait()
    assert brain.asked == ["advise"]


def test_advice_about_an_older_question_is_dropped() -> None:
    first, second = table_at(Phase.BID).observe(0), table_at(Phase.PLAY).observe(0)
    coach = Coach()

    def answered(work: Callable[..., Any], *given: Any) -> Any:
        coach.think(second, IN_PLACE, refuse_fault)
        return work(*given)

    assert coach.advice(first, answered, refuse_fault) == ()
    assert coach.wait()
    assert coach.objection(second, costly(second).event, LEAST) is not None


@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
@pytest.mark.usefixtures("real_suggestions")
async def test_coach_suggestion_and_hint_share_one_search(phase: Phase) -> None:
    table, brain = table_at(phase), Counting()
    brain.let.set()
    table.brain = brain
    app = TableApp(table, coach="big")
    async with driving(app) as seat:
        await coach_ready(app)
        await seat.wait("suggested")
        await seat.press("h")
        await seat.wait("best")
        assert brain.asked == ["advise", "another_look"]


def test_coach_is_silent_until_it_has_thought() -> None:
    seen, let = table_at(Phase.PLAY).observe(0), threading.Event()

    def slow(work: Callable[..., Any], *given: Any) -> Any:
        assert let.wait(60)
        return work(*given)

    coach, worst = Coach(), costly(seen)
    coach.think(seen, slow, refuse_fault)
    assert coach.objection(seen, worst.event, LEAST) is None
    let.set()
    assert coach.wait()
    assert coach.objection(seen, worst.event, LEAST) == worst


def test_coach_drops_an_old_decision_for_a_new_one() -> None:
    first, second = table_at(Phase.BID).observe(0), table_at(Phase.PLAY).observe(0)
    let, coach = threading.Event(), Coach()

    def slow(work: Callable[..., Any], *given: Any) -> Any:
        assert let.wait(60)
        return work(*given)

    coach.think(first, slow, refuse_fault)
    coach.think(second, slow, refuse_fault)
    let.set()
    assert coach.wait()
    assert coach.objection(first, costly(first).event, LEAST) is None
    assert coach.objection(second, costly(second).event, LEAST) is not None


def test_coach_with_a_fault_is_silent() -> None:
    seen, faults = table_at(Phase.PLAY).observe(0), list[Exception]()

    def broken(*_: Any) -> Any:
        raise ArithmeticError

    coach = Coach()
    coach.think(seen, broken, faults.append)
    assert coach.wait()
    assert faults
    assert all(coach.objection(seen, event, LEAST) is None for event in seen.legal)


def test_coach_is_off_for_several_people_unless_they_agreed() -> None:
    assert least_cost(Settings(), 1) is None
    assert least_cost(Settings(coach="big"), 1) == COSTS["big"]
    assert least_cost(Settings(coach="big"), 2) is None
    assert least_cost(Settings(coach="big", coach_agreed=True), 2) == COSTS["big"]
    assert least_cost(Settings(coach_agreed=True), 2) is None


def test_coach_warns_of_bids_too_far_away_to_be_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    seen = table_at(Phase.BID).observe(0)
    found = advise("expert", seen)
    coach = weighed(seen)
    first = found[0].event
    assert isinstance(first, Bid)
    untried = [one.event for one in found if not one.weighed and isinstance(one.event, Bid) and one.event.bid]
    assert untried
    for event in untried:
        far = abs(event.bid - first.bid) >= FAR_BID
        assert (coach.objection(seen, event, COSTS["big"]) is not None) is far


# ---- at a screen

WARNING = "Esc: think again."


@pytest.mark.parametrize("phase", [Phase.BID, Phase.PLAY])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_warning_holds_a_choice_back_until_enter(
    phase: Phase, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    let_enter_count(monkeypatch)
    table = table_at(phase)
    seen = table.observe(0)
    worst = costly(seen)
    app = TableApp(table, coach="everything")
    async with driving(app, size) as seat:
        await coach_ready(app)
        await choose(seat, worst.event)
        await seat.press("enter")
        assert table.observe(0) is seen
        assert seat.sees(*reason_words(worst.reason, seen, table.names).split()[:4], WARNING)
        await seat.press("escape")
        assert not seat.sees("think again")
        assert table.observe(0) is seen
        await seat.press("enter", "enter")
        own = table.observe(0)
        assert own is not seen
        assert own.bids[0] == worst.event.bid if isinstance(worst.event, Bid) else own.own != seen.own


async def test_moving_the_cursor_drops_the_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    let_enter_count(monkeypatch)
    table = table_at(Phase.PLAY)
    seen = table.observe(0)
    app = TableApp(table, coach="everything")
    async with driving(app) as seat:
        await coach_ready(app)
        await choose(seat, costly(seen).event)
        await seat.press("enter")
        assert seat.sees(WARNING)
        await seat.press("left")
        assert not seat.sees("think again")
        await choose(seat, best(seen))
        await seat.press("enter")
        assert table.observe(0) is not seen


async def test_a_second_enter_right_after_the_first_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    let_enter_count(monkeypatch, after=600.0)
    table = table_at(Phase.PLAY)
    seen = table.observe(0)
    app = TableApp(table, coach="everything")
    async with driving(app) as seat:
        await coach_ready(app)
        await choose(seat, costly(seen).event)
        await seat.press("enter", "enter")
        assert table.observe(0) is seen
        assert seat.sees("think again")


async def test_a_choice_counts_at_once_while_the_coach_still_thinks() -> None:
    table, let = table_at(Phase.PLAY), threading.Event()

    def slow(work: Callable[..., Any], *given: Any) -> Any:
        let.wait(60)
        return work(*given)

    table.brain = slow
    seen = table.observe(0)
    async with driving(TableApp(table, coach="everything")) as seat:
        await choose(seat, costly(seen).event)
        await seat.press("enter")
        assert table.observe(0) is not seen
        let.set()


async def test_without_the_setting_nothing_is_weighed() -> None:
    table = table_at(Phase.PLAY)
    seen, asked = table.observe(0), list[object]()
    table.brain = lambda work, *given: asked.append(work)
    async with driving(TableApp(table)) as seat:
        await choose(seat, costly(seen).event)
        await seat.press("enter")
        assert table.observe(0) is not seen
        assert not asked


async def test_a_vanished_question_takes_the_warning_along() -> None:
    table = table_at(Phase.PLAY)
    app = TableApp(table, coach="everything")
    async with driving(app) as seat:
        await coach_ready(app)
        await choose(seat, costly(table.observe(0)).event)
        await seat.press("enter")
        assert seat.sees(WARNING)
        await seat.act(best(table.observe(0)))
        assert not seat.sees("think again")


# ---- in the record


def table_of(slug: str, folder: Path) -> Table:
    """Return a new table whose clock stands still."""
    seats = (SeatSetup("Ann", "human"), *(SeatSetup(name, "bot", "club") for name in ("Bea", "Cy", "Dot")))
    setup = TableSetup(shipped()[slug], {}, seats, seed="coach")
    return Table.create(setup, folder, lambda: "2026-01-01T12:00:00+00:00")


def _played(table: Table, folder: Path, coached: bool) -> GameResult:
    """Play the game to its end; with `coached`, the coach speaks to seat 0 before its next two decisions."""
    spoken = 2 if coached else 0
    while table.final is None:
        match type(step := table.next()).__name__:
            case "CutOffered":
                table.deal(None)
            case "Turn":
                seat = getattr(step, "seat", 0)
                if seat == 0 and spoken:
                    spoken -= 1
                    table.coached.add(0)
                legal = table.observe(seat).legal
                fair = [one for one in legal if isinstance(one, Bid | Play) and not getattr(one, "blind", False)]
                table.do((fair or legal)[0])
            case "HandPlayed":
                table.score()
    assert table.path is not None
    (digest,) = digests(whole_lines(table.path.read_bytes()), table.path.name, 0.0)
    assert isinstance(digest, GameResult)
    return digest


def test_the_record_and_the_scorebook_count_how_often_the_coach_spoke(tmp_path: Path) -> None:
    games = []
    for coached in (True, False):
        folder = tmp_path / str(coached)
        folder.mkdir()
        table = table_of("call-break", folder)
        games.append(_played(table, folder, coached))
        assert table.path is not None
        assert table.path.read_text().count('"coached": true') == (2 if coached else 0)
    assert [seat.coached for seat in games[0].seats] == [2, 0, 0, 0]
    assert [seat.coached for seat in games[1].seats] == [0, 0, 0, 0]
    assert games[0].id == games[1].id, "the coach is not part of the game"


def test_advice_says_how_sure_a_cost_is() -> None:
    seen = table_at(Phase.PLAY).observe(0)
    for one in advise("expert", seen):
        assert one.doubt >= 0
        assert advice_about(advise("expert", seen), one.event) is not None


# ---- in plain text


class Thoughtful(Typist):
    """A person who types these answers, each only after the coach has thought."""

    face: PlainTable

    def answer(self) -> str:
        assert self.face._coach.wait()
        return super().answer()


def said_for(table: Table, *typed: str, **settings: Any) -> str:
    """Return everything said to a person who types this and leaves."""
    console = Thoughtful(typed)
    console.face = PlainTable(table, console, Settings(**settings))
    console.face.run()
    return console.text


@pytest.mark.parametrize("confirmed", ["yes", "again"])
def test_plain_text_asks_before_a_costly_choice_counts(confirmed: str) -> None:
    table = table_at(Phase.PLAY)
    seen = table.observe(0)
    worst = costly(seen).event
    assert isinstance(worst, Play)
    named = cards.text(worst.card)
    text = said_for(table, named, named if confirmed == "again" else "yes", coach="everything")
    assert text.count("Say yes to play the") == 1
    assert (table.observe(0).own or 0) >> worst.card & 1 == 0


def test_plain_text_takes_another_choice_after_a_warning() -> None:
    table = table_at(Phase.PLAY)
    seen = table.observe(0)
    worst, better = costly(seen).event, best(seen)
    assert isinstance(worst, Play)
    assert isinstance(better, Play)
    text = said_for(table, cards.text(worst.card), cards.text(better.card), coach="everything")
    assert "Say yes to play the" in text
    own = table.observe(0).own or 0
    assert own >> worst.card & 1
    assert not own >> better.card & 1


def test_plain_text_is_silent_for_several_people_who_have_not_agreed() -> None:
    for agreed in (False, True):
        table = table_at(Phase.PLAY, people="hhbb")
        step = table.next()
        assert isinstance(step, Turn)
        seen = table.observe(step.seat)
        worst = costly(seen).event
        assert isinstance(worst, Play)
        typed = ("ready", cards.text(worst.card))
        text = said_for(table, *typed, coach="everything", coach_agreed=agreed)
        assert ("Say yes to play the" in text) is agreed

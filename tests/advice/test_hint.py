"""Keys still work while the program thinks about a hint or a card, and a hint shows only the player's own cards."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis.verify import verify
from spades_tui.bots.levels import LEVELS
from spades_tui.cards import pretty
from spades_tui.game.events import Bone, Play
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Turn
from tests.advice.hints import ask, hint, marked, reason, table_at
from tests.driver import driving
from tests.screens.looking import TableApp, faces, hands_in_tree, observed_by_panels, wait_until

pytestmark = pytest.mark.usefixtures("by_rules")


class Slow:
    """A brain that answers only when `let` is set, and remembers what it was asked."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.asked: list[tuple[Any, ...]] = []

    def __call__(self, work: Callable[..., Any], *given: Any) -> Any:
        self.asked.append(given)
        self.let.wait(20)
        return work(*given)


async def until_asked(brain: Slow, times: int = 1) -> None:
    """Wait until the brain has been asked so often."""
    assert await wait_until(lambda: len(brain.asked) >= times)


async def test_a_hint_shows_choices_and_a_reason_beside_trick_and_hand() -> None:
    table = table_at(Phase.PLAY, lying=2)
    seen = table.observe(0)
    async with driving(TableApp(table)) as seat:
        await ask(seat)
        assert seat.sees("best", "50%") and reason(seat)
        for face in faces(seen.own):
            assert seat.sees(face)
        for played in seen.trick:
            assert seat.sees(pretty(played.card))
        assert seat.card_chosen() == marked(seat)
        await seat.press("left")
        assert not hint(seat)
        await ask(seat)
        assert hint(seat)
        await seat.press("enter")
        assert not hint(seat)
        assert table.observe(0).own != seen.own


async def test_arrows_select_each_choice_and_show_its_reason() -> None:
    table = table_at(Phase.PLAY)
    async with driving(TableApp(table)) as seat:
        await ask(seat)
        legal = [event for event in table.observe(0).legal if isinstance(event, Play)]
        assert len(legal) > 3
        met: dict[str, str] = {}
        for _ in legal:
            assert seat.card_chosen() == marked(seat)
            met[marked(seat)] = reason(seat)
            await seat.press("down")
        assert set(met) == {pretty(event.card) for event in legal}
        assert len(set(met.values())) > 1, "another choice has another reason"
        for _ in met:
            await seat.press("up")
        assert reason(seat) == next(iter(met.values()))
        await seat.press("left")
        assert not hint(seat)


async def test_a_click_selects_a_choice_of_the_hint() -> None:
    async with driving(TableApp(table_at(Phase.PLAY))) as seat:
        await ask(seat)
        second = hint(seat)[1].split()[0]
        assert second != marked(seat)
        await seat.click(hint(seat)[1][:12])
        assert seat.card_chosen() == marked(seat) == second


async def test_a_hint_for_a_bid_opens_the_panel() -> None:
    async with driving(TableApp(table_at(Phase.BID))) as seat:
        await ask(seat)
        assert marked(seat).startswith("bid ") and reason(seat)


async def test_keys_work_during_a_hint_and_a_late_hint_is_dropped() -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    table.brain = brain
    async with driving(TableApp(table)) as seat:
        await seat.press("h")
        assert " ".join(hint(seat)).strip() == "Thinking …"
        before = seat.card_chosen()
        start = time.process_time()
        await seat.press("right")
        assert time.process_time() - start < 1.0
        chosen = seat.card_chosen()
        assert chosen != before and not hint(seat)
        brain.let.set()
        await seat.work_ends()
        assert seat.card_chosen() == chosen and not hint(seat)


async def test_no_hint_appears_over_the_curtain() -> None:
    table, brain = table_at(Phase.PLAY, people="hhbb"), Slow()
    turn = table.next()
    assert isinstance(turn, Turn)
    app = TableApp(table)
    async with driving(app) as seat:
        assert seat.place == "curtain"
        await seat.press("space")
        table.brain = brain
        await seat.press("h")
        own = faces(table.observe(turn.seat).own)
        await seat.until("curtain")  # Enter plays the marked card, whatever the hint would be.
        brain.let.set()
        await seat.work_ends()
        assert seat.place == "curtain" and not seat.sees("best")
        assert not any(face in seat.text for face in own if len(face) == 3)
        assert not hands_in_tree(app) and not observed_by_panels(app)


async def test_a_hint_uses_the_observation_of_the_person_at_the_keyboard() -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    brain.let.set()
    table.brain = brain
    async with driving(TableApp(table)) as seat:
        await ask(seat)
        assert brain.asked == [(LEVELS[-1], table.observe(0), None)]


async def test_the_table_says_who_is_thinking_and_keys_still_work(monkeypatch: pytest.MonkeyPatch) -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    monkeypatch.setattr("spades_tui.play.game_loop.takes_time", lambda level: True)
    table.brain = brain
    async with driving(TableApp(table)) as seat:
        await seat.press("enter")
        await until_asked(brain)
        await seat.wait("is thinking.")
        await seat.press("s")
        assert not brain.let.is_set(), "he is still thinking"
        assert seat.place == "all scores"
        await seat.press("escape")
        assert seat.place == "play"
        played = len(table.observe(None).trick)
        brain.let.set()
        assert await wait_until(lambda: len(table.observe(None).trick) > played or bool(table.observe(None).tricks))


async def test_an_event_during_thinking_makes_the_computer_player_think_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Otherwise the choice couldn't be reproduced."""
    table, brain = table_at(Phase.PLAY, 1, slug="3b-four", folder=tmp_path, seed="hint 1"), Slow()
    monkeypatch.setattr("spades_tui.play.game_loop.takes_time", lambda level: True)
    table.brain = brain
    path = table.path
    assert path is not None
    async with driving(TableApp(table)) as seat:
        await seat.press("enter")
        await until_asked(brain)
        await seat.act(Bone(0))
        brain.let.set()
        await until_asked(brain, 2)
        assert brain.asked[1][1].seat == brain.asked[0][1].seat
        await seat.press("q")
    with path.open("rb") as stream:
        [done] = verify(stream)
    assert done.choices > 3
    assert done.unknown == 0


async def test_leaving_while_a_computer_player_thinks_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    monkeypatch.setattr("spades_tui.play.game_loop.takes_time", lambda level: True)
    table.brain = brain
    async with driving(TableApp(table)) as seat:
        await seat.press("enter")
        await until_asked(brain)
        await seat.press("q")
        brain.let.set()
        await seat.work_ends()
        assert seat.place == "home"

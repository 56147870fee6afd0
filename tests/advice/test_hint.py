"""Keys still work while the program thinks about a hint or a card, and a hint shows only the player's own cards."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from spades_tui.analysis.verify import verify
from spades_tui.bots import LEVELS
from spades_tui.cards import pretty
from spades_tui.game.events import Bone, Play
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Turn
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from spades_tui.tui.widgets.side_panels import HintPanel
from tests.advice.hints import panel_of, press, table_at, words_of
from tests.screens.looking import TableApp, faces, screen_text, settle, top_screen

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


async def until_asked(pilot: Pilot[Any], brain: Slow, times: int = 1) -> None:
    """Wait up to 5 seconds until the brain has been asked so often."""
    for _ in range(100):
        await pilot.pause(0.05)
        if len(brain.asked) >= times:
            break


async def test_a_hint_shows_choices_and_a_reason_beside_trick_and_hand() -> None:
    table = table_at(Phase.PLAY, lying=2)
    seen = table.observe(0)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await press(app, "h")
        await app.workers.wait_for_complete()
        await settle(app)
        shown = screen_text(app)
        panel = panel_of(app)
        assert panel.display
        assert "best" in words_of(panel)
        assert "50%" in words_of(panel)
        first = words_of(panel).splitlines()[-1]
        assert " ".join(first.split()[:3]) in shown
        for face in faces(seen.own):
            assert face in shown
        for played in seen.trick:
            assert pretty(played.card) in shown
        chosen = words_of(panel).split()[1]
        card = top_screen(app, TableScreen).hand.card
        assert card is not None
        assert pretty(card) == chosen
        await press(app, "left")
        assert not panel.display
        await press(app, "h")
        await app.workers.wait_for_complete()
        await settle(app)
        assert panel.display
        await press(app, "enter")
        assert not panel.display
        await settle(app)
        assert not seen.own or table.observe(0).own != seen.own


async def test_arrows_select_each_choice_and_show_its_reason() -> None:
    table = table_at(Phase.PLAY)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await press(app, "h")
        await app.workers.wait_for_complete()
        await settle(app)
        panel, legal = panel_of(app), [event for event in table.observe(0).legal if isinstance(event, Play)]
        assert len(legal) > 3
        met: dict[str, str] = {}
        for _ in legal:
            line = next(line for line in words_of(panel).splitlines() if line.startswith("▸"))
            card = top_screen(app, TableScreen).hand.card
            assert card is not None
            assert pretty(card) in line
            met[line] = words_of(panel).splitlines()[-1]
            await press(app, "down")
            assert panel.display
        named = {word for line in met for word in line.split() if word[-1] in "♠♥♦♣"}
        assert named == {pretty(event.card) for event in legal}
        assert len(set(met.values())) > 1, "another choice has another reason"
        for _ in met:
            await press(app, "up")
        assert words_of(panel).splitlines()[-1] == next(iter(met.values()))
        await press(app, "left")
        assert not panel.display


async def test_a_click_selects_a_choice_of_the_hint() -> None:
    table = table_at(Phase.PLAY)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        await press(app, "h")
        await app.workers.wait_for_complete()
        await settle(app)
        panel = panel_of(app)
        await pilot.click(panel, offset=(4, 2))
        await settle(app)
        second = words_of(panel).splitlines()[1]
        assert panel.display
        assert second.startswith("▸")
        card = top_screen(app, TableScreen).hand.card
        assert card is not None
        assert pretty(card) in second


async def test_a_hint_for_a_bid_opens_the_panel() -> None:
    app = TableApp(table_at(Phase.BID))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await press(app, "h")
        await app.workers.wait_for_complete()
        await settle(app)
        assert panel_of(app).display
        assert "bid " in words_of(panel_of(app))
        assert " Hint " in screen_text(app)


async def test_keys_work_during_a_hint_and_a_late_hint_is_dropped() -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    table.brain = brain
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await press(app, "h")
        await settle(app)
        panel = panel_of(app)
        assert words_of(panel) == "Thinking …"
        assert words_of(panel) in screen_text(app)
        before = top_screen(app, TableScreen).hand.card
        start = time.process_time()
        await press(app, "right")
        assert time.process_time() - start < 1.0
        assert top_screen(app, TableScreen).hand.card != before
        assert not panel.display
        chosen = top_screen(app, TableScreen).hand.card
        brain.let.set()
        await app.workers.wait_for_complete()
        await settle(app)
        assert not panel.display
        assert top_screen(app, TableScreen).hand.card == chosen


async def test_no_hint_appears_over_the_curtain() -> None:
    table, brain = table_at(Phase.PLAY, people="hhbb"), Slow()
    turn = table.next()
    assert isinstance(turn, Turn)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert isinstance(app.screen, CurtainScreen)
        await press(app, "space")
        await settle(app)
        table.brain = brain
        await press(app, "h")
        await settle(app)
        own = faces(table.observe(turn.seat).own)
        await press(app, "enter")  # Plays the marked card, whatever the hint would be.
        for _ in range(50):
            await settle(app)
            if isinstance(app.screen, CurtainScreen):
                break
            await press(app, "enter")
            await pilot.pause(0.02)
        assert isinstance(app.screen, CurtainScreen)
        brain.let.set()
        await app.workers.wait_for_complete()
        await settle(app)
        assert isinstance(app.screen, CurtainScreen)
        assert not app.screen.query(HintPanel)
        shown = screen_text(app)
        assert not any(face in shown for face in own if len(face) == 3)
        assert "best" not in shown


async def test_a_hint_uses_the_observation_of_the_person_at_the_keyboard() -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    brain.let.set()
    table.brain = brain
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await press(app, "h")
        await app.workers.wait_for_complete()
        assert brain.asked == [(LEVELS[-1], table.observe(0))]


async def test_the_table_says_who_is_thinking_and_keys_still_work(monkeypatch: pytest.MonkeyPatch) -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    monkeypatch.setattr("spades_tui.play.game_loop.takes_time", lambda level: True)
    table.brain = brain
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert isinstance(app.screen, TrickPlayScreen)
        await press(app, "enter")
        await until_asked(pilot, brain)
        await pilot.pause(0.3)
        assert "is thinking." in screen_text(app)
        await press(app, "s")
        await settle(app)
        assert not brain.let.is_set(), "he is still thinking"
        assert not isinstance(app.screen, TrickPlayScreen)
        await press(app, "escape")
        await settle(app)
        assert isinstance(app.screen, TrickPlayScreen)
        played = len(table.observe(None).trick)
        brain.let.set()
        for _ in range(40):
            await pilot.pause(0.05)
            if len(table.observe(None).trick) != played or table.observe(None).tricks:
                break
        assert len(table.observe(None).trick) > played or table.observe(None).tricks


async def test_an_event_during_thinking_makes_the_computer_player_think_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Otherwise the choice couldn't be reproduced."""
    table, brain = table_at(Phase.PLAY, 1, slug="3b-four", folder=tmp_path, seed="hint 1"), Slow()
    monkeypatch.setattr("spades_tui.play.game_loop.takes_time", lambda level: True)
    table.brain = brain
    path = table.path
    assert path is not None
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        await press(app, "enter")
        await until_asked(pilot, brain)
        controller = app.controller
        assert controller is not None
        controller.act(Bone(0))
        await settle(app)
        brain.let.set()
        await until_asked(pilot, brain, 2)
        assert brain.asked[1][1].seat == brain.asked[0][1].seat
        await press(app, "q")
    with path.open("rb") as stream:
        [done] = verify(stream)
    assert done.choices > 3
    assert done.unknown == 0


async def test_leaving_while_a_computer_player_thinks_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table, brain = table_at(Phase.PLAY), Slow()
    monkeypatch.setattr("spades_tui.play.game_loop.takes_time", lambda level: True)
    table.brain = brain
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        await press(app, "enter")
        await until_asked(pilot, brain)
        await press(app, "q")
        await settle(app)
        brain.let.set()
        await app.workers.wait_for_complete()
        await settle(app)
        assert app.controller is None

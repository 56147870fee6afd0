"""A key at the table draws and computes nothing twice, counted in calls and not in time."""

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, CoroutineType, FrameType
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

import spades_tui
from spades_tui import bots
from spades_tui.game import machine
from spades_tui.play import table
from spades_tui.play.table import Table
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.canvas import CanvasWidget
from spades_tui.tui.widgets.card_faces import HandView
from spades_tui.tui.widgets.edge_lines import KeyLine, Sentence
from spades_tui.tui.widgets.table_view import TableView
from tests.scenes import setup
from tests.screens.looking import TableApp, press_until, table_of, top_screen

SIZES = ((80, 24), (140, 45))
PROGRAM = Path(spades_tui.__file__).parent


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], Counter[object]]:
    """Count the calls of a function, by the kind of object."""

    def count(owner: Any, name: str) -> Counter[object]:
        calls: Counter[object] = Counter()
        before = getattr(owner, name)

        def noted(*arguments: Any, **named: Any) -> Any:
            calls[type(arguments[0]) if arguments else None] += 1
            return before(*arguments, **named)

        monkeypatch.setattr(owner, name, noted)
        return calls

    return count


async def at_a_card(pilot: Pilot[int]) -> TableScreen:
    """Go to the first trick, where the person may play one of several cards."""
    await press_until(pilot, "enter", TableScreen)
    screen = top_screen(pilot.app, TableScreen)
    while screen.bidding or screen.decision is None or screen.hand.state.raised.bit_count() < 2:
        await pilot.press("enter")
        screen = top_screen(pilot.app, TableScreen)
    await pilot.press("right")
    return screen


@pytest.mark.parametrize("size", SIZES)
async def test_an_arrow_key_moves_once_and_draws_one_hand(
    size: tuple[int, int], counted: Callable[[Any, str], Counter[object]]
) -> None:
    app = TableApp(Table.create(setup("sandbags", dealer=1, seed="arrow", target=200)))
    async with app.run_test(size=size) as pilot:
        screen = await at_a_card(pilot)
        moved, redrawn = counted(TableScreen, "moved"), counted(CanvasWidget, "redraw")
        rendered, looked = counted(CanvasWidget, "render_line"), counted(KeyLine, "look")
        laid_out, legal = counted(Screen, "_refresh_layout"), counted(machine, "legal")
        seen, thought = counted(table, "observe"), counted(bots, "choose")
        before = screen.hand.card
        await pilot.press("right")
        assert screen.hand.card != before
        assert moved.total() == 1
        assert redrawn == {HandView: 1}
        assert set(rendered) == {HandView} and rendered.total() <= screen.hand.size.height
        assert not (looked or laid_out or legal or seen or thought)


ROUND_TRIP = 11
"""Maximum number of functions from a card in the inbox to the disk and the paint (docs/architecture.md lists them)."""


def waiting(app: TableApp) -> set[CodeType]:
    """Return the functions that wait for the person's card, and so for its key."""
    running = table_of(app)._running
    assert running is not None and running._task is not None
    found = set[CodeType]()
    one: object = running._task.get_coro()
    while isinstance(one, CoroutineType):
        found.add(one.cr_code)
        one = one.cr_await
    return found


@pytest.mark.parametrize("size", SIZES)
async def test_a_card_passes_through_few_functions_to_disk_and_screen(size: tuple[int, int], tmp_path: Path) -> None:
    app = TableApp(Table.create(setup("sandbags", dealer=1, seed="card", target=200), tmp_path))
    async with app.run_test(size=size) as pilot:
        await at_a_card(pilot)
        screen = top_screen(app, TableScreen)
        to_disk: list[list[CodeType]] = []
        to_paint: dict[type, list[CodeType]] = {}

        def program(frame: FrameType | None) -> list[CodeType]:
            """Return the functions of the program that are running, starting with the key."""
            calls = []
            while frame is not None and frame.f_code is not test:
                if Path(frame.f_code.co_filename).is_relative_to(PROGRAM):
                    calls.append(frame.f_code)
                frame = frame.f_back
            return calls[::-1]

        def note(frame: FrameType, event: str, called: Any) -> None:
            if event == "c_call" and called is os.fsync:
                to_disk.append(program(frame))
            elif event == "call" and frame.f_code is Widget.refresh.__code__ and to_disk:
                to_paint.setdefault(type(frame.f_locals["self"]), program(frame))

        test, waited = sys._getframe().f_code, waiting(app)
        sys.setprofile(note)
        screen.action_take()
        await asyncio.sleep(0)
        sys.setprofile(None)
        assert len(to_disk) == 1, "the card is on disk before anything is painted"
        assert {HandView, TableView, Sentence} <= set(to_paint)
        for painted in to_paint.values():
            calls = [call for call in dict.fromkeys([*to_disk[0], *painted]) if call not in waited]
            assert len(calls) <= ROUND_TRIP, " ".join(call.co_qualname for call in calls)

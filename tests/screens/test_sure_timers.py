"""Timers ring even if the machine was busy just when they were set."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from textual import timer as textual_timer
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.widgets.edge_lines import KeyLine
from tests.screens.looking import settle, top_screen


class HaltingClock:
    """A clock that jumps ahead by a second between its next reading and the one after."""

    def __init__(self) -> None:
        self._readings = 0
        self._lost = 0.0

    def get_time(self) -> float:
        self._readings += 1
        if self._readings == 2:
            self._lost = 1.0
        return monotonic() + self._lost


async def rings(pilot: Pilot[object], pump: MessagePump, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a timer rings within two seconds, although the machine halts just after it was set."""
    rung: list[bool] = []
    ring: Callable[[], None] = lambda: rung.append(True)  # noqa: E731
    with monkeypatch.context() as patch:
        patch.setattr(textual_timer, "_time", HaltingClock())
        pump.set_timer(0.001, ring)
        for _ in range(400):
            await pilot.pause(0.005)
            if rung:
                return True
    return False


async def test_timers_ring_after_a_halt_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = SpadesApp(settings=Settings(name="Ann", pace="instant"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = top_screen(app, HomeScreen)
        for pump in (app, screen, screen.query_one(KeyLine)):
            assert await rings(pilot, pump, monkeypatch), pump  # type: ignore[arg-type]

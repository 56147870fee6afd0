"""Sentences end and keys are answered even if the machine was busy just then."""

from time import monotonic

import pytest
from textual import timer as textual_timer

from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import KeysScreen
from spades_tui.tui.setup.home import HomeScreen
from tests.screens.looking import settle, top_screen, type_keys


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


async def test_a_sentence_in_the_footer_ends_after_a_halt_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    app = SpadesApp(settings=Settings(name="Ann", pace="instant"), keep=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        line = top_screen(app, HomeScreen).key_line
        with monkeypatch.context() as patch:
            patch.setattr(textual_timer, "_time", HaltingClock())
            line.say("Wait.", 0.001)
            for _ in range(400):
                await pilot.pause(0.005)
                if not line.said:
                    break
        assert line.said == ""


async def test_a_key_is_answered_after_a_halt_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    app = SpadesApp(settings=Settings(name="Ann", pace="instant"), keep=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        ready = iter([False])
        monkeypatch.setattr(app.keys, "is_ready", lambda: next(ready, True))
        monkeypatch.setattr(textual_timer, "_time", HaltingClock())
        type_keys(app, "question_mark")
        for _ in range(400):
            await pilot.pause(0.005)
            if isinstance(app.screen, KeysScreen):
                break
        assert isinstance(app.screen, KeysScreen)

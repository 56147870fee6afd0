"""What every test needs: a home of its own, so that nobody's games or settings are touched."""

import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, settings and variants of a test lie in its own folder; the user is not asked for a name."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("spades_tui.app.SpadesApp.knows_nobody", lambda app: False)


def pytest_collection_finish() -> None:
    """A `Pilot` waits until everything that is on its way has been answered.

    Textual itself waits until the processor has nothing to do, 20 milliseconds at the least: that is longer, and on a
    busy machine, where the program may not have been let in at all, too short.
    """
    if "textual.pilot" in sys.modules:
        from tests.screens.looking import wait_for_idle

        for module in ("textual.pilot", "textual.app"):
            vars(sys.modules[module])["wait_for_idle"] = wait_for_idle

"""What every test needs: a home of its own, so that nobody's games or settings are touched."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, settings and variants of a test lie in its own folder."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "home"))

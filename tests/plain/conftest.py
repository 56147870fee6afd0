"""A separate folder for each test's settings, games and scorebook."""

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    return tmp_path

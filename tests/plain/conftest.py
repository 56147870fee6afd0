"""Give each test a separate folder for its settings, games and scorebook."""

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the test's folder."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    return tmp_path

"""A folder of its own for the settings, the games and the book of a test."""

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they lie."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    return tmp_path

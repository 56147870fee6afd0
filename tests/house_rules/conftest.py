"""A user with folders of his own."""

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """His folders, and he is called Ann."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr("getpass.getuser", lambda: "ann")
    return tmp_path

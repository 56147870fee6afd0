"""Give every test a filled data folder, made once."""

import shutil
from pathlib import Path

import pytest

from tests.scorebook_screens.filled import filled


@pytest.fixture(scope="session")
def whole_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book") / "data"
    filled(folder)
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole_book: Path) -> Path:
    """Return the data folder of a user with a past season."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    shutil.copytree(whole_book, tmp_path / "data")
    return tmp_path / "data"

"""Give every test separate folders, and an app that only notes its tables."""

from pathlib import Path

import pytest

from tests.setup.helpers import NotedApp, Suspend


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a separate folder for a user named Ann."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr("getpass.getuser", lambda: "ann")
    return tmp_path


@pytest.fixture
def app() -> NotedApp:
    return NotedApp()


@pytest.fixture
def suspend(home: Path) -> Suspend:
    """Return a function that writes the journal of a suspended game into the games folder."""
    import os

    def put(name: str, when: float) -> Path:
        folder = home / "data" / "games"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.spades.jsonl"
        seats = ", ".join(f'{{"name": "{seat}", "kind": "human"}}' for seat in (name, "Bea", "Cy", "Dot"))
        path.write_text(
            f'{{"event": "game", "format": "spades-record/1", "variant": "sandbags", "seats": [{seats}]}}\n'
            '{"event": "bid", "seat": 0, "bid": 3}\n',
            "utf-8",
        )
        os.utime(path, (when, when))
        return path

    return put

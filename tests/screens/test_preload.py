"""After the first frame, the modules of all screens are imported in a thread, and faults in them end nothing."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from spades_tui.system import faults
from spades_tui.tui import preload
from tests import LONG

WALK = """
import sys
from types import SimpleNamespace
from spades_tui.tui.preload import import_screens
import_screens(SimpleNamespace(is_cancelled=False))
print(*[name for name in sys.modules if name.startswith("spades_tui.")])
"""


def test_everything_a_screen_needs_is_imported_and_nothing_of_other_faces() -> None:
    done = subprocess.run([sys.executable, "-c", WALK], capture_output=True, encoding="utf-8", timeout=LONG, check=True)
    names = set(done.stdout.split())
    assert {"spades_tui.tui.table.table_screen", "spades_tui.tui.setup.settings_and_keys"} <= names
    assert "spades_tui.analysis.review" in names
    assert not {name for name in names if name.split(".")[1] in ("plain", "hosting", "web", "commands")}


def test_a_module_that_cannot_be_imported_early_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def fails(name: str) -> None:
        names.append(name)
        raise ImportError(name)

    monkeypatch.setattr(preload, "import_module", fails)
    worker: Any = SimpleNamespace(is_cancelled=False)
    preload.import_screens(worker)
    assert len(names) == len(list(preload.screen_modules()))
    assert faults.reports()

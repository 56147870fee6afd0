"""After the first frame, everything that a screen needs is imported in small slices, never before a key."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import pytest

from spades_tui.system import faults
from spades_tui.tui import preload
from spades_tui.tui.app_host import Host
from spades_tui.tui.preload import SLICES, Preloader
from tests import LONG
from tests.bench.slices import FIRST, screen_modules

MOST = 40
"""Maximum number of modules that one slice may import, such as many small ones that belong together."""

IMPORTED = f"""
import json, sys
import {FIRST}
from importlib import import_module
def names():
    return {{name for name in sys.modules if name.startswith("spades_tui.") or name.startswith("pydantic")}}
brought = []
for name in json.loads(sys.argv[1]):
    known = len(sys.modules)
    import_module(name)
    brought.append(len(sys.modules) - known)
before = names()
for name in json.loads(sys.argv[2]):
    import_module(name)
print(json.dumps([brought, sorted(names() - before)]))
"""


def test_the_slices_are_small_and_import_everything_for_the_screens() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, json.dumps(SLICES), json.dumps(screen_modules())],
        capture_output=True, encoding="utf-8", timeout=LONG, check=True,
    )  # fmt: skip
    brought, missing = json.loads(done.stdout)
    assert not missing, "python -m tests.bench.slices propose"
    assert max(brought) <= MOST
    assert len(SLICES) == len(set(SLICES))


def test_every_preloaded_module_is_needed_by_a_screen() -> None:
    script = f"import {FIRST}, json, sys\n" + "".join(f"import {name}\n" for name in screen_modules())
    script += "print(*[name for name in json.loads(sys.argv[1]) if name not in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script, json.dumps(SLICES)],
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=True,
    )
    assert done.stdout.split() == []


class Waiting:
    """An app with the parts that `Preloader` uses, whose timers run on demand."""

    def __init__(self) -> None:
        self.typing, self.is_painted = False, True
        self.timers: list[Callable[[], None]] = []

    def set_timer(self, delay: float, callback: Callable[[], None]) -> None:
        """Remember the callback."""
        self.timers.append(callback)

    def turn(self) -> None:
        """Run one turn of the event loop."""
        for callback in [self.timers.pop(0) for _ in self.timers]:
            callback()


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of imported modules and other steps."""
    found: list[str] = []
    monkeypatch.setattr(preload, "import_module", found.append)
    monkeypatch.setattr(preload, "started", lambda: found.append("collected"))
    return found


def begun(app: Waiting, done: list[str]) -> None:
    """Start to import three modules that nobody has imported."""
    Preloader(cast(Any, app), lambda: done.append("then"), ("no.such.a", "no.such.b", "no.such.c")).load_next()


def test_the_first_frame_reaches_the_terminal_before_other_work(done: list[str]) -> None:
    app = Waiting()
    Preloader(cast(Any, app), lambda: None, ("no.such.a",), lambda: done.append("first")).load_next()
    assert done == []
    app.turn()
    assert done == ["first", "no.such.a"]


def test_each_turn_imports_one_slice_before_other_work(done: list[str]) -> None:
    app = Waiting()
    begun(app, done)
    app.turn()
    assert done == ["no.such.a"]
    app.turn()
    assert done == ["no.such.a", "no.such.b"]
    app.turn()
    app.turn()
    assert done == ["no.such.a", "no.such.b", "no.such.c", "collected", "then"]
    assert not app.timers


def test_a_key_is_answered_before_the_next_slice(done: list[str]) -> None:
    app = Waiting()
    begun(app, done)
    app.turn()
    app.typing = True
    app.turn()
    app.turn()
    assert done == ["no.such.a"]
    app.typing = False
    app.turn()
    assert done == ["no.such.a", "no.such.b"]


def test_no_slice_is_imported_before_the_first_frame(done: list[str]) -> None:
    app = Waiting()
    app.is_painted = False
    begun(app, done)
    app.turn()
    assert done == []
    app.is_painted = True
    app.turn()
    app.turn()
    assert done == ["no.such.a"]


def test_a_slice_already_imported_is_skipped(done: list[str]) -> None:
    app = Waiting()
    slices = ("no.such.a", "json", "sys", "no.such.b")
    Preloader(cast(Host, app), lambda: done.append("then"), slices).load_next()
    app.turn()
    app.turn()
    assert done == ["no.such.a", "no.such.b"]


def test_a_module_that_cannot_be_imported_early_ends_nothing(done: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str) -> None:
        done.append(name)
        raise ImportError(name)

    monkeypatch.setattr(preload, "import_module", fails)
    app = Waiting()
    begun(app, done)
    for _ in range(4):
        app.turn()
    assert done == ["no.such.a", "no.such.b", "no.such.c", "collected", "then"]
    assert faults.reports()

"""Give every test a separate home, so that no test touches a user's games or settings."""

import gc
import os
import secrets
import sys
from collections.abc import Generator
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from _pytest.unraisableexception import gc_collect_iterations_key

from tests import unskipped

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""The tests start hundreds of programs, so their imports are compiled only once, even if that is switched off."""


WINDOWS = find_spec("termios") is None
"""Whether the system has no pseudo-terminals, signals and process groups, like Windows."""

ONLY_POSIX = {
    "advice/test_worker_terminal.py": "plays in a pseudo-terminal",
    "commands/test_examples.py": "runs the examples of the docs in bash",
    "commands/test_strange_files.py": "makes named pipes and limits the memory",
    "hosting": "hosts tables, which Windows can't",
    "outside": "has programs in seats, which Windows can't",
    "terminal": "plays in a pseudo-terminal",
    "test_installing.py": "plays in a pseudo-terminal",
    "web/test_invited_table.py": "hosts tables, which Windows can't",
}
"""Files and folders of tests that can't work on Windows, and why. Single tests have the mark `posix` with a reason."""


PICTURES = Path(__file__).parent.parent / "screenshots"
"""The folder that a source archive leaves out, like the pictures that tests compare with."""


@cache
def why_posix(path: Path) -> str | None:
    """Return why a file of tests needs Linux or macOS, if it does."""
    place = path.relative_to(Path(__file__).parent).as_posix()
    return next((why for name, why in ONLY_POSIX.items() if place == name or place.startswith(f"{name}/")), None)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out files that can't be imported on Windows."""
    return True if WINDOWS and why_posix(collection_path) else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by its file."""
    if why := why_posix(item.path):
        item.add_marker(pytest.mark.posix(why))


LONGEST = {"test_installing.py", "test_lowest_versions.py"}
"""Files with a test of several minutes, which begins first, so that no process waits for it at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the longest tests begin first."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that can't work on Windows, and one of pictures in a source archive, which has none."""
    mark = item.get_closest_marker("posix")
    if WINDOWS and mark is not None:
        pytest.skip(f"only on Linux and macOS: {mark.args[0]}")
    if "snap_compare" in getattr(item, "fixturenames", ()) and not PICTURES.exists():
        pytest.skip("a source archive has no pictures to compare with")


KEYS_WAIT = {"KEY_SECONDS": 2.0, "LEAVE_WITHIN": 30.0}
"""Seconds that a key waits for the keys typed before it, because a busy machine needs long for each."""

_homes = count()


@pytest.fixture(autouse=True)
def _own_home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Put a test's games, settings and variants into its own folder, and answer the question for a name.

    The home is in the test's `tmp_path`, if it has one; otherwise a folder appears with the first file.
    """
    if "tmp_path" in request.fixturenames:
        home = request.getfixturevalue("tmp_path") / "home"
    else:
        home = tmp_path_factory.getbasetemp() / f"home-{next(_homes)}"
    monkeypatch.setenv("SPADES_TUI_HOME", str(home))
    monkeypatch.setattr("spades_tui.tui.app.SpadesApp.has_no_name", lambda app: False)
    for limit, seconds in KEYS_WAIT.items():
        monkeypatch.setattr(f"spades_tui.tui.app_host.{limit}", seconds)
    if "real_suggestions" not in request.fixturenames:
        from tests import quick_choices

        monkeypatch.setattr("spades_tui.tui.table.table_screen.TableScreen.weigh", quick_choices.suggest_at_once)
        monkeypatch.setattr("spades_tui.plain.table_talk.TableTalk._take", quick_choices.take)
        unasked = "spades_tui.tui.table.game_on_screen.GameOnScreen.hand_to_look_back_at"
        monkeypatch.setattr(unasked, lambda table: None)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return the program's home in a test, an empty folder."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def _own_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds, secrets and dealers of new games from the test's name, so that no run is luckier than another."""
    luck = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "choice", luck.choice)
    monkeypatch.setattr(secrets, "randbelow", luck.randrange)
    monkeypatch.setattr(secrets, "token_bytes", luck.randbytes)


@pytest.fixture
def real_suggestions() -> None:
    """Let the program suggest the hint's own choice; in other tests, a quick player's is suggested at once."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a skipped test of a promise if promises may not be skipped (`unskipped`)."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and unskipped.must_run(item.nodeid):
        report.outcome, report.longrepr = "failed", unskipped.complaint(report.longrepr)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a skipped file in the same way."""
    report = yield
    if report.outcome == "skipped" and unskipped.must_run(collector.nodeid):
        report.outcome, report.longrepr = "failed", unskipped.complaint(report.longrepr)
    return report


RARELY = (20_000, 10, 100)
"""Thresholds of the garbage collection, which would take a fifth of the tests' time by default."""


def pytest_configure(config: pytest.Config) -> None:
    """Put off garbage collection until the tests end, with one round instead of five."""
    config.stash[gc_collect_iterations_key] = 1


def pytest_collection() -> None:
    """Turn garbage collection off while modules are imported and tests are collected."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt the objects that exist before the tests from garbage collection."""
    gc.freeze()
    gc.set_threshold(*RARELY)
    gc.enable()
    _waiting_pilots()
    _styles_read_once()


def _waiting_pilots() -> None:
    """Let a `Pilot` wait until everything on its way has been handled, and draw only what a test looks at.

    Textual itself waits until the processor is idle, for at least 20 milliseconds. That is longer than necessary, and
    too short on a busy machine, where the program may not have run at all.
    """
    if "textual.pilot" in sys.modules:
        from tests.screens.looking import render_update, wait_for_complete, wait_for_idle, wait_for_key, wait_for_screen

        vars(sys.modules["textual._compositor"])["Compositor"].render_update = render_update
        vars(sys.modules["textual.worker_manager"])["WorkerManager"].wait_for_complete = wait_for_complete
        vars(sys.modules["textual.pilot"])["Pilot"]._wait_for_screen = wait_for_screen
        vars(sys.modules["textual.pilot"])["wait_for_idle"] = wait_for_idle
        vars(sys.modules["textual.app"])["wait_for_idle"] = wait_for_key


def _styles_read_once() -> None:
    """Parse each style sheet only once with its variables, not again for each of several hundred apps.

    This is safe because nothing changes the rules. Textual shares them within an app too, and compares them by
    identity, for which Python's own hash is quicker than the method that Textual calls 250 times for each widget.
    """
    if "textual.css.stylesheet" not in sys.modules:
        return
    from textual.css.model import RuleSet
    from textual.css.stylesheet import Stylesheet
    from textual.css.types import CSSLocation

    RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]
    read = Stylesheet._parse_rules
    found: dict[tuple[object, ...], list[RuleSet]] = {}
    numbers: dict[frozenset[tuple[str, str]], int] = {}

    def number(sheet: Stylesheet) -> int:
        """Return a number shared by all sheets with the same variables, computed again when a sheet gets others."""
        variables, known = vars(sheet).get("_numbered", (None, 0))
        if variables is not sheet._variables:
            known = numbers.setdefault(frozenset(sheet._variables.items()), len(numbers))
            vars(sheet)["_numbered"] = (sheet._variables, known)
        return int(known)

    def read_once(sheet: Stylesheet, css: str, read_from: CSSLocation, *more: Any, **named: Any) -> list[RuleSet]:
        key = (number(sheet), css, read_from, more, *named.items())
        if key not in found:
            found[key] = read(sheet, css, read_from, *more, **named)
        return found[key]

    Stylesheet._parse_rules = read_once  # type: ignore[method-assign,assignment]

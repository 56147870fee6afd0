"""A short session keeps everything acknowledged, whichever file call fails or is the last before a kill."""

import errno
import hashlib
import json
import os
import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from spades_tui.house_rules import own_variants
from spades_tui.lessons.learned import read_learned, remember_done
from spades_tui.play.saved_games import LAST_TABLE, last_setup, remember_setup, suspended
from spades_tui.play.table import Table
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.transfer import export_to
from spades_tui.settings.settings_file import read_settings, save_some
from spades_tui.system.folders import data_folder, games_folder
from tests.disk.failing import Calls, failing, kill
from tests.table.playing import opened, resumed, setup_of, state_of, step

APART = 9
"""Distance between two failing calls of a test; a session makes more than 100 calls."""
EVENTS = 5
"""Number of events in the game."""
EXPORT = "scorebook.jsonl"
VARIANT = 'slug = "mine"\n'
SETTINGS = {"pace": "brisk", "theme": "light"}
TABLES = ("sandbags", "bemo")

Acknowledge = Callable[..., object]


class Session:
    """A user's actions in one evening, step by step; each completed step is acknowledged."""

    def __init__(self, root: Path, acknowledge: Acknowledge) -> None:
        self.root, self.acknowledge = root, acknowledge
        self.table: Table | None = None
        self.errors: list[Exception] = []

    def run(self) -> None:
        """Do every step; skip steps that the disk refuses, or repeat them if the game must continue."""
        for what in (self.begin, *[self.play] * EVENTS, self.settle, self.settle_more, *map(self.set_table, TABLES),
                     self.learn, self.keep_variant, self.use_book):  # fmt: skip
            try:
                what()
            except (OSError, BookTrouble, BookError) as error:  # NotSaved is an OSError.
                self.errors.append(error)
        if self.table is not None:
            self.table.leave()

    def set_table(self, slug: str) -> Callable[[], None]:
        def remember() -> None:
            remember_setup(setup_of(slug))
            self.acknowledge("table", slug)

        return remember

    def begin(self) -> None:
        self.table = opened(setup_of("sandbags"), games_folder())
        self.wrote()

    def play(self) -> None:
        if self.table is None:
            return
        before = state_of(self.table)
        try:
            step(self.table, random.Random(1))
        except OSError:
            assert state_of(self.table) == before  # A refused event has not happened,
            step(self.table, random.Random(1))  # and can be repeated.
        self.wrote()

    def wrote(self) -> None:
        assert self.table is not None
        assert self.table.path is not None
        raw = self.table.path.read_bytes()
        self.acknowledge("game", len(raw), hashlib.sha256(raw).hexdigest())

    def settle(self) -> None:
        save_some(pace=SETTINGS["pace"])
        self.acknowledge("settings", "pace")

    def settle_more(self) -> None:
        save_some(theme=SETTINGS["theme"])
        self.acknowledge("settings", "theme")

    def learn(self) -> None:
        for lesson in ("01-first-hand", "02-bidding"):
            remember_done(lesson)
            self.acknowledge("lesson", lesson)

    def keep_variant(self) -> None:
        own_variants.write("mine", VARIANT)
        self.acknowledge("variant")

    def use_book(self) -> None:
        with open_book(data_folder()) as book:
            for name in ("a", "b"):
                book.records.give_up(Path(f"{name}.spades.jsonl"))
                self.acknowledge("book", f"{name}.spades.jsonl")
            export_to(self.root / EXPORT, book)
            self.acknowledge("export")


def check(acknowledged: list[list[Any]], root: Path) -> None:
    """Check that everything acknowledged is on disk, and that everything else is complete or absent."""
    said: dict[str, list[list[Any]]] = {}
    for what, *more in acknowledged:
        said.setdefault(what, []).append(more)
    journals = list(games_folder().glob("*.spades.jsonl")) if games_folder().exists() else []
    if "game" in said:
        size, digest = said["game"][-1]
        (path,) = journals
        assert hashlib.sha256(path.read_bytes()[:size]).hexdigest() == digest
        assert [game.path for game in suspended(games_folder())] == [path]
        again = resumed(path)
        again.next()
        again.leave()
    read = read_settings()
    assert read.problem is None
    assert read.faults == ()
    for (name,) in said.get("settings", []):
        assert getattr(read.settings, name) == SETTINGS[name]
    if "table" in said or (data_folder() / LAST_TABLE).exists():
        last = last_setup()
        assert last is not None
        assert last.variant.slug in TABLES[TABLES.index(said["table"][-1][0]) if "table" in said else 0 :]
    learned = read_learned()
    assert not learned.broken
    assert {name for (name,) in said.get("lesson", [])} <= set(learned.done)
    if "variant" in said or own_variants.file_of("mine").exists():
        assert own_variants.file_of("mine").read_text("utf-8") == VARIANT
    with open_book(data_folder()) as book:
        assert book.notice is None
        assert {name for (name,) in said.get("book", [])} <= {*book.records.given_up()}
        if "export" in said or (root / EXPORT).exists():
            again_to = root / f"again-{EXPORT}"
            export_to(again_to, book)
            assert (root / EXPORT).read_bytes() == again_to.read_bytes()


every_ninth = pytest.mark.parametrize(
    "first", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, APART + 1))]
)
"""Each test uses the calls 1, 10, 19, ... or 2, 11, 20, ...; the slow tests cover all of them."""


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield new homes without end."""

    def new() -> Iterator[Path]:
        for number in count():
            folder = tmp_path / str(number)
            folder.mkdir()
            monkeypatch.setenv("SPADES_TUI_HOME", str(folder / "home"))
            yield folder

    return new()


def test_a_session_without_failures_saves_everything(tmp_path: Path) -> None:
    said: list[list[Any]] = []
    session = Session(tmp_path, lambda *what: said.append([*what]))
    with Calls(tmp_path, 0, kill) as calls:
        session.run()
    assert session.errors == []
    assert len(said) == 1 + EVENTS + 2 + len(TABLES) + 2 + 1 + 3
    check(said, tmp_path)
    assert len(calls.made) > 100
    assert {what.split()[0] for what in calls.made} >= {"open", "write", "fsync", "replace", "link", "mkdir", "unlink"}


@every_ninth
def test_a_failing_file_call_is_an_error_and_loses_nothing(first: int, homes: Iterator[Path]) -> None:
    for n in count(first, APART):
        code = (errno.ENOSPC, errno.EIO)[n % 2]
        said: list[list[Any]] = []
        home = next(homes)
        session = Session(home, lambda *what, to=said: to.append([*what]))
        with Calls(home, n, failing(code)) as calls:
            session.run()
        check(said, home)
        for error in session.errors:
            reasons = (os.strerror(code)[1:], "the disk is full", "can't be read")
            assert any(reason in str(error) for reason in reasons), calls.made[n - 1]
        if len(calls.made) < n:
            break
    assert n > 100


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@every_ninth
def test_a_kill_at_any_call_loses_nothing_acknowledged(first: int, homes: Iterator[Path]) -> None:
    for n in count(first, APART):
        home = next(homes)
        said, killed = in_child(home, n)
        check(said, home)
        if not killed:
            break
    assert n > 100


def in_child(home: Path, n: int) -> tuple[list[list[Any]], bool]:
    """Run a session in a process killed at call `n`; return what it acknowledged, and whether it reached the call."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            session = Session(home, lambda *what: os.write(writing, json.dumps(what).encode() + b"\n"))
            with Calls(home, n, kill):
                session.run()
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as stream:
        said = [json.loads(line) for line in stream]
    return said, os.WIFSIGNALED(os.waitpid(child, 0)[1])

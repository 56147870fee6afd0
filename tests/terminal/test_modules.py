"""The program imports no more modules than necessary at home, for the first table and during a game."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.record.records import text_of
from tests.scorebook.games import short_game
from tests.terminal.terminal import ENTER, ESCAPE, LONG, TAKE, Terminal

PLANT = """
import signal
from textual.drivers.linux_driver import LinuxDriver

def told(*ignored, path={path!r}):
    import json, os, sys
    with open({new!r}, "w") as stream:
        json.dump(sorted(sys.modules), stream)
    os.replace({new!r}, path)

def write(driver, data, write=LinuxDriver.write):
    if {word!r} in data:
        LinuxDriver.write = write
        told(path={first!r})
    write(driver, data)

signal.signal(signal.SIGUSR1, told)
LinuxDriver.write = write
"""
"""Writes the imported modules on request, and when it first sends a word of the first frame, before later imports."""
STRICT = ("pydantic", "pydantic_core", "spades_tui.rules.schema")
"""Modules that examine an invalid file."""
CHECKS = (*STRICT, "spades_tui.record.line_forms")
"""Modules that read files from other programs."""
LATER = (
    "markdown_it", "sqlite3", "spades_tui.bots.club", "spades_tui.bots.search.search_players", "spades_tui.bots.advice",
    "spades_tui.analysis.review", "spades_tui.analysis.verify", "spades_tui.lessons.lesson_reader",
    "spades_tui.scorebook.scorebook",
    "spades_tui.tui.review.review_screen", "spades_tui.tui.lessons.lesson_list", "spades_tui.tui.setup.home",
    "spades_tui.tui.command_palette", "spades_tui.tui.command_palette",
)  # fmt: skip
"""Modules that the first frame of a table doesn't wait for."""


class Watched(Terminal):
    """A program that reports its imports; `word` is in its first frame."""

    def __init__(self, *arguments: str, home: Path, word: str = "leave") -> None:
        self._path, self._first = home / "modules.json", home / "first.json"
        plant = PLANT.format(new=f"{self._path}.new", path=str(self._path), first=str(self._first), word=word)
        super().__init__(*arguments, home=home, plant=plant)

    def at_first(self) -> set[str]:
        """Return the program's modules when it painted its first frame."""
        return set(json.loads(self._first.read_text()))

    def modules(self) -> set[str]:
        """Return the program's modules now."""
        self._path.unlink(missing_ok=True)
        os.kill(self.child.pid, signal.SIGUSR1)
        end = time.monotonic() + LONG
        while not self._path.exists():
            assert time.monotonic() < end, "it says nothing"
            self.read()
        return set(json.loads(self._path.read_text()))


def test_a_shipped_game_is_played_without_importing_file_checks(tmp_path: Path) -> None:
    terminal = Watched("play", "--variant", "sandbags", "--seed", "x", "--pace", "instant", home=tmp_path)
    try:
        terminal.wait("leave")
        painted = terminal.at_first()
        assert "spades_tui.play.table" in painted
        assert not painted & {*CHECKS, *LATER}
        end = time.monotonic() + LONG
        while not any('"trick"' in path.read_text() for path in tmp_path.rglob("*.spades.jsonl")):
            assert time.monotonic() < end, terminal.text()
            terminal.press(TAKE)
        assert not terminal.modules() & set(STRICT)
    finally:
        terminal.close()


def games_of(home: Path) -> None:
    """Write a finished game and a killed one, between Ann and two computer players."""
    folder = home / "data" / "games"
    folder.mkdir(parents=True)
    for day, kept in ((1, None), (2, -3)):
        (folder / f"2026-03-0{day}-200000-0001.spades.jsonl").write_text(text_of(*short_game(day)[:kept]), "utf-8")


STEPS = (
    ("l", "Your first hand"), (ENTER, "Welcome"), (ESCAPE, "Puzzles"), (ESCAPE, "Quick game"), ("b", "Lately"),
    ("g", "against"), ("v", "Review · "), (ESCAPE, "against"), (ESCAPE, "Lately"), (ESCAPE, "Quick game"),
    ("c", "Your turn"),
)  # fmt: skip
"""Keys from home on, and the text that each of them shows."""


@pytest.mark.slow
def test_valid_files_are_opened_without_the_strict_readers(tmp_path: Path) -> None:
    """This covers lessons, the scorebook with a review, and a game in which the program was killed."""
    games_of(tmp_path)
    terminal = Watched(home=tmp_path)
    try:
        terminal.wait("Continue")
        for keys, shown in STEPS:
            terminal.press(keys)
            terminal.wait(shown)
            assert not terminal.modules() & set(STRICT), shown
        assert {"spades_tui.record.line_forms", "spades_tui.lessons.lesson_reader", "spades_tui.analysis.review"} <= (
            terminal.modules()
        )
    finally:
        terminal.close()

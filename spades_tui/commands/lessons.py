"""`spades-tui lessons`: list, play and check lessons."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from spades_tui.commands.open_game import open_screens, opens_plain
from spades_tui.language.quoting import nearest
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.lesson_reader import heads, read_lesson
from spades_tui.plain.console import Console, GoneError
from spades_tui.plain.lesson_run import Learn
from spades_tui.record import RecordError
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.exit_status import DONE, UsageError, run_reporting
from spades_tui.system.output import write_text


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return 0, 1 (an invalid lesson) or 2 (an unreadable file)."""
    if arguments.what == "play":
        return _play(arguments.name, arguments.plain or arguments.all_plain)
    return _check(arguments.files) if arguments.what == "check" else _list()


def _list() -> int:
    lessons = heads(whole=True)
    done = read_learned().done
    width = max((len(head.name) for head in lessons), default=0) + 2
    for head in lessons:
        if head.error:
            about = f"broken: {head.error}"
        else:
            length = "puzzle" if head.puzzle else f"{head.minutes} min"
            about = f"{head.title} ({length}{', done' if head.name in done else ''}): {head.summary}"
        write_text(f"{head.name:<{width}}{about}\n")
    return DONE


def _check(files: list[str]) -> int:
    def check(file: str) -> None:
        lesson = read_lesson(Path(file))
        asked = len(lesson.decisions)
        write_text(f"{file}: {lesson.title}: {asked} decision{'s' if asked != 1 else ''}, plays to its end\n")

    return max(run_reporting(partial(check, file), RecordError, file=file) for file in files)


def _play(name: str, plain: bool) -> int:
    """Open the lessons, on the screen or in plain text; start the named one. Raises UsageError."""
    names = [head.name for head in heads()]
    if name and name not in names:
        raise UsageError(f"no lesson {name!r}{nearest(name, names) or '; spades-tui lessons lists them'}")
    if not opens_plain(plain):
        return open_screens(lesson=name)
    learn = Learn(Console(sys.stdin, sys.stdout), load_settings())
    with suppress(GoneError):
        if name:
            learn.begin(next(head for head in learn.heads if head.name == name))
        else:
            learn.run()
    return DONE

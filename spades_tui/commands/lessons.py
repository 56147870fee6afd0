"""`spades-tui lessons`: the lessons at hand, and a verdict on lesson files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from spades_tui.commands.typed import file_name
from spades_tui.system.exit_status import DONE, run_reporting
from spades_tui.system.output import write_text


def add_parser(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to the program's."""
    lessons = commands.add_parser(
        "lessons", help="list and check lessons", description="Without WHAT: list the lessons."
    )
    sub = lessons.add_subparsers(dest="what", metavar="WHAT", parser_class=type(lessons))
    sub.add_parser("list", help="list the lessons and puzzles")
    check = sub.add_parser("check", help="a verdict on lesson files; plays each to its end in every way")
    check.add_argument("files", metavar="FILE", type=file_name, nargs="+", help="a lesson file of your own")
    play = sub.add_parser("play", help="go straight to a lesson or puzzle", description="Go straight to a lesson.")
    play.add_argument("name", metavar="NAME", nargs="?", default="", help="as it is listed (default: the list of them)")
    play.add_argument("--plain", action="store_true", help="lines of plain text, and answers typed")


def run(arguments: argparse.Namespace) -> int:
    """Do it; the exit status is 0, 1 (a lesson is wrong) or 2 (a file cannot be read)."""
    return _check(arguments.files) if arguments.what == "check" else _list()


def _list() -> int:
    from spades_tui.lessons.learned import read_learned
    from spades_tui.lessons.shelf import shelf

    entries = shelf()
    done = read_learned().done
    width = max((len(entry.name) for entry in entries), default=0) + 2
    for entry in entries:
        lesson = entry.lesson
        if lesson is None:
            told = f"broken: {entry.error}"
        else:
            length = "puzzle" if lesson.puzzle else f"{lesson.minutes} min"
            told = f"{lesson.title} ({length}{', done' if entry.name in done else ''}): {lesson.summary}"
        write_text(f"{entry.name:<{width}}{told}\n")
    return DONE


def _check(files: list[str]) -> int:
    from spades_tui.lessons.lesson_reader import read_lesson
    from spades_tui.record.record_error import RecordError

    def check(file: str) -> None:
        lesson = read_lesson(Path(file))
        asked = len(lesson.decisions)
        write_text(f"{file}: {lesson.title}: {asked} decision{'s' if asked != 1 else ''}, plays to its end\n")

    return max(run_reporting(partial(check, file), RecordError, file=file) for file in files)

"""`spades-tui settings`: where the settings lie, and a verdict on their file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from spades_tui.exits import DONE, WRONG_INPUT, unusable
from spades_tui.folders import open_plain
from spades_tui.output import complain, write_text
from spades_tui.table.settings_file import read_settings, settings_file
from spades_tui.typed import file_name


def add_parser(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the command to the program's."""
    settings = commands.add_parser(
        "settings", help="where the settings lie, and whether they hold", description="The settings, a file of lines."
    )
    sub = settings.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=type(settings))
    sub.add_parser("path", help="the file in which they are kept")
    check = sub.add_parser("check", help="a line for each thing in the file that does not hold")
    check.add_argument("file", metavar="FILE", type=file_name, nargs="?", help="another file than the one in use")


def run(arguments: argparse.Namespace) -> int:
    """Do it; the exit status is 0, 1 (something does not hold) or 2 (the file cannot be read)."""
    if arguments.what == "path":
        write_text(f"{settings_file()}\n")
        return DONE
    return _check(Path(arguments.file) if arguments.file is not None else settings_file(), arguments.file is not None)


def _check(file: Path, named: bool) -> int:
    if not named and not file.exists():
        write_text(f"{file}: there is none, so the usual settings hold\n")
        return DONE
    try:
        open_plain(file).close()
    except OSError as error:
        raise unusable(str(file), error) from None
    faults = read_settings(file).faults
    for fault in faults:
        complain(fault)
    if faults:
        return WRONG_INPUT
    write_text(f"{file}: all of it holds\n")
    return DONE

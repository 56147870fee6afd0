"""`spades-tui bug`: write one file for a bug report, and list what is in it.

It sends nothing. From an unfinished hand, the file has only the cards that its player saw
(`masked`).
"""

import argparse
import locale
import os
import platform
import re
import shutil
import sys
from contextlib import suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from msgspec import Struct
from msgspec.structs import fields

from spades_tui.analysis.masked import Masked, masked
from spades_tui.commands.argument_parser import program_version
from spades_tui.language.quoting import spans
from spades_tui.language.sentence_parts import last_in_words
from spades_tui.play.saved_games import is_record, newest
from spades_tui.record.journal_lines import read_record
from spades_tui.settings.settings_file import load_settings, read_settings, settings_file
from spades_tui.system.disk import free_name, write_new
from spades_tui.system.exit_status import DONE, InputError, UsageError, file_error
from spades_tui.system.faults import reports
from spades_tui.system.output import echoed, printable, write_text

LIBRARIES = (
    "textual", "rich", "msgspec", "pydantic", "tomlkit", "platformdirs", "argcomplete", "fsrs",
    "openskill", "textual-serve",
)  # fmt: skip
VARIABLES = (
    "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR", "LANG", "LC_ALL",
    "LC_CTYPE", "COLUMNS",
    "LINES", "TEXTUAL_ANIMATIONS", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_DRIVER",
)  # fmt: skip
"""The environment variables about the terminal. No others are read."""
LONGEST_VALUE = 100  # maximum letters of a variable that go into the file
FAULTS = 3  # maximum number of fault reports in the file; the newest go in
LONGEST_FAULT = 64 * 1024  # bytes of a fault report that are read
_OF_A_FAULT = re.compile(
    r"spades-tui [\w.+-]+, Python [\w.+-]+, \w+ [\w.+~-]+|\d{4}-\d\d-\d\dT[\d:+-]+"
    r"|(  elsewhere: )?(\w+ in|  [\w./<>-]+:\d+ [\w<>.]+)"
)
"""Matches lines that `faults` writes; any other line stays out of the file."""


class ReportPart(Struct, frozen=True):
    """A part of the file."""

    title: str
    about: str  # its contents, for the summary on the screen
    lines: tuple[str, ...]


def run(arguments: argparse.Namespace) -> int:
    """Run the command.

    Raises UsageError if a file can't be read or written, InputError if it is not a record.
    """
    now = datetime.now()
    record = Path(arguments.record) if arguments.record is not None else last_game()
    parts = [_versions(), _terminal(), _settings(), _faults(), _record(record)]
    default = Path(f"spades-tui-bug-{now:%Y-%m-%d-%H%M%S}")
    target = Path(arguments.out) if arguments.out is not None else free_name(default, ".txt")
    try:
        write_new(target, whole(parts, now).encode("utf-8", "backslashreplace"))
    except FileExistsError:
        raise UsageError(f"{target}: this file exists already; choose another name") from None
    except (OSError, ValueError) as error:
        raise file_error(str(target), error) from None
    write_text(bug_summary(target, parts))
    return DONE


def last_game() -> Path | None:
    """Return the record of the latest game, finished or not; None if there is none."""
    return next(filter(is_record, newest()), None)


def whole(parts: list[ReportPart], now: datetime) -> str:
    """Return the text of the file."""
    lines = [f"A report on spades-tui, written by `spades-tui bug` on {now:%Y-%m-%d at %H:%M}."]
    for part in parts:
        lines += ["", f"## {part.title}", f"# {part.about}", *part.lines]
    return "\n".join(lines) + "\n"


def bug_summary(target: Path, parts: list[ReportPart]) -> str:
    """Return the summary for the screen: each part of the file with its line numbers."""
    entries: list[tuple[str, str]] = []
    first = 3
    for part in parts:
        last = first + 1 + len(part.lines)
        entries.append((f"lines {first}–{last}", part.about))
        first = last + 2
    width = max(len(place) for place, _ in entries)
    lines = [f"Wrote {printable(str(target))}, which only you can read. Nothing was sent. It has:"]
    lines += (f"  {place:<{width}}  {about}" for place, about in entries)
    return "\n".join([*lines, "Read it through before you share it."]) + "\n"


def _versions() -> ReportPart:
    lines = [
        program_version(),
        f"Python {platform.python_version()} ({platform.python_implementation()})",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            lines.append(f"{name} {version(name)}")
    about = "versions of the program, Python, the system and the libraries"
    return ReportPart("Versions", about, tuple(lines))


def _terminal() -> ReportPart:
    size = shutil.get_terminal_size()
    streams = (("input", sys.stdin), ("output", sys.stdout), ("errors", sys.stderr))
    at = [name for name, stream in streams if stream is not None and stream.isatty()]
    connected = ", ".join(at) or "nothing"
    encoding = getattr(sys.stdout, "encoding", None)
    lines = [
        f"{size.columns} columns, {size.lines} lines; connected to the terminal: {connected}",
        f"encoding: {encoding}, system: {locale.getpreferredencoding(False)}",
        f"inside tmux: {'yes' if 'TMUX' in os.environ else 'no'}",
    ]
    for name in VARIABLES:
        if name in os.environ:
            lines.append(f"{name}={printable(os.environ[name])[:LONGEST_VALUE]}")
    about = "the terminal's size, name and colours, and the language"
    return ReportPart("Terminal", about, tuple(lines))


def _settings() -> ReportPart:
    loaded = read_settings()
    settings = loaded.settings
    file = settings_file()
    lines = [f"{field.name} = {getattr(settings, field.name)!r}" for field in fields(settings)]
    lines += (f"mistake: {str(fault).replace(str(file), file.name)}" for fault in loaded.faults)
    names = []
    if settings.name:
        names.append("your name")
    if settings.partner:
        names.append("your partner's")
    about = "the settings"
    if names:
        about += f", with {' and '.join(names)}"
    return ReportPart("Settings", about, tuple(map(printable, lines)))


def _faults() -> ReportPart:
    lines: list[str] = []
    newest_reports = reports()[-FAULTS:]
    for path in newest_reports:
        with suppress(OSError), open(path, "rb") as stream:
            text = stream.read(LONGEST_FAULT).decode("utf-8", "replace")
            lines += filter(_OF_A_FAULT.fullmatch, text.splitlines())
    if not lines:
        return ReportPart("Faults", "faults of the program: none so far", ())
    about = f"{last_in_words(len(newest_reports), 'fault')} of the program"
    about += ": kind and place in the code, no cards"
    return ReportPart("Faults", about, tuple(lines))


def _record(path: Path | None) -> ReportPart:
    """Return the part with the record.

    Raises UsageError if the file can't be read, InputError if it is no record.
    """
    if path is None:
        return ReportPart("Record", "a record: there is no game yet", ())
    try:
        raw = read_record(path)
    except (OSError, ValueError) as error:
        raise file_error(str(path), error) from None
    record = masked(raw, until_over=load_settings().open_hands == "game")
    if not record.lines:
        raise InputError(f"{path}: not a record of a game. {record.broken}", command="spades-tui")
    about = f"the record {echoed(path.name)}: {_about(record)}"
    return ReportPart("Record", about, record.lines)


def _about(record: Masked) -> str:
    """Return which names and cards of a record are in the file."""
    words = f"the names {', '.join(map(printable, record.names))}, and "
    if record.hidden:
        first = record.hidden[0]
        if first > 1:
            words += "all cards of the hands before; "
        hands = spans(record.hidden)[0]
        words += f"of hand{'s' if len(record.hidden) > 1 else ''} {hands}, "
        words += "only what you have seen" if record.alone else "only the cards played on the table"
    elif record.over:
        words += "all cards of a finished game"
    else:
        words += "all cards of the hands played"
    if record.seed_left_out:
        words += "; not the seed, which would reveal the next cards"
    return f"{words}. {record.broken}".rstrip()

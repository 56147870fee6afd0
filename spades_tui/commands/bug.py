"""`spades-tui bug`: one file for whoever is to find out what went wrong, and what is in it, told part by part.

Nothing is sent. Of a hand that is not over there is what its player saw, and nobody else's card (`masked`).
"""

from __future__ import annotations

import argparse
import locale
import os
import platform
import re
import shutil
import sys
from contextlib import suppress
from dataclasses import fields
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui import __version__
from spades_tui.analysis.masked import masked
from spades_tui.bots.search import playout
from spades_tui.frozen import dataclass
from spades_tui.play.saved_games import is_record, newest
from spades_tui.record.journal_lines import read_record
from spades_tui.settings.settings_file import load_settings, read_settings, settings_file
from spades_tui.system.disk import write_new
from spades_tui.system.exit_status import DONE, InputError, UsageError, unusable
from spades_tui.system.faults import reports
from spades_tui.system.folders import forks_folder, games_folder
from spades_tui.system.output import echoed, printable, write_text

if TYPE_CHECKING:
    from spades_tui.analysis.masked import Masked

LIBRARIES = ("textual", "rich", "pydantic", "tomlkit", "platformdirs", "plotille", "argcomplete", "textual-serve")
VARIABLES = (
    "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "COLUMNS",
    "LINES", "TEXTUAL_ANIMATIONS", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_DRIVER",
)  # fmt: skip
"""What the environment says of a terminal; nothing else of it is looked at."""
LONGEST_VALUE = 100
"""Letters of a variable."""
FAULTS = 3
"""So many reports of faults go in, the newest ones."""
_MORE = tuple(f"-{number}" for number in range(2, 100))
"""Behind the usual name, where one of the same second is there already."""
LONGEST_FAULT = 64 * 1024
"""Bytes of such a report that are looked at."""
_OF_A_FAULT = re.compile(
    r"spades-tui [\w.+-]+, Python [\w.+-]+, \w+ [\w.+~-]+|\d{4}-\d\d-\d\dT[\d:+-]+"
    r"|(  elsewhere: )?(\w+ in|  [\w./<>-]+:\d+ [\w<>.]+)"
)
"""The lines that `faults` writes; another is left out."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the file."""

    title: str
    about: str
    """What is in it, as the screen tells it."""
    lines: tuple[str, ...]


def run(arguments: argparse.Namespace) -> int:
    """Do it. Raises UsageError if a file cannot be read or written, InputError if the record is none."""
    now = datetime.now()
    parts = gather(Path(arguments.record) if arguments.record is not None else last_game())
    text = whole(parts, now)
    usual = f"spades-tui-bug-{now:%Y-%m-%d-%H%M%S}"
    names = [arguments.out] if arguments.out is not None else [f"{usual}{more}.txt" for more in ("", *_MORE)]
    target = _write(names, text)
    write_text(bug_summary(target, parts))
    return DONE


def last_game() -> Path | None:
    """Return the record of the game that something happened in last, over or not; None if there is none."""
    files = (Path(path) for _, path in newest(games_folder(), forks_folder()))
    return next((file for file in files if is_record(file)), None)


def gather(record: Path | None) -> list[Part]:
    """All parts of the file. Raises UsageError, InputError."""
    return [_versions(), _terminal(), _settings(), _faults(), _record(record)]


def whole(parts: list[Part], now: datetime) -> str:
    """The file's text."""
    lines = [f"A report on spades-tui, written by `spades-tui bug` on {now:%Y-%m-%d at %H:%M}."]
    for part in parts:
        lines += ["", f"## {part.title}", f"# {part.about}", *part.lines]
    return "\n".join(lines) + "\n"


def bug_summary(target: Path, parts: list[Part]) -> str:
    """What is said of the file on the screen: each part with the lines that it has."""
    entries: list[tuple[str, str]] = []
    first = 3
    for part in parts:
        last = first + 1 + len(part.lines)
        entries.append((f"lines {first}–{last}", part.about))
        first = last + 2
    width = max(len(place) for place, _ in entries)
    lines = [f"{printable(str(target))} is written, for you alone to read; nothing has been sent. In it:"]
    lines += [f"  {place:<{width}}  {about}" for place, about in entries]
    return "\n".join([*lines, "Look through it before you give it to anybody."]) + "\n"


def _write(names: list[str], text: str) -> Path:
    """Write a new file by the first name that is free, for its owner alone to read. Raises UsageError."""
    for target in map(Path, names):
        try:
            write_new(target, text.encode("utf-8", "backslashreplace"))
        except FileExistsError:
            continue
        except (OSError, ValueError) as error:
            raise unusable(str(target), error) from None
        return target
    raise UsageError(f"spades-tui: {names[0]}: there is such a file already, and it is left as it is")


def _versions() -> Part:
    kernel = "pure Python" if playout.__file__.endswith((".py", ".pyc")) else "compiled"
    lines = [
        f"spades-tui {__version__} (kernel: {kernel})",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            lines.append(f"{name} {version(name)}")
    return Part("Versions", "the versions of the program, of Python, of the system and of the libraries", tuple(lines))


def _terminal() -> Part:
    size = shutil.get_terminal_size()
    streams = (("input", sys.stdin), ("output", sys.stdout), ("errors", sys.stderr))
    at = [name for name, stream in streams if stream is not None and stream.isatty()]
    lines = [
        f"{size.columns} columns, {size.lines} lines; a terminal at: {', '.join(at) or 'nothing'}",
        f"encoding: {getattr(sys.stdout, 'encoding', None)}, of the system {locale.getpreferredencoding(False)}",
        f"inside tmux: {'yes' if 'TMUX' in os.environ else 'no'}",
    ]
    lines += [f"{name}={printable(os.environ[name])[:LONGEST_VALUE]}" for name in VARIABLES if name in os.environ]
    return Part("Terminal", "the terminal: its size, its name, its colours, the language", tuple(lines))


def _settings() -> Part:
    loaded = read_settings()
    found, file = loaded.settings, settings_file()
    lines = [f"{one.name} = {getattr(found, one.name)!r}" for one in fields(found)]
    lines += [f"does not hold: {str(fault).replace(str(file), file.name)}" for fault in loaded.faults]
    whose = " and ".join(
        words for words, name in (("your name", found.name), ("your partner's", found.partner)) if name
    )
    return Part("Settings", "the settings" + (f", with {whose}" if whose else ""), tuple(map(printable, lines)))


def _faults() -> Part:
    lines: list[str] = []
    some = reports()[-FAULTS:]
    for path in some:
        with suppress(OSError), open(path, "rb") as stream:
            text = stream.read(LONGEST_FAULT).decode("utf-8", "replace")
            lines += [line for line in text.splitlines() if _OF_A_FAULT.fullmatch(line)]
    if not lines:
        return Part("Faults", "that no fault of the program's own has been noted", ())
    many = "the report of the last fault" if len(some) == 1 else f"the reports of the last {len(some)} faults"
    return Part("Faults", f"{many}: kinds and places in the program, no cards", tuple(lines))


def _record(path: Path | None) -> Part:
    """Raises UsageError if the file cannot be read, InputError if nothing of it can be understood."""
    if path is None:
        return Part("Record", "that there is no game yet", ())
    try:
        raw = read_record(path)
    except (OSError, ValueError) as error:
        raise unusable(str(path), error) from None
    found = masked(raw, until_over=load_settings().open_hands == "game")
    if not found.lines:
        raise InputError(f"spades-tui: {path}: no record of a game. {found.broken}")
    return Part("Record", f"the record {echoed(path.name)}: " + _about(found), found.lines)


def _about(found: Masked) -> str:
    """What of a record is in the file."""
    names = f"the names {', '.join(printable(name) for name in found.names)}, and "
    if not found.hidden:
        words = "all cards of a game that is over" if found.over else "all cards of the hands that were played"
    else:
        first, last = found.hidden[0], found.hidden[-1]
        hands = f"hand {last}" if first == last else f"hands {first} to {last}"
        others = f"all cards of the hands before; of {hands}, " if first > 1 else f"of {hands}, "
        words = others + ("what you have seen" if found.alone else "no card but those that lay on the table")
    if found.seed_left_out:
        words += "; not the seed, from which the next cards would follow"
    return names + words + "." + (f" {found.broken}" if found.broken else "")

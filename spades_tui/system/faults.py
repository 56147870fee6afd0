"""Reporting the program's own faults: one sentence, and a report without cards.

A report has the kinds of the errors and where they happened: files, lines and functions. It has no
values, error texts or source code, because any of these may contain cards.
"""

import os
import platform
import sys
import tempfile
import threading
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from spades_tui import __version__
from spades_tui.system.disk import free_name, make_folder, write_new
from spades_tui.system.folders import data_folder
from spades_tui.system.output import complain, os_words, resume_command, terminal_is_closed

FAULT = 3  # the exit status

HUNG_UP = 129
"""The exit status when the terminal was closed, as shells count: 128 plus the number of SIGHUP."""

KEPT = 20  # maximum number of reports to keep; older ones are deleted

_NAME = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]-[0-9]*.log"
"""The pattern of the names of reports; other files next to them belong to the user."""

_WRITTEN: set[tuple[str, ...]] = set()
"""The kinds and places of the errors that `write_once` has reported."""

_PLACES = "places"
"""The attribute in which an error from another process keeps the places where it happened."""


def report(error: BaseException) -> str:
    """Return the report on an error and its causes."""
    system = f"{platform.system()} {platform.release()}"
    lines = [
        f"spades-tui {__version__}, Python {platform.python_version()}, {system}",
        datetime.now().astimezone().isoformat(timespec="seconds"),
        "",
        *places(error),
    ]
    return "\n".join(lines) + "\n"


def places(error: BaseException) -> list[str]:
    """Return the kind of an error and where it happened, then the same for its causes."""
    lines: list[str] = []
    met: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in met:
        met.add(id(current))
        lines.append(f"{type(current).__name__} in")
        stack = traceback.walk_tb(current.__traceback__)
        for frame in traceback.StackSummary.extract(stack, lookup_lines=False):
            lines.append(f"  {_in_short(frame.filename)}:{frame.lineno} {frame.name}")
        lines += (f"  elsewhere: {line}" for line in getattr(current, _PLACES, ()))
        inner = getattr(current, "error", None)  # Textual wraps errors of its workers
        if not isinstance(inner, BaseException):
            inner = current.__cause__ or current.__context__
        current = inner
    return lines


def remember_places(error: BaseException) -> None:
    """Store in an error where it happened, because sending it to another process loses that."""
    setattr(error, _PLACES, tuple(places(error)))


def _in_short(filename: str) -> str:
    """Return a file of the program or a library without the user's folders, which are private."""
    parts = Path(filename).parts
    for name in ("site-packages", "spades_tui"):
        if name in parts:
            place = len(parts) - 1 - parts[::-1].index(name)
            return "/".join(parts[place + (name == "site-packages") :])
    return parts[-1] if parts else "?"


def write_report(error: BaseException) -> Path:
    """Write the report for its owner only, next to the games, or else in the temporary folder.

    Raises OSError.
    """
    text = report(error)
    try:
        return _write(text)
    except OSError:
        handle, name = tempfile.mkstemp(prefix="spades-tui-fault-", suffix=".log")
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        return Path(name)


def write_quietly(error: Exception) -> None:
    """Write the report on an error after which the program continues. Never raises.

    Ignore an OSError, which isn't a fault of the program, and a report that can't be written.
    """
    if not isinstance(error, OSError):
        with suppress(OSError):
            write_report(error)


def write_once(error: Exception) -> None:
    """Do the same as `write_quietly`, once for each place in the code.

    A player may fail at every turn.
    """
    place = tuple(places(error))
    if place not in _WRITTEN:
        _WRITTEN.add(place)
        write_quietly(error)


def reports() -> list[Path]:
    """Return the reports next to the games, the oldest first. Never raises."""
    found = []
    with suppress(OSError):
        for path in (data_folder() / "faults").glob(_NAME):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found)]


def _write(text: str) -> Path:
    folder = data_folder() / "faults"
    make_folder(folder)
    path = free_name(folder / f"{datetime.now().strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}", ".log")
    write_new(path, text)
    for old in reports()[:-KEPT]:  # so that a repeated fault doesn't fill the disk
        with suppress(OSError):
            old.unlink()
    return path


def complain_of_report(error: BaseException, hint: str = "") -> None:
    """Write the report on an error, and print where it is on standard error, with a hint.

    Never raises.
    """
    try:
        complain(f"A report without cards is in {write_report(error)}{hint}")
    except OSError as refused:
        why = os_words(refused) if refused.errno else type(refused).__name__
        complain(f"No report could be written: {why}.")


def report_fault(error: BaseException, game: Path | None = None) -> int:
    """Write the report, print where it is and how to resume the game, and return the exit status.

    `game`: the journal of the game being played. A closed terminal isn't a fault, so it gets no
    report. Never raises.
    """
    if isinstance(error, OSError) and terminal_is_closed():
        return HUNG_UP
    complain("spades-tui: the program has a fault and had to stop.")
    complain_of_report(error, " (to send it: spades-tui bug)")
    if game is not None:
        complain(f"The game is saved; to resume it: {resume_command(game)}")
    return FAULT


def report_thread_faults() -> None:
    """Report errors in threads and destructors without source code and values."""

    def in_thread(wrong: threading.ExceptHookArgs) -> None:
        if wrong.exc_value is not None and not isinstance(wrong.exc_value, SystemExit):
            report_fault(wrong.exc_value)

    threading.excepthook = in_thread
    sys.unraisablehook = lambda wrong: None

"""What is said and written when something in the program itself is wrong: one sentence, and a report without cards.

A report has the kinds of the errors and the places in the program where they came up: files, lines and functions. It
has no values, no texts of errors and no source, since cards may stand in all of these.
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
from spades_tui.system.folders import data_folder
from spades_tui.system.output import complain, go_on_with, terminal_is_closed

FAULT = 3
"""The exit status."""

HUNG_UP = 129
"""The exit status when the terminal was closed, as shells count: 128 and the number of SIGHUP."""

KEPT = 20
"""So many reports are kept, the newest ones."""

_NAME = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]-[0-9]*.log"
"""What the names of reports look like; another file beside them is somebody's own."""

_PLACES = "places"
"""Of an error that comes from another process: where it came up there."""


def report(error: BaseException) -> str:
    """The report on an error and on those that it came from."""
    lines = [
        f"spades-tui {__version__}, Python {platform.python_version()}, {platform.system()} {platform.release()}",
        datetime.now().astimezone().isoformat(timespec="seconds"),
        "",
        *places(error),
    ]
    return "\n".join(lines) + "\n"


def places(error: BaseException) -> list[str]:
    """The kind of an error and where it came up, line by line; then the same of what it came from."""
    lines: list[str] = []
    met: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in met:
        met.add(id(current))
        lines.append(f"{type(current).__name__} in")
        lines += [
            f"  {_in_short(frame.filename)}:{frame.lineno} {frame.name}"
            for frame in traceback.StackSummary.extract(traceback.walk_tb(current.__traceback__), lookup_lines=False)
        ]
        lines += [f"  elsewhere: {line}" for line in getattr(current, _PLACES, ())]
        inner = getattr(current, "error", None)  # as Textual wraps what came up in one of its workers
        current = inner if isinstance(inner, BaseException) else current.__cause__ or current.__context__
    return lines


def remember_places(error: BaseException) -> None:
    """Note where an error came up before it is sent to another process, which loses that."""
    setattr(error, _PLACES, tuple(places(error)))


def _in_short(filename: str) -> str:
    """A file of the program or of a library by its place there; the user's folders are nobody's business."""
    parts = Path(filename).parts
    for name in ("site-packages", "spades_tui"):
        if name in parts:
            place = len(parts) - 1 - parts[::-1].index(name)
            return "/".join(parts[place + (name == "site-packages") :])
    return parts[-1] if parts else "?"


def write_report(error: BaseException) -> Path:
    """Write the report where only its owner can read it: beside the games, or else where the system has such files.

    Raises OSError if neither can be written.
    """
    text = report(error)
    try:
        return _write(text)
    except OSError:
        handle, name = tempfile.mkstemp(prefix="spades-tui-fault-", suffix=".log")
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        return Path(name)


def noted(error: Exception) -> None:
    """Write the report on an error after which the program goes on. What a system refuses is no fault of the program,
    and where no report can be written there is none. Never raises."""
    if not isinstance(error, OSError):
        with suppress(OSError):
            write_report(error)


def reports() -> list[Path]:
    """The reports that lie beside the games, the oldest first. Never raises."""
    found = []
    with suppress(OSError):
        for path in (data_folder() / "faults").glob(_NAME):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found)]


def _drop_old_ones() -> None:
    """Keep the newest reports: a fault that comes again and again does not fill the disk."""
    for path in reports()[:-KEPT]:
        with suppress(OSError):
            path.unlink()


def _write(text: str) -> Path:
    folder = data_folder() / "faults"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = f"{datetime.now().strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}"
    for number in range(100):
        path = folder / (f"{name}.log" if not number else f"{name}-{number}.log")
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            continue
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        _drop_old_ones()
        return path
    raise FileExistsError(f"{folder} is full")


def tell(error: BaseException, game: Path | None = None) -> int:
    """Write the report, say on standard error where it is and how to resume the game; return the exit status.

    `game` is the journal of the game that was played. What fails because the terminal was closed is nobody's fault:
    there is no report of it. Never raises.
    """
    if isinstance(error, OSError) and terminal_is_closed():
        return HUNG_UP
    complain("spades-tui: something is wrong with the program itself, and it has ended.")
    try:
        complain(f"A report without cards is in {write_report(error)} (to pass it on: spades-tui bug)")
    except OSError as refused:
        complain(f"A report could not be written: {refused.strerror or type(refused).__name__}.")
    if game is not None:
        complain(f"The game is kept; to go on with it: {go_on_with(game)}")
    return FAULT


def tell_of_threads() -> None:
    """Let what goes wrong in a thread, or while something is thrown away, be told without source and values."""

    def in_thread(wrong: threading.ExceptHookArgs) -> None:
        if wrong.exc_value is not None and not isinstance(wrong.exc_value, SystemExit):
            tell(wrong.exc_value)

    threading.excepthook = in_thread
    sys.unraisablehook = lambda wrong: None

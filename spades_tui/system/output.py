"""Output to the terminal: text on standard output, the same bytes in every locale.

Error messages; a progress bar. Control characters are escaped, whether they come from files or the
command line. The progress bar is imported with the first slow command.
"""

from __future__ import annotations

import errno
import os
import re
import select
import shlex
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import TYPE_CHECKING

from spades_tui.system.ascii_letters import IN_ASCII

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

IN_BROWSER = "SPADES_TUI_IN_BROWSER"
"""The environment variable of a program whose terminal is a page in a browser."""
OS_WORDS = {
    errno.ENOENT: "no such file or folder",
    errno.EISDIR: "this is a folder, not a file",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.EACCES: "you may not use it",
    errno.ENOSPC: "the disk is full",
}
"""Our words for the system's errors that people meet most."""


def os_words(error: BaseException) -> str:
    """Return why a file or an address can't be used, in small letters, without its name."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error) or type(error).__name__
    return OS_WORDS.get(error.errno or 0, error.strerror[:1].lower() + error.strerror[1:])


class OutputError(Exception):
    """Standard output is closed or a write failed; the message says why."""


@contextmanager
def writing_errors() -> Iterator[None]:
    """Write to standard output in a block.

    Raises OutputError if it fails, BrokenPipeError if nobody reads it.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        words = "it is closed" if error.errno == errno.EBADF else os_words(error)
        raise OutputError(words) from None


def open_closed_ones() -> None:
    """Replace closed standard streams, so that no file takes their place.

    Writing to the new output fails.
    """
    reads, writes = os.O_RDONLY, os.O_WRONLY
    streams = ("stdin", reads, "r"), ("stdout", reads, "w"), ("stderr", writes, "w")
    for name, flags, mode in streams:
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8"))


def set_encodings() -> None:
    """Read and write files and pipes as UTF-8 with the same line ends in every locale.

    A terminal keeps its own encoding, and gets ASCII for letters that this lacks.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):  # a substitute for a stream
            continue
        if stream is sys.stdin:
            with suppress(UnsupportedOperation):  # something has been read from it
                encoding = None if stream.isatty() else "utf-8-sig"
                stream.reconfigure(encoding=encoding, errors="replace")
        elif stream.isatty():
            stream.reconfigure(errors=IN_ASCII)
        else:
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def terminal_is_closed() -> bool:
    """Return whether the program was started in a terminal that has been closed.

    It can be neither read nor written.
    """
    if not hasattr(select, "poll"):  # Windows
        return False
    watched = select.poll()
    for number in (0, 1, 2):
        with suppress(OSError):
            if stat.S_ISCHR(os.fstat(number).st_mode):
                watched.register(number, select.POLLHUP)
    return any(happened & select.POLLHUP for _, happened in watched.poll(0))


def write_text(text: str) -> None:
    """Write text with control characters escaped. Raises OutputError."""
    remove_temporary()
    with writing_errors():
        sys.stdout.write(_lines(text, _escaped))
        sys.stdout.flush()


def json_text(
    data: object, *, indent: int | None = None, default: Callable[[object], object] | None = None
) -> str:
    """Return data as readable JSON, with control characters as JSON writes them in ASCII."""
    from json import dumps

    text = dumps(data, ensure_ascii=False, indent=indent, default=default)
    return _lines(text, lambda letter: dumps(letter)[1:-1])


def write_json(data: object, *, default: Callable[[object], object] | None = None) -> None:
    """Write data as readable JSON, indented. Raises OutputError."""
    write_text(json_text(data, indent=2, default=default) + "\n")


MOST_ECHOED = 80  # maximum letters to show of a foreign text, such as the name of a file
LONGEST_WORD = 300  # maximum letters to show of a word in an error message, such as a path
LONGEST_LINE = 1000  # maximum letters of an error message


GO_ON = "--resume"  # the option that names the file of a game to resume


def resume_command(path: object, *options: str, command: str = "play") -> str:
    """Return the command that resumes a game, as it is typed in a shell."""
    return typed_command("spades-tui", command, *options, GO_ON, str(path))


def typed_command(*words: str) -> str:
    """Return a command as it is typed in the user's shell, with quotes where it needs them."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)


def harmless(text: str) -> bool:
    """Return whether a text may go to a terminal unchanged.

    It has no control or invisible characters.
    """
    return text.isprintable()


def is_unicode(text: str) -> bool:
    """Return whether a text can be encoded.

    Not if it has bytes that weren't UTF-8, or half a surrogate pair.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(text: str) -> str:
    """Escape control characters in hexadecimal."""
    return _lines(text, _escaped, "")


def echoed(text: str) -> str:
    """Return a foreign text, escaped and cut to `MOST_ECHOED` letters.

    It keeps more of its end than of its beginning.
    """
    return _cut(printable(text), MOST_ECHOED)


def beginning(text: str, most: int) -> str:
    """Return a foreign text, escaped and cut to its first `most` letters."""
    text = printable(text)
    if len(text) <= most:
        return text
    return text[: most - 1] + "…"


def complain(text: object) -> None:
    """Write one line on standard error, with control characters escaped and quoted texts cut.

    Never raises, because if standard error fails, there is no place to report it.
    """
    line = printable(str(text))
    if len(line) > MOST_ECHOED:
        line = _cut(_with_short_words(line), LONGEST_LINE)
    with suppress(OSError):
        remove_temporary()
        print(line, file=sys.stderr)


def _with_short_words(line: str) -> str:
    """Cut long quoted texts and long words, but not the file in a command that resumes a game.

    People type it.
    """
    long = f"{{{MOST_ECHOED + 1},}}"
    quoted = rf"""(?<![^\s(:])(?<!{GO_ON} )(?:'[^']{long}'|"[^"]{long}")"""

    def cut_quoted(match: re.Match[str]) -> str:
        mark = match[0][0]
        return mark + _cut(match[0][1:-1], MOST_ECHOED) + mark

    line = re.sub(quoted, cut_quoted, line)
    word = rf"(?<!\S)(?<!{GO_ON} )\S{{{LONGEST_WORD + 1},}}"
    return re.sub(word, lambda match: _cut(match[0], MOST_ECHOED), line)


def complain_with_command(text: str, words: Sequence[str]) -> None:
    """Write one line on standard error, and after it the command of these words.

    A very long command is left out.
    """
    command = typed_command("spades-tui", *words)
    if not words or not harmless(command) or len(command) > LONGEST_LINE:
        complain(text)
        return
    with suppress(OSError):
        remove_temporary()
        print(f"{text}: {command}", file=sys.stderr)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    beginning = most // 4
    return f"{text[: beginning - 1]}…{text[beginning - most :]}"


def _lines(text: str, escape: Callable[[str], str], kept: str = "\n") -> str:
    """Escape all control characters but the `kept` ones."""
    if harmless(text.replace(kept, "")):
        return text
    escaped = []
    for letter in text:
        harmful = letter not in kept and not harmless(letter)
        escaped.append(escape(letter) if harmful else letter)
    return "".join(escaped)


def _escaped(letter: str) -> str:
    code = ord(letter)
    if code < 0x100:
        return f"\\x{code:02x}"
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\U{code:08x}"


_shown: Bar | None = None
"""The progress bar on standard error, until the next output removes it."""


def remove_temporary() -> None:
    """Remove the progress bar from standard error, if there is one."""
    global _shown
    if _shown is not None:
        bar, _shown = _shown, None
        bar.stop()


SECONDS_BEFORE_BAR = 0.5  # seconds before the bar is shown
HOUR = 3600
"""Seconds of progress from which to estimate the speed.

Many, because a game between slow players can take minutes.
"""
STEP = 0.2  # seconds between two updates of the bar


class Progress:
    """A progress bar for a slow command. Call `at` as often as you like, and `close` at the end.

    It appears only if standard error is a terminal, after half a second, so quick commands show and
    load nothing.
    """

    def __init__(self, total: float | None, what: str = "") -> None:
        """Create a bar for `total` units, or None if unknown.

        `what`: the name of the unit, such as ``games``.
        """
        self.total, self._what = total, what
        self._on = sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + SECONDS_BEFORE_BAR
        self._done = 0.0
        self._bar: Bar | None = None

    def at(self, done: float | None = None) -> None:
        """Set how much is done; without a number, only the clock moves."""
        global _shown
        if done is not None:
            self._done = done
        if not self._on or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + STEP
        bar = self._bar = self._bar or self._made()
        _shown = bar  # before it appears, so that Ctrl+C leaves nothing of it
        bar.update(bar.task_ids[0], completed=self._done)
        if bar.live.is_started:
            bar.refresh()
        else:
            bar.start()

    def advance_by(self, more: float) -> None:
        """Add to how much is done."""
        self.at(self._done + more)

    def close(self) -> None:
        """Remove the bar from the terminal."""
        remove_temporary()

    def _made(self) -> Bar:
        from rich import progress
        from rich.console import Console

        counted: list[progress.ProgressColumn] = [
            progress.TextColumn(f"{{task.completed:.0f}} {self._what}")
        ]
        if self.total is None:
            counted.append(progress.TimeElapsedColumn())
        else:
            words = f"{{task.completed:.0f}} of {{task.total:.0f}} {self._what}"
            counted = [
                progress.TextColumn(words if self._what else "{task.percentage:.0f}%"),
                progress.BarColumn(),
                progress.TimeRemainingColumn(compact=True),
            ]
        bar = progress.Progress(
            *counted, console=Console(stderr=True), auto_refresh=False, transient=True,
            redirect_stdout=False,
            redirect_stderr=False, get_time=time.monotonic, speed_estimate_period=HOUR,
        )  # fmt: skip
        bar.add_task("", total=self.total, completed=int(self._done))
        return bar

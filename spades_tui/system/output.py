"""Output to the terminal: text on standard output, the same bytes in every locale, and error messages.

Control characters are escaped, whether they come from files or the command line.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TextIO

if TYPE_CHECKING:
    from json import JSONEncoder
    from re import Pattern


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
    """Write to standard output in a block. Raises OutputError if it fails, BrokenPipeError if nobody reads it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError("it is closed" if error.errno == errno.EBADF else os_words(error)) from None


def open_closed_ones() -> None:
    """Replace closed standard streams, so that no file opened later takes their place.

    The new input is empty, the new output fails on writes, and error messages are dropped.
    """
    if sys.stdin is None:
        sys.stdin = _nowhere(os.O_RDONLY, "r")
    if sys.stdout is None:
        sys.stdout = _nowhere(os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _nowhere(os.O_WRONLY, "w")


def _nowhere(flags: int, mode: Literal["r", "w"]) -> TextIO:
    return os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8")


def terminal_is_closed() -> bool:
    """Return whether the program was started in a terminal that has been closed: it can be neither read nor written."""
    import select
    import stat

    if not hasattr(select, "poll"):  # Windows
        return False
    watched = select.poll()
    for number in (0, 1, 2):
        with suppress(OSError):
            if stat.S_ISCHR(os.fstat(number).st_mode):
                watched.register(number, select.POLLHUP)
    return any(happened & select.POLLHUP for _, happened in watched.poll(0))


def write_text(text: str) -> None:
    """Write text as UTF-8, line by line, with control characters escaped. Raises OutputError."""
    remove_temporary()
    text = _lines(text, _escaped)
    with writing_errors():
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(text)
        else:
            buffer.write(text.encode("utf-8", "replace"))
            buffer.flush()


def json_text(data: object, *, indent: int | None = None, default: Callable[[object], object] | None = None) -> str:
    """Return data as readable JSON, with control characters in JSON's own escapes."""
    return _lines(_encoder(indent, default).encode(data), _escaped_in_json)


@lru_cache(maxsize=8)
def _encoder(indent: int | None, default: Callable[[object], object] | None) -> "JSONEncoder":
    """Return a cached encoder."""
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, indent=indent, default=default)


MOST_ECHOED = 80
"""Maximum letters to show of a foreign text, such as the name of a file."""
LONGEST_WORD = 300
"""Maximum letters to show of a word in an error message, such as a path."""
LONGEST_LINE = 1000
"""Maximum letters of an error message."""


GO_ON = "--resume"
"""The option that names the file of a game to resume."""


def resume_command(path: object, *options: str) -> str:
    """Return the command that resumes a game, as it is typed in a shell."""
    from shlex import join

    return join(["spades-tui", "play", *options, GO_ON, str(path)])


@lru_cache(maxsize=1)
def _patterns() -> "tuple[Pattern[str], Pattern[str]]":
    """Return patterns for what to cut in an error message: long quoted texts and long words.

    They don't match the file in a command that resumes a game, because people type it.
    """
    import re

    long = f"{{{MOST_ECHOED + 1},}}"
    quoted = re.compile(rf"""(?<![^\s(:])(?<!{GO_ON} )(?:'[^']{long}'|"[^"]{long}")""")
    return quoted, re.compile(rf"(?<!\S)(?<!{GO_ON} )\S{{{LONGEST_WORD + 1},}}")


def harmless(text: str) -> bool:
    """Return whether a text may go to a terminal unchanged: it has no control or invisible characters."""
    return text.isprintable()


def is_unicode(text: str) -> bool:
    """Return whether a text can be encoded: not if it has bytes that weren't UTF-8, or half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(text: str) -> str:
    """Escape control characters in hexadecimal."""
    if harmless(text):
        return text
    return "".join(letter if harmless(letter) else _escaped(letter) for letter in text)


def echoed(text: str) -> str:
    """Return a foreign text, escaped and cut to `MOST_ECHOED` letters, with more of its end than its beginning."""
    return _cut(printable(text), MOST_ECHOED)


def beginning(text: str, most: int) -> str:
    """Return a foreign text, escaped and cut to its first `most` letters."""
    text = printable(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def complain(text: object) -> None:
    """Write one line on standard error, with control characters escaped and quoted texts cut.

    Never raises, because if standard error fails, there is no place to report it.
    """
    line = printable(str(text))
    if len(line) > MOST_ECHOED:
        quoted, word = _patterns()
        line = quoted.sub(lambda found: f"{found[0][0]}{_cut(found[0][1:-1], MOST_ECHOED)}{found[0][-1]}", line)
        line = _cut(word.sub(lambda found: _cut(found[0], MOST_ECHOED), line), LONGEST_LINE)
    with suppress(OSError):
        remove_temporary()
        print(line, file=sys.stderr)


def _cut(text: str, most: int) -> str:
    """Return a text of at most `most` letters."""
    return text if len(text) <= most else f"{text[: most // 4 - 1]}…{text[-(most - most // 4) :]}"


def _lines(text: str, escape: Callable[[str], str]) -> str:
    """Escape control characters in a text of several lines."""
    if harmless(text.replace("\n", "")):
        return text
    return "".join(letter if letter == "\n" or harmless(letter) else escape(letter) for letter in text)


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escaped_in_json(letter: str) -> str:
    """Return a letter as JSON writes it in ASCII; one beyond 16 bits is a pair."""
    import json

    return json.dumps(letter)[1:-1]


_wipe: Callable[[], None] | None = None
"""Removes temporary output on standard error, such as a progress bar."""


def remove_before_output(remove: Callable[[], None]) -> None:
    """Call `remove` before the next output, because standard error shows something temporary."""
    global _wipe
    if _wipe != remove:
        remove_temporary()
        _wipe = remove


def remove_temporary() -> None:
    """Remove temporary output on standard error, if there is any."""
    global _wipe
    if _wipe is not None:
        remove, _wipe = _wipe, None
        remove()

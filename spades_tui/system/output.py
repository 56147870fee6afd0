"""What goes to the terminal: text on standard output, the same bytes whatever the locale says, and complaints.

Nothing that acts on a terminal is let through, wherever it comes from: files or the command line.
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


class OutputError(Exception):
    """Standard output is closed, or does not take what is written; the text says why."""


@contextmanager
def taken() -> Iterator[None]:
    """Write on standard output. Raises OutputError if it does not take it, BrokenPipeError if nobody reads it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError("it is closed" if error.errno == errno.EBADF else error.strerror or str(error)) from None


def open_closed_ones() -> None:
    """Standard streams that are closed: the input is empty, the output refuses what is written, complaints go nowhere.

    So no file that is opened later stands in their place.
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
    """Write text as UTF-8, line by line; what is no plain text in it is escaped. Raises OutputError."""
    wipe()
    text = _lines(text, _escaped)
    with taken():
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(text)
        else:
            buffer.write(text.encode("utf-8", "replace"))
            buffer.flush()


def json_text(data: object, *, indent: int | None = None, default: Callable[[object], object] | None = None) -> str:
    """Data as JSON, readable but for what would act on a terminal: that stands there as ``\\u001b``."""
    return _lines(_encoder(indent, default).encode(data), _escaped_in_json)


@lru_cache(maxsize=8)
def _encoder(indent: int | None, default: Callable[[object], object] | None) -> "JSONEncoder":
    """What writes data so."""
    from json import JSONEncoder

    return JSONEncoder(ensure_ascii=False, indent=indent, default=default)


MOST_ECHOED = 80
"""Letters of somebody else's text, such as the name of a file, that are shown."""
LONGEST_WORD = 300
"""Letters without a space between them, such as the whole path of a file, that are shown in a complaint."""
LONGEST_LINE = 1000
"""Letters of a complaint."""


GO_ON = "--resume"
"""The option that names the file of a game to go on with."""


def go_on_with(path: object, *options: str) -> str:
    """The command that goes on with a game, as it is typed in a shell."""
    from shlex import join

    return join(["spades-tui", "play", *options, GO_ON, str(path)])


@lru_cache(maxsize=1)
def _patterns() -> "tuple[Pattern[str], Pattern[str]]":
    """What is cut in a complaint: long texts in quotation marks, and long words; not the file that a command goes on
    with, since that is to be typed."""
    import re

    long = f"{{{MOST_ECHOED + 1},}}"
    quoted = re.compile(rf"""(?<![^\s(:])(?<!{GO_ON} )(?:'[^']{long}'|"[^"]{long}")""")
    return quoted, re.compile(rf"(?<!\S)(?<!{GO_ON} )\S{{{LONGEST_WORD + 1},}}")


def harmless(text: str) -> bool:
    """Whether a text may go to a terminal as it is: no letter of it acts there, or is one that nobody sees."""
    return text.isprintable()


def is_unicode(text: str) -> bool:
    """Whether a text can be written down: bytes of the command line that were no UTF-8, or half a pair, cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def printable(text: str) -> str:
    """A text without what would act on a terminal: a control character stands there as ``\\x1b``."""
    if harmless(text):
        return text
    return "".join(letter if harmless(letter) else _escaped(letter) for letter in text)


def echoed(text: str) -> str:
    """A stranger's text, escaped and cut at `MOST_ECHOED` letters; the end of a long one tells more than its middle."""
    return _cut(printable(text), MOST_ECHOED)


def beginning(text: str, most: int) -> str:
    """A stranger's text, escaped, or its beginning where it is longer than so many letters."""
    text = printable(text)
    return text if len(text) <= most else text[: most - 1] + "…"


def complain(text: object) -> None:
    """Write one line on standard error; escape what is no plain text in it, and cut what is quoted.

    Never raises: if standard error takes nothing, nobody could be told of that either.
    """
    line = printable(str(text))
    if len(line) > MOST_ECHOED:
        quoted, word = _patterns()
        line = quoted.sub(lambda found: f"{found[0][0]}{_cut(found[0][1:-1], MOST_ECHOED)}{found[0][-1]}", line)
        line = _cut(word.sub(lambda found: _cut(found[0], MOST_ECHOED), line), LONGEST_LINE)
    with suppress(OSError):
        wipe()
        print(line, file=sys.stderr)


def _cut(text: str, most: int) -> str:
    """A text of at most so many letters."""
    return text if len(text) <= most else f"{text[: most // 4 - 1]}…{text[-(most - most // 4) :]}"


def _lines(text: str, escape: Callable[[str], str]) -> str:
    """A text of several lines without what would act on a terminal."""
    if harmless(text.replace("\n", "")):
        return text
    return "".join(letter if letter == "\n" or harmless(letter) else escape(letter) for letter in text)


def _escaped(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escaped_in_json(letter: str) -> str:
    """A letter as JSON writes it in ASCII; one beyond 16 bits is a pair."""
    import json

    return json.dumps(letter)[1:-1]


_passing = 0
"""Letters of the line that is passing by."""


def pass_by(text: str) -> None:
    """Show a line on standard error that the next one, or whatever else is written, takes the place of."""
    global _passing
    line = text.ljust(_passing)
    _passing = len(line)  # before it stands there, so that Ctrl+C leaves nothing of it
    print(f"\r{line}", end="", file=sys.stderr, flush=True)
    _passing = len(text)


def wipe() -> None:
    """Take that line away, if one stands there."""
    global _passing
    if _passing:
        gone, _passing = _passing, 0
        print(f"\r{' ' * gone}\r", end="", file=sys.stderr, flush=True)

"""Mistakes of files that people or programs have written, as *place: problem; fix*."""

from collections.abc import Sequence

from spades_tui.language.quoting import first_of
from spades_tui.language.unusable import UnusableError
from spades_tui.system.exit_status import InputError
from spades_tui.system.foreign_text import without_mark

_LAST = 1 << 60  # sorts a mistake without a line after all others


def mistake_words(
    file: str, line: int | None, key: str, words: str, rule: str | None = None
) -> str:
    """Return a mistake in one line.

    For example, ``table.toml:3: deal.cards: 14 is too many; use 1 to 13 (C-2)``. `line` is None or
    0, and `key` is empty, where they aren't known.
    """
    place = f"{file}:{line}" if line else file
    if rule:
        words = f"{words} ({rule})"
    return ": ".join(filter(None, (place, key, words)))


class FileError(InputError):
    """A file with mistakes; the first is the error itself, and the others are in `more`.

    A command that doesn't catch it prints all of them.
    """

    file: str
    line: int | None
    """From 1; None if it isn't known."""
    key: str = ""
    message: str
    rule: str | None = None
    """The rule that was broken, if one was."""
    more: Sequence["FileError"] = ()

    def __init__(self, *arguments: object) -> None:
        """Keep the arguments of a subclass, so another process can build the error again."""
        Exception.__init__(self, *arguments)

    def is_in(self, file: str) -> None:
        """Name the file of these mistakes."""
        for mistake in (self, *self.more):
            mistake.file = file

    def __str__(self) -> str:
        return mistake_words(self.file, self.line, self.key, self.message, self.rule)

    @property
    def lines(self) -> list[str]:
        """All mistakes, one line each, in the order of the file.

        If there are many, the first ones.
        """
        mistakes = sorted((self, *self.more), key=lambda mistake: mistake.line or _LAST)
        return first_of([*map(str, mistakes)])


def written_text(raw: bytes, most: int) -> str:
    """Return the text of a file that a person has written, of at most `most` bytes.

    Raises UnusableError, caused by a UnicodeDecodeError if it isn't UTF-8.
    """
    if len(raw) > most:
        raise UnusableError(f"the file is longer than {most} bytes; shorten it")
    try:
        return without_mark(raw).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnusableError("not UTF-8; save the file as UTF-8") from error
    except UnicodeError as error:
        raise UnusableError(str(error)) from None

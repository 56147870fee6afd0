"""The book as a file: written out and taken in, from the screens and from the command line alike."""

import io
import os
from pathlib import Path
from typing import BinaryIO

from spades_tui.scorebook.scorebook import Book
from spades_tui.scorebook.scorebook_error import BookError
from spades_tui.system.disk import write_new
from spades_tui.system.folders import open_plain

MOST = 256 * 1024 * 1024
"""Bytes: a file that is larger is no exported book."""


def export_to(path: Path, book: Book, form: str | None = None) -> None:
    """Write the book to a new file, as ``jsonl`` or ``csv``; without a form its name says which. Raises BookError, also
    where something is there already: that is left as it is."""
    form = form or ("csv" if path.suffix.casefold() == ".csv" else "jsonl")
    text = io.StringIO()
    try:
        if os.path.lexists(path):
            raise FileExistsError
        book.export(text, form)
        write_new(path, text.getvalue())
    except FileExistsError:
        raise BookError(f"There is a file {path} already; it is left as it is.") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} cannot be written ({getattr(error, 'strerror', None) or error}).") from None


def import_from(path: Path, book: Book) -> tuple[int, int]:
    """Take in an exported book, and tell how many games and facts were new. Raises BookError."""
    try:
        with open_plain(path) as stream:
            return import_stream(stream, book)
    except BookError as error:
        raise BookError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} cannot be read ({getattr(error, 'strerror', None) or error}).") from None


def import_stream(stream: BinaryIO, book: Book) -> tuple[int, int]:
    """The same from a stream. Raises BookError, and OSError if it cannot be read."""
    raw = stream.read(MOST + 1)
    if len(raw) > MOST:
        raise BookError("this is too large for an exported book")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise BookError("this is no exported book: it is not UTF-8") from None
    return book.import_(io.StringIO(text))

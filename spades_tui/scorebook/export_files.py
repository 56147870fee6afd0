"""The scorebook as a file: exported and imported, for the screens and the command line."""

import io
import os
from pathlib import Path
from typing import BinaryIO

from spades_tui.scorebook.scorebook import Book
from spades_tui.scorebook.scorebook_error import BookError
from spades_tui.system.disk import write_new
from spades_tui.system.folders import open_plain

MOST = 256 * 1024 * 1024
"""Bytes above which a file can't be an exported scorebook."""


def export_to(path: Path, book: Book, form: str | None = None) -> None:
    """Export the scorebook to a new file, as ``jsonl`` or ``csv``; without a form, the file's name decides.

    Raises BookError, also if the file exists: it is never overwritten.
    """
    form = form or ("csv" if path.suffix.casefold() == ".csv" else "jsonl")
    text = io.StringIO()
    try:
        if os.path.lexists(path):
            raise FileExistsError
        book.export(text, form)
        write_new(path, text.getvalue())
    except FileExistsError:
        raise BookError(f"{path}: this file exists already; choose another name") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} can't be written ({getattr(error, 'strerror', None) or error}).") from None


def import_from(path: Path, book: Book) -> tuple[int, int]:
    """Import an exported scorebook; return how many games and notes were new. Raises BookError."""
    try:
        with open_plain(path) as stream:
            return import_stream(stream, book)
    except BookError as error:
        raise BookError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} can't be read ({getattr(error, 'strerror', None) or error}).") from None


def import_stream(stream: BinaryIO, book: Book) -> tuple[int, int]:
    """Do the same from a stream. Raises BookError, or OSError if it can't be read."""
    raw = stream.read(MOST + 1)
    if len(raw) > MOST:
        raise BookError("too large for an exported scorebook")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise BookError("not an exported scorebook: it isn't UTF-8") from None
    return book.import_(io.StringIO(text))

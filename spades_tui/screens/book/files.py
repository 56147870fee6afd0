"""The book as a file: written out, taken in, and computed anew from the records."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.folders import typed_path
from spades_tui.rules.component import plural
from spades_tui.screens.book.page import BookPage
from spades_tui.screens.dialogs import AskLine, sure
from spades_tui.screens.keeper import passed_over

if TYPE_CHECKING:
    from spades_tui.book.book import Book
    from spades_tui.book.views import CaughtUp

EXPORT_NAME = "spades-book.jsonl"
MOST = 256 * 1024 * 1024
"""A file larger than this is no exported book."""


def ask_where(page: BookPage) -> None:
    """Ask for a path, and write the whole book there."""
    words = "Write the whole book to this file. With the ending .csv it is a table for a spreadsheet, else JSON Lines."

    def write(text: str) -> None:
        path = typed_path(text)
        page.change(partial(export_to, path), lambda _: f"The book has been written to {path}.")

    page.app.push_screen(AskLine("Export the book", words, str(Path.home() / EXPORT_NAME), write, 400))


def export_to(path: Path, book: "Book") -> None:
    """Write the book to a new file; what is there already is not touched. Raises BookError."""
    from spades_tui.book.errors import BookError

    form = "csv" if path.suffix.casefold() == ".csv" else "jsonl"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BookError(f"There is a file {path} already; it is left as it is.") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} cannot be written ({getattr(error, 'strerror', None) or error}).") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            book.export(stream, form)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise BookError(f"{path} cannot be written ({error.strerror or error}).") from None
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def ask_import(page: BookPage) -> None:
    """Ask for a path, and take in what an exported book has there."""
    words = "Take in the book that was exported to this file, JSON Lines or CSV. What is known already is left out."

    def read(text: str) -> None:
        page.change(partial(import_from, typed_path(text)), taken_in)

    page.app.push_screen(AskLine("Import a book", words, str(Path.home() / EXPORT_NAME), read, 400))


def import_from(path: Path, book: "Book") -> tuple[int, int]:
    """Take in an exported book, and tell how many games and facts were new. Raises BookError."""
    import io

    from spades_tui.book.errors import BookError

    try:
        if path.stat().st_size > MOST:
            raise BookError(f"{path} is too large for an exported book.")
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise BookError(f"{path} is no exported book: it is not UTF-8.") from None
    except (OSError, ValueError) as error:
        raise BookError(f"{path} cannot be read ({getattr(error, 'strerror', None) or error}).") from None
    try:
        return book.import_(io.StringIO(text))
    except BookError as error:
        raise BookError(f"{path}: {error}") from None


def taken_in(new: tuple[int, int]) -> str:
    """What is said of an import."""
    games, facts = new
    if not games and not facts:
        return "Everything in that file is in the book already."
    return f"{plural(games, 'game')} and {plural(facts, 'fact')} taken in."


def ask_rebuild(page: BookPage) -> None:
    """Ask once more, then compute the book anew from the records."""
    words = (
        "Compute the whole book anew from the records of the games and the book's own facts? Until it is done the old "
        "one stands. With many games it takes a while, and you may go on meanwhile."
    )
    page.app.push_screen(sure("Rebuild", words, "Compute it anew", partial(_rebuild, page), "Leave it as it is"))


def _rebuild(page: BookPage) -> None:
    def told(done: int, of: int) -> None:
        if page.stands:
            page.say(f"{done} of {plural(of, 'record')} read …")

    def finished(done: "CaughtUp") -> None:
        words = rebuilt(done)
        if page.stands:
            page.say(words)
            page.load()
        else:
            page.keeper.tell(words)

    page.say("The records are read …")
    page.keeper.rebuild(finished, page.sorry, told)


def rebuilt(done: "CaughtUp") -> str:
    """What is said when the book has been computed anew."""
    words = [f"The book has been computed from {plural(done.games, 'game')}."]
    if done.kept:
        words.append(f"{plural(done.kept, 'game')} without a record {'is' if done.kept == 1 else 'are'} kept.")
    if done.broken:
        words.append(passed_over(done.broken))
    return " ".join(words)

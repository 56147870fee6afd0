"""The scorebook as a file: export, import, and recomputing it from the records."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.rules.component import plural
from spades_tui.system.folders import typed_path
from spades_tui.tui.dialogs import AskLine, sure
from spades_tui.tui.scorebook.scorebook_page import BookPage
from spades_tui.tui.scorebook_thread import passed_over

if TYPE_CHECKING:
    from spades_tui.scorebook.views import CaughtUp

EXPORT_NAME = "spades-book.jsonl"


def ask_where(page: BookPage) -> None:
    """Ask for a path, and export the whole scorebook to it."""
    words = "Write the whole book to this file. With the ending .csv it is a table for a spreadsheet, else JSON Lines."

    def write(text: str) -> None:
        from spades_tui.scorebook.export_files import export_to

        path = typed_path(text)
        page.change(partial(export_to, path), lambda _: f"The book has been written to {path}.")

    page.app.push_screen(AskLine("Export the book", words, str(Path.home() / EXPORT_NAME), write, 400))


def ask_import(page: BookPage) -> None:
    """Ask for a path, and import an exported scorebook from it."""
    words = "Take in the book that was exported to this file, JSON Lines or CSV. What is known already is left out."

    def read(text: str) -> None:
        from spades_tui.scorebook.export_files import import_from

        page.change(partial(import_from, typed_path(text)), taken_in)

    page.app.push_screen(AskLine("Import a book", words, str(Path.home() / EXPORT_NAME), read, 400))


def taken_in(new: tuple[int, int]) -> str:
    """Return the sentence about an import."""
    games, facts = new
    if not games and not facts:
        return "Everything in that file is in the book already."
    return f"{plural(games, 'game')} and {plural(facts, 'fact')} taken in."


def ask_rebuild(page: BookPage) -> None:
    """Ask for confirmation, then recompute the scorebook from the records."""
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

    page.come_back()
    page.say("The records are read …")
    page.keeper.rebuild(finished, page.sorry, told)


def rebuilt(done: "CaughtUp") -> str:
    """Return the sentence about a recomputed scorebook."""
    words = [f"The book has been computed from {plural(done.games, 'game')}."]
    if done.kept:
        words.append(f"{plural(done.kept, 'game')} without a record {'is' if done.kept == 1 else 'are'} kept.")
    if done.broken:
        words.append(passed_over(done.broken))
    return " ".join(words)

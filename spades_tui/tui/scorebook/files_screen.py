"""Export and import the scorebook, or recompute it from the records."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.rules.component import plural
from spades_tui.scorebook.transfer import export_to, import_from
from spades_tui.system.folders import typed_path
from spades_tui.tui.dialogs import AskLine, confirmation
from spades_tui.tui.scorebook.scorebook_page import BookPage
from spades_tui.tui.scorebook_thread import sentence_about_others

if TYPE_CHECKING:
    from spades_tui.scorebook.views import CatchUpResult

EXPORT_NAME = "spades-book.jsonl"


def ask_where(page: BookPage) -> None:
    """Ask for a path, and export the whole scorebook to it."""
    words = "Export the whole scorebook to this file: a spreadsheet table if it ends in .csv, otherwise JSON Lines."

    def write(text: str) -> None:
        path = typed_path(text)
        page.change(partial(export_to, path), lambda _: f"Scorebook exported to {path}.")

    page.app.push_screen(AskLine("Export scorebook", words, str(Path.home() / EXPORT_NAME), write, 400))


def ask_import(page: BookPage) -> None:
    """Ask for a path, and import an exported scorebook from it."""
    words = "Import a scorebook from this file, JSON Lines or CSV. Games you already have are skipped."

    def read(text: str) -> None:
        page.change(partial(import_from, typed_path(text)), taken_in)

    page.app.push_screen(AskLine("Import scorebook", words, str(Path.home() / EXPORT_NAME), read, 400))


def taken_in(new: tuple[int, int]) -> str:
    """Return the sentence about an import."""
    games, facts = new
    if not games and not facts:
        return "Your scorebook already has everything in that file."
    return f"{plural(games, 'game')} and {plural(facts, 'fact')} imported."


def ask_rebuild(page: BookPage) -> None:
    """Ask for confirmation, then recompute the scorebook from the records."""
    words = (
        "Rebuild the whole scorebook from the records of the games and its own facts? With many games it takes a "
        "while. You can use the old scorebook until it's done."
    )
    page.app.push_screen(confirmation("Rebuild", words, "Rebuild", partial(_rebuild, page), "Keep the old one"))


def _rebuild(page: BookPage) -> None:
    def told(done: int, of: int) -> None:
        if page.has_widgets:
            page.say(f"{done} of {plural(of, 'record')} read …")

    def finished(done: "CatchUpResult") -> None:
        words = rebuilt(done)
        if page.has_widgets:
            page.say(words)
            page.load()
        else:
            page.keeper.tell(words)

    page.close_dialogs()
    page.say("Reading the records …")
    page.keeper.rebuild(finished, page.sorry, told)


def rebuilt(done: "CatchUpResult") -> str:
    """Return the sentence about a recomputed scorebook."""
    words = [f"Scorebook rebuilt from {plural(done.games, 'game')}."]
    if done.kept:
        words.append(f"{plural(done.kept, 'game')} without a record {'was' if done.kept == 1 else 'were'} kept.")
    if done.broken:
        words.append(sentence_about_others(done.broken))
    return " ".join(words)

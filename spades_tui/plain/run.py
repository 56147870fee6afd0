"""Open a table in plain text, and play until a person leaves."""

import sys
from typing import TYPE_CHECKING

from spades_tui.plain.console import Console
from spades_tui.plain.table_talk import PlainTable
from spades_tui.play.save_error import not_opened
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.exit_status import DONE, WRONG_INPUT

if TYPE_CHECKING:
    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup


class NotOpenedError(Exception):
    """A table can't be opened because of its file; the message is a sentence."""


def play(setup: "TableSetup | None", resume: "Suspended | None", settings: Settings | None = None) -> int:
    """Play at a table, and again if people wish; return the exit status, 1 if the game isn't completely saved.

    Raises RecordError if a journal is broken, NotOpenedError if one can't be opened or written.
    """
    console = Console(sys.stdin, sys.stdout)
    liked = settings if settings is not None else load_settings()
    table = _opened(setup, resume)
    while True:
        table.wants_chit = table.rules.tray is not None
        variant = table.rules.variant
        people = " and ".join(table.names[seat] for seat in table.people)
        console.tell(f"{variant.name}, with {', '.join(table.names)}. You are {people}." if people else
                     f"{variant.name}, with {', '.join(table.names)}.")  # fmt: skip
        console.tell("Say help at any time.")
        face = PlainTable(table, console, liked)
        again = face.run()
        table.leave()
        if not again:
            return DONE if face.kept else WRONG_INPUT
        table = _opened(table.again(), None)


def _opened(setup: "TableSetup | None", resume: "Suspended | None") -> Table:
    """Return a resumed table, or a new one. Raises RecordError, NotOpenedError."""
    try:
        return Table.open(setup, resume)
    except OSError as error:
        raise NotOpenedError(not_opened(error)) from None

"""Open a table in plain text, and play until a person leaves."""

import sys
from typing import TYPE_CHECKING

from spades_tui.plain.console import Console
from spades_tui.plain.table_talk import PlainTable
from spades_tui.play.saved_games import not_opened
from spades_tui.play.table import Table
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.exit_status import DONE, WRONG_INPUT, InputError

if TYPE_CHECKING:
    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup


def play(setup: "TableSetup | None", resume: "Suspended | None") -> int:
    """Play at a table, and again if people wish; return the exit status, 1 if the game isn't completely saved.

    Raises RecordError if a journal is broken, InputError if one can't be opened or written.
    """
    console = Console(sys.stdin, sys.stdout)
    liked = load_settings()
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
    """Return a resumed table, or a new one. Raises RecordError, InputError."""
    try:
        return Table.open(setup, resume)
    except OSError as error:
        raise InputError(not_opened(error), command="spades-tui") from None

"""`spades-tui play`: start or resume a game at once, on the screen or in plain text."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.commands.from_arguments import read_resumed, setup_named
from spades_tui.commands.open_game import open_table, opens_plain
from spades_tui.play.setup import TableSetup
from spades_tui.system.exit_status import UsageError

if TYPE_CHECKING:
    from spades_tui.play.resume import Suspended


def run(arguments: argparse.Namespace, said: set[str] | None = None) -> int:
    """Open a table, new or resumed. Raises UsageError, InputError.

    `said`: in plain text, what computer players have said this evening; the table adds to it.
    """
    plain = opens_plain(arguments.plain or arguments.all_plain)
    if arguments.resume is not None:
        given = (arguments.variant, arguments.seats, arguments.seed)
        more = arguments.option or arguments.sandbox or arguments.game
        if more or any(value is not None for value in given):
            words = "--resume keeps the game's own rules, seats, options and seed; leave them out"
            raise UsageError(words, "spades-tui play")
        journal = read_resumed(Path(arguments.resume), arguments.good_part)
        if plain:
            return open_plain(None, journal, said=said)
        return open_table(None, journal, arguments.pace)
    if arguments.good_part:
        raise UsageError("--good-part needs a game; add --resume FILE", "spades-tui play")
    setup = setup_named(arguments)
    if plain:
        return open_plain(setup, None, said=said)
    return open_table(setup, None, arguments.pace)


def open_plain(setup: TableSetup | None, resume: "Suspended | None", said: set[str] | None) -> int:
    """Open a table in plain text, which the screens don't import; `said` as in `run`.

    Raises RecordError, InputError for a bad journal.
    """
    from spades_tui.plain.home_table import play

    return play(setup, resume, said=said)

"""`spades-tui simulate`: play games between computer players and write their records."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from spades_tui.analysis.simulate import MAX_HANDS, simulate
from spades_tui.commands.from_arguments import bots_given, boxed, find_variant, options_given, seed_given
from spades_tui.play.setup import TableSetup
from spades_tui.system.collecting import collect_seldom
from spades_tui.system.disk import write_whole
from spades_tui.system.exit_status import DONE, unusable
from spades_tui.system.folders import simulated_file
from spades_tui.system.output import complain, write_text
from spades_tui.system.progress import Progress


def run(arguments: argparse.Namespace) -> int:
    """Play the games and write their records. Raises UsageError, InputError."""
    collect_seldom()
    variant = find_variant(arguments.variant)
    seats = boxed(bots_given(variant, arguments.bots), arguments.sandbox)
    seed = seed_given(arguments.seed)
    options = options_given(variant, arguments.option)

    def setups() -> Iterator[TableSetup]:
        for game in range(1, arguments.games + 1):
            yield TableSetup(variant, options, seats, (game - 1) % variant.seats, seed, game)

    folder = None if arguments.out == "-" else Path(arguments.out)
    progress = Progress(arguments.games, "games" if arguments.games > 1 else "game")
    said: set[str] = set()
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        for number, done in enumerate(simulate(setups(), arguments.games, arguments.jobs, progress.at), 1):
            if not done.ended:
                complain(f"game {done.game}: stopped after {MAX_HANDS} hands; its record is unfinished")
            for words in (words for words in done.missed if words not in said):
                said.add(words)
                complain(f"spades-tui: {words}")
            if folder is None:
                write_text(done.text)
            else:
                file = simulated_file(folder, variant.slug, done.game, arguments.games)
                write_whole(file, done.text, mode=0o666, sync=False)
            progress.at(number)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unusable(arguments.out, error) from None
    finally:
        progress.close()
    return DONE

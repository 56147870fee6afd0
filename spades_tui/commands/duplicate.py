"""`spades-tui duplicate`: replay a game with a computer player in a person's chair."""

import argparse
from pathlib import Path

from spades_tui import bots
from spades_tui.analysis.duplicate import DuplicateError, TwoLines, hands_to_repeat, play_again
from spades_tui.analysis.review import collect_journal
from spades_tui.presentation.match_words import line_words, sum_words
from spades_tui.system.exit_status import DONE, InputError, UsageError, about_file
from spades_tui.system.output import write_text

COMMAND = "spades-tui duplicate"


def run(arguments: argparse.Namespace) -> int:
    """Print both lines of every hand, side by side. Raises UsageError, InputError."""
    wrong = bots.level_problem(arguments.level)
    if wrong is not None:
        raise UsageError(f"--as: {wrong}", COMMAND)
    try:
        with about_file(arguments.file):
            record = collect_journal(Path(arguments.file))
        hands = hands_to_repeat(record)
    except DuplicateError as error:
        raise InputError(f"{arguments.file}: {error}") from None
    chair = arguments.seat if arguments.seat is not None else next(iter(record.people), 0)
    if not 0 <= chair < len(record.names):
        raise UsageError(f"--seat: there's no seat {chair}; choose from 0 to {len(record.names) - 1}", COMMAND)
    name, found = record.names[chair], list[TwoLines]()
    write_text(f"{'hand':>4}  {name:<26}{arguments.level} in the same seat\n")
    for number in hands:
        two = play_again(record, number, chair, arguments.level)
        if two is None:
            write_text(f"{number:>4}  {arguments.level} calls for another deal\n")
            continue
        found.append(two)
        write_text(f"{number:>4}  {line_words(two.done):<26}{line_words(two.again)}\n")
    if found:
        write_text(f"{sum_words(name, arguments.level, found)}\n")
    return DONE

"""A game taken up again at one of its decisions: a journal of its own, marked as a fork, that counts for nothing.

Forks lie in a folder beside the games, so no book ever finds them.
"""

import secrets
from datetime import datetime
from pathlib import Path

from spades_tui import bots
from spades_tui.folders import SUFFIX, forks_folder
from spades_tui.record.replay import program_name
from spades_tui.record.write import JsonLine
from spades_tui.table.journal import Journal
from spades_tui.table.review import Decision, Record
from spades_tui.table.setup import usual_level

MARK = "fork"
"""In the `program` of the first line.  A journal that has it was begun by nobody: it was cut off another game."""

_FINDINGS = ("trick", "hand_score", "game_over")


def fork(record: Record, decision: Decision, seat: int, folder: Path | None = None) -> Path:
    """A new journal that ends just before a decision; a person plays `seat`, the computer all others.

    What a seat did before that now somebody else plays is noted as done by a stand-in. Raises OSError if the journal
    cannot be written, ValueError for a seat that is not there.
    """
    replayed = record.replayed
    if not 0 <= seat < replayed.rules.seats:
        raise ValueError(f"seat {seat} is not at this table")
    head, *lines = replayed.lines[: decision.before]
    seats, others = [], set()
    for number, entry in enumerate(replayed.head.seats):
        level = entry.level or ""
        if number == seat:
            seats.append({"name": entry.name, "kind": "human"})
        elif entry.kind == "bot" and level in bots.LEVELS:
            seats.append({"name": entry.name, "kind": "bot", "level": level})
        else:
            sides = replayed.rules.sides
            seats.append({"name": entry.name, "kind": "bot", "level": usual_level(number, (seat,), sides, bots.LEVELS)})
            others.add(number)
    name, version, rest = program_name(replayed.variant).split(" ", 2)
    first = {key: value for key, value in head.items() if key != "sum"}
    first |= {"seats": seats, "program": f"{name} {version} {MARK} {rest}"}
    home = folder if folder is not None else forks_folder()
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = home / f"{stamp}-{replayed.variant.slug}-{secrets.token_hex(3)}{SUFFIX}"
    journal = Journal(path)
    try:
        journal.write(first, *(_line(line, others) for line in lines))
        if journal.trouble is not None:
            raise OSError(journal.trouble)
    finally:
        journal.close()
    return path


def _line(line: JsonLine, others: set[int]) -> JsonLine:
    if line["event"] in _FINDINGS or line.get("seat") not in others:
        return line
    return {**line, "stand_in": True}

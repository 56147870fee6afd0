"""Forks: a game resumed at one of its decisions, in a separate journal that doesn't count.

Forks are in a folder next to the games, where no scorebook finds them.
"""

from pathlib import Path

from spades_tui.bots.levels import LEVELS, is_level
from spades_tui.play.game_code import code_of
from spades_tui.play.journal import Journal
from spades_tui.play.resume import replay_journal, setup_of_record
from spades_tui.play.setup import TableSetup, default_level
from spades_tui.record.journal_lines import read_record, whole_lines
from spades_tui.record.open_hands import OpenGame
from spades_tui.record.replay import Replayed
from spades_tui.record.writer import is_program_of_fork, program_name
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import DeadKeyReason
from spades_tui.system.folders import forks_folder, is_fork, new_game_file

_FINDINGS = ("trick", "hand_score", "game_over")


def fork_hand(path: Path, number: int, place: int, seat: int, folder: Path) -> Path:
    """Write a new journal that ends at a moment of a hand of the game in `path`; see `fork`.

    `place` counts moments as open hands do. Raises RecordError, OSError, and ValueError for a hand
    that doesn't exist.
    """
    raw = whole_lines(read_record(path), by_hand=True)
    replayer, recorder, _ = replay_journal(path, raw, lines=True)
    for hand in (*recorder.scored, recorder.current_hand):
        if hand is not None and hand.number == number:
            return fork(replayer.result, hand.moments[place].lines, seat, folder)
    raise ValueError(f"no hand {number} in {path.name}")


def repeat_hand(path: Path, number: int, seat: int) -> Path:
    """Write a fork that begins with the first decision of a hand, for a person in `seat`.

    Raises as `fork_hand` does.
    """
    folder = path.parent if is_fork(path) else forks_folder(path.parent)
    raw = whole_lines(read_record(path), by_hand=True)
    replayer, recorder, _ = replay_journal(path, raw, lines=True)
    for hand in recorder.scored:
        if hand.number == number:
            decision = next(moment for moment in hand.moments if moment.on_turn is not None)
            return fork(replayer.result, decision.lines, seat, folder)
    raise ValueError(f"no hand {number} in {path.name}")


def why_no_repeat(
    setup: TableSetup, game: OpenGame, path: Path | None, *, over: bool
) -> DeadKeyReason | None:
    """Return why a person can't play the last hand again; None if they can.

    They must be the only person at the table, because others' cards would be seen. Before the game
    is over, its seed mustn't have the cards of the next hands, which the fork would show.
    """
    if path is None:
        return dead_key_reasons.NOT_SAVED
    if len(setup.people) != 1:
        return dead_key_reasons.OTHERS_HERE
    if not (over or setup.seed is None or is_fork(path)):
        return dead_key_reasons.SEED_NOT_OVER
    return None if game.hands else dead_key_reasons.NO_HANDS


def fork(replayed: Replayed, before: int, seat: int, folder: Path) -> Path:
    """Write a new journal in a folder: the first `before` lines of a game.

    A person plays `seat`, computers all others. Mark earlier events of a seat that has a new player
    as a stand-in's. Raises OSError if the journal can't be written, ValueError for an unknown seat.
    """
    if not 0 <= seat < replayed.rules.seats:
        raise ValueError(f"no seat {seat} at this table")
    head, *lines = replayed.lines[:before]
    seats = []
    others = set()
    for number, entry in enumerate(replayed.head.seats):
        if number == seat:
            seats.append({"name": entry.name, "kind": "human"})
            continue
        level = entry.level or ""
        if entry.kind != "bot" or not is_level(level):
            level = default_level(number, (seat,), replayed.rules.sides, LEVELS)
            others.add(number)
        seats.append({"name": entry.name, "kind": "bot", "level": level})
    first = {key: value for key, value in head.items() if key != "sum"}
    first |= {"seats": seats, "program": program_name(replayed.variant, fork=True)}
    for place, line in enumerate(lines):
        if line["event"] not in _FINDINGS and line.get("seat") in others:
            lines[place] = {**line, "stand_in": True}
    path = new_game_file(folder, replayed.variant.slug)
    journal = Journal(path)
    try:
        journal.write(first, *lines)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    finally:
        journal.close()
    return path


def code_of_record(played: Replayed) -> str | None:
    """Return the code of a finished game; None for an unfinished one, and for a fork.

    The game that was forked may still run.
    """
    if played.over is None or is_program_of_fork(played.head.program or ""):
        return None
    return code_of(setup_of_record(played))

"""`spades-tui puzzles`.

List puzzles by game, find new ones in hands of computer players, and check files of them.
"""

import argparse
from collections import Counter
from pathlib import Path

from spades_tui.commands.from_arguments import find_variant
from spades_tui.language.sentence_parts import plural
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.puzzle_finder import find, holds
from spades_tui.lessons.puzzle_lesson import lesson_of_puzzle, rebuilt
from spades_tui.lessons.puzzles import FORMAT, Puzzle, all_puzzles, by_game, read_puzzles
from spades_tui.record import RecordError
from spades_tui.record.writer import JsonLine
from spades_tui.rules.catalogue import is_shipped
from spades_tui.system.disk import write_new
from spades_tui.system.exit_status import DONE, WRONG_INPUT, InputError, file_error, stoppable
from spades_tui.system.output import Progress, complain, json_text, write_text


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return 0, or 1 if a puzzle can't be used. Raises UsageError, InputError."""
    match arguments.what:
        case "find":
            return _find(arguments)
        case "check":
            return max([_check(Path(file), arguments.weigh) for file in arguments.files])
        case _:
            return _list()


def _list() -> int:
    shelf = all_puzzles()
    done = read_learned().done
    for group in by_game(shelf.puzzles):
        count = plural(len(group.puzzles), "puzzle")
        write_text(f"{group.slug:<18}{count}; solved: {group.solved(done)}\n")
    for problem in shelf.problems:
        complain(problem)
    return WRONG_INPUT if shelf.problems else DONE


def _find(arguments: argparse.Namespace) -> int:
    """Find puzzles and write them to a new file."""
    variant, out = find_variant(arguments.variant), Path(arguments.out)
    if not is_shipped(variant):
        words = "puzzles need a shipped game; choose one of spades-tui variants"
        raise InputError(f"{arguments.variant}: {words}")
    if out.exists():
        raise file_error(str(out), FileExistsError(17, "File exists"))
    bar = Progress(None, "choices")
    asked = arguments.games, arguments.seed, arguments.count, arguments.level
    with stoppable("stopped; no file is written"):
        lines = list(find(variant, *asked, lambda: bar.advance_by(1)))
    bar.close()
    try:
        write_new(out, file_text(lines))
    except OSError as error:
        raise file_error(str(out), error) from None
    grades = Counter(str(line["grade"]) for line in lines)
    words = f"{out}: {plural(len(lines), 'puzzle')}"
    if grades:
        words += ": " + ", ".join(f"{count} {grade}" for grade, count in sorted(grades.items()))
    write_text(f"{words}\n")
    return DONE


def file_text(lines: list[JsonLine]) -> str:
    """Return the text of a file of puzzles."""
    head = {"format": FORMAT, "puzzles": len(lines)}
    return "".join(f"{json_text(line)}\n" for line in (head, *lines))


def _check(path: Path, weigh: bool) -> int:
    """Check each puzzle of a file, and print what is wrong.

    `weigh` also plays the cards out again.
    """
    try:
        path.open("rb").close()
    except OSError as error:
        raise file_error(str(path), error) from None
    found = read_puzzles(path)
    problems = list(found.problems)
    for puzzle in found.puzzles:
        try:
            lesson_of_puzzle(puzzle)
            if weigh and not _holds(puzzle):
                words = "other deals don't find the same card clearly ahead"
                problems.append(f"{puzzle.place}: {words}")
        except RecordError as error:
            problems.append(str(error))
    for problem in problems:
        complain(problem)
    if not problems:
        write_text(f"{path}: {plural(len(found.puzzles), 'puzzle')}, no mistakes\n")
    return WRONG_INPUT if problems else DONE


def _holds(puzzle: Puzzle) -> bool:
    built = rebuilt(puzzle)
    return holds(built.seen, (built.best, *built.also), "weigh")

"""The puzzles after a lesson.

Those that its first line names, or the first shipped ones of a plan or a game.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from spades_tui.bots.plan import Plan
from spades_tui.lessons.lesson import Lesson
from spades_tui.lessons.lesson_reader import LessonHead, heads, read_lesson
from spades_tui.lessons.puzzle_lesson import lesson_of_puzzle
from spades_tui.lessons.puzzles import MOST_LINES, Puzzle, all_puzzles, puzzles_for
from spades_tui.record import RecordError
from spades_tui.record.json_form import quoted

COURSE, MORE, PUZZLES, BY_GAME = "Course", "More lessons", "Puzzles", "More puzzles by game"
"""Headings of the list."""


class Section(Struct, frozen=True):
    """A part of the list of lessons."""

    title: str
    heads: tuple[LessonHead, ...]


def sections(listed: Iterable[LessonHead]) -> tuple[Section, ...]:
    """Return the course, more lessons, and puzzles, without those that are empty."""
    parts: dict[str, list[LessonHead]] = {COURSE: [], MORE: [], PUZZLES: []}
    for head in listed:
        if head.puzzle:
            parts[PUZZLES].append(head)
        elif head.course is not None:
            parts[COURSE].append(head)
        else:
            parts[MORE].append(head)
    return tuple(Section(title, tuple(part)) for title, part in parts.items() if part)


def puzzles_after(
    names: Sequence[str], listed: Iterable[LessonHead]
) -> tuple[LessonHead | Puzzle, ...]:
    """Return the puzzles with these names, passing over unknown ones."""
    puzzles: dict[str, LessonHead | Puzzle] = {}
    by_name = {head.name: head for head in listed if head.puzzle}
    for name in names:
        puzzle = by_name.get(name) or _first_puzzle(name, puzzles)
        if puzzle is not None:
            puzzles[puzzle.name] = puzzle
    return tuple(puzzles.values())


def _first_puzzle(name: str, taken: Collection[str]) -> Puzzle | None:
    """Return the first puzzle of a file with this name, plan or game that isn't taken.

    Return None if there is none.
    """
    kind, _, word = name.partition(":")
    fitting: Iterable[Puzzle] = ()
    if kind == "puzzle":
        fitting = [puzzle for puzzle in all_puzzles().puzzles if puzzle.name == name]
    elif kind == "plan" and word in set(Plan):
        fitting = puzzles_for([Plan(word)], count=MOST_LINES)
    elif kind == "game":
        fitting = puzzles_for(variant=word, count=MOST_LINES)
    for puzzle in fitting:
        if puzzle.name not in taken:
            return puzzle
    return None


def check_puzzles(lesson: Lesson, file: str) -> None:
    """Raise RecordError if a lesson names a puzzle that doesn't exist, or twice the same."""
    listed = heads()
    for number, name in enumerate(lesson.puzzles):
        if len(puzzles_after(lesson.puzzles[: number + 1], listed)) <= number:
            words = f"puzzles: there is no puzzle {quoted(name)}, or it is named twice"
            raise RecordError(1, words, file=file)


def lesson_of_item(item: LessonHead | Puzzle) -> Lesson:
    """Return the lesson of a line in a list. Raises RecordError, OSError."""
    if isinstance(item, LessonHead):
        return read_lesson(item.path)
    return lesson_of_puzzle(item)

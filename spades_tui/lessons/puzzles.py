"""Read found puzzles, one a line, and choose those of a day, a game or a plan. `puzzle_lesson` makes lessons of them.

docs/formats.md describes the lines. A damaged line is named, and the others are used. Files are never changed.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from spades_tui.bots.plan import Plan
from spades_tui.game.record_form import Seat
from spades_tui.language.sentence_parts import plural
from spades_tui.lessons.lesson import StandingEntry
from spades_tui.lessons.lesson_reader import SHIPPED, own_folder
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import line_sum
from spades_tui.record.json_form import FormError, JsonObject, checked, quoted
from spades_tui.record.reader import parse_line, raw_lines
from spades_tui.rules.catalogue import shipped
from spades_tui.secrecy import Hidden, PartlyHidden
from spades_tui.system.folders import open_plain
from spades_tui.system.output import os_words

SUFFIX = ".puzzles.jsonl"
FORMAT = "spades-puzzles/1"
MOST_BYTES = 2_000_000
MOST_LINES = 2_000
MOST_NAMED = 20  # mistakes of one file that are named; the others are counted
A_DAY = 3
"""Puzzles of a day."""
GRADES = ("easy", "medium", "hard")
"""By the weakest player that solves it: club, strong, and only expert."""

Word = Annotated[str, Meta(min_length=1, max_length=30)]


class HeadLine(JsonObject, frozen=True, kw_only=True):
    """The first line of a file."""

    format: Literal["spades-puzzles/1"]
    puzzles: Annotated[int, Meta(ge=0, lt=MOST_LINES)]
    """The number of lines that follow."""


class PuzzleLine(JsonObject, frozen=True, kw_only=True):
    """A puzzle as its line has it. A word names a choice, as `choice_word` (`puzzle_lesson`) returns it."""

    name: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,59}$")]
    variant: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
    grade: Literal["easy", "medium", "hard"]
    plan: Annotated[str, Meta(pattern="^[a-z_]{1,40}$")]
    seat: Seat
    deal: dict[str, Any]
    """The `deal` line of a record, without `event` and `fair`."""
    standing: StandingEntry | UnsetType = UNSET
    """The standing before the hand, as in a lesson."""
    moves: Annotated[str, Meta(max_length=2_000)]
    """The choices since the deal, as words; the rules say whose they are."""
    best: Word
    also: Annotated[tuple[Word, ...], Meta(max_length=30)] = ()
    """Other choices that are as good."""
    tempting: Word
    """What a simpler player chooses."""
    sum: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class Puzzle(PartlyHidden, frozen=True):
    """A puzzle of a list; `lesson_of_puzzle` makes a lesson of it."""

    line: Hidden[PuzzleLine]
    place: str
    """Its file and line, for errors."""

    @property
    def name(self) -> str:
        """The name for remembering it."""
        return f"puzzle:{self.line.name}"

    @property
    def game(self) -> str:
        """The name of its game."""
        return shipped()[self.line.variant].name

    @property
    def title(self) -> str:
        """Its game and the end of its name, in at most 40 letters."""
        number = self.line.name.removeprefix(f"{self.line.variant}-")
        return f"{self.game} {number}"[:40]


class PuzzleFile(Struct, frozen=True):
    """The puzzles of a file, and a sentence for each line that can't be used."""

    puzzles: tuple[Puzzle, ...] = ()
    problems: tuple[str, ...] = ()


# ---- files


def read_puzzles(path: Path) -> PuzzleFile:
    """Return the puzzles of a file, and what is wrong with its other lines. Never raises."""
    puzzles, problems = list[Puzzle](), list[str]()
    told: int | None = None
    number = size = 0
    try:
        with open_plain(path) as stream:
            for number, raw in raw_lines(stream):
                size += len(raw)
                if number > MOST_LINES or size > MOST_BYTES:
                    raise RecordError(number, f"a file has at most {MOST_LINES} lines and {MOST_BYTES} bytes")
                if number == 1:
                    told = _head(raw)
                    continue
                try:
                    puzzles.append(_puzzle(number, raw, path))
                except RecordError as error:
                    error.file = str(path)
                    problems.append(str(error))
    except RecordError as error:
        error.file = str(path)
        problems.append(str(error))
    except OSError as error:
        problems.append(f"{path}: {os_words(error)}")
    if len(problems) > MOST_NAMED:
        problems[MOST_NAMED:] = [f"{path}: {plural(len(problems) - MOST_NAMED, 'more mistake')}"]
    if told is not None and told != number - 1:
        problems.append(f"{path}: {plural(told, 'puzzle')} announced, {number - 1} found; the file was cut or edited")
    return PuzzleFile(tuple(puzzles), tuple(problems))


def _head(raw: bytes) -> int:
    try:
        return checked(HeadLine, parse_line(1, raw)).puzzles
    except FormError as error:
        raise RecordError(1, f"a file of puzzles begins with its format: {error}") from None


def _puzzle(number: int, raw: bytes, path: Path) -> Puzzle:
    """Return the puzzle of a line. Raises RecordError."""
    data = parse_line(number, raw)
    plan = data.get("plan")
    if isinstance(plan, str) and plan not in set(Plan):
        raise RecordError(number, f"unknown plan {quoted(plan)}; a newer program may know it")
    try:
        line = checked(PuzzleLine, data)
    except FormError as error:
        raise RecordError(number, str(error)) from None
    if line.sum != line_sum("", data):
        raise RecordError(number, "the line was changed: its sum is another one")
    if line.variant not in shipped():
        raise RecordError(number, f"unknown variant {quoted(line.variant)}")
    return Puzzle(line, f"{path}:{number}")


def all_puzzles() -> PuzzleFile:
    """Return the shipped puzzles and those of the user, each name once. Never raises."""
    puzzles, problems = list(shipped_puzzles().puzzles), list(shipped_puzzles().problems)
    paths: list[Path] = []
    with suppress(OSError):
        paths = sorted(path for path in own_folder().glob(f"*{SUFFIX}") if path.is_file())
    names = {one.name for one in puzzles}
    for path in paths:
        found = read_puzzles(path)
        problems += found.problems
        for one in found.puzzles:
            if one.name in names:
                problems.append(f"{one.place}: another puzzle has the name {quoted(one.line.name)}")
                continue
            names.add(one.name)
            puzzles.append(one)
    return PuzzleFile(tuple(puzzles), tuple(problems))


@cache
def shipped_puzzles() -> PuzzleFile:
    """Return the shipped puzzles, game by game in the order of the games, easy ones first."""
    files = [read_puzzles(path) for path in sorted((SHIPPED / "puzzles").glob(f"*{SUFFIX}"))]
    games = list(shipped())
    found = sorted(
        (one for file in files for one in file.puzzles),
        key=lambda one: (games.index(one.line.variant), GRADES.index(one.line.grade)),
    )
    return PuzzleFile(tuple(found), tuple(problem for file in files for problem in file.problems))


# ---- choosing


def puzzles_for(plans: Iterable[Plan] = (), variant: str | None = None, count: int = A_DAY) -> tuple[Puzzle, ...]:
    """Return at most `count` shipped puzzles with one of these plans, of this game; all plans or games if none."""
    wanted = set(plans)
    fitting = [
        one for one in shipped_puzzles().puzzles
        if (not wanted or one.line.plan in wanted) and variant in (None, one.line.variant)
    ]  # fmt: skip
    fitting.sort(key=lambda one: GRADES.index(one.line.grade))
    return tuple(fitting[:count])


def puzzles_of_day(day: date) -> tuple[Puzzle, ...]:
    """Return three shipped puzzles of a day, the same for everybody with this version, the easiest first."""
    ranked = sorted(shipped_puzzles().puzzles, key=lambda one: _rank(day, one))
    return tuple(sorted(ranked[:A_DAY], key=lambda one: GRADES.index(one.line.grade)))


def _rank(day: date, puzzle: Puzzle) -> bytes:
    return sha256(f"spades-puzzles/1|{day.isoformat()}|{puzzle.line.name}".encode()).digest()


def puzzle_words(puzzle: Puzzle, done: Sequence[str]) -> str:
    """Return the grade of a puzzle, and whether it is solved."""
    return f"{puzzle.line.grade}, {'solved' if puzzle.name in done else 'not solved yet'}"


class Group(Struct, frozen=True):
    """The puzzles of a game."""

    slug: str
    title: str
    puzzles: tuple[Puzzle, ...]

    def solved(self, done: Sequence[str]) -> str:
        """Return how many of each grade are solved: `easy 2 of 5, hard 0 of 1`."""
        told: list[str] = []
        for grade in GRADES:
            names = [one.name for one in self.puzzles if one.line.grade == grade]
            if names:
                told.append(f"{grade} {sum(name in done for name in names)} of {len(names)}")
        return ", ".join(told)

    def following(self, done: Sequence[str]) -> Puzzle:
        """Return the first puzzle that isn't solved; the first one if all are."""
        return next((one for one in self.puzzles if one.name not in done), self.puzzles[0])


def by_game(puzzles: Iterable[Puzzle]) -> tuple[Group, ...]:
    """Return puzzles in groups, one for each game."""
    groups: dict[str, list[Puzzle]] = {}
    for one in puzzles:
        groups.setdefault(one.line.variant, []).append(one)
    return tuple(Group(slug, found[0].game, tuple(found)) for slug, found in groups.items())

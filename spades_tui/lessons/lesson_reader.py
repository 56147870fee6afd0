"""Read a lesson strictly, with bounded memory.

And list the lessons: shipped ones, and the user's own. Errors have a line, and a lesson must be
playable to its end.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from msgspec import UNSET, Struct
from msgspec.structs import replace

from spades_tui.cards import ACES
from spades_tui.game.events import Discard, Event, Play, Resume, SeatEvent, Suspend, TakeBack
from spades_tui.game.history import History, Step
from spades_tui.game.phase import IllegalEvent
from spades_tui.game.state import GameState
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.lesson import (
    LESSON_EVENTS,
    AlsoLine,
    Decision,
    Item,
    Lesson,
    LessonEvent,
    LessonLine,
    LessonPlay,
    RightLine,
    StandingEntry,
    WatchLine,
    Words,
    WordsLine,
    WrongLine,
    about,
)
from spades_tui.presentation.wording import choice_words
from spades_tui.record import RecordError
from spades_tui.record.line_forms import GameLine, RecordLine
from spades_tui.record.reader import Read, raw_lines, read
from spades_tui.record.replay import Replayer
from spades_tui.seats.observer import observe
from spades_tui.system.folders import config_folder, open_plain
from spades_tui.system.output import os_words

SHIPPED = Path(__file__).resolve().parent
"""The folder of the shipped lessons."""
SUFFIX = ".lesson.jsonl"
MOST_BYTES = 300_000
MOST_LINES = 1_500
MOST_WAYS = 256
"""Maximum number of ways through a lesson; the check plays all of them."""


def read_lesson(path: Path) -> Lesson:
    """Read a lesson from a file.

    Raises RecordError with the file's name, OSError if it can't be read.
    """
    with open_plain(path) as stream:
        return lesson_of(stream, str(path))


def lesson_of(stream: BinaryIO, file: str) -> Lesson:
    """Read a lesson from a stream.

    Raises RecordError with the file's name: every mistake of form, or the first one of the game,
    which decides what all later lines mean.
    """
    mistakes: list[RecordError] = []
    try:
        lines = list(read(_bounded(stream), LESSON_EVENTS, mistakes))
        if mistakes:
            mistakes[0].more = mistakes[1:]
            raise mistakes[0]
        return _Reading().read(iter(lines))
    except RecordError as error:
        error.is_in(file)
        raise


def _bounded(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    size = 0
    for number, line in raw_lines(stream):
        size += len(line)
        if number > MOST_LINES or size > MOST_BYTES:
            words = f"a lesson has at most {MOST_LINES} lines and {MOST_BYTES} bytes"
            raise RecordError(number, words)
        yield number, line


class _Reading:
    """The lines of one lesson, taken one after another."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._about: list[Read] = []
        """Lines about the next decision."""
        self._watching = True
        """Whether the person's events happen automatically, as they do before the first text."""

    def read(self, lines: Iterator[Read]) -> Lesson:
        first = next(lines, None)
        if first is None:
            raise RecordError(1, "the lesson is empty")
        if not isinstance(first.line, LessonLine):
            raise RecordError(first.number, "a lesson begins with a 'lesson' line")
        self.head = head = first.line
        second = next(lines, None)
        if second is None or not isinstance(second.line, GameLine):
            at = second.number if second else 2
            raise RecordError(at, "the 'lesson' line is followed by a 'game' line")
        self.replayer = Replayer(second)
        rules = self.replayer.result.rules
        if head.seat >= rules.seats:
            words = f"seat {head.seat} is not at this table; there are {rules.seats}"
            raise RecordError(first.number, words)
        start = self.replayer.result.course.state
        if head.standing is not UNSET:
            try:
                start = at_standing(head.standing, start)
            except ValueError as error:
                raise RecordError(first.number, str(error)) from None
        self.replayer.result.course = History(start)
        self.replayer.heard = self._happened
        last = second.number
        for line in lines:
            last = line.number
            self._take(line)
        self._no_open_lines("the lesson ends")
        lesson = Lesson(
            head.title, head.kind == "puzzle", head.seat, rules,
            second.line.names, start, tuple(self.items), head.puzzles,
        )  # fmt: skip
        asked = len(lesson.decisions)
        if lesson.puzzle and asked != 1:
            raise RecordError(last, f"{asked} decisions found, a puzzle has one")
        if not asked:
            words = f"seat {lesson.seat} decides nothing; a lesson asks at least one thing"
            raise RecordError(last, words)
        _check_each_way(lesson, last)
        return lesson

    def _take(self, read_line: Read) -> None:
        line = read_line.line
        number = read_line.number
        if isinstance(line, LessonLine | GameLine):
            words = f"a second '{read_line.data['event']}' line; a lesson is one game"
            raise RecordError(number, words)
        if isinstance(line, WordsLine):
            self._no_open_lines("words come")
            self._watching = isinstance(line, WatchLine)
            self.items.append(Words(line.text))
        elif isinstance(line, RightLine | WrongLine | AlsoLine):
            self._watching = False
            first = not any(isinstance(other.line, RightLine) for other in self._about)
            if isinstance(line, RightLine) and not first:
                raise RecordError(number, "a second 'right' line for one decision")
            self._about.append(read_line)
        else:
            event = read_line.event
            if isinstance(event, TakeBack | Suspend | Resume):
                raise RecordError(number, f"a lesson has no '{read_line.data['event']}' line")
            if not self._decides(event):
                self._no_open_lines("a finding comes" if event is None else "somebody else acts")
            self._number = number
            self.replayer.take(read_line)

    def _decides(self, event: Event | None) -> bool:
        """Return whether the person has to find this event."""
        return getattr(event, "seat", None) == self.head.seat and not self._watching

    def _happened(self, step: Step) -> None:
        """Add an event of the line just taken, or the score of a hand that it follows."""
        event, number = step.event, self._number
        if self._decides(event):
            self.items.append(self._decision(number, step.before, event))  # type: ignore[arg-type]  # it has a seat
        else:
            self.items.append(LessonEvent(event, number))

    def _decision(self, number: int, before: GameState, event: SeatEvent) -> Decision:
        """Return a decision with the lines about it, checked against the legal choices."""
        legal = observe(before, self.head.seat).legal
        if event not in legal:
            if isinstance(event, Play) and event.card in ACES and event.ace is None:
                raise RecordError(number, "ace: the call is missing; write 'high' or 'low'", "3B-3")
            words = "a lesson asks the seat on turn for what it must do, and for nothing besides"
            raise RecordError(number, words)
        lines = [(read_line.number, read_line.line) for read_line in self._about]
        self._about = []
        text = ""
        match self.items:
            # the words right before a decision are read with it, and no longer apart
            case [*_, Words(text)]:
                self.items.pop()
        right = ""
        wrong: list[WrongLine] = []
        also: list[AlsoLine] = []
        for _, line in lines:
            match line:
                case RightLine(text=right):
                    pass
                case WrongLine():
                    wrong.append(line)
                case AlsoLine():
                    also.append(line)
        decision = Decision(event, number, text, right, tuple(wrong), tuple(also))
        self._check_lines(decision, legal, lines)
        return decision

    def _check_lines(
        self,
        decision: Decision,
        legal: Sequence[SeatEvent],
        lines: Sequence[tuple[int, RecordLine]],
    ) -> None:
        """Check that each line is about a choice, and each wrong choice has a line."""
        others = [choice for choice in legal if choice != decision.event]
        unexplained = [choice for choice in legal if not decision.accepts(choice)]
        explained: list[SeatEvent] = []
        for place, line in lines:
            if isinstance(line, AlsoLine) and not any(about(line, choice) for choice in others):
                raise RecordError(place, "also: no other choice that can be made here is like this")
            if isinstance(line, WrongLine):
                fitting = [choice for choice in unexplained if about(line, choice)]
                if not fitting:
                    what = "can be made here"
                    if any(about(line, choice) for choice in explained):
                        what = "is left that an earlier line has not explained"
                    raise RecordError(place, f"wrong: no wrong choice like this {what}")
                explained += fitting
                unexplained = [choice for choice in unexplained if choice not in fitting]
        if unexplained:
            fix = "a 'wrong' line without a choice is about all the rest"
            choice = _choice_words(unexplained[0])
            raise RecordError(decision.line, f"nothing says why {choice} is wrong; {fix}")

    def _no_open_lines(self, instead: str) -> None:
        if self._about:
            first = self._about[0]
            event, seat = first.data["event"], self.head.seat
            words = f"'{event}' is about the next decision of seat {seat}, but {instead} first"
            raise RecordError(first.number, words)


def _check_each_way(lesson: Lesson, last: int) -> None:
    """Check every way through a lesson that its choices allow.

    Raises RecordError, also if there are too many.
    """
    waiting: list[tuple[SeatEvent, ...]] = [()]
    ways = 0
    while waiting:
        ways += 1
        if ways > MOST_WAYS:
            words = f"more than {MOST_WAYS} ways through the lesson; accept fewer choices"
            raise RecordError(last, words)
        waiting += _other_ways(lesson, waiting.pop())


def _other_ways(lesson: Lesson, chosen: tuple[SeatEvent, ...]) -> list[tuple[SeatEvent, ...]]:
    """Play a lesson with these first choices, then with the right ones.

    Return the ways that branch off after them. Raises RecordError if a line is illegal after
    choices that are accepted.
    """
    play = LessonPlay(lesson)
    given = iter(chosen)
    made: list[SeatEvent] = []
    others: list[SeatEvent] = []
    branches: list[tuple[SeatEvent, ...]] = []
    while (moment := play.moment) is not None:
        right = play.help()
        try:
            if right is None:
                play.advance()
                continue
            event = next(given, None)
            if event is None:
                for other in reversed(play.accepted()):
                    if other != right:
                        branches.append((*made, other))
                event = right
            made.append(event)
            if event != right:
                others.append(event)
            refusal = play.attempt(event).refusal
            if refusal is not None:
                raise IllegalEvent(refusal)
        except IllegalEvent as error:
            line = 0 if isinstance(moment, Words) else moment.line
            choices = ", ".join(map(_choice_words, others))
            words = f"after {choices}, which is right as well: {error.refusal.sentence}"
            raise RecordError(line, words, error.refusal.rule) from None
    return branches


def _choice_words(event: SeatEvent) -> str:
    """Return a choice for an error message."""
    word = "the " if isinstance(event, Play | Discard) else ""
    return f"{word}{choice_words(event)}"


def at_standing(given: StandingEntry, state: GameState) -> GameState:
    """Return the game before the hand that is shown.

    Raises ValueError if the standing doesn't fit the table.
    """
    rules = state.rules
    lists = {}
    for name in ("totals", "bags", "rows"):
        numbers = getattr(given, name)
        if numbers is UNSET:
            continue
        if len(numbers) != len(rules.sides):
            words = f"{len(numbers)} numbers for {len(rules.sides)} sides"
            raise ValueError(f"standing.{name}: {words}")
        lists[name] = numbers
    totals = lists.get("totals", state.standing.totals)
    on_nose = (given.hands // 2,) * rules.seats  # half of all bids met is neither all nor none
    standing = replace(
        state.standing, **lists, zero_pool=given.zero_pool, hands=given.hands,
        last=(rules.last_places(totals),) * given.hands,
        played=(given.hands,) * rules.seats, on_nose=on_nose,
    )  # fmt: skip
    return replace(state, standing=standing)


class LessonHead(Struct, frozen=True):
    """A lesson in a list, from its first line alone, unless its file was read to the end."""

    name: str
    """The name for remembering it."""
    path: Path
    title: str
    summary: str = ""
    minutes: int = 0
    puzzle: bool = False
    error: str = ""
    course: int | None = None
    """The place in the course."""
    puzzles: tuple[str, ...] = ()
    """Names of the puzzles to ask after it."""


def heads(whole: bool = False) -> list[LessonHead]:
    """Return the course in its order, other lessons, then puzzles.

    Only first lines are read, or with `whole`, each file is checked to its end.
    """
    listed = [_head(path, whole) for path in files()]
    return sorted(listed, key=lambda head: (head.puzzle, head.course is None, head.course or 0))


def next_lesson(listed: Iterable[LessonHead]) -> LessonHead | None:
    """Return the first lesson of a list that can be read and isn't done; None if there is none."""
    done = read_learned().done
    for head in listed:
        if head.name not in done and not head.error:
            return head
    return None


def _head(path: Path, whole: bool) -> LessonHead:
    name = path.name.removesuffix(SUFFIX)
    if path.parent != SHIPPED:  # it may have the name of a shipped one
        name = f"own:{name}"
    try:
        if whole:
            read_lesson(path)
        with open_plain(path) as stream:
            first = next(read(raw_lines(stream), LESSON_EVENTS), None)
    except RecordError as error:
        error.file = str(path)
        return LessonHead(name, path, name, error=str(error))
    except OSError as error:
        return LessonHead(name, path, name, error=f"{path}: {os_words(error)}")
    if first is None or not isinstance(first.line, LessonLine):
        return LessonHead(name, path, name, error=f"{path}:1: a lesson begins with a 'lesson' line")
    line = first.line
    course = None if line.course is UNSET else line.course
    return LessonHead(
        name, path, line.title, line.summary, line.minutes, line.kind == "puzzle",
        course=course, puzzles=line.puzzles,
    )  # fmt: skip


def own_folder() -> Path:
    """Return the folder of the user's own lessons."""
    return config_folder() / "lessons"


def files() -> list[Path]:
    """Return the files of all lessons by name, shipped ones first."""
    paths = sorted(SHIPPED.glob(f"*{SUFFIX}"))
    with suppress(OSError):
        paths += sorted(path for path in own_folder().glob(f"*{SUFFIX}") if path.is_file())
    return paths

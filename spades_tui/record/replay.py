"""Replay a record by the rules: apply every event, and compare every finding (promise 7)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from typing import Protocol, TypeVar

import msgspec
from msgspec import UNSET

from spades_tui.game import events
from spades_tui.game.findings import Finding, GameOver, HandScore, TrickTaken
from spades_tui.game.history import History, Step
from spades_tui.game.phase import IllegalEvent, Phase
from spades_tui.game.state import new_game
from spades_tui.language.unusable import UnusableError
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import MOST_IN_HAND, MOST_LINES, unsummed
from spades_tui.record.line_forms import GameLine, GameOverLine, HandScoreLine, SheetLine, TrickLine
from spades_tui.record.reader import Lines, Read, mistakes_of_form, raw_lines, read
from spades_tui.record.writer import PROGRAM, JsonLine, finding_line, rules_mark
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import Variant, with_options
from spades_tui.rules.variant_reader import VariantError, from_data


@dataclass(slots=True, repr=False)
class Replayed:
    """A record that has been replayed by the rules."""

    head: GameLine
    variant: Variant
    """Without the table's options."""
    rules: Ruleset
    """With the table's options."""
    course: History
    lines: list[JsonLine] = field(default_factory=list)
    """The record with all findings filled in, without sums; empty unless asked for."""
    count: int = 0
    """The number of these lines."""
    scores: list[HandScore] = field(default_factory=list)
    over: GameOver | None = None
    deals: list[tuple[int, events.Deal]] = field(default_factory=list)
    """Each deal with its line."""


_SCORED_BEFORE = (events.Deal, *events.END_DECISIONS)
"""The events before which a hand that has been played is scored."""


class Replayer:
    """Replays one record line by line. `finish` scores a hand that is left unscored.

    `lines`: whether to keep the lines in the result; a long record needs much memory.
    """

    heard: Callable[[Step], None] | None = None
    """Called for each event once it is in the record with all its findings."""

    followed: tuple[Finding, ...] = ()
    """The findings of the last line, if it's an event."""

    closed: bool = False
    """Whether a line has ended the game."""

    def __init__(self, first: Read, *, lines: bool = True) -> None:
        if not isinstance(first.line, GameLine):
            raise RecordError(first.number, "a record begins with a 'game' line")
        head = first.line
        variant, rules = _rules_of(first.number, head)
        if len(head.seats) != rules.seats:
            words = f"seats: {len(head.seats)} players for {rules.seats} seats"
            raise RecordError(first.number, words)
        if head.dealer >= rules.seats:
            words = f"dealer: no seat {head.dealer}; the last one is {rules.seats - 1}"
            raise RecordError(first.number, words, "C-2")
        unfit = rules.variant.unfit(len(head.people))
        if unfit is not None:
            raise RecordError(first.number, *unfit)
        self.result = Replayed(head, variant, rules, History(new_game(rules, head.dealer)))
        self._tricks: dict[int, dict[int, TrickTaken]] = {}
        """The complete tricks of each hand."""
        self._stood: set[tuple[str, int, int]] = set()
        self._lines = lines
        self._last_allowed = first.number - 1 + MOST_LINES
        self._in_hand = 0
        self._closing_at = 0
        self._add(first)

    def take(self, read_line: Read) -> None:
        """Take one line. Raises RecordError, and then the record can't be continued."""
        if read_line.number > self._last_allowed:
            words = f"more than {MOST_LINES} lines in the record of one game"
            raise RecordError(read_line.number, words)
        line = read_line.line
        self.followed = ()
        if read_line.event is not None:
            self._take_event(read_line, read_line.event)
        elif isinstance(line, TrickLine):
            self._take_trick(read_line, line)
        elif isinstance(line, HandScoreLine):
            self._take_hand_score(read_line, line)
        elif isinstance(line, GameOverLine):
            self._take_game_over(read_line)
        elif isinstance(line, GameLine):
            raise RecordError(read_line.number, "a second game begins here; a journal has only one")

    def finish(self) -> Replayed:
        """Score the last hand if it is complete, and add the last findings."""
        self._score_if_played()
        over = self.result.course.game_over()
        if over is not None:
            self.result.over = over
            self.result.count += 1
            if self._lines:
                self.result.lines.insert(self._closing_at, finding_line(over))
        return self.result

    def _add(self, read_line: Read) -> None:
        self.result.count += 1
        if self._lines:
            self.result.lines.append(unsummed(read_line.data))

    def _take_event(self, read_line: Read, event: events.Event) -> None:
        # asked first, because isinstance is slow for abstract classes
        number, kind = read_line.number, type(event)
        self._in_hand = 0 if kind is events.Deal else self._in_hand + 1
        if self._in_hand > MOST_IN_HAND:
            raise RecordError(number, f"more than {MOST_IN_HAND} events since the last deal")
        course = self.result.course
        if self.closed and kind not in (events.Bone, events.Suspend, events.Resume):
            raise RecordError(number, "the game is over")
        if kind in _SCORED_BEFORE:
            self._score_if_played()
        undone: list[Finding] = []
        before = course.state
        try:
            if kind is events.TakeBack and isinstance(event, events.TakeBack):
                for step in course.undone_by(event.seat):
                    undone += step.findings
            findings = course.do(event)
        except IllegalEvent as error:
            raise RecordError(number, error.refusal.sentence, error.refusal.rule) from None
        self._add(read_line)
        for finding in undone:
            if isinstance(finding, TrickTaken):
                del self._tricks[finding.hand][finding.trick]
                self._stood.discard(("trick", finding.hand, finding.trick))
        if kind is events.Deal and isinstance(event, events.Deal):
            self.result.deals.append((number, event))
        if kind in events.END_DECISIONS:
            self._closing_at = self.result.count
        if findings:
            self._put(findings)
        self.followed = findings
        if self.heard is not None:
            self.heard(Step(event, before, course.state, findings, lines=self.result.count))

    def _score_if_played(self) -> None:
        course = self.result.course
        if course.state.phase == Phase.PLAYED and not course.state.suspended:
            before, event = course.state, events.Score()
            findings = course.do(event)
            self._put(findings)
            if self.heard is not None:
                self.heard(Step(event, before, course.state, findings, lines=self.result.count))

    def _put(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.result.count += 1
            if self._lines:
                self.result.lines.append(finding_line(finding))
            if isinstance(finding, TrickTaken):
                self._tricks.setdefault(finding.hand, {})[finding.trick] = finding
            if isinstance(finding, HandScore):
                self.result.scores.append(finding)
                self._closing_at = self.result.count

    def _once(self, number: int, what: str, first: int = 0, second: int = 0) -> None:
        if (what, first, second) in self._stood:
            raise RecordError(number, f"this {what} appears twice")
        self._stood.add((what, first, second))

    def _take_trick(self, read_line: Read, line: TrickLine) -> None:
        number = read_line.number
        last = next((hand for hand in reversed(self._tricks) if self._tricks[hand]), None)
        if last is None:
            raise RecordError(number, "no trick is complete yet")
        hand = line.hand or last
        tricks = self._tricks.get(hand, {})
        trick = line.trick or max(tricks, default=0)
        found = tricks.get(trick)
        if found is None:
            raise RecordError(number, f"trick {trick} of hand {hand} is not complete here", "C-7")
        self._once(number, "trick", hand, trick)
        _compare(read_line, finding_line(found), "C-7")

    def _take_hand_score(self, read_line: Read, line: HandScoreLine) -> None:
        number = read_line.number
        self._score_if_played()
        scores = self.result.scores
        if not scores:
            raise RecordError(number, "no hand has been played to its end yet")
        hand = line.hand or scores[-1].hand
        place = hand - scores[0].hand
        found = scores[place] if 0 <= place < len(scores) else None
        if found is None:
            raise RecordError(number, f"hand {hand} has not been played to its end")
        self._once(number, "hand_score", hand)
        if line.lines is not UNSET:
            _compare_sheet(number, line.lines, found)
        _compare(read_line, finding_line(found), None)

    def _take_game_over(self, read_line: Read) -> None:
        number = read_line.number
        self._score_if_played()
        over = self.result.course.game_over()
        if over is None:
            raise RecordError(number, "the game is not over")
        self._once(number, "game_over")
        _compare(read_line, finding_line(over), None)
        self.closed = True


_NOT_COMPARED = ("event", "sum", "lines")


def _compare(read_line: Read, wanted: JsonLine, rule: str | None) -> None:
    """Check that every key of a finding agrees with the events."""
    number, data = read_line.number, read_line.data
    if data == wanted:
        return
    mistakes = []
    for key in sorted(data.keys() - _NOT_COMPARED):
        found = data[key]
        if key not in wanted:
            words = f"{key}: the key doesn't apply here; leave it out"
            mistakes.append(RecordError(number, words, rule))
        elif found != wanted[key]:
            words = f"{key}: {found} should be {wanted[key]}"
            mistakes.append(RecordError(number, words, rule))
    if mistakes:
        mistakes[0].more = mistakes[1:]
        raise mistakes[0]


def _compare_sheet(number: int, lines: Iterable[SheetLine], found: HandScore) -> None:
    """Check that the lines of a score sheet add up to each side's points."""
    sums = [0] * len(found.points)
    for entry in lines:
        if entry.side >= len(sums):
            raise RecordError(number, f"lines: side {entry.side} is not at this table")
        sums[entry.side] += entry.points
    for side, points in enumerate(found.points):
        if sums[side] != points:
            words = f"lines: the {sums[side]} points of side {side} should be {points}"
            raise RecordError(number, words)


def _rules_of(number: int, head: GameLine) -> tuple[Variant, Ruleset]:
    try:
        if head.rules is not UNSET:
            variant = from_data(head.rules)
            if variant.slug != head.variant:
                words = f"{head.variant!r} should be {variant.slug!r}, as in the rules"
                raise RecordError(number, f"variant: {words}")
        else:
            variant = _shipped(number, head)
        return variant, _with_options(variant, msgspec.json.encode(head.options))
    except (VariantError, UnusableError) as error:
        raise RecordError(number, str(error)) from None


@lru_cache(maxsize=64)
def _with_options(variant: Variant, options: bytes) -> Ruleset:
    """Return the rules with options, given as JSON: many records in a row have the same ones.

    Raises UnusableError.
    """
    return ruleset(with_options(variant, msgspec.json.decode(options)))


def _shipped(number: int, head: GameLine) -> Variant:
    variant = shipped().get(head.variant)
    if variant is None:
        unknown = f"unknown variant {head.variant!r}, and the record has no rules"
        raise RecordError(number, f"{unknown}; choose from {', '.join(shipped())}")
    if head.program and head.program.startswith(f"{PROGRAM} ") and " rules " in head.program:
        mark = rules_mark(variant)
        if head.program.rsplit(" ", 1)[1] != mark:
            words = f"has changed since {head.program!r} wrote this record without its rules"
            raise RecordError(number, f"{head.variant!r} {words}")
    return variant


ResultT = TypeVar("ResultT", covariant=True)


MOST_LATER = 100
"""Maximum mistakes to collect in the lines after the first mistake of a record."""


class Reader(Protocol[ResultT]):
    """Takes the lines of one record after its first, and returns a result at the end."""

    def take(self, read_line: Read) -> None:
        """Take one more line. Raises RecordError."""

    def finish(self) -> ResultT:
        """Return the result, after the last line."""


def each_record(
    stream: Lines, file: str, begin: Callable[[Read], Reader[ResultT]], before: int = 0
) -> Iterator[ResultT]:
    """Yield a reader's result for each record of a file; `begin` gets a record's first line.

    `before`: lines of the file before the stream. Raises RecordError with the file's name: the
    first mistake and, if the file begins like a record, those of form in its later lines.
    """
    reader: Reader[ResultT] | None = None
    number = before
    raw = raw_lines(stream, before)
    try:
        for read_line in read(raw):
            number = read_line.number
            if reader is None or isinstance(read_line.line, GameLine):
                if reader is not None:
                    yield reader.finish()
                reader = begin(read_line)
            else:
                reader.take(read_line)
    except RecordError as error:
        if reader is None:  # probably another kind of file
            error.more = ()
        else:
            later = mistakes_of_form(islice(raw, MOST_LINES))
            error.more = [*error.more, *islice(later, MOST_LATER)]
        error.is_in(file)
        raise
    if reader is None:
        raise RecordError(number + 1, "the record is empty", file=file)
    yield reader.finish()


def replay(stream: Lines, file: str = "-", *, lines: bool = True) -> Iterator[Replayed]:
    """Yield the records of a file, each played to its end; `lines`: with all their lines.

    Raises RecordError with the file's name.
    """
    yield from each_record(stream, file, partial(Replayer, lines=lines))

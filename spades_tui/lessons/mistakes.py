"""The deck of your mistakes: the decisions that cost you most, each with the day on which it's asked again.

The deck is a file with a line for each decision, and each line has a sum of its own. Lines that can't be used are
named and kept as they are. A line refers to the record of the game, which has the position. This module imports little;
the scheduler (`fsrs`) is imported when an answer is rated.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from spades_tui.bots.plan import Plan
from spades_tui.game.events import Bid, Play
from spades_tui.record.json_form import checked, loads
from spades_tui.record.small_file import text_with_sum, without_sum
from spades_tui.record.writer import event_line
from spades_tui.system.disk import make_folder, write_whole
from spades_tui.system.folders import data_folder, games_folder, is_fork, open_plain
from spades_tui.system.output import os_words

if TYPE_CHECKING:
    from spades_tui.analysis.review import Judged
    from spades_tui.analysis.reviewed_record import Record

MISTAKES = "mistakes"
"""The name of the deck in lists of lessons."""
FILE_NAME = "mistakes.jsonl"
FILE_MOST = 1024 * 1024
"""Maximum bytes of the file; a line has about 400."""
MOST_MISTAKES = 1000
"""Maximum lines of the file; a full deck takes no more."""
COSTLY = 10.0
"""Points that a decision must cost to be asked again."""
SURE = 2.5
"""Standard errors that it must cost, so that chance in the play-outs teaches nobody."""
BIDDING, PLAYING = "bidding", "playing"
"""The kinds of a bid, and of a card without a plan; all other kinds are the plan of the better card."""
KINDS = frozenset((BIDDING, PLAYING, *Plan))

ShortName = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^/\\\x00-\x1f]+$")]


class Schedule(Struct, frozen=True):
    """When a decision is asked again; the numbers are the scheduler's."""

    due: datetime
    state: Annotated[int, Meta(ge=1, le=3)] = 1
    step: Annotated[int, Meta(ge=0, le=100)] | None = 0
    stability: Annotated[float, Meta(gt=0, le=1e6)] | None = None
    difficulty: Annotated[float, Meta(gt=0, le=100)] | None = None
    last_review: datetime | None = None

    def __post_init__(self) -> None:
        for moment in (self.due, self.last_review):
            if moment is not None and moment.tzinfo is None:
                raise ValueError("a time has no zone; add Z")


class Mistake(Struct, frozen=True):
    """A decision that cost much."""

    game: ShortName
    """The name of the record, in the folder of games."""
    line: Annotated[int, Meta(ge=2)]
    """The line of the record with the decision."""
    decision: dict[str, Any]
    """That line's event."""
    kind: str
    """What to work on: `KINDS`."""
    cost: Annotated[float, Meta(ge=0, le=1e9)]
    """Points that the best choice would have gained."""
    schedule: Schedule

    @property
    def path(self) -> Path:
        """The record."""
        return games_folder() / self.game


class MistakeDeck(Struct, frozen=True):
    """The content of the file."""

    mistakes: tuple[Mistake, ...] = ()
    problems: tuple[str, ...] = ()
    """Sentences about lines that aren't used, or about the whole file."""
    gone: tuple[str, ...] = ()
    """The games of mistakes that are passed over because their records are gone."""
    lines: tuple[bytes, ...] = ()
    """All lines of the file, also those that aren't used."""
    readable: bool = True
    """Whether the file could be read to its end; otherwise it's never written."""

    def due(self, now: datetime) -> list[Mistake]:
        """Return what is to be asked now, the costliest first."""
        found = [one for one in self.mistakes if one.schedule.due <= now]
        return sorted(found, key=lambda one: -one.cost)

    def to_work_on(self, now: datetime) -> tuple[str, int] | None:
        """Return the kind with the most mistakes to ask now, and their number; None if there is none."""
        counts = Counter(one.kind for one in self.due(now))
        return max(counts.items(), key=lambda pair: pair[1], default=None)

    def next_due(self) -> datetime | None:
        """Return when the next mistake is asked; None in an empty deck."""
        return min((one.schedule.due for one in self.mistakes), default=None)


def deck_file() -> Path:
    """Return the file's path."""
    return data_folder() / FILE_NAME


def system_time() -> datetime:
    """Return the time by the system's clock."""
    return datetime.now(UTC)


def read_deck() -> MistakeDeck:
    """Read the deck. Never raises."""
    file = deck_file()
    try:
        with open_plain(file) as stream:
            raw = stream.read(FILE_MOST + 1)
    except FileNotFoundError:
        return MistakeDeck()
    except OSError as error:
        return MistakeDeck(problems=(f"The file {file} can't be read ({os_words(error)}).",), readable=False)
    lines = tuple(raw.splitlines())
    if len(raw) > FILE_MOST or len(lines) > MOST_MISTAKES:
        most = f"{MOST_MISTAKES} lines and {FILE_MOST} bytes"
        return MistakeDeck(problems=(f"The file {file} isn't used: it has more than {most}.",), readable=False)
    found: list[Mistake] = []
    problems: list[str] = []
    gone: dict[str, None] = {}
    for number, line in enumerate(lines, 1):
        where = f"{file}:{number}"
        try:
            one = checked(Mistake, _data(line))
        except ValueError:
            problems.append(f"{where}: the line is damaged and isn't used; restore or delete it.")
            continue
        if one.kind not in KINDS:
            problems.append(f"{where}: the plan {one.kind[:40]!r} is unknown here, so it's passed over.")
        elif not one.path.is_file():
            gone[one.game] = None
        elif not any((one.game, one.line) == (other.game, other.line) for other in found):
            found.append(one)
    return MistakeDeck(tuple(found), tuple(problems), tuple(gone), lines)


def add_mistakes(path: Path, record: "Record", judged: Iterable["Judged"], now: datetime) -> int:
    """Add the costly bids and cards of a reviewed game to the deck, and return how many were added.

    Only a finished game of one person counts, if it is in the folder of games. Raises OSError.
    """
    if record.replayed.over is None or len(record.people) != 1 or is_fork(path):
        return 0
    if path.resolve().parent != games_folder().resolve():
        return 0
    deck = read_deck()
    _refuse_unreadable(deck)
    known = {(one.game, one.line) for one in deck.mistakes}
    new = [_encoded(one) for one in _mistakes(path, record, judged, now) if (one.game, one.line) not in known]
    new = new[: MOST_MISTAKES - len(deck.lines)]
    if new:
        _write((*deck.lines, *new))
    return len(new)


def _mistakes(path: Path, record: "Record", judged: Iterable["Judged"], now: datetime) -> list[Mistake]:
    """Return the costliest decisions of the only person."""
    from spades_tui.analysis.review import costliest

    found = []
    own = [one for one in judged if one.decision.seat == record.people[0]]
    for one in costliest(one for one in own if _is_surely_costly(one)):
        event = one.decision.event
        if not isinstance(event, Bid | Play):
            continue
        plan = one.reason.plan if one.reason is not None else None
        kind = PLAYING if plan is None else plan.value
        if isinstance(event, Bid):
            kind = BIDDING
        line = one.decision.line
        found.append(Mistake(path.name, line, event_line(event), kind, one.cost, Schedule(now)))
    return found


def _is_surely_costly(one: "Judged") -> bool:
    """Return whether a decision cost much, and more than by chance."""
    return one.done is not None and one.cost >= max(COSTLY, SURE * one.done.doubt)


def rate(mistake: Mistake, right: bool, now: datetime) -> Schedule:
    """Save how a mistake was answered, and return when it's asked again; `right`: at once and without help.

    Raises OSError.
    """
    deck = read_deck()
    _refuse_unreadable(deck)
    after = replace(mistake, schedule=_scheduled(mistake.schedule, right, now))
    lines = list(deck.lines)
    for place, line in enumerate(lines):
        if _is_about(line, mistake):
            lines[place] = _encoded(after)
    _write(lines)
    return after.schedule


def _scheduled(schedule: Schedule, right: bool, now: datetime) -> Schedule:
    """Return the next schedule. The library's chance is off, so the same answers give the same days."""
    from fsrs import Card, Rating, Scheduler, State

    card = Card(
        0, State(schedule.state), schedule.step, schedule.stability, schedule.difficulty,
        schedule.due.astimezone(UTC), schedule.last_review and schedule.last_review.astimezone(UTC),
    )  # fmt: skip
    card, _ = Scheduler(enable_fuzzing=False).review_card(card, Rating.Good if right else Rating.Again, now)
    return Schedule(card.due, card.state.value, card.step, card.stability, card.difficulty, card.last_review)


# ---- lines


def _data(line: bytes) -> Any:
    """Return the data of a line. Raises ValueError without a fitting sum."""
    data = loads(line)
    if not isinstance(data, dict) or "sum" not in data:
        raise ValueError("the line has no sum")
    return without_sum(data)


def _is_about(line: bytes, mistake: Mistake) -> bool:
    """Return whether a line is this mistake's; False for a damaged one."""
    try:
        one = checked(Mistake, _data(line))
    except ValueError:
        return False
    return (one.game, one.line) == (mistake.game, mistake.line)


def _encoded(mistake: Mistake) -> bytes:
    return text_with_sum(to_builtins(mistake)).encode()


def _write(lines: Iterable[bytes]) -> None:
    make_folder(deck_file().parent)
    write_whole(deck_file(), b"".join(line + b"\n" for line in lines))


def _refuse_unreadable(deck: MistakeDeck) -> None:
    if not deck.readable:
        raise OSError(deck.problems[0])

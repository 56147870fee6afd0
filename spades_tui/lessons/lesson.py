"""A lesson as data: the exact form of its lines, and the steps through it.

docs/formats.md describes the lines. The steps are text to read, events that happen, and
decisions for the person. The cards are fixed. Events of other seats happen automatically; the
learner has to find each event of their seat. One choice is the record's, and others may be
accepted. If the learner plays another card, it swaps places with the record's for the rest of the
lesson.
"""

from collections import deque
from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events import Bid, Discard, Event, Play, SeatEvent
from spades_tui.game.findings import HandScore, TrickTaken
from spades_tui.game.history import History, Step
from spades_tui.game.phase import Refusal
from spades_tui.game.record_form import NO_CONTROLS, BidNumber, CardsText, Seat, TrickCount
from spades_tui.game.state import GameState
from spades_tui.language.sentence_parts import addressed
from spades_tui.play.shown import FinishedTrick, Shown
from spades_tui.record.event_words import LogEntry, log_entries, side_name
from spades_tui.record.json_form import JsonObject, PerSide, quoted
from spades_tui.record.line_forms import EVENTS, RecordLine
from spades_tui.record.writer import event_line
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.secrecy import FullyHidden

LongText = Annotated[str, Meta(min_length=1, max_length=600, pattern=NO_CONTROLS)]
ShortText = Annotated[str, Meta(min_length=1, max_length=120, pattern=NO_CONTROLS)]
PuzzleName = Annotated[str, Meta(min_length=1, max_length=80, pattern=NO_CONTROLS)]


class StandingEntry(JsonObject, frozen=True, kw_only=True):
    """The standing of the game before the hand that is shown."""

    hands: Annotated[int, Meta(ge=0, le=200)]
    """Hands that have been scored."""
    totals: PerSide | UnsetType = UNSET
    bags: PerSide | UnsetType = UNSET
    rows: PerSide | UnsetType = UNSET
    """Perfect bids in a row (BM-11)."""
    zero_pool: Annotated[int, Meta(ge=0, le=10**12)] = 0
    """Points that failed zeros have lost since a zero was last made (3B-14)."""


class LessonLine(RecordLine, tag="lesson", frozen=True, kw_only=True):
    """The first line."""

    format: Literal["spades-lesson/1"]
    title: Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_CONTROLS)]
    summary: ShortText
    minutes: Annotated[int, Meta(ge=1, le=60)]
    kind: Literal["lesson", "puzzle"] = "lesson"
    seat: Seat = 0
    """The seat of the person."""
    standing: StandingEntry | UnsetType = UNSET
    course: Annotated[int, Meta(ge=1, le=12)] | UnsetType = UNSET
    """The place in the course."""
    puzzles: Annotated[tuple[PuzzleName, ...], Meta(min_length=1, max_length=6)] = ()
    """Puzzles to ask after it, as `puzzles_after` (`course`) finds them."""


class WordsLine(RecordLine, tag="words", frozen=True, kw_only=True):
    """Text to read now."""

    text: LongText


class WatchLine(WordsLine, tag="watch", frozen=True, kw_only=True):
    """Text to read now.

    The person's own events happen automatically until the next line of words.
    """


class RightLine(RecordLine, tag="right", frozen=True, kw_only=True):
    """Text for a right decision."""

    text: LongText


class AboutLine(RecordLine, frozen=True, kw_only=True):
    """A line about some of the choices of the next decision."""

    fact: (
        Literal["look", "redeal", "bid", "raise", "stand", "bemo", "draw", "discard", "play"]
        | UnsetType
    ) = UNSET
    bid: (
        BidNumber | Annotated[tuple[BidNumber, ...], Meta(min_length=1, max_length=60)] | UnsetType
    ) = UNSET
    blind: bool | UnsetType = UNSET
    card: CardsText | UnsetType = UNSET
    """One card or several, as text."""
    ace: Literal["high", "low"] | UnsetType = UNSET
    tricks: TrickCount | UnsetType = UNSET

    def __post_init__(self) -> None:
        try:
            cards.parse_hand(self.card or "")
        except ValueError as error:
            raise ValueError(f"card: {quoted(self.card)} found: {error}") from None

    @property
    def cards(self) -> int:
        """The cards that it is about, as a bit set."""
        return cards.parse_hand(self.card or "")


class WrongLine(AboutLine, tag="wrong", frozen=True, kw_only=True):
    """Why a choice, or every other choice, is wrong."""

    text: LongText


class AlsoLine(AboutLine, tag="also", frozen=True, kw_only=True):
    """Another choice that is accepted; without keys: every legal one."""

    text: LongText | UnsetType = UNSET


def choice_keys(event: SeatEvent) -> dict[str, Any]:
    """Return the keys by which a line is about one choice."""
    line = event_line(event)
    keys = {"fact": line["event"]}
    if isinstance(event, Bid):
        keys["blind"] = event.blind
    named = ("bid", "blind", "card", "ace", "tricks")
    return keys | {key: line[key] for key in named if key in line}


OWN_LINES = (LessonLine, WordsLine, WatchLine, WrongLine, AlsoLine, RightLine)
LESSON_EVENTS: dict[str, type[RecordLine]] = {
    **EVENTS,
    **{str(one.__struct_config__.tag): one for one in OWN_LINES},
}
"""Every line that a lesson may have, by its tag."""


RIGHT, WRONG = "Right.", "Not that one."
AGAIN, TURN, END = "Try again.", "Your turn.", "That's the end."
ABOUT = (
    "A lesson is a hand with fixed cards. You make every decision; if one is wrong, "
    "the lesson explains why and you try again. "
    "A puzzle is one decision with one right answer."
)
NOT_READ = "can't be read"


class Words(Struct, frozen=True):
    """Text to read; call `LessonPlay.advance` afterwards."""

    text: str
    praise: bool = False
    """Whether it's about the right choice that was just made."""


class LessonEvent(FullyHidden, frozen=True):
    """An event that happens automatically, by `LessonPlay.advance`."""

    event: Event
    line: int


class Decision(FullyHidden, frozen=True):
    """A choice that the person has to find, and the text about the choices."""

    event: SeatEvent
    line: int
    text: str = ""
    """Text to read before it, if any."""
    right: str = ""
    wrong: tuple[WrongLine, ...] = ()
    also: tuple[AlsoLine, ...] = ()

    def accepts(self, event: SeatEvent) -> bool:
        """Return whether a choice is right or accepted."""
        return event == self.event or any(about(line, event) for line in self.also)

    def praise(self, event: SeatEvent) -> str:
        """Return the text for an accepted choice."""
        if event != self.event:
            for line in self.also:
                if line.text and about(line, event):
                    return line.text
        return self.right

    def objection(self, event: SeatEvent) -> str:
        """Return why a choice is wrong; empty if the lesson doesn't say."""
        for line in self.wrong:
            if about(line, event):
                return line.text
        return ""


Item = Words | LessonEvent | Decision

EventT = TypeVar("EventT", bound=Event)


class Lesson(FullyHidden, frozen=True):
    """A lesson that was read and checked."""

    title: str
    puzzle: bool
    seat: int
    rules: Ruleset
    names: tuple[str, ...]
    start: GameState
    items: tuple[Item, ...]
    puzzles: tuple[str, ...] = ()
    """Names of the puzzles to ask after it."""

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions of the person."""
        return tuple(item for item in self.items if isinstance(item, Decision))


class LessonAnswer(Struct, frozen=True):
    """The result of an attempt."""

    right: bool
    text: str = ""
    refusal: Refusal | None = None
    """The rule that the choice would have broken."""


class LessonPlay:
    """One person's way through a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.course = History(lesson.start)
        self.tried = 0
        """Wrong attempts at the current decision."""
        self.wrong = ""
        """Why the last of them was wrong; empty if there is none."""
        self.missed = False
        """Whether a choice was wrong, or the person was shown the right one."""
        self.trick_taken = False
        """Whether the last event completed a trick."""
        self.scores: list[HandScore] = []
        """The hands scored so far."""
        self.entries: list[LogEntry] = []
        """The events so far in sentences; the person is "You"."""
        self.names = addressed(lesson.names, (lesson.seat,))
        self._sides = tuple(side_name(seats, self.names) for seats in lesson.rules.sides)
        self._ahead = deque(lesson.items)
        self._swaps: list[tuple[int, int]] = []
        while isinstance(self.moment, LessonEvent):  # events before the first text set the scene
            self.advance()

    def observe(self) -> Observation:
        """Return what the person in the lesson sees."""
        return observe(self.course.state, self.lesson.seat)

    def shown(self, finished_trick: FinishedTrick | None = None) -> Shown:
        """Return the table as screens show it, without a log: the lesson has its own text."""
        public = observe(self.course.state, None)
        return Shown(
            names=self.lesson.names, people=(self.lesson.seat,), seen=self.observe(), public=public,
            entries=(),
            scores=tuple(self.scores), next_dealer=self.course.state.next_dealer,
            may_take_back=False, taken_back="",
            finished_trick=finished_trick, proof=None, final=None, decider=None, marks=(),
            trouble=None,
            journal=None,
        )  # fmt: skip

    @property
    def moment(self) -> Item | None:
        """What comes now: words to read, an event, or a decision of the learner.

        None after the end.
        """
        return self._ahead[0] if self._ahead else None

    @property
    def finished(self) -> bool:
        """Whether the current text is the last."""
        return not self._ahead or (len(self._ahead) == 1 and isinstance(self.moment, Words))

    def advance(self) -> None:
        """Continue after text, or let the next event happen.

        Raises ValueError while the person has to decide.
        """
        match self.moment:
            case LessonEvent(event):
                mine = getattr(event, "seat", None) == self.lesson.seat
                self._do(self._swapped(event) if mine else event)
            case Decision() | None:
                raise ValueError("the person decides, or the lesson has ended")
        self._ahead.popleft()

    def attempt(self, event: SeatEvent) -> LessonAnswer:
        """Try a choice, and apply it if it's right. Raises ValueError if no decision is due."""
        decision = self.moment
        if not isinstance(decision, Decision):
            raise ValueError("the person is not asked")
        refusal = self.course.refusal(event)
        if refusal is not None:
            return LessonAnswer(False, refusal=refusal)
        original = self._swapped(event, back=True)
        if not decision.accepts(original):
            self.tried += 1
            self.missed = True
            self.wrong = decision.objection(original) or AGAIN
            return LessonAnswer(False, self.wrong)
        self._do(event)
        wanted = decision.event
        if (
            isinstance(wanted, Play | Discard)
            and isinstance(original, Play | Discard)
            and wanted.card != original.card
        ):
            self._swaps.append((wanted.card, original.card))
        self.tried, self.wrong = 0, ""
        self._ahead.popleft()
        praise = decision.praise(original)
        if praise:
            self._ahead.appendleft(Words(praise, praise=True))
        return LessonAnswer(True, praise)

    def help(self) -> SeatEvent | None:
        """Return the right choice, or None if no decision is due."""
        decision = self.moment
        self.missed = True
        if isinstance(decision, Decision):
            return self._swapped(decision.event)
        return None

    def progress(self) -> tuple[int, int]:
        """Return how many decisions have been made, and how many there are."""
        left = sum(isinstance(item, Decision) for item in self._ahead)
        total = len(self.lesson.decisions)
        return total - left, total

    def accepted(self) -> tuple[SeatEvent, ...]:
        """Return every legal choice that is accepted now."""
        decision = self.moment
        if not isinstance(decision, Decision):
            return ()
        accepted = []
        for event in self.observe().legal:
            if decision.accepts(self._swapped(event, back=True)):
                accepted.append(event)
        return tuple(accepted)

    def _do(self, event: Event) -> None:
        before = self.course.state
        findings = self.course.do(event)
        self.entries += log_entries(
            Step(event, before, self.course.state, findings), self.names, self._sides
        )
        self.scores += [finding for finding in findings if isinstance(finding, HandScore)]
        self.trick_taken = any(isinstance(finding, TrickTaken) for finding in findings)

    def _swapped(self, event: EventT, *, back: bool = False) -> EventT:
        """Return an event of the lesson with the cards that the person has.

        `back`: the other way round.
        """
        if not isinstance(event, Play | Discard):
            return event
        card = event.card
        for one, other in self._swaps if back else reversed(self._swaps):
            card = {one: other, other: one}.get(card, card)
        return replace(event, card=card)


def about(line: AboutLine, event: SeatEvent) -> bool:
    """Return whether a line is about this choice: every key that it has matches."""
    keys = event_line(event)
    card = getattr(event, "card", None)
    bids = line.bid if isinstance(line.bid, tuple) else [line.bid]
    fits = {
        "fact": keys["event"] == line.fact,
        "bid": keys.get("bid") in bids,
        "blind": keys.get("blind", False) == line.blind,
        "card": card is not None and bool(line.cards >> card & 1),
        "ace": keys.get("ace") == line.ace,
        "tricks": keys.get("tricks") == line.tricks,
    }
    return all(fits[key] for key in fits if getattr(line, key) is not UNSET)

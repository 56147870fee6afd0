"""A game looked at afterwards: each decision against what the best player would do with the same knowledge.

Everything is measured as the computer players measure a decision: the points that a side gets out of the hand, bags
and the end of the game taken into account, less what the others get on average.

- The *cards* of a hand are worth what the best choice at the seat's first decision was worth, in the simulated
  play-outs of deals that agree with what it saw then.
- A decision's *cost* is what the best choice was worth in those play-outs, less what the one that was made was worth.
  *Play* is the costs of a hand together, with a minus.
- The *result* is what came of the hand in the end. What is neither in the cards nor in the play was *luck*:
  luck = result − cards − play.
"""

import io
from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path
from typing import BinaryIO

from spades_tui.bots.advice import ADVISER, find
from spades_tui.bots.hand_worth import helping, paid_on_average, worth
from spades_tui.bots.reason import Reason
from spades_tui.bots.valued_choice import Advice
from spades_tui.frozen import dataclass
from spades_tui.game import events
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import HandState, contracts
from spades_tui.game.trick import Played, Trick
from spades_tui.play.bot_questions import Advise, Brain
from spades_tui.record.journal_lines import read_record, whole_lines
from spades_tui.record.open_hands import OpenGame, recorder_of
from spades_tui.record.reader import Read
from spades_tui.record.record_error import RecordError
from spades_tui.record.replay import Replayed, Replayer, each_record
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset
from spades_tui.rules.score_notes import Note
from spades_tui.seats import Observation, observe

DEAREST = 5
"""So many decisions are named in a review."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """What somebody did on turn, and what was seen then."""

    seat: int
    hand: int
    line: int
    """The line of the record in which it stands."""
    before: int
    """How many lines stand before it, findings included, once all are put in."""
    seen: Observation
    event: events.SeatEvent
    deal: int = field(repr=False)
    step: int = field(repr=False)

    @property
    def choices(self) -> int:
        """How many choices there were, reneges left out."""
        if self.seen.phase != Phase.PLAY or not self.seen.follows:
            return len(self.seen.legal)
        cards = {event.card for event in self.seen.legal if isinstance(event, events.Play)}
        return sum(self.seen.follows >> card & 1 for card in cards)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand as it was in the end, and the standing before it."""

    state: HandState = field(repr=False)
    standing: Standing
    points: tuple[int, ...]
    notes: tuple[Note, ...]


@dataclass(slots=True, repr=False)
class Record:
    """A record made ready for a review."""

    replayed: Replayed
    decisions: list[ReviewedDecision]
    hands: dict[int, PlayedHand]
    open_game: OpenGame
    """Its scored hands with everything open."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(entry.name for entry in self.replayed.head.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat, entry in enumerate(self.replayed.head.seats) if entry.kind == "human")

    def trick_of(self, decision: ReviewedDecision) -> tuple[Trick, int | None]:
        """The trick in which a decision was made, as it was in the end, and who took it; while bids are made none."""
        if decision.seen.leader is None:
            return (), None
        number = len(decision.seen.tricks)
        hand = self.hands[decision.hand].state if decision.hand in self.hands else None
        if hand is not None and number < len(hand.tricks):
            return hand.tricks[number], hand.winners[number]
        card = decision.event
        if not isinstance(card, events.Play):
            return decision.seen.trick, None
        return (*decision.seen.trick, Played(card.seat, card.card, low=card.ace == "low")), None

    def of(self, seats: Iterable[int]) -> list[ReviewedDecision]:
        """The decisions of these seats, in their order."""
        wanted = set(seats)
        return [decision for decision in self.decisions if decision.seat in wanted]


class _Collector:
    """Takes the lines of a record, and keeps every decision with what was seen then."""

    def __init__(self, first: Read) -> None:
        self.replayer = Replayer(first)
        self._recorder = recorder_of(self.replayer)
        self.decisions: list[ReviewedDecision] = []
        self._hands: dict[int, HandState] = {}
        self._before: dict[int, Standing] = {}

    def take(self, read_line: Read) -> None:
        made = self._decision(read_line.number, read_line.event)
        self.replayer.take(read_line)
        course = self.replayer.result.course
        if made is not None:
            self.decisions.append(made)
        elif read_line.data["event"] == "take_back":
            deal, step = len(self.replayer.result.deals), len(course.steps)
            self.decisions = [one for one in self.decisions if one.deal != deal or one.step < step]
        hand = course.state.hand
        if hand is not None:
            self._hands[hand.number] = hand
            if course.state.standing.hands < hand.number:
                self._before[hand.number] = course.state.standing

    def _decision(self, number: int, event: events.Event | None) -> ReviewedDecision | None:
        result = self.replayer.result
        state = result.course.state
        if not isinstance(event, events.TurnEvent) or state.suspended or on_turn(state) != event.seat:
            return None
        return ReviewedDecision(
            event.seat, state.current.number, number, len(result.lines), observe(state, event.seat), event,
            len(result.deals), len(result.course.steps),
        )  # fmt: skip

    def finish(self) -> Record:
        replayed = self.replayer.finish()
        hands = {
            score.hand: PlayedHand(self._hands[score.hand], self._before[score.hand], score.points, score.notes)
            for score in replayed.scores
            if score.hand in self._before
        }
        entries = replayed.head.seats
        people = tuple(seat for seat, entry in enumerate(entries) if entry.kind == "human")
        names = tuple(entry.name for entry in entries)
        opened = OpenGame(replayed.rules, names, people, tuple(self._recorder.scored))
        return Record(replayed, self.decisions, hands, opened)


def collect(stream: BinaryIO, file: str = "-") -> Iterator[Record]:
    """The records of a file, one after another. Raises RecordError with the file's name."""
    yield from each_record(stream, file, _Collector)


def collect_journal(path: Path) -> Record:
    """The one game of a journal; a last line that was cut off is left out. Raises RecordError, OSError."""
    raw = whole_lines(read_record(path), by_hand=True)
    records = list(collect(io.BytesIO(raw), str(path)))
    if len(records) != 1:
        raise RecordError(1, f"{len(records)} games in one file", file=str(path))
    return records[0]


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision and what the best player says of it."""

    decision: ReviewedDecision
    best: Advice | None
    """None where there was nothing to choose, or nothing to say."""
    done: Advice | None

    @property
    def cost(self) -> float:
        """Points that another choice would have been worth more; 0 where that cannot be said."""
        if self.best is None or self.done is None or not (self.best.weighed and self.done.weighed):
            return 0.0
        return self.done.cost

    @property
    def reason(self) -> Reason | None:
        """Why the choice was not as good as the best one; why it was good where it cost nothing."""
        told = self.done if self.cost else self.best
        return None if told is None else told.reason


def judge(decision: ReviewedDecision, brain: Brain) -> Judged:
    """Weigh a decision; a second or less. With one choice only the worth of the hand is asked for, at its beginning."""
    advice: tuple[Advice, ...] = brain.ask(Advise(ADVISER, decision.seen))
    return Judged(decision, advice[0], find(advice, decision.event))


def needs_judging(decisions: list[ReviewedDecision]) -> list[ReviewedDecision]:
    """The decisions that are weighed: those with a choice, and the first of each seat in each hand."""
    met: set[tuple[int, int]] = set()
    wanted = []
    for decision in decisions:
        key = (decision.seat, decision.hand)
        if decision.choices > 1 or key not in met:
            wanted.append(decision)
        met.add(key)
    return wanted


@dataclass(frozen=True, slots=True)
class HandReview:
    """One hand of one seat, in points; see above."""

    hand: int
    seat: int
    cards: float
    play: float
    luck: float
    result: float


@dataclass(frozen=True, slots=True)
class Review:
    """What came of reviewing the decisions of some seats."""

    seats: tuple[int, ...]
    judged: tuple[Judged, ...]
    hands: tuple[HandReview, ...]
    decisions: tuple[int, ...]
    """By place in `seats`: decisions that were reviewed, those without a choice included."""

    def dearest(self, seat: int | None = None, count: int = DEAREST) -> list[Judged]:
        """The decisions that cost most, the dearest first; none that cost nothing."""
        found = [one for one in self.judged if one.cost > 0 and seat in (None, one.decision.seat)]
        return sorted(found, key=lambda one: (-one.cost, one.decision.before))[:count]

    def total(self, seat: int, what: str) -> float:
        """`cards`, `play`, `luck` or `result` of a seat over the whole game."""
        total: float = sum(getattr(hand, what) for hand in self.hands if hand.seat == seat)
        return round(total, 1)

    def weighed(self, seat: int) -> int:
        """Return how many decisions of a seat were weighed: those with a choice, and the first of each hand."""
        return sum(one.decision.seat == seat for one in self.judged)

    def same(self, seat: int) -> int:
        """How many decisions of a seat were the best, or as good."""
        return sum(one.cost == 0 for one in self.judged if one.decision.seat == seat)


def review_of(record: Record, seats: tuple[int, ...], judged: Iterable[Judged]) -> Review:
    """Put judged decisions together."""
    judged = tuple(judged)
    hands = []
    for number, played in sorted(record.hands.items()):
        for seat in seats:
            own = [one for one in judged if (one.decision.seat, one.decision.hand) == (seat, number)]
            if own and own[0].best is not None and own[0].best.weighed:
                hands.append(_hand_review(record.replayed.rules, number, seat, played, own))
    counts = tuple(sum(decision.seat == seat for decision in record.decisions) for seat in seats)
    return Review(seats, judged, tuple(hands), counts)


def _hand_review(rules: Ruleset, number: int, seat: int, played: PlayedHand, own: list[Judged]) -> HandReview:
    cards = own[0].best.value if own[0].best is not None else 0.0
    play = -sum(one.cost for one in own)
    result = round(result_of(rules, played, seat), 1)
    return HandReview(number, seat, cards, round(play, 1), round(result - cards - play, 1), result)


def result_of(rules: Ruleset, played: PlayedHand, seat: int) -> float:
    """What came of a hand for the side of a seat, less what came for the others, as decisions are measured."""
    hand, side = played.state, rules.side_of[seat]
    others = len(rules.sides) - 1
    if hand.skipped:
        points = played.points
        return float(points[side] - sum(gained for other, gained in enumerate(points) if other != side) / others)
    failed = helping(rules, hand.bids, hand.took)
    known = worth(
        rules, played.standing, hand.bids, hand.blind, contracts(rules, hand), failed=failed, announced=hand.announced
    )
    rivals = len({rules.side_of[seats[0]] for seats in known.seats} - {side}) or 1
    average = paid_on_average(rules)
    total = 0.0
    for seats, values in zip(known.seats, known.tables, strict=True):
        weight = 1.0 if rules.side_of[seats[0]] == side else -1.0 / rivals
        tricks = sum(hand.took[other] for other in seats)
        total += weight * (values[tricks] - average * tricks)  # it is known who is paid for certain tricks
    for pay in rules.trick_pays(hand.announced):
        paid, gained = pay.paid(pay.winner(hand.winners))
        if paid is not None:
            total += (1.0 if rules.side_of[paid] == side else -1.0 / rivals) * gained
    return total

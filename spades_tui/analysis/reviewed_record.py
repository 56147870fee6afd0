"""The decisions of a finished game, each with what its seat saw, read from a record."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from spades_tui.game import events
from spades_tui.game.findings import HandScore
from spades_tui.game.history import Step
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, HandState
from spades_tui.game.trick import Played, Trick
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record, whole_lines
from spades_tui.record.open_hands import OpenGame, OpenHand, recorder_of
from spades_tui.record.reader import Read
from spades_tui.record.replay import Replayed, Replayer, each_record
from spades_tui.rules.ledger import GameOutcome, Standing
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.secrecy import FullyHidden, Hidden, PartlyHidden


class ReviewedDecision(PartlyHidden, frozen=True):
    """A decision on turn, and the observation behind it."""

    seat: int
    hand: int
    line: int
    """The line of the record with the decision."""
    before: int
    """The number of lines before it, with all findings filled in."""
    seen: Observation
    event: events.SeatEvent
    deal: Hidden[int]
    step: Hidden[int]

    @property
    def choices(self) -> int:
        """The number of choices, without reneges."""
        if self.seen.phase != Phase.PLAY or not self.seen.follows:
            return len(self.seen.legal)
        cards = 0
        for event in self.seen.legal:
            if isinstance(event, events.Play):
                cards |= 1 << event.card
        return (cards & self.seen.follows).bit_count()


class PlayedHand(PartlyHidden, frozen=True):
    """A finished hand, and the standing before and after it."""

    state: Hidden[HandState]
    standing: Standing
    after: Standing
    points: tuple[int, ...]
    outcome: GameOutcome | None
    """How the game ended with this hand; None if it went on."""


class Record(FullyHidden, frozen=True):
    """A record prepared for a review."""

    replayed: Replayed
    decisions: list[ReviewedDecision]
    hands: dict[int, PlayedHand]
    opened: tuple[OpenHand, ...]
    """The scored hands with everything open."""
    dealt: dict[int, tuple[GameState, events.Deal]]
    """By hand: its last deal, and the state before it."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return self.replayed.head.names

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return self.replayed.head.people

    @property
    def open_game(self) -> OpenGame:
        """The game with everything open in its scored hands."""
        return OpenGame(self.replayed.rules, self.names, self.people, self.opened)

    def trick_of(self, decision: ReviewedDecision) -> tuple[Trick, int | None]:
        """Return the complete trick of a decision and its winner; an empty one in the bidding."""
        if decision.seen.leader is None:
            return (), None
        number = len(decision.seen.tricks)
        if decision.hand in self.hands:
            hand = self.hands[decision.hand].state
            if number < len(hand.tricks):
                return hand.tricks[number], hand.winners[number]
        card = decision.event
        if not isinstance(card, events.Play):
            return decision.seen.trick, None
        return (*decision.seen.trick, Played(card.seat, card.card, low=card.ace == "low")), None

    def of(self, seats: Iterable[int]) -> list[ReviewedDecision]:
        """Return the decisions of these seats, in order."""
        seats = set(seats)
        return [decision for decision in self.decisions if decision.seat in seats]


class _Collector:
    """Collects every decision of a record, with the observation behind it."""

    def __init__(self, first: Read) -> None:
        self.replayer = Replayer(first)
        self._recorder = recorder_of(self.replayer)
        self.replayer.heard = self._hear
        self.decisions: list[ReviewedDecision] = []
        self._hands: dict[int, PlayedHand] = {}
        self._dealt: dict[int, tuple[GameState, events.Deal]] = {}

    def _hear(self, step: Step) -> None:
        self._recorder.take(step)
        if isinstance(step.event, events.Deal):
            self._dealt[step.event.number] = step.before, step.event
        for score in step.findings:
            if isinstance(score, HandScore):
                before, after = step.before, step.after
                self._hands[score.hand] = PlayedHand(
                    after.current, before.standing, after.standing, score.points, after.outcome
                )

    def take(self, read_line: Read) -> None:
        made = self._decision(read_line.number, read_line.event)
        self.replayer.take(read_line)
        if made is not None:
            self.decisions.append(made)
        elif isinstance(read_line.event, events.TakeBack):
            deal = len(self.replayer.result.deals)
            step = len(self.replayer.result.course.steps)
            self.decisions = [
                done for done in self.decisions if done.deal != deal or done.step < step
            ]

    def _decision(self, number: int, event: events.Event | None) -> ReviewedDecision | None:
        result = self.replayer.result
        state = result.course.state
        if not isinstance(event, events.TurnEvent) or state.suspended:
            return None
        if on_turn(state) != event.seat:
            return None
        return ReviewedDecision(
            seat=event.seat,
            hand=state.current.number,
            line=number,
            before=len(result.lines),
            seen=observe(state, event.seat),
            event=event,
            deal=len(result.deals),
            step=len(result.course.steps),
        )

    def finish(self) -> Record:
        replayed = self.replayer.finish()
        return Record(
            replayed, self.decisions, self._hands, tuple(self._recorder.scored), self._dealt
        )


def collect(stream: BinaryIO, file: str = "-") -> Iterator[Record]:
    """Yield the records of a file. Raises RecordError with the file's name."""
    yield from each_record(stream, file, _Collector)


def collect_journal(path: Path) -> Record:
    """Return the one game of a journal, without an incomplete last line.

    Raises RecordError, OSError.
    """
    raw = whole_lines(read_record(path), by_hand=True)
    records = list(collect(io.BytesIO(raw), str(path)))
    if len(records) != 1:
        words = f"{len(records)} games in one file; a journal has only one"
        raise RecordError(1, words, file=str(path))
    return records[0]

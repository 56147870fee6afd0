"""Hands with everything open: the cards as dealt, and the play card by card.

A hand opens when it has been scored (C-9), or at its deal if only computer players play. A recorder
collects every event of a game; the result is plain data.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import or_
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from spades_tui.cards import cards_of, in_sentence
from spades_tui.game import events
from spades_tui.game.findings import HandScore, TrickTaken
from spades_tui.game.history import Step
from spades_tui.game.machine import apply, on_turn
from spades_tui.game.sight import played_cards
from spades_tui.game.state import GameState, contracts
from spades_tui.game.trick import Played, Trick, winning
from spades_tui.language.sentence_parts import addressed
from spades_tui.record.event_words import SEAL, log_entries, side_name
from spades_tui.rules.ledger import Announced, Noted
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.secrecy import Hidden, PartlyHidden

if TYPE_CHECKING:
    from spades_tui.record.replay import Replayer


class OpenMoment(PartlyHidden, frozen=True):
    """A hand after one event, with all its cards. Tuples are indexed by seat unless noted."""

    words: Hidden[str]
    """The last event."""
    kind: str
    """The event's name in lower case."""
    seat: int | None
    """The seat that did it."""
    had: Hidden[tuple[int, ...]]
    """Every card that a seat was dealt or has drawn, as a bit set."""
    holding: Hidden[tuple[int, ...]]
    played: Hidden[int]
    """All cards that have been played, as a bit set."""
    aside: Hidden[int]
    """The cards face down on the table, as a bit set: the extra card or the kitty."""
    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    announced: tuple[Announced, ...]
    contracts: tuple[int | None, ...]
    """By side: the bid, with raises."""
    took: tuple[int, ...]
    number: int
    """The number of the trick on the table, from 1; 0 before the first lead."""
    trick: Hidden[Trick]
    """The trick on the table; a complete one stays until the next lead."""
    winning: int | None
    complete: bool
    on_turn: int | None
    lines: int
    """The number of lines in the record up to here, with findings; 0 if unknown."""


class OpenHand(PartlyHidden, frozen=True):
    """One hand from the deal on."""

    number: int
    dealer: int
    table: tuple[int, ...]
    """The seats that play it."""
    dead: Hidden[int | None]
    moments: Sequence[OpenMoment]
    """The hand after the deal, and after each later event."""
    scored: bool
    seal: str | None
    """The commitment to the deal, if any, in hex."""
    secret: Hidden[str | None]
    """The secret that opens it, only for a scored hand (C-3)."""

    def tricks(self) -> list[int]:
        """Return the indices of the moments at which a trick is complete."""
        places = []
        for place, moment in enumerate(self.moments):
            if moment.kind == "play" and moment.complete:
                places.append(place)
        return places

    def taken(self, place: int) -> Played | None:
        """Return the card that took the trick of a moment; None without a whole trick."""
        number = self.moments[place].number
        for moment in self.moments[place:]:
            if moment.complete and moment.number == number:
                return next((card for card in moment.trick if card.seat == moment.winning), None)
        return None

    def place_of(self, lines: int) -> int:
        """Return the index of the last moment within the first `lines` lines of the record."""
        return max((n for n, moment in enumerate(self.moments) if moment.lines <= lines), default=0)


class OpenGame(Struct, frozen=True):
    """The hands of a game that may be looked at, and its players."""

    rules: Ruleset
    names: tuple[str, ...]
    people: tuple[int, ...]
    hands: tuple[OpenHand, ...]


class Moments(Sequence[OpenMoment]):
    """The moments of a scored hand, built from its events on demand."""

    def __init__(
        self, maker: "MomentMaker", first: OpenMoment, dealt: GameState, then: list[Step]
    ) -> None:
        self._maker, self._first, self._dealt = maker, first, dealt
        self._then = tuple(maker.same(step.event) for step in then)
        self._lines = array("L", (step.lines for step in then))
        """The line of each event; zeros if unknown."""

    @cached_property
    def _made(self) -> tuple[OpenMoment, ...]:
        made = [self._first]
        state = self._dealt
        for event, lines in zip(self._then, self._lines, strict=True):
            after, findings = apply(state, event)
            step = Step(event, state, after, findings, lines=lines)
            made.append(self._maker.moment(step, made[-1]))
            state = after
        return tuple(moment for moment in made if moment.words)

    def decision(self, place: int) -> tuple[Observation, events.SeatEvent] | None:
        """Return the decision that led to a moment, and what its seat saw.

        Return None if no seat on turn decided.
        """
        found = self.state_before(place)
        if found is None:
            return None
        state, event = found
        return observe(state, event.seat), event

    def state_before(self, place: int) -> tuple[GameState, events.TurnEvent] | None:
        """Return the decision that led to a moment, and the game before it with everything open.

        Return None if no seat on turn decided.
        """
        for at, state, event in self.decisions():
            if at == place:
                return state, event
        return None

    def decisions(self) -> Iterator[tuple[int, GameState, events.TurnEvent]]:
        """Yield each decision on turn: the moment that it leads to, and the game before it."""
        state = self._dealt
        passed = 0  # moments
        for event in self._then:
            after, findings = apply(state, event)
            told = self._maker.is_told(Step(event, state, after, findings))
            passed += told
            if told and isinstance(event, events.TurnEvent) and on_turn(state) == event.seat:
                yield passed, state, event
            state = after

    @property
    def score(self) -> tuple[GameState, HandScore] | None:
        """The game before the hand was scored, and the score; None if it wasn't scored."""
        state = self._dealt
        for event in self._then:
            after, findings = apply(state, event)
            for finding in findings:
                if isinstance(finding, HandScore):
                    return state, finding
            state = after
        return None

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, place: Any) -> Any:
        return self._made[place]


class HandRecorder:
    """Collects the events of a game into open hands."""

    def __init__(self, rules: Ruleset, names: tuple[str, ...], side_names: tuple[str, ...]) -> None:
        self._maker = MomentMaker(rules, names, side_names)
        self.steps: list[Step] = []
        """The events of the current hand, from its deal."""
        self._made: list[OpenMoment] = []
        """The moments of the first `steps`."""
        self.scored: list[OpenHand] = []
        """The hands that have been scored."""
        self.noted: dict[int, tuple[Noted, ...]] = {}
        """For each of these hands, what customs have noted in it."""

    def take(self, step: Step) -> None:
        """Record an event that has happened."""
        event, after = step.event, step.after
        if isinstance(event, events.TakeBack):
            place = next((n for n, earlier in enumerate(self.steps) if earlier.after is after), -1)
            del self.steps[place + 1 :], self._made[place + 1 :]
            return
        if isinstance(event, events.Deal):
            self.steps, self._made = [], []
        elif not self.steps or after.hand is None:
            return  # suspensions in a hand belong to it, so that a take-back finds the right index
        self.steps.append(step)
        if isinstance(event, events.Score):
            dealt, hand = self.steps[0], after.current
            first = self._maker.moment(dealt, None)
            moments = Moments(self._maker, first, dealt.after, self.steps[1:])
            self.scored.append(self._hand(moments, scored=True))
            self.noted[hand.number] = hand.noted
            self.steps, self._made = [], []

    @property
    def current_hand(self) -> OpenHand | None:
        """The current hand with all cards, which its players may not see."""
        if not self.steps:
            return None
        for step in self.steps[len(self._made) :]:
            latest = self._made[-1] if self._made else None
            self._made.append(self._maker.moment(step, latest))
        return self._hand(tuple(moment for moment in self._made if moment.words), scored=False)

    def _hand(self, moments: Sequence[OpenMoment], *, scored: bool) -> OpenHand:
        hand = self.steps[-1].after.current
        deal = self.steps[0].event
        seal, secret = None, None
        if isinstance(deal, events.Deal) and deal.proof is not None:
            seal = deal.proof.commitment
            if scored:
                secret = deal.proof.secret
        return OpenHand(
            hand.number, hand.dealer, hand.table, hand.dead, moments, scored, seal, secret
        )


class MomentMaker:
    """Makes the moments of a game's hands."""

    def __init__(self, rules: Ruleset, names: tuple[str, ...], side_names: tuple[str, ...]) -> None:
        self._rules, self._names, self._side_names = rules, names, side_names
        self._same: dict[events.Event, events.Event] = {}

    def same(self, event: events.Event) -> events.Event:
        """Return one shared copy of equal events, which many hands have."""
        return self._same.setdefault(event, event)

    def is_told(self, step: Step) -> bool:
        """Return whether a step makes a moment of its own, because the log has words for it."""
        return bool(self._words(step))

    def _words(self, step: Step) -> str:
        """Return the log's words about a step, with the cards that the log hides."""
        entries = log_entries(step, self._names, self._side_names)
        lines = [entry.text for entry in entries if entry.kind != SEAL]
        for card in cards_of(step.event.hidden_cards(step.after)):
            lines[0] += f", {in_sentence(card)}"
        return ". ".join([line.rstrip(".") for line in lines])

    def moment(self, step: Step, old: OpenMoment | None) -> OpenMoment:
        """Return the hand after an event; `old` is the moment before."""
        event, after = step.event, step.after
        rules, hand = self._rules, after.current
        complete = any(isinstance(finding, TrickTaken) for finding in step.findings)
        trick = hand.tricks[-1] if complete else hand.trick
        had = hand.holding
        if old is not None:
            had = tuple(map(or_, old.had, hand.holding))
            if isinstance(event, events.Score):  # keep the last trick on the table
                trick, complete = old.trick, old.complete
        return OpenMoment(
            words=self._words(step),
            kind=event.event_name(),
            seat=event.seat if isinstance(event, events.SeatEvent) else None,
            had=had,
            holding=hand.holding, played=played_cards(after), aside=hand.aside,
            bids=hand.bids, blind=hand.blind, announced=hand.announced,
            contracts=contracts(rules, hand), took=hand.took,
            number=len(hand.tricks) + bool(hand.trick), trick=trick,
            winning=winning(rules.cards, trick),
            complete=complete, on_turn=on_turn(after), lines=step.lines,
        )  # fmt: skip


def recorder_of(replayer: "Replayer") -> HandRecorder:
    """Return a recorder that hears everything in a record from now on.

    Its moments know their lines.
    """
    result = replayer.result
    names = addressed(result.head.names, result.head.people)
    side_names = tuple(side_name(side, names) for side in result.rules.sides)
    recorder = HandRecorder(result.rules, names, side_names)
    replayer.heard = recorder.take
    return recorder

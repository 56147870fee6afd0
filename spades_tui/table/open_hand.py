"""Hands with everything open: the cards as they were dealt, and the play card by card, when nothing is secret any more.

A hand is opened when it has been scored (C-9), or from its deal on at a table where nobody but computer players sits.
What comes out is plain data; who writes it down hears every fact of a game.
"""

from dataclasses import dataclass, field

from spades_tui.cards import told
from spades_tui.fair import commitment
from spades_tui.game import facts
from spades_tui.game.address import addressed
from spades_tui.game.findings import Finding, TrickTaken
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, HandState, contracts
from spades_tui.game.trick import Trick, winning
from spades_tui.record.replay import Replayer
from spades_tui.record.words import log_entries, side_name
from spades_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class OpenMoment:
    """A hand after one fact, with all its cards. Tuples are indexed by seat unless they say otherwise."""

    words: str = field(repr=False)
    """What has just happened."""
    kind: str
    """The fact's name in small letters."""
    seat: int | None
    """Who did it."""
    had: tuple[int, ...] = field(repr=False)
    """Every card that a seat was dealt or has drawn, as a bit set."""
    holding: tuple[int, ...] = field(repr=False)
    played: int = field(repr=False)
    """All cards that have been played."""
    extra: int | None = field(repr=False)
    """The card that lies face down."""
    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    promises: tuple[int, ...]
    contracts: tuple[int | None, ...]
    """Per side: the bid, raises included."""
    took: tuple[int, ...]
    number: int
    """The trick that lies there, from 1; 0 before the first lead."""
    trick: Trick = field(repr=False)
    """A complete one lies there until the next is led."""
    winning: int | None
    complete: bool
    on_turn: int | None
    lines: int
    """How many lines of the record stand up to here, findings included; 0 where none is known."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """One hand from the deal on."""

    number: int
    dealer: int
    table: tuple[int, ...]
    """The seats that play it."""
    dead: int | None = field(repr=False)
    moments: tuple[OpenMoment, ...]
    """After the deal, and after each fact that came then."""
    scored: bool
    seal: str | None
    """The commitment to the deal, where there was one, in hex."""
    secret: str | None = field(repr=False)
    """What opens it; only of a hand that is scored (C-3)."""

    def tricks(self) -> list[int]:
        """The places of the moments at which a trick is complete."""
        return [n for n, moment in enumerate(self.moments) if moment.kind == "play" and moment.complete]

    def place_of(self, lines: int) -> int:
        """The last moment that stands within so many lines of the record."""
        return max((n for n, moment in enumerate(self.moments) if moment.lines <= lines), default=0)


@dataclass(frozen=True, slots=True)
class OpenGame:
    """The hands of a game that may be looked at, and who sat there."""

    rules: Ruleset
    names: tuple[str, ...]
    people: tuple[int, ...]
    hands: tuple[OpenHand, ...]


@dataclass(frozen=True, slots=True, repr=False)
class _Step:
    after: GameState
    moment: OpenMoment


class HandRecorder:
    """Hears the facts of a game, and makes the open hands of it."""

    def __init__(self, rules: Ruleset, names: tuple[str, ...], side_names: tuple[str, ...]) -> None:
        self._rules, self._names, self._side_names = rules, names, side_names
        self._steps: list[_Step] = []
        self._deal: facts.Deal | None = None
        self.scored: list[OpenHand] = []
        """The hands that have been scored."""

    def take(
        self, fact: facts.Fact, before: GameState, after: GameState, findings: tuple[Finding, ...], lines: int = 0
    ) -> None:
        """A fact has happened."""
        if isinstance(fact, facts.Deal):
            self._steps, self._deal = [], fact
        elif isinstance(fact, facts.TakeBack):
            place = next((n for n, step in enumerate(self._steps) if step.after is after), -1)
            del self._steps[place + 1 :]
            return
        if self._deal is None or not self._told(fact, after):
            return
        words = self._words(fact, before, after, findings)
        self._steps.append(_Step(after, self._moment(fact, after, findings, words, lines)))
        if isinstance(fact, facts.Score):
            self.scored.append(self._hand(scored=True))
            self._steps, self._deal = [], None

    @property
    def going(self) -> OpenHand | None:
        """The hand that is going on: for nobody who plays in it."""
        return self._hand(scored=False) if self._steps else None

    def _told(self, fact: facts.Fact, after: GameState) -> bool:
        """Whether it belongs to a hand. Suspending does; else what was taken back then would not be found."""
        return after.hand is not None and (bool(self._steps) or isinstance(fact, facts.Deal))

    def _hand(self, *, scored: bool) -> OpenHand:
        hand, deal = self._steps[-1].after.current, self._deal
        moments = tuple(step.moment for step in self._steps if step.moment.words)
        opened = deal.secret if deal is not None and scored else None
        seal = deal.commitment if deal is not None else None
        if seal is None and opened is not None:
            seal = commitment(bytes.fromhex(opened))
        return OpenHand(hand.number, hand.dealer, hand.table, hand.dead, moments, scored, seal, opened)

    def _words(
        self, fact: facts.Fact, before: GameState, after: GameState, findings: tuple[Finding, ...]
    ) -> str:
        """What the log says of it, and the cards that the log keeps to itself."""
        said = [entry.text for entry in log_entries(fact, before, after, findings, self._names, self._side_names)]
        if isinstance(fact, facts.Draw) and after.hand is not None and after.hand.drawn is not None:
            said[0] += f", {told(after.hand.drawn)}"
        elif isinstance(fact, facts.Discard):
            said[0] += f", {told(fact.card)}"
        return ". ".join(text.rstrip(".") for text in said)

    def _moment(
        self, fact: facts.Fact, after: GameState, findings: tuple[Finding, ...], words: str, lines: int
    ) -> OpenMoment:
        rules, hand = self._rules, after.current
        old = self._steps[-1].moment if self._steps else None
        complete = any(isinstance(finding, TrickTaken) for finding in findings)
        if isinstance(fact, facts.Score) and old is not None:  # the last trick goes on lying there
            trick, complete = old.trick, old.complete
        else:
            trick = hand.tricks[-1] if complete else hand.trick
        had = old.had if old is not None else (0,) * rules.seats
        return OpenMoment(
            words=words,
            kind=type(fact).__name__.lower(),
            seat=fact.seat if isinstance(fact, facts.SeatFact) else None,
            had=tuple(mine | now for mine, now in zip(had, hand.holding, strict=True)),
            holding=hand.holding,
            played=_played(hand),
            extra=hand.extra,
            bids=hand.bids,
            blind=hand.blind,
            promises=hand.promises,
            contracts=contracts(rules, hand),
            took=hand.took,
            number=len(hand.tricks) + bool(hand.trick),
            trick=trick,
            winning=winning(rules, trick),
            complete=complete,
            on_turn=on_turn(after) if after.phase not in (Phase.DEAL, Phase.PLAYED, Phase.OVER) else None,
            lines=lines,
        )


def _played(hand: HandState) -> int:
    played = 0
    for trick in (*hand.tricks, hand.trick):
        for one in trick:
            played |= 1 << one.card
    return played



def recorder_of(replayer: Replayer) -> HandRecorder:
    """One that hears all that a record tells from now on; its moments know their lines."""
    result = replayer.result
    people = [number for number, entry in enumerate(result.head.seats) if entry.kind == "human"]
    names = addressed(tuple(entry.name for entry in result.head.seats), people)
    recorder = HandRecorder(result.rules, names, tuple(side_name(seats, names) for seats in result.rules.sides))

    def heard(fact: facts.Fact, before: GameState, after: GameState, findings: tuple[Finding, ...]) -> None:
        recorder.take(fact, before, after, findings, len(result.lines))

    replayer.heard = heard
    return recorder

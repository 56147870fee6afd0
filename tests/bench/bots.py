"""Play hands and games of computer players from a seed, for tests and measurements."""

import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from spades_tui import bots
from spades_tui.fair import Stream, bot_stream, deal_out, seeded_secret, shuffled
from spades_tui.game import machine
from spades_tui.game.events import Deal, Event, Score, SeatEvent
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ledger import HandCounts
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench import revision


@dataclass
class Tally:
    """Count what happens in played hands."""

    zeros: int = 0
    zeros_made: int = 0
    sides: int = 0
    sets: int = 0
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The seconds of each decision, by level."""

    def count(self, hand: HandCounts, levels: Sequence[str], level: str) -> None:
        """Add a hand of the seats of a level."""
        for seat, bid in enumerate(hand.bids):
            if bid == 0 and levels[seat] == level:
                self.zeros += 1
                self.zeros_made += hand.table_tricks[seat] == 0
        for side, seats in enumerate(hand.sides):
            contract = hand.contracts[side]
            if contract is not None and levels[seats[0]] == level:
                self.sides += 1
                self.sets += hand.side_tricks[side] < contract


class Players:
    """The players of a hand: levels of this program and of earlier revisions (`revision`)."""

    def __init__(self, course: History, levels: Sequence[str]) -> None:
        self.course = course
        self.levels = [revision.split(level) for level in levels]
        self.streams: list[Stream] = []
        self.elsewhere = {name: revision.elsewhere(name) for _, name in self.levels if name}
        for far in self.elsewhere.values():
            far.begin(course.state)

    def dealt(self, secret: bytes) -> None:
        """Note the secret of a deal, from which the players draw their random numbers."""
        self.streams = [bot_stream(secret, seat) for seat in range(len(self.levels))]
        for far in self.elsewhere.values():
            far.dealt(secret)

    def do(self, event: Event) -> None:
        """Let something happen. Raises IllegalEvent."""
        self.course.do(event)
        for far in self.elsewhere.values():
            far.do(event)

    def choose(self, seat: int) -> SeatEvent:
        """Return a seat's action on its turn."""
        level, name = self.levels[seat]
        if not name:
            return bots.choose(level, observe(self.course.state, seat), self.streams[seat])
        event = self.elsewhere[name].ask("choose", level, seat)
        assert event is not None
        return event

    def speak(self) -> None:
        """Let all players act out of turn if they want to."""
        for seat, (level, name) in enumerate(self.levels):
            if name:
                said = self.elsewhere[name].ask("speak", level, seat)
            else:
                said = bots.speak(level, observe(self.course.state, seat), self.streams[seat])
            if said is not None:
                self.do(said)


def play_hand(course: History, levels: Sequence[str], secret: bytes, tally: Tally | None = None) -> None:
    """Deal from a secret and let the levels play until the hand can be scored. Raises ValueError if it does not end."""
    rules = course.state.rules
    players = Players(course, levels)
    deals = 0
    while course.state.phase != Phase.PLAYED:
        if course.state.phase == Phase.DEAL:
            deals += 1
            players.do(next_deal(course, seeded_secret(secret.hex(), 1, 1, deals)))
            players.dealt(secret + bytes([deals]))
            events = 0
        events += 1
        if events > 500:
            raise ValueError("the hand does not end")
        if rules.challenge is not None:
            players.speak()
        turn = machine.on_turn(course.state)
        if turn is None:
            continue
        begun = time.perf_counter()
        event = players.choose(turn)
        took = time.perf_counter() - begun
        if tally is not None:
            tally.times[levels[turn]].append(took)
        players.do(event)
    if rules.challenge is not None:
        players.speak()


def turns(course: History, secret: bytes) -> Iterator[tuple[int, Observation]]:
    """Deal a hand from a secret and yield the seat and view of each turn until the hand is over.

    The caller must do an event before the next turn.
    """
    deals = 0
    while course.state.phase != Phase.PLAYED:
        if course.state.phase == Phase.DEAL:
            deals += 1
            deal(course, seeded_secret(secret.hex(), 1, 1, deals))
        turn = machine.on_turn(course.state)
        if turn is not None:
            seen = observe(course.state, turn)
            yield turn, seen.without_claim() if seen.phase == Phase.PLAY else seen


def deal(course: History, secret: bytes) -> None:
    """Deal the next hand from a secret, without a cut, so that measured deals never change."""
    course.do(next_deal(course, secret))


def next_deal(course: History, secret: bytes) -> Deal:
    """Return the next hand's deal from a secret, without a cut."""
    state = course.state
    rules = state.rules
    table = playing_seats(rules, state.next_dealer)
    shape = rules.variant.deal
    pack = shuffled(rules.cards.pack, secret)
    if shape.draft:
        nothing = tuple(0 if seat in table else None for seat in range(rules.seats))
        return Deal(state.next_hand, state.next_dealer, nothing, stock=pack)
    extra_at = len(pack) - 1 if shape.extra else None
    dealt = deal_out(pack, seats=rules.seats, table=table, extra_at=extra_at, dead_hand=shape.dead_hands > 0, kitty=0)
    return Deal(state.next_hand, state.next_dealer, dealt.hands, dealt.extra, dead=dealt.dead)


def play_game(rules: Ruleset, levels: Sequence[str], seed: str, game: int, most: int = 200) -> tuple[GameState, int]:
    """Play a whole game, or its first `most` hands; return its last state and the number of hands."""
    course = History(new_game(rules, game % rules.seats))
    hands = 0
    while course.state.phase != Phase.OVER and hands < most:
        hands += 1
        play_hand(course, levels, seeded_secret(seed, game, hands, 1))
        course.do(Score())
    return course.state, hands


def interval(values: Sequence[float]) -> str:
    """Return mean and 95% interval."""
    n = len(values)
    mean = sum(values) / n
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)
    return f"{mean:+.2f} ± {1.96 * spread:.2f} (n = {n})"

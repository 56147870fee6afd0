"""Measure the computer players: ``python -m tests.bench.bots --variant sandbags --games 50``.

Whole games of one level give the tables (bids against tricks, zeros, sets, overtricks, length, time per decision).
``--duel`` plays duplicate deals of two levels, each seat in turn, and prints the difference in points per hand.
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from spades_tui import bots
from spades_tui.fair import Stream, bot_stream, deal_out, seeded_secret, shuffled
from spades_tui.game import machine
from spades_tui.game.events import Deal, Event, Score, SeatEvent
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ledger import HandCounts, Scored
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench import revision


@dataclass
class Tally:
    """Count what happens in played games."""

    seats: int = 0
    bid: int = 0
    took: int = 0
    zeros: int = 0
    zeros_made: int = 0
    blind: int = 0
    blind_made: int = 0
    sides: int = 0
    sets: int = 0
    over: int = 0
    exact: int = 0
    points: int = 0
    promises: int = 0
    promises_kept: int = 0
    errors: float = 0.0
    by_bid: dict[int, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    kinds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0, 0.0]))
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The seconds of each decision, by level."""

    def count(self, hand: HandCounts, scored: Scored, levels: Sequence[str], level: str | None = None) -> None:
        """Add a hand; with `level` only the seats of that level."""
        for seat, bid in enumerate(hand.bids):
            took = hand.table_tricks[seat]
            if bid is None or took is None or (level and levels[seat] != level):
                continue
            self.seats += 1
            self.bid += bid
            self.took += took
            row = self.by_bid[bid]
            row[0] += 1
            row[1] += took
            row[2] += (took == 0) if bid == 0 else took >= bid
            if hand.blind[seat]:
                self.blind += 1
                self.blind_made += took == bid
            if bid == 0:
                self.zeros += 1
                self.zeros_made += took == 0
            for one in hand.announced:
                if one.seat == seat and one.kind == "promise":
                    self.promises += 1
                    self.promises_kept += bool(hand.won_first(seat, one.tricks))
        for side, seats in enumerate(hand.sides):
            contract = hand.contracts[side]
            if contract is None or (level and levels[seats[0]] != level):
                continue
            self.sides += 1
            took = hand.side_tricks[side]
            self.sets += took < contract
            self.exact += took == contract
            self.over += max(0, took - contract)
            self.errors += abs(took - contract)
            self.points += scored.points[side]


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
            tally.decisions += 1
            tally.seconds += took
            tally.slowest = max(tally.slowest, took)
            tally.times[levels[turn]].append(took)
            kind = tally.kinds[type(event).__name__]
            kind[0] += 1
            kind[1] += took
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


def play_game(
    rules: Ruleset, levels: Sequence[str], seed: str, game: int, tally: Tally | None = None, most: int = 200
) -> tuple[GameState, int]:
    """Play a whole game, or its first `most` hands; return its last state and the number of hands."""
    course = History(new_game(rules, game % rules.seats))
    hands = 0
    while course.state.phase != Phase.OVER and hands < most:
        hands += 1
        play_hand(course, levels, seeded_secret(seed, game, hands, 1), tally)
        formed = course.state.rules  # The rules of this hand, since the hands of a programme differ.
        counts = hand_counts(formed, course.state.current)
        scored = formed.score(course.state.standing, counts)
        course.do(Score())
        if tally is not None and not counts.skipped:
            tally.count(counts, scored, levels)
    return course.state, hands


def interval(values: Sequence[float]) -> str:
    """Return mean and 95% interval."""
    n = len(values)
    mean = sum(values) / n
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)
    return f"{mean:+.2f} ± {1.96 * spread:.2f} (n = {n})"


def duel(rules: Ruleset, strong: str, weak: str, deals: int, seed: str) -> tuple[list[float], Tally]:
    """Play duplicate deals: `strong` on each side in turn, `weak` elsewhere; return the difference in points per hand.

    A bag costs its share of the penalty, because single hands don't reach the limit.
    """
    differences: list[float] = []
    tally = Tally()
    bag = rules.bags.penalty / rules.bags.limit if rules.bags else 0.0
    for number in range(1, deals + 1):
        total = 0.0
        counted = 0
        for side, seats in enumerate(rules.sides):
            levels = [strong if seat in seats else weak for seat in range(rules.seats)]
            course = History(new_game(rules, number % rules.seats))
            if all(seat not in playing_seats(rules, number % rules.seats) for seat in seats):
                continue
            play_hand(course, levels, seeded_secret(seed, number, 1, 1))
            counts = hand_counts(rules, course.state.current)
            scored = rules.score(course.state.standing, counts)
            tally.count(counts, scored, levels, strong)
            worth = [points + bag * bags for points, bags in zip(scored.points, scored.standing.bags, strict=True)]
            rest = [other for other in range(len(rules.sides)) if other != side]
            others = [worth[other] for other in rest if counts.contracts[other] is not None]
            total += worth[side] - sum(others) / len(others)
            counted += 1
        differences.append(total / counted)
    return differences, tally


def report(name: str, tally: Tally, hands: Sequence[int]) -> None:
    """Print the tables."""
    seats, sides = max(1, tally.seats), max(1, tally.sides)
    print(
        f"{name}: {len(hands)} games, hands a game {sum(hands) / max(1, len(hands)):.1f}"
        f" (longest {max(hands, default=0)})\n"
        f"  bid {tally.bid / seats:.2f}  took {tally.took / seats:.2f}"
        f"  bid-took {(tally.bid - tally.took) / seats:+.2f}"
        f"  |off| a side {tally.errors / sides:.2f}\n"
        f"  zeros a hand {tally.zeros / seats * 4:.2f} per 4 seats, made {tally.zeros_made}/{tally.zeros}"
        f" = {100 * tally.zeros_made / max(1, tally.zeros):.0f}%   blind {tally.blind_made}/{tally.blind}"
        f"   promises {tally.promises_kept}/{tally.promises}\n"
        f"  sides: points a hand {tally.points / sides:+.1f}  sets {100 * tally.sets / sides:.1f}%"
        f"  exact {100 * tally.exact / sides:.1f}%  over {tally.over / sides:.2f}\n"
        f"  decisions {tally.decisions}: mean {1000 * tally.seconds / max(1, tally.decisions):.2f} ms,"
        f" slowest {1000 * tally.slowest:.0f} ms; "
        + " ".join(f"{kind} {1000 * t / n:.2f}" for kind, (n, t) in sorted(tally.kinds.items()))
    )
    rows = sorted(tally.by_bid.items())
    print("  bid:n:took:made% " + "  ".join(f"{b}:{n}:{t / n:.2f}:{100 * m // n}" for b, (n, t, m) in rows))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variant", default="all")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", default="club")
    parser.add_argument("--against", help="with --duel: the other level", default="beginner")
    parser.add_argument("--duel", type=int, help="duplicate deals", default=0)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--option", action="append", default=[])
    args = parser.parse_args()
    pairs = (option.split("=") for option in args.option)
    chosen = {key: {"true": True, "false": False}.get(value, value) for key, value in pairs}
    for name in shipped() if args.variant == "all" else [args.variant]:
        rules = ruleset(with_options(find(name), chosen))
        if args.duel:
            differences, tally = duel(rules, args.level, args.against, args.duel, args.seed)
            print(f"{name}: {args.level} over {args.against}, points a hand: {interval(differences)}")
            report(f"  {args.level} in the duel", tally, [])
            continue
        tally = Tally()
        lengths = []
        for game in range(1, args.games + 1):
            state, hands = play_game(rules, [args.level] * rules.seats, args.seed, game, tally)
            lengths.append(hands)
            if state.outcome is None:
                print(f"{name}: game {game} did not end in {hands} hands: {state.standing.totals}")
        report(f"{name} {args.level}", tally, lengths)


if __name__ == "__main__":
    main()

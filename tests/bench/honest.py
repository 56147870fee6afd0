"""Measure how well bids come true, and the overtricks beyond them.

``python -m tests.bench.honest --variant sandbags --level expert --games 60``
    plays games with one level in all the seats (with ``--against``: in one seat or side in turn). It prints, for zeros
    and for other bids, how often the level expected to make its bid and how often it did, with the 95% interval of the
    difference; the number of zeros it bids per hand of the table; and a side's overtricks per hand.

The same seed gives the same figures with any number of processes. Ctrl+C, or ``--minutes``, ends it early.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from spades_tui import bots
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.events import Bid, Score, SeatEvent
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import observe
from tests.bench.bots import deal, interval
from tests.bench.measures import Unit, level, rules_of, wilson
from tests.bench.pool import results

MOST = 60
"""Maximum number of hands per game."""


@dataclass
class Found:
    """Hold the results of a game for the seats and sides of one level."""

    zeros: list[tuple[float, bool]] = field(default_factory=list)
    """For each zero, the expected chance and whether it was made."""
    bids: list[tuple[float, bool]] = field(default_factory=list)
    """The same for each side's other bids."""
    blind: list[tuple[float, bool]] = field(default_factory=list)
    bags: list[float] = field(default_factory=list)
    """For each side and scored hand, the overtricks, or 0 if it was set."""
    sets: int = 0
    seats: int = 0
    """Number of seats that have played a hand."""

    def take(self, other: "Found") -> None:
        """Add the results of another game."""
        self.zeros += other.zeros
        self.bids += other.bids
        self.blind += other.blind
        self.bags += other.bags
        self.sets += other.sets
        self.seats += other.seats


def play_hand(course: History, levels: Sequence[str], mine: str, secret: bytes) -> dict[int, tuple[SeatEvent, float]]:
    """Play a hand; return, for each seat of a level, its last bid and the chance that it gave it."""
    rules = course.state.rules
    deals = 0
    foreseen: dict[int, tuple[SeatEvent, float]] = {}
    while course.state.phase != Phase.PLAYED:
        if course.state.phase == Phase.DEAL:
            deals += 1
            deal(course, seeded_secret(secret.hex(), 1, 1, deals))
            streams = [bot_stream(secret + bytes([deals]), seat) for seat in range(rules.seats)]
        turn = machine.on_turn(course.state)
        if turn is None:
            continue
        seen = observe(course.state, turn)
        if levels[turn] == mine and any(isinstance(event, Bid) for event in seen.legal):
            best = bots.weigh(mine, seen, streams[turn])[0]
            event = best.event
            if best.deals:
                foreseen[turn] = event, best.made
        else:
            event = bots.choose(levels[turn], seen, streams[turn])
        course.do(event)
    return foreseen


def play_game(unit: Unit) -> Found:
    """Play a game to its end, or its first hands."""
    rules: Ruleset = rules_of(unit.variant, unit.options)
    seats = rules.sides[unit.side] if unit.side is not None else tuple(range(rules.seats))
    levels = [unit.level if seat in seats else unit.against for seat in range(rules.seats)]
    course = History(new_game(rules, unit.number % rules.seats))
    found = Found()
    hands = 0
    while course.state.phase != Phase.OVER and hands < unit.most:
        hands += 1
        foreseen = play_hand(course, levels, unit.level, seeded_secret(unit.seed, unit.number, hands, 1))
        counts = hand_counts(course.state.rules, course.state.current)
        course.do(Score())
        if counts.skipped:
            continue
        for seat, (event, chance) in foreseen.items():
            if not isinstance(event, Bid) or counts.bids[seat] != event.bid:
                continue
            side = rules.side_of[seat]
            took, contract = counts.side_tricks[side], counts.contracts[side] or 0
            if event.bid == 0:
                found.zeros.append((chance, counts.table_tricks[seat] == 0))
            else:
                exact = rules.must_be_exact(event.bid, event.blind)
                made = took == contract if exact else took >= contract
                (found.blind if event.blind else found.bids).append((chance, made))
        for side, group in enumerate(counts.sides):
            wanted = counts.contracts[side]
            if wanted is None or levels[group[0]] != unit.level:
                continue
            found.seats += sum(counts.bids[seat] is not None for seat in group)
            found.bags.append(float(max(0, counts.side_tricks[side] - wanted)))
            found.sets += counts.side_tricks[side] < wanted
    return found


def foreseen_and_made(pairs: Sequence[tuple[float, bool]]) -> str:
    """Return the shares of bids expected and made, and their difference with its interval."""
    if not pairs:
        return "none"
    n = len(pairs)
    off = [chance - made for chance, made in pairs]
    mean = sum(off) / n
    spread = math.sqrt(sum((one - mean) ** 2 for one in off) / max(1, n - 1) / n)
    foreseen, made = sum(chance for chance, _ in pairs), sum(made for _, made in pairs)
    return f"foreseen {100 * foreseen / n:.1f}%, made {wilson(made, n)}, apart {100 * mean:+.1f} ± {196 * spread:.1f}"


def units(args: argparse.Namespace) -> Iterator[Unit]:
    """Yield the games."""
    rules = rules_of(args.variant, tuple(args.option))
    for game in range(args.games):
        number, side = (game, None) if args.against is None else divmod(game, len(rules.sides))
        yield Unit(
            args.variant, tuple(args.option), args.level, args.against or args.level, args.seed, number + 1, side,
            args.hands,
        )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--level", default=bots.LEVELS[-1], type=level)
    parser.add_argument("--against", default=None, type=level)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--hands", type=int, default=MOST, help="at most so many of each game")
    parser.add_argument("--seed", default="honest")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float)
    args = parser.parse_args(arguments)
    found = Found()
    for one in results(play_game, units(args), args.processes, args.minutes):
        found.take(one)
    if not found.bags:
        return
    rules = rules_of(args.variant, tuple(args.option))
    print(f"{args.variant}: {args.level}, {len(found.bags)} hands of a side")
    a_hand = len(found.zeros) / found.seats * rules.players
    print(f"  zeros {foreseen_and_made(found.zeros)}; a hand of the table {a_hand:.2f}")
    print(f"  other bids {foreseen_and_made(found.bids)}")
    if found.blind:
        print(f"  blind bids {foreseen_and_made(found.blind)}")
    sets = wilson(found.sets, len(found.bags))
    print(f"  overtricks of a side in a hand {interval(found.bags)}; set {sets}", flush=True)


if __name__ == "__main__":
    main()

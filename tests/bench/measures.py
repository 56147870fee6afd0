"""Measure one level of computer players against another, with intervals.

``python -m tests.bench.measures duel --variant sandbags --level expert --against club --deals 1000 --processes 2``
    plays every deal once with `level` on each side (in each seat, if every player is alone) and `against` elsewhere.
    Prints the advantage of `level` in points per hand, with its 95% interval over the deals. A bag costs its share of
    the penalty, because single hands don't reach the limit. If hands have formats, the deals use them in turn.

A level may have a style (``club/bold``); ``tests.bench.manners`` counts the style's effects. With ``--against-revision
6ad4992`` the opponents are players of the program at that revision (`revision`); ``--level expert@6ad4992`` is such a
player.

The same seed gives the same figures with any number of processes; only the times differ. Ctrl+C, or ``--minutes``, ends
a measurement early and prints the figures so far.
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS
from spades_tui.fair import seeded_secret
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import with_options
from tests.bench import revision
from tests.bench.bots import Tally, interval, play_hand
from tests.bench.pool import results
from tests.games import option_of

EVERY = 60.0
"""Seconds between two lines with the figures so far."""


@dataclass(frozen=True)
class Unit:
    """A deal with its two levels."""

    variant: str
    options: tuple[str, ...]
    level: str
    against: str
    seed: str
    number: int


@dataclass
class Found:
    """The results of `level` in one deal or several."""

    differences: list[float] = field(default_factory=list)
    """Points per hand above the others, one number for each deal."""
    firsts: list[float] = field(default_factory=list)
    """1 for a hand in which `level` was first, a share if others tied."""
    lasts: list[float] = field(default_factory=list)
    zeros: int = 0
    zeros_made: int = 0
    sets: int = 0
    contracts: int = 0
    times: dict[str, list[float]] = field(default_factory=dict)

    def add(self, other: "Found") -> None:
        """Add the results of other deals."""
        self.differences += other.differences
        self.firsts += other.firsts
        self.lasts += other.lasts
        self.zeros += other.zeros
        self.zeros_made += other.zeros_made
        self.sets += other.sets
        self.contracts += other.contracts
        for level, seconds in other.times.items():
            self.times.setdefault(level, []).extend(seconds)


@cache
def rules_of(variant: str, options: tuple[str, ...]) -> Ruleset:
    """Return the rules of a variant with options given as ``name=value``."""
    pairs = (option.split("=") for option in options)
    whole = find(variant)
    return ruleset(with_options(whole, {name: option_of(whole, name).parse(value) for name, value in pairs}))


def shares(points: Sequence[float], mine: int) -> tuple[float, float]:
    """Return a player's shares of the first and the last place among others."""
    better = sum(other > points[mine] for other in points)
    tied = sum(other == points[mine] for other in points)
    first = 1 / tied if better == 0 else 0.0
    last = 1 / tied if better + tied == len(points) else 0.0
    return first, last


def play_deal(unit: Unit) -> Found:
    """Play one deal, once for each side or seat that `level` has."""
    rules = rules_of(unit.variant, unit.options)
    bag = rules.bags.penalty / rules.bags.limit if rules.bags else 0.0
    found = Found()
    total = 0.0
    counted = 0
    times: dict[str, list[float]] = defaultdict(list)
    dealer = unit.number % rules.seats
    table = playing_seats(rules, dealer)
    for side, seats in enumerate(rules.sides):
        if not any(seat in table for seat in seats):
            continue
        levels = [unit.level if seat in seats else unit.against for seat in range(rules.seats)]
        tally = Tally()
        course = History(dealt_game(rules, dealer, unit.number))
        formed = course.state.rules.of_hand(course.state.next_hand)
        play_hand(course, levels, seeded_secret(unit.seed, unit.number, 1, 1), tally)
        counts = hand_counts(formed, course.state.current)
        scored = formed.score(course.state.standing, counts)
        tally.count(counts, levels, unit.level)
        worth = [points + bag * bags for points, bags in zip(scored.points, scored.standing.bags, strict=True)]
        here = [other for other, theirs in enumerate(rules.sides) if any(seat in table for seat in theirs)]
        others = [worth[other] for other in here if other != side]
        total += worth[side] - sum(others) / len(others)
        counted += 1
        first, last = shares([worth[other] for other in here], here.index(side))
        found.firsts.append(first)
        found.lasts.append(last)
        found.zeros += tally.zeros
        found.zeros_made += tally.zeros_made
        found.sets += tally.sets
        found.contracts += tally.sides
        for level, seconds in tally.times.items():
            times[level] += seconds
    found.differences.append(total / counted)
    found.times = dict(times)
    return found


def dealt_game(rules: Ruleset, dealer: int, number: int) -> GameState:
    """Return a game in which that seat deals next; with formats, deals go through the hands in turn."""
    if not rules.whole.programme:
        return new_game(rules, dealer)
    hands = (number - 1) % (len(rules.hands) - 1)
    state = new_game(rules, (dealer - hands) % rules.seats)
    return replace(state, standing=replace(state.standing, hands=hands))


def speeds(times: dict[str, list[float]]) -> str:
    """Return milliseconds per decision, by level."""
    lines = []
    for level, seconds in sorted(times.items()):
        ordered = sorted(seconds)
        last = len(ordered) - 1
        p50, p95, p99 = (1000 * ordered[min(last, int(part * len(ordered)))] for part in (0.5, 0.95, 0.99))
        lines.append(
            f"  {level}: {len(ordered)} decisions, ms p50 {p50:.1f}  p95 {p95:.1f}  p99 {p99:.1f}"
            f"  max {1000 * ordered[-1]:.0f}  mean {1000 * sum(ordered) / len(ordered):.1f}"
        )
    return "\n".join(lines)


def wilson(count: float, n: int) -> str:
    """Return a share with its 95% interval (Wilson)."""
    if not n:
        return "none of none"
    z = 1.96
    share = count / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{100 * share:.1f}% [{100 * low:.1f}, {100 * high:.1f}] ({count:g} of {n})"


def duel(args: argparse.Namespace) -> None:
    """Measure duplicate deals."""
    rules = rules_of(args.variant, tuple(args.option))
    units = (
        Unit(args.variant, tuple(args.option), args.level, args.against, args.seed, number)
        for number in range(args.first, args.first + args.deals)
    )
    found = Found()
    printed = time.monotonic()
    for deal in results(play_deal, units, args.processes, args.minutes):
        found.add(deal)
        if time.monotonic() - printed > EVERY:
            printed = time.monotonic()
            print(f"  … {len(found.differences)} deals: {interval(found.differences)}", flush=True)
    if not found.differences:
        return
    print(f"{args.variant}: {args.level} over {args.against}, points a hand: {interval(found.differences)}")
    n = len(found.firsts)
    if len(rules.sides) > 2:
        print(
            f"  of {n} hands: most points {wilson(sum(found.firsts), n)}, fewest {wilson(sum(found.lasts), n)};"
            f" fair is {100 / rules.players:.1f}%"
        )
    print(
        f"  {args.level}: zeros made {wilson(found.zeros_made, found.zeros)}; set {wilson(found.sets, found.contracts)}"
    )
    print(speeds(found.times))


def level(text: str) -> str:
    """Return a level, with or without a style or a revision. Raises ArgumentTypeError if it is none."""
    wrong = revision.level_problem(text)
    if wrong is not None:
        raise argparse.ArgumentTypeError(wrong)
    return text


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("duel",))
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--level", default=LEVELS[-1], type=level)
    parser.add_argument("--against", default="club", type=level)
    parser.add_argument("--against-revision", help="of an earlier revision of the program, which git knows")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="the number of the first deal")
    parser.add_argument("--seed", default="measures")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float)
    args = parser.parse_args(arguments)
    if args.against_revision is not None:
        args.against = f"{args.against}@{args.against_revision}"
        wrong = revision.level_problem(args.against)
        if wrong is not None:
            parser.error(wrong)
    for player in (args.level, args.against):
        _, name = revision.split(player)
        if name:
            revision.program_of(name)
    duel(args)


if __name__ == "__main__":
    main()

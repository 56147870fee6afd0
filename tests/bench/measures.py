"""Measure one level of computer players against another, with intervals.

``python -m tests.bench.measures duel --variant sandbags --level expert --against club --deals 1000 --processes 2``
    plays every deal once with `level` on each side (in each seat, if every player is alone) and `against` elsewhere.
    Prints the advantage of `level` in points per hand, with its 95% interval over the deals. A bag costs its share of
    the penalty, because single hands don't reach the limit. If hands have formats, the deals use them in turn.
``… games --variant sandbags --level expert --against club --games 200``
    plays games to their end, each seed with `level` on each side or seat in turn, and prints how many it wins, with a
    95% interval (Wilson).
``… zeros --variant sandbags --level expert --games 50``
    plays games with `level` in all the seats (with ``--against``: in one seat or side in turn), and prints its zeros
    per hand of the table, and how many of them it makes.

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
from collections.abc import Iterable, Iterator, Sequence
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
from spades_tui.rules.ledger import HandCounts, Scored
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import Ruleset, ruleset
from tests.bench import revision
from tests.bench.bots import Tally, interval, play_game, play_hand
from tests.bench.pool import results
from tests.games import option_of


@dataclass(frozen=True)
class Unit:
    """A deal, or a game, with the levels of its seats."""

    variant: str
    options: tuple[str, ...]
    level: str
    against: str
    seed: str
    number: int
    side: int | None = None
    """The side or seat of `level` in a game; None for all seats."""
    most: int = 200


@dataclass
class Found:
    """The results of a unit, whose lists `Sum` adds up."""

    differences: list[float] = field(default_factory=list)
    places: list[float] = field(default_factory=list)
    """The places of `level`, from 0 for the first to 1 for the last."""
    firsts: list[float] = field(default_factory=list)
    """1 for a hand or a game in which `level` was first, a share if others tied."""
    lasts: list[float] = field(default_factory=list)
    ended: int = 0
    hands: int = 0
    seats: int = 0
    """Number of hands of `level`, counted by seat."""
    zeros: int = 0
    zeros_made: int = 0
    sets: int = 0
    contracts: int = 0
    times: dict[str, list[float]] = field(default_factory=dict)


@cache
def rules_of(variant: str, options: tuple[str, ...]) -> Ruleset:
    """Return the rules of a variant with options given as ``name=value``."""
    pairs = (option.split("=") for option in options)
    whole = find(variant)
    return ruleset(with_options(whole, {name: option_of(whole, name).parse(value) for name, value in pairs}))


def shares(points: Sequence[float], mine: int) -> tuple[float, float, float]:
    """Return a player's place among others (0 first … 1 last), and their shares of the first and the last place."""
    better = sum(other > points[mine] for other in points)
    level = sum(other == points[mine] for other in points)
    first = 1 / level if better == 0 else 0.0
    last = 1 / level if better + level == len(points) else 0.0
    return (better + (level - 1) / 2) / (len(points) - 1), first, last


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
        tally.count(counts, scored, levels, unit.level)
        worth = [points + bag * bags for points, bags in zip(scored.points, scored.standing.bags, strict=True)]
        here = [other for other, theirs in enumerate(rules.sides) if any(seat in table for seat in theirs)]
        others = [worth[other] for other in here if other != side]
        total += worth[side] - sum(others) / len(others)
        counted += 1
        place, first, last = shares([worth[other] for other in here], here.index(side))
        found.places.append(place)
        found.firsts.append(first)
        found.lasts.append(last)
        _add(found, tally, 1)
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


def play_whole(unit: Unit) -> Found:
    """Play one game to its end, with `level` on one side or in one seat, or everywhere."""
    rules = rules_of(unit.variant, unit.options)
    mine = rules.sides[unit.side] if unit.side is not None else tuple(range(rules.seats))
    levels = [unit.level if seat in mine else unit.against for seat in range(rules.seats)]
    tally = _Mine(level=unit.level)
    found = Found()
    state, hands = play_game(rules, levels, unit.seed, unit.number, tally, unit.most)
    _add(found, tally, hands)
    found.times = dict(tally.times)
    if state.outcome is None:
        return found
    found.ended = 1
    if unit.side is not None:
        points = [0.0] * len(rules.sides)
        for place, sides in enumerate(state.outcome.standings):
            for side in sides:
                points[side] = -float(place)
        place_of, _, last = shares(points, unit.side)
        winners = state.outcome.winners
        found.places.append(place_of)
        found.firsts.append((unit.side in winners) / len(winners) if winners else 0.0)
        found.lasts.append(last)
    return found


@dataclass
class _Mine(Tally):
    """Count hands for the seats of one level only."""

    level: str = ""

    def count(self, hand: HandCounts, scored: Scored, levels: Sequence[str], level: str | None = None) -> None:
        """Add a hand for the seats of the level."""
        super().count(hand, scored, levels, level or self.level)


def _add(found: Found, tally: Tally, hands: int) -> None:
    found.hands += hands
    found.seats += tally.seats
    found.zeros += tally.zeros
    found.zeros_made += tally.zeros_made
    found.sets += tally.sets
    found.contracts += tally.sides


class Sum:
    """Add up all results."""

    def __init__(self, found: Iterable[Found], say: str, every: float = 60.0) -> None:
        self.all = Found()
        self.times: dict[str, list[float]] = defaultdict(list)
        self.units = 0
        told = time.monotonic()
        for one in found:
            self.units += 1
            self._take(one)
            if time.monotonic() - told > every:
                told = time.monotonic()
                print(f"  … {self.units} {say}: {self.brief()}", flush=True)

    def _take(self, one: Found) -> None:
        total = self.all
        total.differences += one.differences
        total.places += one.places
        total.firsts += one.firsts
        total.lasts += one.lasts
        for name in ("ended", "hands", "seats", "zeros", "zeros_made", "sets", "contracts"):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        for level, seconds in one.times.items():
            self.times[level] += seconds

    def brief(self) -> str:
        """Return the figures so far, in a few words."""
        if self.all.differences:
            return interval(self.all.differences)
        if self.all.firsts:
            return f"first {wilson(sum(self.all.firsts), len(self.all.firsts))}"
        return f"zeros made {wilson(self.all.zeros_made, self.all.zeros)}"

    def speeds(self) -> str:
        """Return milliseconds per decision, by level."""
        lines = []
        for level, seconds in sorted(self.times.items()):
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


def units_of_games(args: argparse.Namespace, rules: Ruleset) -> Iterator[Unit]:
    """Yield games in which `level` has each side, or each seat, in turn."""
    for game in range(args.games):
        seed, side = divmod(game, len(rules.sides))
        yield Unit(args.variant, tuple(args.option), args.level, args.against, args.seed, seed + 1, side)


def duel(args: argparse.Namespace) -> None:
    """Measure duplicate deals."""
    rules = rules_of(args.variant, tuple(args.option))
    units = (
        Unit(args.variant, tuple(args.option), args.level, args.against, args.seed, number)
        for number in range(args.first, args.first + args.deals)
    )
    done = Sum(results(play_deal, units, args.processes, args.minutes), "deals")
    found = done.all
    if not found.differences:
        return
    print(f"{args.variant}: {args.level} over {args.against}, points a hand: {interval(found.differences)}")
    n = len(found.places)
    if len(rules.sides) > 2:
        print(
            f"  of {n} hands: most points {wilson(sum(found.firsts), n)}, fewest {wilson(sum(found.lasts), n)};"
            f" fair is {100 / rules.players:.1f}%"
        )
    print(
        f"  {args.level}: zeros made {wilson(found.zeros_made, found.zeros)}; set {wilson(found.sets, found.contracts)}"
    )
    print(done.speeds())


def games(args: argparse.Namespace) -> None:
    """Measure games played to their end."""
    rules = rules_of(args.variant, tuple(args.option))
    done = Sum(results(play_whole, units_of_games(args, rules), args.processes, args.minutes), "games")
    found = done.all
    if not found.firsts:
        return
    n = len(found.firsts)
    print(f"{args.variant}: {args.level} against {args.against}, games won: {wilson(sum(found.firsts), n)}")
    print(f"  {n} games ended of {done.units}, hands a game {found.hands / done.units:.1f}")
    if len(rules.sides) > 2:
        print(
            f"  last {wilson(sum(found.lasts), n)}; fair is {100 / len(rules.sides):.1f}%;"
            f" mean place {1 + (len(rules.sides) - 1) * sum(found.places) / n:.2f} of {len(rules.sides)}"
        )
    print(done.speeds())


def zeros(args: argparse.Namespace) -> None:
    """Count zeros bid and made."""
    rules = rules_of(args.variant, tuple(args.option))
    if args.against is None:
        args.against = args.level
        units: Iterable[Unit] = (
            Unit(args.variant, tuple(args.option), args.level, args.level, args.seed, number)
            for number in range(1, args.games + 1)
        )
    else:
        units = units_of_games(args, rules)
    done = Sum(results(play_whole, units, args.processes, args.minutes), "games")
    found = done.all
    if not found.seats:
        return
    a_hand = found.zeros / found.seats * rules.players
    print(f"{args.variant}: {args.level}, zeros made: {wilson(found.zeros_made, found.zeros)}")
    print(f"  zeros a hand {a_hand:.2f} (in {rules.players} seats, over {found.hands} hands)")
    print(done.speeds())


def level(text: str) -> str:
    """Return a level, with or without a style or a revision. Raises ArgumentTypeError if it is none."""
    wrong = revision.level_problem(text)
    if wrong is not None:
        raise argparse.ArgumentTypeError(wrong)
    return text


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind, run in (("duel", duel), ("games", games), ("zeros", zeros)):
        sub = kinds.add_parser(kind)
        sub.set_defaults(run=run)
        sub.add_argument("--variant", default="sandbags")
        sub.add_argument("--option", action="append", default=[], help="NAME=VALUE")
        sub.add_argument("--level", default=LEVELS[-1], type=level)
        sub.add_argument("--against", default=None if kind == "zeros" else "club", type=level)
        sub.add_argument("--seed", default="measures")
        sub.add_argument("--processes", type=int, default=1)
        sub.add_argument("--minutes", type=float)
        if kind == "duel":
            sub.add_argument("--deals", type=int, default=1000)
            sub.add_argument("--first", type=int, default=1, help="the number of the first deal")
        else:
            sub.add_argument("--games", type=int, default=200 if kind == "games" else 50)
        sub.add_argument("--against-revision", help="of an earlier revision of the program, which git knows")
    args = parser.parse_args(arguments)
    if args.against_revision is not None:
        args.against = f"{args.against or args.level}@{args.against_revision}"
        wrong = revision.level_problem(args.against)
        if wrong is not None:
            parser.error(wrong)
    for named in (args.level, args.against or ""):
        _, name = revision.split(named)
        if name:
            revision.program_of(name)
    args.run(args)


if __name__ == "__main__":
    main()

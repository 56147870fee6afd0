"""Measure the cost of a style against the level's plain play, and check its description.

``python -m tests.bench.manners --level club --style bold --variant sandbags --deals 2000``
    plays every deal once with plain players in all seats, and once with the style on each side (in each seat, if
    every player is alone) and plain players elsewhere. Prints the style's advantage in points per hand, and a row for
    each count: the plain players', the style's, and the difference over the same deals, all with 95% intervals over
    the deals. A bag costs its share of the penalty, because single hands don't reach the limit.

The same seed gives the same figures with any number of processes. Ctrl+C, or ``--minutes``, ends it early.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spades_tui.bots import styles
from spades_tui.bots.levels import STYLED
from spades_tui.fair import seeded_secret
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import new_game
from spades_tui.rules.ledger import HandCounts, Scored
from spades_tui.rules.ruleset import Ruleset
from tests.bench.bots import interval, play_hand
from tests.bench.measures import rules_of, wilson
from tests.bench.pool import results

COUNTS = {
    "bid": "mean bid above zero, a seat",
    "zeros": "zeros bid, a seat and hand",
    "zeros_made": "zeros made, a seat and hand",
    "bags": "overtricks, a side and hand",
    "sets": "bids of the own side set, a hand",
    "others_set": "bids of another side set, a hand",
}
"""Counts for the sides with a style, and for the same sides when all players are plain."""


@dataclass(frozen=True)
class Unit:
    """A deal to be played."""

    variant: str
    options: tuple[str, ...]
    level: str
    style: str
    seed: str
    number: int


@dataclass
class Counted:
    """The results of a deal, as a mean over the sides or seats that had the style in turn."""

    points: float
    plain: dict[str, float]
    styled: dict[str, float]
    zeros: tuple[int, int]
    """The number of zeros that the style bid and made."""
    plain_zeros: tuple[int, int]


def _play(rules: Ruleset, levels: Sequence[str], unit: Unit) -> tuple[HandCounts, Scored]:
    course = History(new_game(rules, unit.number % rules.seats))
    play_hand(course, levels, seeded_secret(unit.seed, unit.number, 1, 1))
    counts = hand_counts(rules, course.state.current)
    return counts, rules.score(course.state.standing, counts)


def _counts(counts: HandCounts, side: int) -> dict[str, float]:
    """Return the counts of one side in one hand."""
    seats = [seat for seat in counts.sides[side] if counts.bids[seat] is not None]
    bids = [counts.bids[seat] or 0 for seat in seats]
    above = [bid for bid in bids if bid]
    zeros = [seat for seat in seats if counts.bids[seat] == 0]
    made = [seat for seat in zeros if counts.table_tricks[seat] == 0]
    others = [other for other in range(len(counts.sides)) if other != side and counts.contracts[other] is not None]
    missing = {n: (counts.contracts[n] or 0) - counts.side_tricks[n] for n in (side, *others)}
    return {
        "bid": sum(above) / len(above) if above else float("nan"),
        "zeros": len(zeros) / len(seats),
        "zeros_made": len(made) / len(seats),
        "bags": max(0, -missing[side]),
        "sets": float(missing[side] > 0),
        "others_set": sum(missing[other] > 0 for other in others) / max(1, len(others)),
        "_zeros": len(zeros),
        "_made": len(made),
    }


def play_deal(unit: Unit) -> Counted:
    """Play one deal: plain, and with the style on each side or in each seat in turn."""
    rules = rules_of(unit.variant, unit.options)
    bag = rules.bags.penalty / rules.bags.limit if rules.bags else 0.0
    table = playing_seats(rules, unit.number % rules.seats)
    sides = [side for side, seats in enumerate(rules.sides) if any(seat in table for seat in seats)]
    plain_counts, _ = _play(rules, [unit.level] * rules.seats, unit)
    plain, styled, points = [], [], 0.0
    for side in sides:
        mine = rules.sides[side]
        styled_level = styles.joined_level(unit.level, unit.style)
        levels = [styled_level if seat in mine else unit.level for seat in range(rules.seats)]
        counts, scored = _play(rules, levels, unit)
        worth = [p + bag * bags for p, bags in zip(scored.points, scored.standing.bags, strict=True)]
        others = [worth[other] for other in sides if other != side]
        points += (worth[side] - sum(others) / len(others)) / len(sides)
        plain.append(_counts(plain_counts, side))
        styled.append(_counts(counts, side))
    return Counted(points, _mean(plain), _mean(styled), _zeros(styled), _zeros(plain))


def _mean(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean over sides, leaving out values that a side doesn't have (NaN)."""
    found = {}
    for name in COUNTS:
        values = [row[name] for row in rows if row[name] == row[name]]
        found[name] = sum(values) / len(values) if values else float("nan")
    return found


def _zeros(rows: Sequence[dict[str, float]]) -> tuple[int, int]:
    return int(sum(row["_zeros"] for row in rows)), int(sum(row["_made"] for row in rows))


@dataclass
class Measured:
    """The results of all deals together."""

    points: list[float]
    plain: dict[str, float]
    styled: dict[str, float]
    differences: dict[str, list[float]]
    zeros: tuple[int, int]
    plain_zeros: tuple[int, int]

    def change(self, name: str) -> float:
        """Return the style's excess over plain players in the same deals, as a share: 0.1 is a tenth."""
        return self.styled[name] / self.plain[name] - 1 if self.plain[name] else 0.0


def measure(found: Iterable[Counted]) -> Measured:
    """Combine the results of deals."""
    deals = list(found)
    differences = {name: [one.styled[name] - one.plain[name] for one in deals] for name in COUNTS}
    differences = {name: [value for value in values if value == value] for name, values in differences.items()}
    means = []
    for rows in ([one.plain for one in deals], [one.styled for one in deals]):
        columns = {name: [row[name] for row in rows if row[name] == row[name]] for name in COUNTS}
        means.append({name: sum(values) / max(1, len(values)) for name, values in columns.items()})
    zeros, plain_zeros = [
        (sum(bid for bid, _ in pairs), sum(made for _, made in pairs))
        for pairs in ([one.zeros for one in deals], [one.plain_zeros for one in deals])
    ]
    return Measured([one.points for one in deals], means[0], means[1], differences, zeros, plain_zeros)


def units(variant: str, options: Sequence[str], level: str, style: str, seed: str, deals: int) -> Iterable[Unit]:
    """Yield this many deals."""
    return (Unit(variant, tuple(options), level, style, seed, number) for number in range(1, deals + 1))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--level", default="club", choices=STYLED)
    names = [style.name for style in styles.STYLES]
    parser.add_argument("--style", action="append", choices=names, help="may be given again; all, if none is given")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="manners")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="for each style")
    args = parser.parse_args(arguments)
    for style in args.style or names:
        deals = units(args.variant, args.option, args.level, style, args.seed, args.deals)
        found = measure(results(play_deal, deals, args.processes, args.minutes))
        if not found.points:
            return
        print(f"{args.variant}: {args.level}/{style} over {args.level}, points a hand: {interval(found.points)}")
        for name, words in COUNTS.items():
            row = f"{found.plain[name]:.3f} → {found.styled[name]:.3f} ({100 * found.change(name):+.0f}%)"
            print(f"  {words:<34} {row:<28} {interval(found.differences[name])}")
        print(f"  zeros made: plain {wilson(found.plain_zeros[1], found.plain_zeros[0])};", end=" ")
        print(f"{style} {wilson(found.zeros[1], found.zeros[0])}", flush=True)


if __name__ == "__main__":
    main()

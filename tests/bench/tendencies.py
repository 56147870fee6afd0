"""Count how players of each style bid, for the table that the program ships.

``python -m tests.bench.tendencies --level club --variant classic --deals 2000``
    plays every deal twice: once with plain players of the level in all seats, and once with the style in one seat,
    each seat in turn. At each bid of the style, the plain player is asked too, with the same random numbers. Prints a
    table for `spades_tui/play/tendencies.toml` for each style; the shares are of 100 hands. ``±`` is half the 95%
    interval of the difference from plain players, over the deals.

The same seed gives the same figures with any number of processes. Ctrl+C, or ``--minutes``, ends it early.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass

from spades_tui import bots
from spades_tui.bots import styles
from spades_tui.bots.levels import STYLED
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Bid
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.state import new_game
from tests.bench.bots import turns
from tests.bench.manners import Unit, units
from tests.bench.measures import rules_of
from tests.bench.pool import results

COUNTS = ("higher", "lower", "nils", "set", "bags")
"""Bids above those of a plain player, below them, nils, contracts of the player's side that were set, and bags."""


def play_seat(unit: Unit, level: str, seat: int) -> dict[str, float]:
    """Play a deal with `level` in one seat and plain players elsewhere; return what that seat did."""
    rules = rules_of(unit.variant, unit.options)
    course = History(new_game(rules, unit.number % rules.seats))
    counted = dict.fromkeys(COUNTS, 0.0)
    for decision, (turn, seen) in enumerate(turns(course, seeded_secret(unit.seed, unit.number, 1, 1))):
        seed = f"{unit.seed} {unit.number} {decision}".encode()
        event = bots.choose(level if turn == seat else unit.level, seen, Stream(seed))
        if turn == seat and level != unit.level and isinstance(event, Bid):
            plain = bots.choose(unit.level, seen, Stream(seed))
            if isinstance(plain, Bid) and plain.bid and event.bid:
                counted["higher"] += event.bid > plain.bid
                counted["lower"] += event.bid < plain.bid
        course.do(event)
    counts = hand_counts(rules, course.state.current)
    side = rules.side_of[seat]
    contract, took = counts.contracts[side], counts.side_tricks[side]
    counted["nils"] += counts.bids[seat] == 0
    counted["set"] += contract is not None and took < contract
    counted["bags"] += max(0, took - (contract or 0))
    return counted


@dataclass
class Pair:
    """What a seat did in a deal with the style, and what a plain player did there."""

    styled: dict[str, float]
    plain: dict[str, float]


def play_deal(unit: Unit) -> Pair:
    """Play a deal with the style in a seat, and with a plain player there."""
    seat = unit.number // 4 % rules_of(unit.variant, unit.options).seats
    level = styles.joined_level(unit.level, unit.style)
    return Pair(play_seat(unit, level, seat), play_seat(unit, unit.level, seat))


def _half_interval(values: Sequence[float]) -> float:
    """Return half the 95% interval of a mean, in the same unit."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return 1.96 * math.sqrt(variance / len(values))


def print_table(args: argparse.Namespace, style: str, pairs: Sequence[Pair]) -> None:
    """Print the counts of a style, each per 100 hands, with those of plain players as a comment."""
    print(f'\n[[tendency]]\nstyle  = "{style}"\nlevel  = "{args.level}"\nhands  = {len(pairs)}')
    for name in COUNTS:
        value, plain = (100 * sum(row[name] for row in rows) / len(rows)
                        for rows in ([pair.styled for pair in pairs], [pair.plain for pair in pairs]))  # fmt: skip
        half = 100 * _half_interval([pair.styled[name] - pair.plain[name] for pair in pairs])
        print(f"{name:<6} = {value:.1f}  # plain {plain:.1f}, ± {half:.1f}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--level", default="club", choices=STYLED)
    names = [styles.PLAIN.name, *(style.name for style in styles.STYLES)]
    parser.add_argument("--style", action="append", choices=names, help="may be given again; all, if none is given")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="tendencies")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="for each style")
    args = parser.parse_args(arguments)
    for style in args.style or names:
        deals = units(args.variant, args.option, args.level, style, args.seed, args.deals)
        pairs = list(results(play_deal, deals, args.processes, args.minutes))
        if not pairs:
            return
        print_table(args, style, pairs)


if __name__ == "__main__":
    main()

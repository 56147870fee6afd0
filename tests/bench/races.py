"""Measure how well winners are predicted: ``python -m tests.bench.races foreseen --level club --games 50``.

Plays whole games of a level. Prints how well the chance to win at the start of each hand predicts the winner: the Brier
score (0 is perfect, 0.25 a coin toss) by the hands probably left, and the share of wins for each range of predictions.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from spades_tui.bots.search import win_chances
from spades_tui.bots.search.win_chances import chances
from tests.bench.measures import rules_of
from tests.bench.results import played


@contextmanager
def by_points() -> Iterator[None]:
    """Let searching players choose for points alone inside this context."""
    known = win_chances.nearness
    try:
        win_chances.nearness = lambda rules, standing: 0.0
        yield
    finally:
        win_chances.nearness = known


def foreseen(given: argparse.Namespace) -> None:
    """Play whole games, and print how well their winners were predicted."""
    rules = rules_of(given.variant, tuple(given.option))
    known = chances(rules)
    if known is None:
        print(f"{given.variant}: the chance to win is not known")
        return
    found: list[tuple[float, float, float]] = []
    for game in played(rules, given.level, given.games, given.seed):
        if not game.winners:
            continue
        won = (0 in game.winners) / len(game.winners)
        for standing in game.before:
            chance = known.win(standing.totals, standing.bags, standing.sets, standing.hands, 0)
            found.append((known.hands_left(standing.totals, standing.hands), chance, won))
    for least, most in ((0.0, 1.0), (1.0, 2.5), (2.5, 4.0), (4.0, 99.0)):
        some = [(chance, won) for left, chance, won in found if least <= left < most]
        if some:
            brier = sum((chance - won) ** 2 for chance, won in some) / len(some)
            print(f"{given.variant}, {least:g} to {most:g} hands left: Brier {brier:.3f} (n = {len(some)})")
    turned = [(chance, won) if chance >= 0.5 else (1 - chance, 1 - won) for _, chance, won in found]
    for fifth in range(5):
        some = [(chance, won) for chance, won in turned if min(4, int(10 * chance - 5)) == fifth]
        if some:
            means = [100 * sum(values) / len(some) for values in zip(*some, strict=True)]
            print(f"  foreseen {means[0]:.0f} %, won {means[1]:.0f} % (n = {len(some)})")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("foreseen",))
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--level", default="club")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", default="foreseen")
    foreseen(parser.parse_args(arguments))


if __name__ == "__main__":
    main()

"""Measure zeros with a partner, good ones and doubtful ones: ``python -m tests.bench.zeros --hands 800``.

Players by search bid. In each hand, the first whose zero has a chance (`TRIED` of the play-outs, and no more than
`WORSE` points behind the best bid) must bid it, and the hand is played to its end. The output says, by the play-outs'
share, how many were made, and the weights of `bots.search.zeros` that fit best (least squares).

``… --variant classic --level strong --seed zc``
    the game, the level that plays the cards, and the deals. ``--out FILE`` keeps a line for each zero.
"""

import argparse
import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, replace

from spades_tui import bots
from spades_tui.bots.search import bid_search
from spades_tui.bots.search.corrected_odds import ZeroOdds, signs
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.events import Bid
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation, observe
from tests.bench.bots import deal
from tests.bench.measures import rules_of

TRIED = 0.4
WORSE = 70.0
STEPS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.01)


class Zero(Struct, frozen=True):
    """A zero that was bid."""

    always: float
    seen: float
    held: float
    partner: float
    before: float
    long: float
    made: bool = False


def described(seen: Observation, seat: int, share_made: float) -> Zero:
    """Return a zero as `bots.search.zeros` describes it. Raises ValueError if the cards haven't been looked at."""
    if seen.own is None:
        raise ValueError("nobody has looked at these cards")
    return Zero(1.0, share_made, *signs(seen, seat, seen.own))


def raw(seen: Observation, rows: Sequence[ValuedChoice]) -> ValuedChoice | None:
    """Return the zero among the choices if it is close enough to the best other choice."""
    zeros = [row for row in rows if isinstance(row.event, Bid) and row.event.bid == 0 and row.deals]
    others = [row for row in rows if row not in zeros]
    if not zeros or not others or zeros[0].made < TRIED or zeros[0].value < others[0].value - WORSE:
        return None
    return zeros[0]


def play(rules: Ruleset, number: int, seed: str, level: str) -> Zero | None:
    """Play a hand; return its first zero, or None."""
    course = History(new_game(rules, number % rules.seats))
    secret = seeded_secret(seed, number, 1, 1)
    found: Zero | None = None
    bidder = -1
    while course.state.phase != Phase.PLAYED:
        if course.state.phase == Phase.DEAL:
            deal(course, seeded_secret(secret.hex(), 1, 1, 1))
            streams = [bot_stream(secret + b"\1", seat) for seat in range(rules.seats)]
        turn = machine.on_turn(course.state)
        if turn is None:
            continue
        seen = observe(course.state, turn)
        if not any(isinstance(event, Bid) for event in seen.legal):
            if found is None:
                return None
            course.do(bots.choose(level, seen, streams[turn]))
            continue
        rows = bots.weigh("expert", seen, streams[turn])
        zero = raw(seen, rows) if found is None and seen.own is not None else None
        if zero is not None:
            found, bidder = described(seen, turn, zero.made), turn
        course.do(rows[0].event if zero is None else zero.event)
    if found is None:
        return None
    return replace(found, made=hand_counts(course.state.rules, course.state.current).table_tricks[bidder] == 0)


def as_seen(row: ValuedChoice, zero: ZeroOdds | None) -> ValuedChoice:
    """Return the row unchanged in place of `honest`, so that only the play-outs count."""
    return row


def fitted(zeros: Sequence[Zero]) -> dict[str, float]:
    """Return the weights with the least squares."""
    names = [name for name in asdict(zeros[0]) if name != "made"]
    rows = [[float(getattr(zero, name)) for name in names] for zero in zeros]
    size = len(names)
    sums = [[sum(row[i] * row[j] for row in rows) for j in range(size)] for i in range(size)]
    sides = [sum(row[i] * zero.made for row, zero in zip(rows, zeros, strict=True)) for i in range(size)]
    for i in range(size):  # Gauss–Jordan elimination.
        sums[i][i] += 1e-6  # Avoid a division by zero.
        for j in range(size):
            if j != i:
                part = sums[j][i] / sums[i][i]
                sums[j] = [one - part * other for one, other in zip(sums[j], sums[i], strict=True)]
                sides[j] -= part * sides[i]
    return {name: sides[i] / sums[i][i] for i, name in enumerate(names)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--level", default="strong", help="who plays the cards")
    parser.add_argument("--hands", type=int, default=800)
    parser.add_argument("--seed", default="zeros")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args(arguments)
    bid_search.corrected_zero_chance = as_seen
    rules = rules_of(args.variant, ())
    zeros = []
    for number in range(args.hands):
        zero = play(rules, number, args.seed, args.level)
        if zero is not None:
            zeros.append(zero)
            if args.out:
                with args.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(zero)) + "\n")
    print(f"{args.variant}: {len(zeros)} zeros in {args.hands} hands, {sum(zero.made for zero in zeros)} made")
    for low, high in pairwise(STEPS):
        some = [zero.made for zero in zeros if low <= zero.seen < high]
        if some:
            print(f"  play-outs {low:.2f} to {high:.2f}: {sum(some)} of {len(some)} made ({sum(some) / len(some):.0%})")
    if zeros:
        print("  " + "  ".join(f"{name} {weight:.3f}" for name, weight in fitted(zeros).items()))


if __name__ == "__main__":
    main()

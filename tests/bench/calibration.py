"""Compare the chances that hints show for bids with what happens: ``python -m tests.bench.calibration --hands 100``.

Every seat asks for the hint and makes its best bid. In most hands, one seat makes another bid that the hint values.
Then the hand is played out by one level. Each line but the last ones is a bid: the game, the hand, the bid, whether
it's a nil, whether it was the best, its chance, and whether it was made. The same seed gives the same lines.

Best bids are seldom doubtful. With ``--doubtful``, only one seat of each hand asks, and makes the bid whose chance is
nearest to one half.
"""

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from spades_tui import bots
from spades_tui.bots.advice import ADVISER, weighed_to_show
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.search.playout_outlook import outlooks
from spades_tui.bots.sound_bids import partner_of
from spades_tui.bots.valued_choice import is_nil
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.events import Bid, SeatEvent
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench.bots import deal

GAMES = ("sandbags", "classic", "cutthroat", "jokers")
OTHER_BID = 0.75
"""Share of the hands in which one seat makes another bid than the best."""


EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.96, 1.01)
"""Bounds of similar chances."""


class Row(NamedTuple):
    """One bid of a hint, and whether it was made."""

    game: str
    hand: int
    bid: int
    nil: bool
    best: bool
    chance: float
    made: bool


class Valued(NamedTuple):
    """The bid that a seat makes, its chance by the play-outs, and whether it's the best one."""

    event: SeatEvent
    chance: float
    best: bool


def played(rules: Ruleset, number: int, level: str, seed: str, doubtful: bool) -> Iterator[Row]:
    """Play one hand, and yield its bids. A bid is left out if the partner's later one was not the best."""
    secret = seeded_secret(seed, number, 1, 1)
    chance = random.Random(f"{seed} {number}")
    course = History(new_game(rules, number % rules.seats))
    deal(course, secret)
    other = chance.randrange(rules.seats) if doubtful or chance.random() < OTHER_BID else None
    bids: dict[int, Valued] = {}
    while course.state.phase != Phase.PLAYED:
        turn = machine.on_turn(course.state)
        if turn is None:
            return
        seen = observe(course.state, turn)
        found = None
        asks = turn not in bids and (turn == other or not doubtful)
        if asks and seen.own is not None and any(isinstance(event, Bid) for event in seen.legal):
            known = valued_bids(seen)
            if known and doubtful:
                found = min(known, key=lambda one: abs(one.chance - 0.5))
            elif known and known[0].best:
                found = chance.choice(known) if turn == other else known[0]
        if found is None:
            stream = bot_stream(secret, turn, len(course.steps))
            course.do(bots.choose(level, seen.without_claim() if seen.phase == Phase.PLAY else seen, stream))
        else:
            bids[turn] = found
            if not found.best:
                partner = partner_of(rules, seen.table, turn)
                bids = {seat: one for seat, one in bids.items() if seat != partner}
            course.do(found.event)
    for seat, one in bids.items():
        assert isinstance(one.event, Bid)
        nil = is_nil(rules, one.event.bid)
        made = was_made(course, seat, nil)
        yield Row(rules.variant.slug, number, one.event.bid, nil, one.best, one.chance, made)


def valued_bids(seen: Observation) -> list[Valued]:
    """Return the bids that the hint values, the best first."""
    seat = seen.seat or 0
    choices = weighed_to_show(ADVISER, seen, seat)
    looks = outlooks(choices, seat)
    return [
        Valued(row.event, look.made, place == 0)
        for place, (row, look) in enumerate(zip(choices, looks, strict=True))
        if look is not None and isinstance(row.event, Bid) and not row.event.blind
    ]


def was_made(course: History, seat: int, nil: bool) -> bool:
    """Return whether the seat's nil, or its side's contract, was made."""
    rules = course.state.rules
    hand = hand_counts(rules, course.state.current)
    if nil:
        return hand.table_tricks[seat] == 0
    side = rules.side_of[seat]
    contract = hand.contracts[side] or 0
    apart = rules.zeros_separate and not rules.failed_zeros_help
    bidders = [other for other in rules.sides[side] if hand.bids[other] or not apart]
    tricks = sum(hand.table_tricks[other] or 0 for other in bidders)
    if rules.must_be_exact(contract, blind=False):
        return tricks == contract
    return tricks >= contract


def rows(games: Sequence[str], hands: range, level: str, seed: str, doubtful: bool) -> Iterator[Row]:
    """Yield the bids of numbered hands, the games in turn."""
    for number in hands:
        game = games[number % len(games)]
        yield from played(ruleset(shipped()[game]), number, level, seed, doubtful)


def summary(found: Sequence[Row]) -> Iterator[str]:
    """Yield a line for bids of similar chances: the mean chance, and the share that was made with its 95% interval."""
    for low, high in pairwise(EDGES):
        alike = [row for row in found if not row.nil and low <= row.chance < high]
        if alike:
            count = len(alike)
            shown, made = sum(row.chance for row in alike) / count, sum(row.made for row in alike) / count
            within = 1.96 * math.sqrt(made * (1 - made) / count)
            yield f"{low:.0%} to {min(1.0, high):.0%}: shown {shown:.0%}, made {made:.0%} ± {within:.0%} of {count}"


def main() -> None:
    """Print a line for each bid, and the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=GAMES, choices=tuple(shipped()))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--level", default="strong", choices=LEVELS)
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--doubtful", action="store_true", help="only the most doubtful bids")
    arguments = parser.parse_args()
    hands = range(arguments.first, arguments.first + arguments.hands)
    found = []
    for row in rows(arguments.games, hands, arguments.level, arguments.seed, arguments.doubtful):
        print(*row[:5], f"{row.chance:.4f}", row.made, flush=True)
        found.append(row)
    print(*summary(found), sep="\n")


if __name__ == "__main__":
    main()

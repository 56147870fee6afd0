"""Measure what a level loses with five cards left: ``python -m tests.bench.last_five --level expert --hands 150``.

The level of `--before` plays each hand until everybody has five cards. Then `--level` chooses the cards of the next
trick, and its choices are compared with exact solutions: every card is played in the same sampled deals, each to its
end with all hands open. A loss is the difference, in points, between the average of the best card and that of the card
chosen. Prints the loss per decision with its 95% interval, for all of them and by place in the trick.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from spades_tui import bots
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.card_search import is_exact
from spades_tui.bots.search.choice_values import EndWorth, without
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.last_tricks import LastTricks
from spades_tui.bots.search.layout import layout
from spades_tui.bots.search.playout import after_card
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game.events import Play
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from tests.bench.bots import interval, turns
from tests.bench.pool import results

CARDS = 5
"""Cards that everybody has before the trick that is measured."""
PLACES = ("lead", "second", "third", "last")


@dataclass(frozen=True)
class Hand:
    """A hand to play, and how its ninth trick is judged."""

    variant: str
    level: str
    before: str
    seed: str
    number: int
    deals: int


@dataclass
class Measured:
    """The losses in one hand, in points by place in the trick, and the seconds of each decision."""

    losses: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    seconds: list[float] = field(default_factory=list)


def exact_averages(seen: Observation, seat: int, plays: Sequence[Play], deals: int, random: Random) -> list[float]:
    """Return the points of each card, on average over sampled deals that are each played to their end exactly.

    Raises ValueError in games whose last tricks can't be played exactly.
    """
    ends, plan = ends_as_bid(seen, seat), layout(seen.rules)
    if not is_exact(ends):
        raise ValueError("this game has no two sides, or pays for its last tricks")
    table, outcomes = ends.table, ends.outcomes()
    me = seen.table.index(seat)
    ours = [side == table.side_of[me] for side in table.side_of]
    last = LastTricks(table, ours, partial(_points, outcomes, ends.start.winners))
    cards = [(plan.suit_of[play.card], plan.bit_of[play.card]) for play in plays]
    totals = [0.0] * len(plays)
    for _ in range(deals):
        deal = Deals(seen, seat, random).next()
        for n, (suit, bit) in enumerate(cards):
            position = after_card(table, ends.start, suit, bit)
            totals[n] += last.value(last.end(without(deal, me, suit, bit), position))
    return [total / deals for total in totals]


def _points(outcomes: EndWorth, winners: list[int], count: int) -> float:
    return outcomes.of(count, winners).value


def measured(hand: Hand) -> Measured:
    """Play a hand until everybody has four cards, and measure the choices of the trick before that."""
    rules = ruleset(find(hand.variant))
    course = History(new_game(rules, hand.number % rules.seats))
    secret = seeded_secret(hand.seed, hand.number, 1, 1)
    streams = [bot_stream(secret, seat) for seat in range(rules.seats)]
    done = Measured()
    for turn, seen in turns(course, secret):
        if seen.phase != Phase.PLAY or seen.sizes[turn] > CARDS:
            course.do(bots.choose(hand.before, seen, streams[turn]))
            continue
        if seen.sizes[turn] < CARDS:
            break
        begun = time.process_time()
        chosen = bots.choose(hand.level, seen, streams[turn])
        took = time.process_time() - begun
        plays = fair_plays(seen)
        if len(plays) > 1 and chosen in plays:
            done.seconds.append(took)
            averages = exact_averages(seen, turn, plays, hand.deals, Random(f"{hand.seed} {hand.number} {turn}"))
            done.losses[PLACES[len(seen.trick)]].append(max(averages) - averages[plays.index(chosen)])
        course.do(chosen)
    return done


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each place in the trick."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--before", default="club", help="the level that plays until five cards are left")
    parser.add_argument("--hands", type=int, default=150)
    parser.add_argument("--deals", type=int, default=200, help="sampled deals per decision")
    parser.add_argument("--seed", default="last five")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    losses: dict[str, list[float]] = defaultdict(list)
    seconds: list[float] = []
    numbers = range(1, given.hands + 1)
    hands = [Hand(given.variant, given.level, given.before, given.seed, number, given.deals) for number in numbers]
    for done in results(measured, hands, given.processes):
        seconds += done.seconds
        for place, values in done.losses.items():
            losses[place] += values
    print(f"{given.variant} {given.level}: {interval([loss for values in losses.values() for loss in values])}")
    for place in PLACES:
        print(f"  {place}: {interval(losses[place])}" if losses[place] else f"  {place}: none")
    seconds.sort()
    print(f"  seconds of processor time: median {seconds[len(seconds) // 2]:.3f}, most {seconds[-1]:.3f}")


if __name__ == "__main__":
    main()

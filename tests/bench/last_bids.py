"""Measure bids near the end of a game: ``python -m tests.bench.last_bids --variant sandbags --positions 100``.

Games start from random totals between ``--from`` and ``--to``, with random bags, and `club` makes the first bids. Then
`level` bids once for the chance to win and once for points alone. Where the two differ, deals that fit the seat's view
are sampled, and ``--others`` play on after both bids to the end of the hand. The output says how much more often the
first bid wins the game, beside the expectation of `level`, with a 95% interval over the positions. An unfinished game
counts as its estimated chance to win.

The same seed gives the same figures with any number of processes.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.search.layout import CardPlaces
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.search.win_chances import chances
from spades_tui.cards import hand_of
from spades_tui.fair import Stream, bot_stream, seeded_secret
from spades_tui.game.events import Bid, Deal, Look, Score
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench.bots import deal, interval
from tests.bench.measures import rules_of
from tests.bench.pool import results
from tests.bench.races import by_points


@dataclass(frozen=True)
class Race:
    """A game near its end."""

    variant: str
    options: tuple[str, ...]
    level: str
    others: str
    seed: str
    number: int
    least: int
    most: int


@dataclass(frozen=True)
class Position:
    """A bid near the end of a game, with the settings of its measurement."""

    race: Race
    deals: int

    @property
    def seed(self) -> str:
        """Return the seed of everything random in this position."""
        return f"{self.race.seed} {self.race.number}"


def started(rules: Ruleset, race: Race) -> History:
    """Return a game with the race's score."""
    random = Random(f"{race.seed} {race.number}")
    state = new_game(rules, race.number % rules.seats)
    standing = state.standing
    totals = tuple(random.randint(race.least, race.most) for _ in rules.sides)
    limit = rules.bags.limit if rules.bags is not None else 1
    bags = tuple(random.randrange(limit) for _ in rules.sides)
    hands = standing.hands
    if rules.game_hands is not None:
        hands = rules.game_hands - random.randint(1, 3)
    return History(replace(state, standing=replace(standing, totals=totals, bags=bags, hands=hands)))


def reached(rules: Ruleset, race: Race) -> tuple[GameState, Observation] | None:
    """Return the state before the deal, and the bidder's view; None if the last hand isn't bid like this."""
    course = started(rules, race)
    before = course.state
    deal(course, seeded_secret(race.seed, race.number, 1, 1))
    for number in range(race.number % rules.players + 1):
        turn = on_turn(course.state)
        if turn is None or course.state.phase != Phase.BID:
            return None
        seen = observe(course.state, turn)
        if number == race.number % rules.players:
            return before, seen
        course.do(bots.choose("club", seen, Stream(b"before")))
    return None


def hands_in(plan: CardPlaces, seats: int, table: Sequence[int], held: list[list[int]]) -> tuple[int, ...]:
    """Return the hands of a sampled deal, by seat."""
    found = [0] * seats
    for player, seat in enumerate(table):
        found[seat] = hand_of(
            [card for suit, row in enumerate(plan.card_at) for place, card in enumerate(row)
             if card >= 0 and held[suit][player] >> place & 1]
        )  # fmt: skip
    return tuple(found)


def chance_after(
    before: GameState, seen: Observation, bid: int, hands: tuple[int, ...], others: str, seed: bytes
) -> float:
    """Return the side's chance to win after the hand with this bid."""
    rules, side = before.rules, seen.side or 0
    course = History(before)
    course.do(Deal(before.next_hand, before.next_dealer, hands))
    streams = [bot_stream(seed, seat) for seat in range(rules.seats)]
    while course.state.phase != Phase.PLAYED:
        turn = on_turn(course.state)
        if turn is None:
            continue
        now = observe(course.state, turn)
        made = seen.bids[turn] if turn != seen.seat else bid
        look = next((event for event in now.legal if isinstance(event, Look)), None)
        if look is not None and made is not None and not seen.blind[turn]:
            course.do(look)
        elif course.state.phase == Phase.BID and made is not None:
            course.do(Bid(turn, made, seen.blind[turn]))
        else:
            course.do(bots.choose(others, now, streams[turn]))
    course.do(Score())
    outcome, standing = course.state.outcome, course.state.standing
    if outcome is not None:
        return 1 / len(outcome.winners) if side in outcome.winners else 0.0
    known = chances(rules)
    return known.win(standing.totals, standing.bags, standing.sets, standing.hands, side) if known else 0.5


def measured(position: Position) -> tuple[float, float] | None:
    """Return the gain of bidding for the chance to win, and the expected one; None if both bids are the same."""
    race = position.race
    rules = rules_of(race.variant, race.options)
    known = chances(rules)
    found = reached(rules, race)
    if found is None or known is None:
        return None
    before, seen = found
    rows = bots.weigh(race.level, seen, Stream(position.seed.encode()))
    with by_points():
        other = bots.weigh(race.level, seen, Stream(position.seed.encode()))[0].event
    first = rows[0].event
    expected = next((rows[0].value - row.value for row in rows if row.event == other), None)
    if expected is None or not isinstance(first, Bid) or not isinstance(other, Bid) or first == other:
        return None
    deals = Deals(seen, seen.seat or 0, Random(position.seed))
    gains = []
    for number in range(position.deals):
        hands = hands_in(deals.plan, rules.seats, seen.table, deals.next())
        seed = f"{position.seed} {number}".encode()
        one, two = (chance_after(before, seen, bid, hands, race.others, seed) for bid in (first.bid, other.bid))
        gains.append(one - two)
    return 100 * sum(gains) / len(gains), 100 * expected / known.points


def positions(given: argparse.Namespace) -> Iterator[Position]:
    """Yield the positions to measure."""
    for number in range(1, given.positions + 1):
        race = Race(
            given.variant, tuple(given.option), given.level, given.others, given.seed, number, given.least, given.most
        )
        yield Position(race, given.deals)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--others", default="club", help="who bids and plays everything else")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--from", dest="least", type=int, default=360)
    parser.add_argument("--to", dest="most", type=int, default=470)
    parser.add_argument("--seed", default="last bids")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float)
    given = parser.parse_args(arguments)
    looked = 0
    gains, expected = [], []
    for found in results(measured, positions(given), given.processes, given.minutes):
        looked += 1
        if found is not None:
            gains.append(found[0])
            expected.append(found[1])
            if len(gains) % 10 == 0:
                print(f"  … {looked}: {len(gains)} differ, {interval(gains)}", flush=True)
    print(f"{given.variant}: of {looked} bids of {given.level} {len(gains)} differ from those by points")
    if gains:
        print(f"  and win {interval(gains)} % oftener; expected {sum(expected) / len(expected):+.2f}")


if __name__ == "__main__":
    main()

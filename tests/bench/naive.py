"""Measure a level against a naive Monte Carlo player: ``python -m tests.bench.naive --variant cutthroat --deals 100``.

The naive player deals the hidden cards at random, as often as `--plays` says, in any way that agrees with the voids
shown. It plays each deal to its end with random legal cards, and chooses the card or the bid with the best average
result. It reads nothing from bids, and knows no habits.

Every deal is played once with the level on each side (in each seat, if everybody plays alone) and naive players
elsewhere. Prints the level's points a hand above the average of the other sides, with a 95% interval, and what both do.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from spades_tui import bots
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.hand_worth import worth
from spades_tui.bots.search.end_values import EndValues, ends_as_bid
from spades_tui.bots.search.layout import layout
from spades_tui.bots.search.playout import TrickPosition, after_card, packed_tricks
from spades_tui.bots.side_scores import Bidding
from spades_tui.bots.sound_bids import expected_bid
from spades_tui.bots.unseen_cards import not_seen
from spades_tui.cards import SPADES, cards_of
from spades_tui.fair import Stream, bot_stream, seeded_secret
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation
from tests.bench.bots import Tally, interval, turns
from tests.bench.pool import results

SUIT = 32
"""A card in play is its suit times this number, plus its place in the suit from 1 upwards."""
TRIES = 20
"""Deals tried until one agrees with the voids; after that, voids are ignored."""


class RandomDeals:
    """Deals that agree with the cards and voids that a seat has seen, each as likely as any other like it."""

    def __init__(self, seen: Observation, seat: int, random: Random) -> None:
        plan = layout(seen.rules)
        unseen, voids = not_seen(seen)
        self.random = random
        self.table = seen.table
        self.me = seen.table.index(seat)
        self.own = [self._card(seen, card) for card in cards_of(seen.own or 0)]
        self.cards = [self._card(seen, card) for card in cards_of(unseen)]
        self.sizes = [seen.sizes[other] for other in seen.table]
        self.voids = [voids[other] for other in seen.table]
        self.plan = plan

    @staticmethod
    def _card(seen: Observation, card: int) -> int:
        plan = layout(seen.rules)
        return plan.suit_of[card] * SUIT + plan.bit_of[card].bit_length() - 1

    def next(self) -> list[list[int]]:
        """Return the cards of each player in table order."""
        for attempt in range(TRIES):
            hands = self._try(voids=attempt < TRIES - 1)
            if hands is not None:
                return hands
        raise AssertionError("cards can always be dealt without voids")

    def _try(self, voids: bool) -> list[list[int]] | None:
        others = [player for player in range(len(self.table)) if player != self.me]
        room = self.sizes[:]
        hands: list[list[int]] = [[] for _ in self.table]
        hands[self.me] = self.own[:]
        cards = self.cards[:]
        self.random.shuffle(cards)
        if voids:
            cards.sort(key=lambda card: sum(not self.voids[player] >> card // SUIT & 1 for player in others))
        for card in cards:
            able = [p for p in others if room[p] and not (voids and self.voids[p] >> card // SUIT & 1)]
            spare = len(cards) - sum(self.sizes[player] for player in others)
            if not able:
                if spare:
                    continue
                return None
            player = self.random.choices(able, [room[player] for player in able])[0]
            hands[player].append(card)
            room[player] -= 1
        return hands


def random_end(ends: EndValues, hands: list[list[int]], start: TrickPosition, random: Random) -> TrickPosition:
    """Play a deal to its end with random legal cards. Uses up `hands`."""
    table = ends.table
    draw = random.random
    count = [start.count >> 5 * unit & 31 for unit in range(len(table.worth))]
    winners = start.winners[:]
    spades_open = table.always or start.broken
    player, lying, led, holder = start.player, start.lying, start.led, start.holder
    ruffed = start.ruff != 0
    best = (start.ruff or start.best).bit_length() - 1
    while len(winners) < table.tricks:
        hand = hands[player]
        if not lying:
            able = hand if spades_open else [card for card in hand if card // SUIT != SPADES] or hand
        else:
            able = [card for card in hand if card // SUIT == led]
            if able and table.must_beat and not ruffed:
                able = [card for card in able if card % SUIT > best] or able
            elif not able:
                able = hand
                if table.must_ruff:
                    trumps = [card for card in hand if card // SUIT == SPADES]
                    over = [card for card in trumps if not ruffed or card % SUIT > best]
                    able = over or (trumps if table.must_trump else []) or hand
        card = able[int(draw() * len(able))]
        hand.remove(card)
        suit, place = divmod(card, SUIT)
        if not lying:
            led, best, ruffed, holder = suit, place, False, player
        elif suit == led and not ruffed and place > best:
            best, holder = place, player
        elif suit == SPADES != led:
            spades_open = True
            if not ruffed or place > best:
                best, ruffed, holder = place, True, player
        spades_open = spades_open or (table.any_spade and suit == SPADES)
        lying += 1
        player = (player + 1) % table.players
        if lying == table.players:
            count[table.unit_of[holder]] += 1
            winners.append(holder)
            player, lying = holder, 0
    return TrickPosition(packed_tricks(count), winners, spades_open, player)


def choose(seen: Observation, random: Random, plays: int) -> SeatEvent:
    """Return the naive player's choice on its turn; what is neither a bid nor a card, it leaves to `beginner`."""
    if len(seen.legal) == 1:
        return seen.legal[0]
    kinds = {type(event) for event in seen.legal}
    if kinds == {Bid}:
        return _best_bid(seen, random, plays)
    if Play in kinds:
        return _best_card(seen, random, plays)
    return bots.choose("beginner", seen, Stream(random.randbytes(8)))


def _best_card(seen: Observation, random: Random, plays: int) -> SeatEvent:
    seat = seen.seat
    assert seat is not None
    ends = ends_as_bid(seen, seat)
    outcomes, plan = ends.outcomes(), layout(seen.rules)
    deals = RandomDeals(seen, seat, random)
    cards = fair_plays(seen)
    totals = [0.0] * len(cards)
    for _ in range(plays):
        hands = deals.next()
        for n, event in enumerate(cards):
            suit, bit = plan.suit_of[event.card], plan.bit_of[event.card]
            held = [hand[:] for hand in hands]
            held[deals.me].remove(suit * SUIT + bit.bit_length() - 1)
            end = random_end(ends, held, after_card(ends.table, ends.start, suit, bit), random)
            totals[n] += outcomes.of(end.count, end.winners).value
    return cards[totals.index(max(totals))]


def _best_bid(seen: Observation, random: Random, plays: int) -> SeatEvent:
    """Return the bid whose own side scores best, if others bid their share or what they have bid."""
    seat, rules = seen.seat, seen.rules
    assert seat is not None
    share = expected_bid(rules)
    bids = [share if bid is None else bid for bid in seen.bids]
    tricks = _tricks_at_random(seen, seat, random, plays)
    mates = rules.sides[rules.side_of[seat]]
    best, most = seen.legal[0], float("-inf")
    for event in seen.legal:
        assert isinstance(event, Bid)
        bids[seat] = event.bid
        contracts = tuple(sum(bids[other] for other in seats) for seats in rules.sides)
        known = worth(rules, seen.standing, Bidding(tuple(bids), (False,) * rules.seats, contracts))
        units = {known.unit_of[other] for other in mates}
        value = 0.0
        for took in tricks:
            for unit in units:
                value += known.row(unit)[sum(took[other] for other in known.seats[unit])]
        if value > most:
            best, most = event, value
    return best


def _tricks_at_random(seen: Observation, seat: int, random: Random, plays: int) -> list[list[int]]:
    """Return the tricks of each seat in random play, by deal."""
    rules = seen.rules
    share = expected_bid(rules)
    contracts = tuple(share * len(seats) for seats in rules.sides)
    bidding = Bidding((share,) * rules.seats, (False,) * rules.seats, contracts)
    ends = EndValues(seen, seat, bidding, worth(rules, seen.standing, bidding).units)
    deals = RandomDeals(seen, seat, random)
    leader = seen.table.index(seen.order[0])
    found = []
    for _ in range(plays):
        end = random_end(ends, deals.next(), TrickPosition(0, [], False, leader), random)
        took = [0] * rules.seats
        for winner in end.winners:
            took[seen.table[winner]] += 1
        found.append(took)
    return found


@dataclass(frozen=True)
class Unit:
    """A deal to play with the level on each side in turn."""

    variant: str
    level: str
    seed: str
    number: int
    plays: int


@dataclass
class Compared:
    """The level's advantage in a deal, and the hands of both kinds of players."""

    ahead: float
    mine: Tally
    theirs: Tally


def compared(unit: Unit) -> Compared:
    """Play a deal with the level on each side, and naive players elsewhere."""
    rules = ruleset(find(unit.variant))
    bag = rules.bags.penalty / rules.bags.limit if rules.bags else 0.0
    mine, theirs = Tally(), Tally()
    total = 0.0
    for side in range(len(rules.sides)):
        names = ["level" if seat in rules.sides[side] else "naive" for seat in range(rules.seats)]
        course = _played(rules, unit, names)
        counts = hand_counts(rules, course.state.current)
        scored = rules.score(course.state.standing, counts)
        mine.count(counts, scored, names, "level")
        theirs.count(counts, scored, names, "naive")
        points = [here + bag * bags for here, bags in zip(scored.points, scored.standing.bags, strict=True)]
        total += points[side] - (sum(points) - points[side]) / (len(points) - 1)
    return Compared(total / len(rules.sides), mine, theirs)


def _played(rules: Ruleset, unit: Unit, names: Sequence[str]) -> History:
    course = History(new_game(rules, unit.number % rules.seats))
    secret = seeded_secret(unit.seed, unit.number, 1, 1)
    streams = [bot_stream(secret, seat) for seat in range(rules.seats)]
    random = Random(f"{unit.seed} {unit.number}")
    for turn, seen in turns(course, secret):
        if names[turn] == "level":
            course.do(bots.choose(unit.level, seen, streams[turn]))
        else:
            course.do(choose(seen, random, unit.plays))
    return course


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="cutthroat")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--plays", type=int, default=300, help="random deals of the naive player per decision")
    parser.add_argument("--seed", default="naive")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after this time")
    given = parser.parse_args(arguments)
    units = [Unit(given.variant, given.level, given.seed, number, given.plays) for number in range(1, given.deals + 1)]
    done = list(results(compared, units, given.processes, given.minutes))
    print(f"{given.variant}: {given.level} over naive {interval([deal.ahead for deal in done])}")
    for name, tallies in ((given.level, [deal.mine for deal in done]), ("naive", [deal.theirs for deal in done])):
        sides, seats = sum(tally.sides for tally in tallies), sum(tally.seats for tally in tallies)
        bid, over = sum(tally.bid for tally in tallies), sum(tally.over for tally in tallies)
        sets, zeros = sum(tally.sets for tally in tallies), sum(tally.zeros for tally in tallies)
        made = sum(tally.zeros_made for tally in tallies)
        print(
            f"  {name}: bid {bid / seats:.2f}, set {100 * sets / sides:.1f}%, {over / sides:.2f} over, "
            f"zeros {100 * zeros / seats:.1f}%, made {made} of {zeros}"
        )


if __name__ == "__main__":
    main()

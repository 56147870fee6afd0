"""Measure a nil's partner: ``python -m tests.bench.partners --partner beginner --hands 1000 --seed evening``.

Each hand follows 0 to 9 hands of the same players, in which the searching player is replaced by `club`. Then it bids
twice from the same observation: with what its partner has shown, and as beside a careful partner. If that makes a
difference, both bids are played out in the same deal. Prints the nils, how many were made, and the difference in points
a hand with its 95% interval. A bag costs its share of the penalty.

The partner is a level, ``never`` (a `club` that plays its lowest card while a partner's nil is alive), or ``over`` or
``under`` (a `club` that bids one trick more or less).
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots import bidding
from spades_tui.bots.search import bid_search, corrected_odds
from spades_tui.fair import Stream, bot_stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.events import Bid, Play, Score, SeatEvent
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation, observe
from tests.bench.bots import deal, interval
from tests.bench.measures import rules_of
from tests.bench.pool import results

HANDS_BEFORE = 10
"""Hand n follows n // 4 % HANDS_BEFORE others."""
OTHER_BIDS = {"over": 1, "under": -1}
"""Tricks added to the bids of a `club`, by partner."""
ODDS_OF_ZERO = corrected_odds.odds_of_zero


class Unit(NamedTuple):
    """A hand, its players and its seed."""

    variant: str
    partner: str
    against: str
    cards: str
    seed: str
    number: int


class Found(NamedTuple):
    """A hand's results with what the partner has shown, and without."""

    before: int
    """The hands played before."""
    nils: tuple[bool | None, bool | None]
    """Whether the nil was made; None without one."""
    points: tuple[float, float]
    """The points by which the side was ahead; 0 if both bids were the same number of tricks."""


def chosen(partner: str, seen: Observation, stream: Stream) -> SeatEvent:
    """Return the choice of a level or of a partner made for this measurement."""
    if partner == "never" and seen.phase == Phase.PLAY and beside_nil(seen):
        plays = [event for event in seen.legal if isinstance(event, Play)]
        return min(plays, key=lambda event: seen.rules.cards.ranks[event.value])
    if partner in bots.LEVELS:
        return bots.choose(partner, seen, stream)
    event = bots.choose("club", seen, stream)
    if not isinstance(event, Bid) or not event.bid:
        return event
    other = replace(event, bid=event.bid + OTHER_BIDS.get(partner, 0))
    return other if other.bid and other in seen.legal else event


def beside_nil(seen: Observation) -> bool:
    """Return whether the seat's partner has a nil that is alive."""
    mates = seen.rules.sides[seen.side or 0]
    return any(seen.bids[mate] == 0 and not seen.took[mate] for mate in mates if mate != seen.seat)


def may_bid_nil(seen: Observation, seat: int) -> bool:
    """Return whether the search would try a nil."""
    usual = bid_search.nearest_sound(seen, seat, bidding.choose(seen, seat))
    return any(isinstance(event, Bid) and not event.bid for event in bid_search._bids_to_try(seen, seat, usual))


def played_to_bid(course: History, levels: Sequence[str], secret: bytes, chair: int | None) -> Observation | None:
    """Deal and play until a seat has to bid with its cards, and return its view; None at the end of the hand."""
    streams: list[Stream] = []
    while course.state.phase != Phase.PLAYED:
        if course.state.phase == Phase.DEAL:
            deal(course, secret)
            streams = [bot_stream(secret, seat) for seat in range(len(levels))]
        seat = machine.on_turn(course.state)
        if seat is None:
            continue
        seen = observe(course.state, seat)
        bids = any(isinstance(event, Bid) for event in seen.legal)
        if seat == chair and bids and seen.own is not None:
            return seen
        course.do(chosen(levels[seat], seen, streams[seat]))
    return None


def finished(start: GameState, bid: SeatEvent, levels: Sequence[str], secret: bytes) -> tuple[float, bool | None]:
    """Make a bid, play the hand to its end, and return the points ahead and whether a nil was made."""
    course, seat = History(start), bid.seat
    course.do(bid)
    streams = [bot_stream(secret + b"after", other) for other in range(len(levels))]
    while course.state.phase != Phase.PLAYED:
        turn = machine.on_turn(course.state)
        if turn is not None:
            course.do(chosen(levels[turn], observe(course.state, turn), streams[turn]))
    rules, hand = course.state.rules, course.state.current
    scored = rules.score(start.standing, hand_counts(rules, hand))
    bag = rules.bags.penalty / rules.bags.limit if rules.bags else 0.0
    gained = [after - before for after, before in zip(scored.standing.bags, start.standing.bags, strict=True)]
    worth = [points + bag * bags for points, bags in zip(scored.points, gained, strict=True)]
    side = rules.side_of[seat]
    nil = not hand.took[seat] if isinstance(bid, Bid) and not bid.bid else None
    return 2 * worth[side] - sum(worth), nil


def play(unit: Unit) -> Found:
    """Play the earlier hands and then one with both bids."""
    rules = rules_of(unit.variant, ())
    chair, before = unit.number % rules.seats, unit.number // rules.seats % HANDS_BEFORE
    mate = next(seat for seat in rules.sides[rules.side_of[chair]] if seat != chair)
    levels = [unit.partner if seat == mate else "club" for seat in range(rules.seats)]
    course = History(new_game(rules, unit.number % rules.seats))
    for hand in range(before):
        played_to_bid(course, levels, seeded_secret(unit.seed, unit.number, hand + 1, 1), None)
        course.do(Score())
        course.state = without_points(course.state, rules)
    levels = [unit.partner if seat == mate else unit.against for seat in range(rules.seats)]
    secret = seeded_secret(unit.seed, unit.number, before + 1, 1)
    seen = played_to_bid(course, levels, secret, chair)
    if seen is None or not may_bid_nil(seen, chair):
        return Found(before, (None, None), (0.0, 0.0))
    bids = tuple(bid_of(seen, chair, secret, shown) for shown in (True, False))
    if bids[0] == bids[1] and not (isinstance(bids[0], Bid) and not bids[0].bid):
        return Found(before, (None, None), (0.0, 0.0))
    levels[chair] = unit.cards
    first = finished(course.state, bids[0], levels, secret)
    second = first if bids[0] == bids[1] else finished(course.state, bids[1], levels, secret)
    return Found(before, (first[1], second[1]), (first[0], second[0]))


def without_points(state: GameState, rules: Ruleset) -> GameState:
    """Return a state with the habits and the dealer of the next hand, but with a fresh score."""
    standing = replace(rules.fresh_standing(), hands=state.standing.hands)
    return replace(state, standing=standing, phase=Phase.DEAL, outcome=None)


def as_careful(seen: Observation, seat: int) -> corrected_odds.ZeroOdds | None:
    """Return the odds of a seat's zero beside a careful partner."""
    odds = ODDS_OF_ZERO(seen, seat)
    return odds and odds._replace(alone=0.0)


def bid_of(seen: Observation, seat: int, secret: bytes, shown: bool) -> SeatEvent:
    """Return an expert's bid, with what its partner has shown or as beside a careful one."""
    corrected_odds.odds_of_zero = ODDS_OF_ZERO if shown else as_careful
    try:
        return bots.choose("expert", seen, bot_stream(secret + b"bid", seat))
    finally:
        corrected_odds.odds_of_zero = ODDS_OF_ZERO


def nils_line(name: str, nils: Sequence[bool | None]) -> str:
    """Return how many nils were bid and made."""
    bid = [nil for nil in nils if nil is not None]
    return f"{name}: {len(bid)} nils in {len(nils)} hands, {sum(bid)} made ({sum(bid) / max(1, len(bid)):.0%})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--partner", default="beginner", choices=(*bots.LEVELS, "never", *OTHER_BIDS))
    parser.add_argument("--against", default="strong", help="the opponents")
    parser.add_argument("--cards", default="strong", help="the level that plays the bidder's cards")
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="evening")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float)
    args = parser.parse_args(arguments)
    numbers = range(args.first, args.first + args.hands)
    units = [Unit(args.variant, args.partner, args.against, args.cards, args.seed, number) for number in numbers]
    found = list(results(play, units, args.processes, args.minutes))
    print(nils_line("as shown", [one.nils[0] for one in found]))
    print(nils_line("as careful", [one.nils[1] for one in found]))
    print(f"points a hand: {interval([one.points[0] - one.points[1] for one in found])}")


if __name__ == "__main__":
    main()

"""Measure contracts with a prize: ``python -m tests.bench.prizes --variant jokers --hands 1500 --processes 2``.

In each hand, once for each side, `expert` plays for the side and `--against` for the others. If the side's last bid or
raise can make a contract with a prize that at least a share `--least` of the play-outs make, the hand is continued
twice: with that contract and with the best other choice. The output says, by the play-outs' share, how many of these
contracts were made, and by how many points they were better, in play-outs and in the real hands.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from spades_tui import bots
from spades_tui.bots.search import bid_search, corrected_odds
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import Stream, bot_stream, seeded_secret
from spades_tui.game.events import Bid, Raise, SeatEvent
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.seats import Observation
from tests.bench.bots import interval, turns
from tests.bench.measures import rules_of
from tests.bench.pool import results

STEPS = (0.0, 0.35, 0.5, 0.6, 0.7, 1.01)


@dataclass(frozen=True)
class Unit:
    """A hand, for one side of it."""

    variant: str
    against: str
    seed: str
    number: int
    side: int
    least: float


@dataclass(frozen=True)
class Prize:
    """A contract with a prize beside the best other choice."""

    seen: float
    better: float
    """The advantage in points in play-outs."""
    made: bool
    really: float
    """The advantage in points in the real hands."""


class Hand:
    """One deal, which can be played repeatedly with the same random numbers."""

    def __init__(self, unit: Unit) -> None:
        self.rules = rules_of(unit.variant, ())
        self.side, self.number = unit.side, unit.number
        mine = self.rules.sides[unit.side]
        self.levels = ["expert" if seat in mine else unit.against for seat in range(self.rules.seats)]
        self.secret = seeded_secret(unit.seed, unit.number, 1, 1)

    def play(self) -> Iterator[tuple[History, int, Observation, Stream]]:
        """Yield each turn of the hand, with the seat's random numbers; the caller must do an event before the next."""
        course = History(new_game(self.rules, self.number % self.rules.seats))
        streams = [bot_stream(self.secret + b"\1", seat) for seat in range(self.rules.seats)]
        for seat, seen in turns(course, self.secret):
            yield course, seat, seen, streams[seat]

    def weighs(self, seat: int, seen: Observation) -> bool:
        """Return whether the side bids or raises on its cards."""
        bids_now = any(isinstance(event, Bid | Raise) for event in seen.legal)
        return bids_now and self.rules.side_of[seat] == self.side and seen.own is not None

    def end(self, events: Sequence[SeatEvent]) -> tuple[bool, float]:
        """Play on after these events; return whether the side makes its contract, and its points above the others'."""
        to_come = iter(events)
        for course, seat, seen, stream in self.play():
            course.do(next(to_come, None) or bots.choose(self.levels[seat], seen, stream))
        counts = hand_counts(self.rules, course.state.current)
        points = self.rules.score(course.state.standing, counts).points
        made = counts.side_tricks[self.side] >= (counts.contracts[self.side] or 0)
        return made, points[self.side] - points[1 - self.side]


def find(unit: Unit) -> Prize | None:
    """Return the first contract with a prize that the side may bid in a hand, played out; None if there is none."""
    for module in (corrected_odds, bid_search):
        vars(module)["PRIZE_BONUS"] = 0.0  # Look only at the chances from the play-outs.
    hand, events = Hand(unit), list[SeatEvent]()
    for course, seat, seen, stream in hand.play():
        if seen.phase == Phase.PLAY:
            return None
        event = None
        if hand.weighs(seat, seen):
            rows = bots.weigh("expert", seen, stream)
            prize = _of(seat, seen, rows, unit.least)
            if prize is not None:
                one, other = prize
                made, points = hand.end([*events, one.event])
                _, others = hand.end([*events, other.event])
                return Prize(one.made, one.value - other.value, made, points - others)
            event = rows[0].event
        events.append(event or bots.choose(hand.levels[seat], seen, stream))
        course.do(events[-1])
    return None


def _of(
    seat: int, seen: Observation, rows: Sequence[ValuedChoice], least: float
) -> tuple[ValuedChoice, ValuedChoice] | None:
    """Return the weighed bid or raise with a prize and the weighed best other choice; None if there is no such bid."""
    tried = [row for row in rows if row.deals]
    good = [row for row in tried if isinstance(row.event, Bid | Raise) and has_prize(seat, seen, row.event)]
    others = [row for row in tried if row not in good]
    return (good[0], others[0]) if good and others and good[0].made >= least else None


def has_prize(seat: int, seen: Observation, event: SeatEvent) -> bool:
    """Return whether a choice leaves the side a contract with a prize."""
    return corrected_odds.prize_stake(seen.rules, corrected_odds.contract_after(seen, seat, event)) > 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="jokers")
    parser.add_argument("--against", default="club")
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--least", type=float, default=STEPS[1])
    parser.add_argument("--seed", default="tens")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args(arguments)
    units = (
        Unit(args.variant, args.against, args.seed, number, side, args.least)
        for number in range(1, args.hands + 1)
        for side in (0, 1)
    )
    found = [prize for prize in results(find, units, args.processes) if prize is not None]
    print(f"{args.variant}: {len(found)} contracts with a prize in {args.hands} hands, each for both sides")
    for low, high in pairwise(STEPS):
        some = [prize for prize in found if low <= prize.seen < high]
        if some:
            made, seen = sum(prize.made for prize in some), sum(prize.better for prize in some) / len(some)
            better = f"better by {interval([prize.really for prize in some])}, seen {seen:+.1f}"
            print(f"  seen made {low:.0%} to {min(1.0, high):.0%}: {made} of {len(some)} made; {better}")


if __name__ == "__main__":
    main()

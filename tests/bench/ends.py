"""Measure how well play-outs predict the end of a hand: ``python -m tests.bench.ends --level club --hands 100``.

Players of a level play hands. Before the first card, and after a quarter, a half and three quarters of the cards, the
search plays the real hands out, and the result is compared with the players' own. Bids and zeros are counted
separately: how often the play-out was right about made or missed, and the mean squared difference in tricks. Zeros that
have already taken a trick are left out.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spades_tui import bots
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.layout import hand_by_suit, layout
from spades_tui.bots.search.playout import play_out, tricks_of
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation
from tests.bench.bots import turns

SEED = "held out"
QUARTERS = (0, 1, 2, 3)


@dataclass(frozen=True)
class Unit:
    """Seats that score on one count of tricks, their bid, and the tricks that a play-out gives them."""

    seats: tuple[int, ...]
    wanted: int
    foreseen: int


@dataclass
class Off:
    """Add up how far predictions were from the results."""

    count: int = 0
    same: int = 0
    squares: int = 0

    def __str__(self) -> str:
        if not self.count:
            return "none"
        return f"{100 * self.same / self.count:.1f}%, off {self.squares / self.count:.2f} ({self.count})"


def units_at(state: GameState, seen: Observation, turn: int) -> list[Unit]:
    """Return the units before a card, with the tricks that a play-out of the real hands gives each."""
    ends = ends_as_bid(seen, turn)
    hands = [hand_by_suit(layout(state.rules), state.current.holding[seat]) for seat in seen.table]
    held = [list(row) for row in zip(*hands, strict=True)]
    end = play_out(ends.table, held, ends.start, ends.table.tricks)
    found = []
    for unit, (seats, best) in enumerate(zip(ends.seats, ends.table.wanted, strict=True)):
        count = tricks_of(end.count, unit)
        if best or not any(seen.took[seat] for seat in seats):
            found.append(Unit(seats, best, count))
    return found


def hand(rules: Ruleset, level: str, number: int) -> Iterator[tuple[int, Unit, int]]:
    """Play a hand and yield, by quarter, each unit with the tricks that it took."""
    course = History(new_game(rules, number % rules.seats))
    secret = seeded_secret(SEED, number, 1, 1)
    streams = [bot_stream(secret, seat) for seat in range(rules.seats)]
    marks: list[tuple[int, Unit]] = []
    cards = 0
    for turn, seen in turns(course, secret):
        if seen.phase == Phase.PLAY:
            for quarter in QUARTERS:
                if cards == quarter * rules.tricks * len(seen.table) // 4:
                    marks += [(quarter, unit) for unit in units_at(course.state, seen, turn)]
            cards += 1
        course.do(bots.choose(level, seen, streams[turn]))
    took = course.state.current.took
    for quarter, unit in marks:
        yield quarter, unit, sum(took[seat] for seat in unit.seats)


def measured(rules: Ruleset, level: str, hands: int) -> dict[tuple[int, bool], Off]:
    """Return how far predictions were off, by quarter and by whether the bid was a zero."""
    found: dict[tuple[int, bool], Off] = defaultdict(Off)
    for number in range(1, hands + 1):
        for quarter, unit, tricks in hand(rules, level, number):
            zero = unit.wanted == 0
            off = found[quarter, zero]
            made, foreseen = (count == 0 if zero else count >= unit.wanted for count in (tricks, unit.foreseen))
            off.count += 1
            off.same += made == foreseen
            off.squares += (tricks - unit.foreseen) ** 2
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each quarter."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--level", default="club")
    parser.add_argument("--hands", type=int, default=100)
    given = parser.parse_args(arguments)
    found = measured(ruleset(find(given.variant)), given.level, given.hands)
    for quarter in QUARTERS:
        bid, zero = found[quarter, False], found[quarter, True]
        print(f"{given.variant} {given.level}, {quarter} quarters played: bids foreseen {bid}; zeros {zero}")


if __name__ == "__main__":
    main()

"""How well play-outs foresee the end of a hand: ``python -m tests.bench.ends --level club --hands 100``.

Players of a level play hands. Before the first card, and when a quarter, a half and three quarters of the cards are
gone, the true hands are played out by the rules of the search, and the end is compared with the one that comes. Printed
are, for bids and for zeros apart: how often those who made theirs and those who did not were foreseen, and by how many
tricks the count was off (the mean of the squares). A zero that has had a trick is left out.

``… --policy policy.json``
    the same of a policy that was learnt (`learn`).
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from spades_tui import bots
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.end_values import Bidding, EndValues, units_of
from spades_tui.bots.search.layout import hand_by_suit, layout
from spades_tui.bots.search.playout import play_out, tricks_of
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import observe
from tests.bench.bots import turns
from tests.bench.choices import choice_of, grouped
from tests.bench.tendencies import Policy

SEED = "held out"
QUARTERS = (0, 1, 2, 3)


@dataclass(frozen=True)
class Unit:
    """What scores on one count of tricks, at some moment, with what a play-out has foreseen."""

    seats: tuple[int, ...]
    wanted: int
    foreseen: int


@dataclass
class Off:
    """How far what was foreseen was off."""

    count: int = 0
    same: int = 0
    squares: int = 0

    def __str__(self) -> str:
        if not self.count:
            return "none"
        return f"{100 * self.same / self.count:.1f}%, off {self.squares / self.count:.2f} ({self.count})"


def on_turn(state: GameState) -> int:
    """The seat on turn. Raises ValueError if nobody is."""
    turn = machine.on_turn(state)
    if turn is None:
        raise ValueError("nobody is on turn")
    return turn


def played_by(policy: Policy, state: GameState) -> list[int]:
    """The tricks of the seats when everybody plays on by a policy."""
    plan = layout(state.rules)
    while state.phase == Phase.PLAY:
        turn = on_turn(state)
        seen = observe(state, turn)
        plays = fair_plays(seen)
        choice = choice_of(state, seen, turn, plays[0])
        chosen = max(0, policy.group(choice)) if choice else 0
        card = list(grouped(plan, seen, turn, plays).values())[chosen][0]
        event = next(event for event in plays if card in grouped(plan, seen, turn, [event]).popitem()[1])
        state = machine.apply(state, event)[0]
    return list(state.current.took)


def units_at(state: GameState, policy: Policy | None) -> list[Unit]:
    """The units of a moment before a card, with what comes of the true hands in a play-out."""
    turn = on_turn(state)
    seen = observe(state, turn)
    bidding = Bidding(seen.bids, seen.blind, seen.contracts, seen.promises)
    units = units_of(state.rules, seen.standing, bidding)
    if policy is not None:
        took = played_by(policy, state)
        counts = [sum(took[seat] for seat in seats) for seats, _, _ in units]
    else:
        ends = EndValues(seen, turn, bidding, units)
        hands = [hand_by_suit(layout(state.rules), state.current.holding[seat]) for seat in seen.table]
        held = [list(row) for row in zip(*hands, strict=True)]
        count, _ = play_out(ends.table, held, ends.start, ends.table.tricks)
        counts = [tricks_of(count, unit) for unit in range(len(units))]
    found = []
    for (seats, _, best), count in zip(units, counts, strict=True):
        if best or not any(seen.took[seat] for seat in seats):
            found.append(Unit(seats, best, count))
    return found


def hand(rules: Ruleset, level: str, number: int, policy: Policy | None) -> Iterator[tuple[int, Unit, int]]:
    """A hand: by quarter, each unit, and the tricks that it came to."""
    course = History(new_game(rules, number % rules.seats))
    secret = seeded_secret(SEED, number, 1, 1)
    streams = [bot_stream(secret, seat) for seat in range(rules.seats)]
    marks: list[tuple[int, Unit]] = []
    cards = 0
    for turn, seen in turns(course, secret):
        if seen.phase == Phase.PLAY:
            for quarter in QUARTERS:
                if cards == quarter * rules.tricks * len(seen.table) // 4:
                    marks += [(quarter, unit) for unit in units_at(course.state, policy)]
            cards += 1
        course.do(bots.choose(level, seen, streams[turn]))
    took = course.state.current.took
    for quarter, unit in marks:
        yield quarter, unit, sum(took[seat] for seat in unit.seats)


def measured(rules: Ruleset, level: str, hands: int, policy: Policy | None = None) -> dict[tuple[int, bool], Off]:
    """By quarter, and whether a zero was bid: how far the ends were off."""
    found: dict[tuple[int, bool], Off] = defaultdict(Off)
    for number in range(1, hands + 1):
        for quarter, unit, tricks in hand(rules, level, number, policy):
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
    parser.add_argument("--policy", type=Path, help="what `learn` has written, in the place of the search's own")
    given = parser.parse_args(arguments)
    policy = Policy.of(given.policy.read_text("utf-8")) if given.policy else None
    found = measured(ruleset(find(given.variant)), given.level, given.hands, policy)
    for quarter in QUARTERS:
        bid, zero = found[quarter, False], found[quarter, True]
        print(f"{given.variant} {given.level}, {quarter} quarters played: bids foreseen {bid}; zeros {zero}")


if __name__ == "__main__":
    main()

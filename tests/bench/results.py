"""Make the representative hands: ``python -m tests.bench.results --variant sandbags --games 160``.

Players of a level play games among themselves. Of all their hands, sorted by the points of both sides and their
difference, 48 evenly spaced ones are written to `spades_tui/bots/search/results.json`. From these the search computes
the chance to win a game (`chances`). Rows of other variants are kept. The same seed gives the same hands.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spades_tui.bots.search.hand_results import FILE, ordinary_pay, shape_of
from spades_tui.fair import seeded_secret
from spades_tui.game.events import Score
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset, ruleset
from tests.bench.bots import play_hand

SEED = "results"
MOST = 60
"""Maximum number of hands per game."""
SUMS, DIFFERENCES = 6, 8
"""Number of parts by the points of both sides, and of divisions of each part by their difference."""

Row = tuple[int, int, int, int, int, int]
"""Points, bags and sets of one side and of the other, before any bags are charged."""


@dataclass(frozen=True)
class Game:
    """A finished game: the standing before each hand, the result of each hand, and the winner."""

    before: list[Standing]
    hands: list[Row | None]
    """None for a hand that was not played."""
    winners: tuple[int, ...]


def played(rules: Ruleset, level: str, games: int, seed: str = SEED) -> Iterator[Game]:
    """Yield games that one level plays in all seats."""
    for number in range(1, games + 1):
        course = History(new_game(rules, number % rules.seats))
        before: list[Standing] = []
        hands: list[Row | None] = []
        while course.state.phase != Phase.OVER and len(hands) < MOST:
            play_hand(course, [level] * rules.seats, seeded_secret(seed, number, len(hands) + 1, 1))
            formed = course.state.rules
            counts = hand_counts(formed, course.state.current)
            fresh = formed.suppose(formed.fresh_standing(), counts)
            one, other = ((fresh.points[side], fresh.bags[side], fresh.sets[side]) for side in (0, 1))
            before.append(course.state.standing)
            hands.append(None if counts.skipped else (*one, *other))
            course.do(Score())
        outcome = course.state.outcome
        yield Game(before, hands, outcome.winners if outcome is not None else ())


def kept(rows: Sequence[Row]) -> list[Row]:
    """Return 48 representative hands."""
    turned = sorted(
        (row if number % 2 == 0 else (*row[3:], *row[:3]) for number, row in enumerate(rows)),
        key=lambda row: (row[0] + row[3], row),
    )
    found = []
    for part in range(SUMS):
        some = turned[len(turned) * part // SUMS : len(turned) * (part + 1) // SUMS]
        some.sort(key=lambda row: (row[0] - row[3], row))
        found += [some[len(some) * (2 * place + 1) // (2 * DIFFERENCES)] for place in range(DIFFERENCES)]
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default="all")
    parser.add_argument("--level", default="club")
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args(arguments)
    names = [slug for slug, one in shipped().items() if len(one.side_seats()) == 2]
    entries = {entry["game"]: entry for entry in json.loads(FILE.read_text("utf-8"))} if FILE.exists() else {}
    for name in names if given.variant == "all" else given.variant.split(","):
        rules = ruleset(find(name))
        rows = [hand for game in played(rules, given.level, given.games) for hand in game.hands if hand is not None]
        entries[name] = {
            "game": name, "shape": sorted(shape_of(rules)), "pays": ordinary_pay(rules), "hands": kept(rows),
        }  # fmt: skip
        print(f"{name}: {len(rows)} hands", flush=True)
        lines = [json.dumps(entries[name]) for name in sorted(entries)]
        FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()

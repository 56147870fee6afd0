"""Measure the ladder: ``python -m tests.bench.ladder levels --variant classic --games 100``.

`levels` lets one side of a level play games against sides of another, from each side in turn, and prints the share of
games won. `fit` reads these lines and prints `spades_tui/scorebook/level_ratings.toml`. `evenings` lets somebody who
plays like a level climb the ladder, always against the next opponent to beat, and prints their rating by evening.
`count` measures how long a ladder takes.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from spades_tui import bots
from spades_tui.analysis.simulate import GameInMemory
from spades_tui.bots.levels import LEVELS
from spades_tui.fair import Stream
from spades_tui.game.events import SeatEvent
from spades_tui.play.game_loop import GameLoop
from spades_tui.play.setup import PARTNER, SeatSetup, TableSetup, bot_seats
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import with_options
from spades_tui.scorebook.ladder import FIRST, LUCK, OTHER_GAMES, Ladder
from spades_tui.scorebook.scorebook import open_book
from spades_tui.seats.observer import observe
from tests.bench.pool import results
from tests.scorebook.ladders import add, result

LEAST = 10
"""The fewest points between two levels."""
PAIRS = (("club", "beginner"), ("strong", "club"), ("expert", "strong"), ("expert", "club"))


class Unit(Struct, frozen=True):
    """A game of one side of a level against sides of another."""

    variant: str
    level: str
    against: str
    number: int


def won(unit: Unit) -> float:
    """Return 1 for a game that the level's side wins, a share of it for one that several sides win, otherwise 0."""
    variant = find(unit.variant)
    sides = ruleset(with_options(variant, {})).sides
    side = unit.number % len(sides)
    seats = list[SeatSetup]()
    for seat, name in enumerate(bot_seats(variant.seats, unit.against)):
        level = unit.level if seat in sides[side] else unit.against
        seats.append(SeatSetup(name.name, "bot", level))
    dealer = unit.number // len(sides) % variant.seats
    over = GameInMemory(TableSetup(variant, {}, tuple(seats), dealer, "ladder", unit.number)).play()
    if over is None or side not in over.winners:
        return 0.0
    return 1 / len(over.winners)


def units(variant: str, level: str, against: str, games: int) -> Iterator[Unit]:
    """Yield the games of two levels."""
    for number in range(games):
        yield Unit(variant, level, against, number)


def difference(variant: str, wins: float, games: int) -> float:
    """Return by how many points a level is better that wins this share; half a game more is won and lost."""
    sides = ruleset(with_options(find(variant), {})).sides
    share = (wins + 0.5) / (games + 1)
    luck = math.sqrt(len(sides)) * LUCK
    return luck * (math.log(share / (1 - share)) + math.log(len(sides) - 1)) / len(sides[0])


def fit(lines: Sequence[str]) -> Iterator[str]:
    """Yield the file of ratings from lines of `levels`.

    Only a few games are measured between slow levels, so these have the average of all games with partners, or of all
    without. A level's rating follows from its games against the next weaker one, if there are any: against `club`,
    `expert` loses so few that one more or less is worth 40 points. No level is below a weaker one.
    """
    better: dict[tuple[str, str, str], tuple[float, int]] = {}
    for line in lines:
        variant, level, against, _, wins, _, games = line.replace(":", "").split()
        better[variant, level, against] = difference(variant, float(wins), int(games)), int(games)
    for variant in (OTHER_GAMES, *shipped()):
        partners = variant == OTHER_GAMES or _has_partners(variant)
        alike = [name for name in shipped() if _has_partners(name) == partners]
        own = [variant] if (variant, "club", "beginner") in better else alike
        beginner = -max(LEAST, _mean(better, own, "club", "beginner") or 0.0)
        strong = max(LEAST, _mean(better, alike, "strong", "club") or 0.0)
        above_strong = _mean(better, alike, "expert", "strong")
        if above_strong is None:
            above_strong = (_mean(better, alike, "expert", "club") or 0.0) - strong
        expert = strong + max(LEAST, above_strong)
        yield f"\n[{variant}]"
        for level, points in zip(LEVELS, (beginner, 0, strong, expert), strict=True):
            yield f"{level} = {FIRST + round(points)}"


def _has_partners(variant: str) -> bool:
    return len(ruleset(with_options(find(variant), {})).sides[0]) > 1


def _mean(
    better: dict[tuple[str, str, str], tuple[float, int]], variants: Sequence[str], level: str, against: str
) -> float | None:
    """Return the mean advantage of a level over another in these games, weighted by their number; None without any."""
    keys = [(variant, level, against) for variant in variants]
    measured = [better[key] for key in keys if key in better]
    games = sum(count for _, count in measured)
    return sum(points * count for points, count in measured) / games if games else None


class Climber:
    """Somebody who plays like a level, and always takes on the next opponent to beat."""

    def __init__(self, folder: Path, variant: str, level: str, partner: str, seed: str) -> None:
        self.folder, self.variant, self.level, self.seed = folder, find(variant), level, seed
        self.partner = partner
        self.now = datetime(2026, 1, 5, 20, tzinfo=UTC)
        self._stream = Stream(seed.encode())
        self.games = 0

    def _choose(self, loop: GameLoop, seat: int) -> SeatEvent:
        return bots.choose(self.level, observe(loop.course.state, seat), self._stream)

    def evening(self, games: int) -> Ladder:
        """Play an evening's games, a day after the last one, and return the ladder."""
        opponent = self._ladder().next_level or "expert" if self.games else "beginner"
        for _ in range(games):
            self.games += 1
            record = record_text(self._play(opponent))
            path = self.folder / "games" / f"{self.now:%Y-%m-%d-%H%M%S}-{self.variant.slug}.spades.jsonl"
            path.write_text(record, "utf-8", newline="")
            self.now += timedelta(minutes=30)
        self.now += timedelta(days=1) - games * timedelta(minutes=30)
        return self._ladder()

    def _play(self, opponent: str) -> list[dict[str, object]]:
        sides = ruleset(with_options(self.variant, {})).sides
        seats = [SeatSetup("Ann", "human")]
        for number, seat in list(enumerate(bot_seats(self.variant.seats, opponent)))[1:]:
            level = self.partner if number in sides[0] else opponent
            seats.append(SeatSetup(seat.name, "bot", level))
        dealer = self.games % self.variant.seats
        game = GameInMemory(TableSetup(self.variant, {}, tuple(seats), dealer, self.seed, self.games), self._choose)
        game.play()
        return game.lines

    def _ladder(self) -> Ladder:
        with open_book(self.folder, clock=lambda: self.now) as book:
            book.records.catch_up()
            return book.ladder("Ann", self.variant.slug)


def climb(variant: str, level: str, partner: str, evenings: int, games: int, seed: str) -> Iterator[Ladder]:
    """Yield the ladder after each evening."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "games").mkdir()
        climber = Climber(Path(folder), variant, level, partner, seed)
        for _ in range(evenings):
            yield climber.evening(games)


def count(games: int, folder: Path) -> Iterator[float]:
    """Yield the seconds of processor time that a ladder of this many games takes."""
    now = datetime(2026, 1, 5, 20, tzinfo=UTC)
    players = ("Ann", "=club", "=strong", "=club")
    with open_book(folder, clock=lambda: now) as book:
        played = []
        for number in range(games):
            places = (1, 2) if number % 2 else (2, 1)
            played.append(result(number, now + timedelta(minutes=number), players, places))
        add(book, played)
        while True:
            began = time.process_time()
            book.ladder("Ann", "classic")
            yield time.process_time() - began


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    levels = commands.add_parser("levels")
    levels.add_argument("--variant", nargs="*", default=list(shipped()))
    levels.add_argument("--pairs", nargs="*", default=["/".join(pair) for pair in PAIRS])
    levels.add_argument("--games", type=int, default=100)
    levels.add_argument("--processes", type=int, default=1)
    commands.add_parser("fit")
    evenings = commands.add_parser("evenings")
    evenings.add_argument("--variant", default="classic")
    evenings.add_argument("--level", default="club")
    evenings.add_argument("--partner", default=PARTNER)
    evenings.add_argument("--evenings", type=int, default=40)
    evenings.add_argument("--games", type=int, default=3)
    evenings.add_argument("--seed", default="evenings")
    counting = commands.add_parser("count")
    counting.add_argument("--games", type=int, default=5000)
    args = parser.parse_args(arguments)
    if args.what == "count":
        with TemporaryDirectory() as place:
            print(f"{args.games} games: {1000 * min(islice(count(args.games, Path(place)), 4)):.0f} ms")
        return
    if args.what == "fit":
        print("\n".join(fit(sys.stdin.read().splitlines())))
        return
    if args.what == "evenings":
        for number, ladder in enumerate(
            climb(args.variant, args.level, args.partner, args.evenings, args.games, args.seed), 1
        ):  # fmt: skip
            rating = f"{ladder.rating} ± {ladder.uncertainty}"
            print(f"evening {number}: {rating} after {ladder.games} games; next: {ladder.next_level}", flush=True)
        return
    for pair in args.pairs:
        level, against = pair.split("/")
        for variant in args.variant:
            shares = list(results(won, units(variant, level, against, args.games), args.processes))
            print(f"{variant} {level} {against}: won {sum(shares):.1f} of {len(shares)}", flush=True)


if __name__ == "__main__":
    main()

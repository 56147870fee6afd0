"""Measure players at the end of games: ``python -m tests.bench.races run --variant sandbags --from 350 --to 450``.

``… run`` starts games from random totals between ``--from`` and ``--to``, with random bags, and plays each twice with
    the same deals to its end, `level` on one side and then on the other. It prints how many `level` wins, with a 95%
    interval over the pairs. ``--against points`` is `level` itself choosing for points alone. With ``--cards club``
    another level plays all cards, so that only bids are measured, much faster. With ``--hands 1``, an unfinished game
    counts as its estimated chance to win, which removes the luck of later hands.
``… foreseen --level club --games 50`` plays whole games of a level and prints how well the chance to win at the start
    of each hand predicts the winner: the Brier score (0 is perfect, 0.25 a coin toss) by the hands probably left, and
    the share of wins for each range of predictions.

The same seed gives the same figures with any number of processes.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.search import win_chances
from spades_tui.bots.search.win_chances import chances
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.events import Score
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observer import observe
from tests.bench.bots import deal, interval
from tests.bench.measures import rules_of
from tests.bench.pool import results
from tests.bench.results import played

POINTS = "points"
"""The level itself, playing for points alone."""
MOST = 40
"""Maximum number of hands per game."""


@dataclass(frozen=True)
class Race:
    """The last part of a game."""

    variant: str
    options: tuple[str, ...]
    level: str
    against: str
    seed: str
    number: int
    least: int
    most: int
    cards: str | None = None
    hands: int = MOST


@contextmanager
def by_points() -> Iterator[None]:
    """Let searching players choose for points alone inside this context."""
    known = win_chances.nearness
    try:
        win_chances.nearness = lambda rules, standing: 0.0
        yield
    finally:
        win_chances.nearness = known


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


def play(course: History, levels: Sequence[tuple[str, bool]], secret: bytes, cards: str | None) -> None:
    """Play a hand; for each seat its level, and whether it plays for points alone.

    `cards`: the level that plays all cards.
    """
    deals = 0
    while course.state.phase != Phase.PLAYED:
        if course.state.phase == Phase.DEAL:
            deals += 1
            deal(course, seeded_secret(secret.hex(), 1, 1, deals))
            streams = [bot_stream(secret + bytes([deals]), seat) for seat in range(course.state.rules.seats)]
        turn = machine.on_turn(course.state)
        if turn is None:
            continue
        level, points = levels[turn]
        seen = observe(course.state, turn)
        if cards is not None and seen.phase == Phase.PLAY:
            event = bots.choose(cards, seen, streams[turn])
        elif points:
            with by_points():
                event = bots.choose(level, seen, streams[turn])
        else:
            event = bots.choose(level, seen, streams[turn])
        course.do(event)


def raced(race: Race) -> list[float]:
    """Return the share that `level` won, on each side in turn."""
    rules = rules_of(race.variant, race.options)
    other = (race.level, True) if race.against == POINTS else (race.against, False)
    won = []
    for side, seats in enumerate(rules.sides):
        levels = [(race.level, False) if seat in seats else other for seat in range(rules.seats)]
        course = started(rules, race)
        hands = 0
        while course.state.phase != Phase.OVER and hands < race.hands:
            hands += 1
            play(course, levels, seeded_secret(race.seed, race.number, hands, 1), race.cards)
            course.do(Score())
        outcome, standing = course.state.outcome, course.state.standing
        if outcome is not None:
            won.append(1 / len(outcome.winners) if side in outcome.winners else 0.0)
        else:
            known = chances(rules)
            after = (standing.totals, standing.bags, standing.sets, standing.hands)
            won.append(known.win(*after, side) if known is not None else 0.5)
    return won


def run(given: argparse.Namespace) -> None:
    """Play races, and print what `level` won."""
    options = tuple(given.option)
    races = (
        Race(
            given.variant,
            options,
            given.level,
            given.against,
            given.seed,
            number,
            given.least,
            given.most,
            given.cards,
            given.hands,
        )
        for number in range(given.first, given.first + given.games)
    )
    shares: list[float] = []
    for won in results(raced, races, given.processes, given.minutes):
        shares.append(100 * sum(won) / len(won))
        if len(shares) % 10 == 0:
            print(f"  … {len(shares)}: {interval(shares)}", flush=True)
    if shares:
        print(f"{given.variant}: {given.level} against {given.against}, from {given.least} to {given.most}, % won:")
        print(f"  {interval(shares)} pairs of games; fair is {100 / len(rules_of(given.variant, options).sides):.1f}")


def foreseen(given: argparse.Namespace) -> None:
    """Play whole games, and print how well their winners were predicted."""
    rules = rules_of(given.variant, tuple(given.option))
    known = chances(rules)
    if known is None:
        print(f"{given.variant}: the chance to win is not known")
        return
    found: list[tuple[float, float, float]] = []
    for game in played(rules, given.level, given.games, given.seed):
        if not game.winners:
            continue
        won = (0 in game.winners) / len(game.winners)
        for standing in game.before:
            chance = known.win(standing.totals, standing.bags, standing.sets, standing.hands, 0)
            found.append((known.hands_left(standing.totals, standing.hands), chance, won))
    for least, most in ((0.0, 1.0), (1.0, 2.5), (2.5, 4.0), (4.0, 99.0)):
        some = [(chance, won) for left, chance, won in found if least <= left < most]
        if some:
            brier = sum((chance - won) ** 2 for chance, won in some) / len(some)
            print(f"{given.variant}, {least:g} to {most:g} hands left: Brier {brier:.3f} (n = {len(some)})")
    turned = [(chance, won) if chance >= 0.5 else (1 - chance, 1 - won) for _, chance, won in found]
    for fifth in range(5):
        some = [(chance, won) for chance, won in turned if min(4, int(10 * chance - 5)) == fifth]
        if some:
            means = [100 * sum(values) / len(some) for values in zip(*some, strict=True)]
            print(f"  foreseen {means[0]:.0f} %, won {means[1]:.0f} % (n = {len(some)})")


def shared(sub: argparse.ArgumentParser, level: str, games: int, seed: str) -> None:
    """Add the options of both commands."""
    sub.add_argument("--variant", default="sandbags")
    sub.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    sub.add_argument("--level", default=level)
    sub.add_argument("--games", type=int, default=games)
    sub.add_argument("--seed", default=seed)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    sub = kinds.add_parser("run")
    sub.set_defaults(run=run)
    shared(sub, "expert", 100, "races")
    sub.add_argument("--against", default=POINTS)
    sub.add_argument("--cards", help="the level that plays everybody's cards")
    sub.add_argument("--hands", type=int, default=MOST, help="hands of a game at most")
    sub.add_argument("--first", type=int, default=1)
    sub.add_argument("--from", dest="least", type=int, default=350)
    sub.add_argument("--to", dest="most", type=int, default=450)
    sub.add_argument("--processes", type=int, default=1)
    sub.add_argument("--minutes", type=float)
    sub = kinds.add_parser("foreseen")
    sub.set_defaults(run=foreseen)
    shared(sub, "club", 50, "foreseen")
    given = parser.parse_args(arguments)
    given.run(given)


if __name__ == "__main__":
    main()

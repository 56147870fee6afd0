"""Measure how fast games are simulated, replayed and verified, in processor seconds.

``python -m tests.bench.speed simulate --variant sandbags --level club --games 20``
    hands per second played by computer players of a level, including dealing, thinking and writing.
``… replay --games 1000``
    records of this many games of beginners, played through the rules: lines and hands per second, and microseconds
    per line.
``… verify --level club --games 20``
    records of games by a level, every choice repeated: hands per second.
``… step``
    cards per second of the state machine: `refusal` and `apply`.
``… playouts``
    sampled deals per second that the search plays out from the first trick to the last, and values.
``… hints --level club --games 1``
    hints per second for the decisions of games by a level, with their reasons in words.
``… machine --games 50``
    hands per second of random games, by the state machine alone: `legal` and `apply` (which calls `refusal`) of every
    event, including deals and scores, without writing. Cards and choices are drawn in advance.

With ``--compiled``, all of this runs in a copy with compiled inner loops (docs/extending.md); a checkout has none.

Every measurement is repeated (``--repeat``, default 3). The output is the best result, since other work of the machine
only slows it down, then the median and the worst in brackets. The last line describes the machine.
"""

import argparse
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from spades_tui import bots
from spades_tui.analysis.reviewed_record import collect
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import verify
from spades_tui.bots.advice import ADVISER, advise
from spades_tui.bots.search.choice_values import EndWorth
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.playout import TrickPosition
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Deal, Event, Play, Score
from spades_tui.game.history import History
from spades_tui.game.machine import apply, legal, on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.play.deal_secrets import cards_dealt
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.presentation.reason_words import reason_words
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bench.machine import machine

HANDS = 20
"""Number of hands after which a random game is left unfinished."""


def records(variant: str, level: str, games: int, first: int = 1) -> str:
    """Return the records of this many games as one text."""
    rules = find(variant)
    seats = tuple(SeatSetup(NAMES[n], "bot", level) for n in range(rules.seats))
    setups = (TableSetup(rules, {}, seats, n % rules.seats, "speed", n) for n in range(first, first + games))
    return "".join(play_game(setup).text for setup in setups)


def times(work: Callable[[], object], repeat: int) -> list[float]:
    """Return the processor seconds of several runs, shortest first."""
    found = []
    for _ in range(repeat):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return sorted(found)


def rates(count: int, found: list[float], what: str) -> str:
    """Return the rate per second: the best, then in brackets the median and the worst."""
    digits = 0 if count / found[0] >= 100 else 1
    best, middle, worst = (f"{count / seconds:.{digits}f}" for seconds in (found[0], median(found), found[-1]))
    return f"{best} {what} a second ({middle}, {worst}; of {count})"


def hands_of(text: str) -> int:
    """Return the number of scored hands in these records."""
    return text.count('"event": "hand_score"')


def dealt(rules: Ruleset, games: int, hands: int) -> list[list[Deal]]:
    """Return the deals of this many games, with at most this many hands each."""
    found = []
    for game in range(1, games + 1):
        deals = []
        for number in range(1, hands + 1):
            dealer = (number - 1) % rules.seats
            cards = cards_dealt(rules, dealer, seeded_secret("machine", game, number, 1))
            deals.append(Deal(number, dealer, cards.hands, cards.extra, dead=cards.dead))
        found.append(deals)
    return found


def at_random(rules: Ruleset, deals: list[Deal]) -> list[Event]:
    """Return the events of a random game, until it ends or no deal is left."""
    done: list[Event] = []
    state, numbers = new_game(rules), Stream(b"machine")
    while state.outcome is None:
        offered = legal(state)
        event: Event
        if offered:
            event = offered[numbers.below(len(offered))]
        elif state.phase == Phase.PLAYED:
            event = Score()
        elif state.standing.hands < len(deals):
            event = deals[state.standing.hands]
        else:
            break
        state, _ = apply(state, event)
        done.append(event)
    return done


def go_through(rules: Ruleset, games: list[list[Event]]) -> None:
    """Find the legal events before each event and apply it, as the state machine does in a game."""
    for events in games:
        state = new_game(rules)
        for event in events:
            legal(state)
            state, _ = apply(state, event)


def steps_of(text: str) -> list[tuple[GameState, Event]]:
    """Return every card of the records, with the state in which it was played."""
    found: list[tuple[GameState, Event]] = []
    real = History.do

    def do(course: History, event: Event) -> object:
        if isinstance(event, Play):
            found.append((course.state, event))
        return real(course, event)

    History.do = do  # type: ignore[method-assign, assignment]
    try:
        list(replay(io.BytesIO(text.encode())))
    finally:
        History.do = real  # type: ignore[method-assign]
    return found


def views_of(text: str) -> list[Observation]:
    """Return what each player saw that had a choice, in every eighth decision of the records."""
    records = collect(io.BytesIO(text.encode()))
    choices = [one.seen for record in records for one in record.decisions if one.choices > 1]
    return choices[::8]


def hint(seen: Observation) -> list[str]:
    """Return the reasons of all choices in words, as a hint does."""
    return [reason_words(one.reason, seen) for one in advise(ADVISER, seen)]


def first_lead(rules: Ruleset, number: int) -> Observation:
    """Return the view of the first leader of a hand, after the bids of club players."""
    course = History(new_game(rules, number % rules.seats))
    decision = 0
    while course.state.phase != Phase.PLAY:
        turn = on_turn(course.state)
        decision += 1
        if turn is None:
            deal(course, seeded_secret("speed", number, 1, decision))
        else:
            course.do(bots.choose("club", observe(course.state, turn), Stream(f"speed {decision}".encode())))
    turn = on_turn(course.state)
    assert turn is not None
    return observe(course.state, turn)


def playouts(variant: str, hands: int = 16, deals: int = 100) -> tuple[int, Callable[[], None]]:
    """Return sampled deals of some hands, and a function that plays them out and values the ends like the search."""
    rules = ruleset(find(variant))
    sampled: list[tuple[EndWorth, TrickPosition, list[list[list[int]]]]] = []
    for number in range(1, hands + 1):
        seen = first_lead(rules, number)
        assert seen.seat is not None
        source = Deals(seen, seen.seat, Random(number))
        ends = ends_as_bid(seen, seen.seat)
        sampled.append((ends.outcomes(), ends.start, [source.next() for _ in range(deals)]))

    def work() -> None:
        for ends, start, dealt in sampled:
            for held in dealt:
                ends.after([cards[:] for cards in held], start)

    return hands * deals, work


def main() -> None:
    """Measure, and print a line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("simulate", "replay", "verify", "step", "machine", "playouts", "hints"))
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--level", default="club")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--compiled", action="store_true")
    given = parser.parse_args()
    if given.compiled:
        from tests.compiled import compiled_copy, run_there

        arguments = [argument for argument in sys.argv[1:] if argument != "--compiled"]
        with TemporaryDirectory() as folder:
            compiled_copy(Path(folder))
            print("compiled", run_there(Path(folder), "-m", "tests.bench.speed", *arguments), end="")
        return
    print(f"{given.what} {given.variant}: {measured(given)}\n{machine()}")


def measured(given: argparse.Namespace) -> str:
    """Return the figures, in a few words."""
    if given.what == "machine":
        rules = ruleset(find(given.variant))
        games = [at_random(rules, deals) for deals in dealt(rules, given.games, HANDS)]
        hands = sum(isinstance(event, Score) for events in games for event in events)
        return rates(hands, times(lambda: go_through(rules, games), given.repeat), "hands")
    if given.what == "playouts":
        count, work = playouts(given.variant)
        return rates(count, times(work, given.repeat), "play-outs")
    records(given.variant, given.level, 1, 99)  # Leave the work done once per variant out of the times.
    text = records(given.variant, "beginner" if given.what in ("replay", "step") else given.level, given.games)
    hands, lines, data = hands_of(text), text.count("\n"), text.encode()
    match given.what:
        case "simulate":
            found = times(lambda: records(given.variant, given.level, given.games), given.repeat)
            return f"{given.level}, {rates(hands, found, 'hands')}"
        case "replay":
            found = times(lambda: list(replay(io.BytesIO(data))), given.repeat)
            return f"{rates(hands, found, 'hands')}, {rates(lines, found, 'lines')}"
        case "verify":
            found = times(lambda: list(verify(io.BytesIO(data))), given.repeat)
            return f"{given.level}, {rates(hands, found, 'hands')}"
        case "hints":
            views = views_of(text)
            return rates(len(views), times(lambda: list(map(hint, views)), given.repeat), "hints")
        case _:
            steps = steps_of(text)
            found = times(lambda: [apply(state, event) for state, event in steps], given.repeat)
            return rates(len(steps), found, "cards")


if __name__ == "__main__":
    main()

"""Measure how often `expert` with ten times the deals agrees with the coach, where it speaks and where it is silent.

    python -m tests.advice.measure_coach --first 1000 --hands 170

Plays the hands from this number on, of all games in turn. A weak player's choices stand for a person's. The judges play
out other deals: one as `expert` plays, which drops bad choices early, and one that drops none, so that every choice
meets ten times the deals. Of the decisions that cost nothing for sure, only one in `SILENT_EACH` is judged, and counts
that often. Prints each judged decision, and the counts so far after each hand.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from msgspec.structs import replace

from spades_tui.bots import advice, choose, weigh
from spades_tui.bots.advice import ADVISER, advice_about, advise
from spades_tui.bots.search import card_search, search_players
from spades_tui.fair import decoration_stream
from spades_tui.game.events import SeatEvent
from spades_tui.play.brain import IN_PLACE
from spades_tui.play.coach import COSTS, Coach
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation

TIMES = 10
"""How many times the deals of `expert` the judge plays out."""
SILENT_EACH = 8
"""Decisions without a sure cost for each one that is judged."""
JUDGE_SURE = 2.0
"""Standard errors that a cost must exceed for the judge."""


@contextmanager
def more_deals() -> Iterator[None]:
    """Let `expert` play out more deals."""
    card, before = (
        replace(one, deals=TIMES * one.deals, cards=TIMES * one.cards, batch=TIMES * one.batch, exact=TIMES * one.exact)
        for one in search_players.EFFORTS[ADVISER]
    )
    with (
        patch.dict(search_players.EFFORTS, {ADVISER: (card, before)}),
        patch.object(card_search, "EXACT_DEALS", TIMES * card_search.EXACT_DEALS),
        patch.object(card_search, "EXACT_BATCH", TIMES * card_search.EXACT_BATCH),
    ):
        yield


def judged(seen: Observation, event: SeatEvent) -> dict[str, tuple[float, float]]:
    """Return what a choice costs by each judge that knows it, in points, and the standard error of that."""
    stream = decoration_stream(f"judge|{seen.hand_number}|{len(seen.tricks)}|{seen.phase}")
    costs = {}
    with more_deals():
        with patch.object(advice, "stream_of", lambda *_: stream):
            one = advice_about(advise(ADVISER, seen), event)
        if one is not None:
            costs["plays"] = one.cost if one.gain is not None else 0.0, one.doubt
        rows = weigh(ADVISER, seen, decoration_stream(f"drops none|{seen.hand_number}|{len(seen.tricks)}"), True, True)
    alike = (event,) if one is None else (event, *one.equals)
    row = next((row for row in rows if row.event in alike and row.deals), None)
    if row is not None:
        costs["drops none"] = max(other.value for other in rows) - row.value, row.doubt
    return costs


def measure(slug: str, seed: str, counts: Counter[str]) -> None:
    """Play one hand, and judge the decisions of its first seat."""
    variant = shipped()[slug]
    seats = tuple(SeatSetup(f"P{n}", "bot" if n else "human", "club" if n else None) for n in range(variant.seats))
    table = Table.create(TableSetup(variant, {}, seats, seed=seed), None)
    while not isinstance(step := table.next(), HandPlayed):
        if isinstance(step, CutOffered):
            table.deal(None)
        elif isinstance(step, Turn) and step.human:
            table.do(_decided(table.observe(0), seed, counts))
        else:
            table.do(table.choose())


def _decided(seen: Observation, seed: str, counts: Counter[str]) -> SeatEvent:
    """Return a weak player's choice, after judging it."""
    event = choose("beginner", seen, decoration_stream(f"{seed}|{len(seen.tricks)}|{seen.phase}"))
    coach = Coach()
    coach.think(seen, IN_PLACE, _fail)
    mine = advice_about(coach.advice(seen, IN_PLACE, _fail), event) if len(seen.legal) > 1 else None
    if mine is None or not mine.weighed or not coach.wait():
        return event
    counts["decisions"] += 1
    doubtful = coach.objection(seen, event, 1.0) is not None or (mine.cost > 2 * mine.doubt and mine.cost > 2)
    weight = 1 if doubtful else SILENT_EACH
    if counts["decisions"] % weight:
        return event
    for judge, (cost, doubt) in judged(seen, event).items():
        surely_worse = cost > JUDGE_SURE * doubt
        print("judged", judge, seen.phase, mine.cost, mine.doubt, mine.deals, cost, doubt, weight)
        for name, least in COSTS.items():
            speaks, would = coach.objection(seen, event, least) is not None, surely_worse and cost >= least
            if speaks:
                counts[f"{name}, {judge}: speaks"] += 1
                counts[f"{name}, {judge}: speaks, would too"] += would
                counts[f"{name}, {judge}: speaks, surely worse"] += surely_worse
            else:
                counts[f"{name}, {judge}: silent"] += weight
                counts[f"{name}, {judge}: silent, would"] += weight * would
    return event


def _fail(error: Exception) -> None:
    raise error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--hands", type=int, default=100)
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    games = tuple(shipped())
    for number in range(given.first, given.first + given.hands):
        slug = games[number % len(games)]
        measure(slug, f"coach-{number}", counts)
        print(number, slug, dict(counts), flush=True)


if __name__ == "__main__":
    main()

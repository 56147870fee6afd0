"""Games of computer players with a person in the first seat, for reviews, and weights with known mistakes."""

from __future__ import annotations

import io
import json
from typing import Any

from spades_tui.analysis.review import Record, collect
from spades_tui.analysis.simulate import play_game
from spades_tui.bots import LEVELS
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import Stream
from spades_tui.game.phase import Phase
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.record.writer import dump_all
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from tests.advice.fakes import weigh_by_rules

CLUB = LEVELS[1]


def simulated(slug: str = "sandbags", **options: object) -> list[dict[str, Any]]:
    """Return a game of club players with the first marked as a person."""
    variant = shipped()[slug]
    names = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")[: variant.seats]
    seats = tuple(SeatSetup(name, "bot", CLUB) for name in names)
    text = play_game(TableSetup(variant, options, seats, seed="review")).text
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    lines[0]["seats"][0] = {"name": "Ann", "kind": "human"}
    return lines


def record_of(lines: list[dict[str, Any]]) -> Record:
    [record] = collect(io.BytesIO(dump_all(lines).encode()))
    return record


def weigh(level: str, seen: Observation, stream: Stream, further: bool = False) -> tuple[ValuedChoice, ...]:
    """Return the rule player's weights; in every third trick another card is 10 points better."""
    found = weigh_by_rules(level, seen, stream)
    if len(found) < 2 or seen.phase != Phase.PLAY or len(seen.tricks) % 3:
        return found
    best = found[0].value
    return (
        ValuedChoice(found[-1].event, best + 10.0, 0.5, 3.0, 10),
        *(ValuedChoice(one.event, one.value, 0.5, 3.0, 10) for one in found[:-1]),
    )

"""Play at a table with people who act at random, and compare its state before and after a kill."""

import json
import random
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from spades_tui.fair import seeded_dealer
from spades_tui.game.findings import HandScore
from spades_tui.game.state import GameState
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped

SHORT_NINE: dict[str, dict[str, Any]] = {
    "classic": {"target": 60, "nil_pass": 2},
    "whiz": {"target": 60},
    "mirrors": {"target": 60},
    "suicide": {"target": 60, "nil_pass": 1},
    "cutthroat": {"target": 60},
    "cutthroat-three": {"target": 60},
    "joker-deuces": {"target": 60, "enforcement": "challenge", "new_deal": True},
    "call-break": {"hands": 1},
    "six-handed": {"target": 60},
    "two-handed": {"target": 60},
    "league": {},
}
"""Options with which the nine newer games are short, and cards are passed in some of them."""


def setup_of(slug: str, kinds: str = "", seed: str | None = None, **options: object) -> TableSetup:
    """Return a setup; `kinds` has a letter per seat, h for a person and b for a beginner (default: all people)."""
    variant = shipped()[slug]
    kinds = kinds or "h" * variant.seats
    seats = tuple(
        SeatSetup(f"P{n}", "human") if kind == "h" else SeatSetup(f"B{n}", "bot", "beginner")
        for n, kind in enumerate(kinds)
    )
    return TableSetup(variant, options, seats, seed=seed)


def no_time() -> None:
    """Return no time, so that the same game has the same bytes."""
    return


def opened(setup: TableSetup, folder: Path | None) -> Table:
    return Table.create(setup, folder, no_time)


def resumed(path: Path) -> Table:
    return Table.resume(path, no_time)


def step(table: Table, rng: random.Random) -> bool:
    """Take the next step of the game; return False when it has ended."""
    match table.next():
        case CutOffered() as offer:
            table.deal(rng.randrange(offer.cards) if offer.human and rng.random() < 0.5 else None)
        case Turn(seat, human):
            table.do(rng.choice(table.observe(seat).legal) if human else table.choose())
        case HandPlayed():
            table.score()
        case GameEnded():
            return False
    return True


def state_of(table: Table) -> tuple[object, ...]:
    """Return everything that must be the same after a kill."""
    state: GameState = table.course.state
    hand = state.hand
    return (
        state.phase, state.standing, state.rights, state.outcome, state.noted, hand, table.proof_of_hand,
        [score for score in table.scores if isinstance(score, HandScore)], table.setup, table.names,
        [(one.event, one.findings) for one in table.course.steps],
    )  # fmt: skip


def finished(folder: Path, slug: str, kinds: str, **options: object) -> Path:
    """Play a game with a code to its end, at random for the people, and return its file."""
    seed = "code 7QF2M9"
    setup = setup_of(slug, kinds, None, **options)
    table = opened(replace(setup, seed=seed, dealer=seeded_dealer(seed, len(setup.seats))), folder)
    rng = random.Random(3)
    while step(table, rng):
        pass
    table.close_game()
    assert table.path is not None
    path = table.path
    table.leave()
    return path


def renamed(path: Path, name: str) -> str:
    """Return a record without sums in which another person sits in seat 0."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    lines[0]["seats"][0]["name"] = name
    return "".join(json.dumps({key: value for key, value in one.items() if key != "sum"}) + "\n" for one in lines)

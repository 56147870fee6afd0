"""Play honest records for tampering: games between computer players, and tables with people who renege."""

import io
import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from spades_tui import fair
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import Verified, verify
from spades_tui.game.events import TakeBack
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.rules.catalogue import shipped
from tests.table.playing import opened

Line = dict[str, Any]

GAMES: tuple[tuple[str, dict[str, object], str, bool], ...] = (
    ("sandbags", {"target": 60}, "beginner", True),
    ("sandbags", {"target": 60, "take_back": True}, "beginner", False),
    ("jokers", {"target": 60, "enforcement": "challenge"}, "beginner", True),
    ("jokers", {"target": 60, "new_deal": True}, "beginner", False),
    ("bemo", {"target": 20, "enforcement": "challenge"}, "beginner", True),
    ("3b-three", {"hands": 2}, "beginner", True),
    ("3b-four", {"hands": 2}, "beginner", False),
    ("3b-five", {"hands": 2}, "beginner", True),
    ("3b-four", {"hands": 1, "take_back": True}, "club", True),
)
"""Variant, options, level, and whether there is a seed."""

WORDS = ("", "Größe 7", "🂡")

TABLES = (
    ("jokers", {"enforcement": "challenge"}, "hbhb"),
    ("bemo", {"enforcement": "challenge"}, "hbb"),
    ("sandbags", {"undo": True}, "hbbb"),
    ("3b-four", {"take_back": True}, "hbhb"),
)
"""Variant, options, and the people's seats; people sometimes take back if that is allowed."""


@cache
def simulated(place: int) -> tuple[Line, ...]:
    """Return the lines of one of `GAMES`; even games without a seed always have the same secrets."""
    slug, options, level, seeded = GAMES[place]
    variant = shipped()[slug]
    seats = tuple(SeatSetup(NAMES[n], "bot", level) for n in range(variant.seats))
    with patch("secrets.token_bytes", random.Random(place).randbytes):
        done = play_game(TableSetup(variant, options, seats, 0, "tampered" if seeded else None))
    return tuple(json.loads(line) for line in done.text.splitlines())


@cache
def with_people(place: int, number: int = 0, events: int = 400) -> tuple[Line, ...]:
    """Return the lines of a table where people play any card, and computer players act out of turn at once."""
    slug, options, kinds = TABLES[place]
    seats = tuple(
        SeatSetup(NAMES[n], "human") if kind == "h" else SeatSetup(NAMES[n], "bot", "club")
        for n, kind in enumerate(kinds)
    )
    rng = random.Random(f"people {place} {number}")
    with TemporaryDirectory() as folder:
        seed = f"people {number}"
        dealer = fair.seeded_dealer(seed, len(seats))
        table = opened(TableSetup(shipped()[slug], dict(options), seats, dealer, seed), Path(folder))
        path = table.path
        assert path is not None
        for _ in range(events):
            due = table.next()
            if rng.random() < 0.1 and table.may_take_back(0):
                table.do(TakeBack(0))
                continue
            said = table.speak() if isinstance(due, Turn | HandPlayed) else None
            if said is not None:
                table.do(said)
                continue
            match due:
                case CutOffered() as offer:
                    depth = rng.randrange(offer.cards) if offer.human else None
                    table.deal(depth, word=rng.choice(WORDS) if offer.human else "")
                case Turn(seat, human):
                    table.do(rng.choice(table.observe(seat).legal) if human else table.choose())
                case HandPlayed():
                    table.score()
                case GameEnded():
                    break
        table.leave()
        text = path.read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    return tuple({key: value for key, value in line.items() if key != "sum"} for line in lines)


def checked(lines: list[Line]) -> Verified:
    """Return the result of `verify` for the lines of one record. Raises RecordError."""
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    [done] = verify(io.BytesIO(text.encode()))
    return done

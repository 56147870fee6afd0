"""The program and the referee, two readings of the rules, agree about every record."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from tests import few
from tests.quick_cases import slow_but
from tests.record.records import Event, completed, error, lines_of, replayed
from tests.record.two_readings import agreed, both_refuse
from tests.referee.generate import generate, spoil
from tests.referee.referee import VARIANTS, RefereeError, check, to_text, with_sums

SLUGS = list(VARIANTS)
QUICK, SLOW = range(2), range(100, 100 + few(50))

Line = tuple[str, str]
"""A line of a score sheet: its rule, and its words with every number as n."""

OPTIONS: dict[str, dict[str, Any]] = {
    "sandbags": {"target": 120},
    "jokers": {"target": 150, "bag_penalty": True, "enforcement": "challenge"},
    "cutthroat": {"target": 80, "last_bid": "not_even", "floor": -100, "bag_limit": 0},
    "cutthroat-three": {"target": 80, "nil_points": 100, "opening": "lowest_club", "first_trick": "no_spade"},
    "joker-deuces": {"target": 150, "bag_penalty": True, "enforcement": "challenge"},
    "bemo": {"target": 200, "enforcement": "challenge"},
    "call-break": {"hands": 2},
    "six-handed": {"target": 80, "floor": -100, "bag_limit": 5},
    "two-handed": {"target": 60, "bag_limit": 10, "floor": -150},
    "league": {"nil_pass": 1, "failed_nil": "helps"},
    "3b-three": {"hands": 2},
    "3b-four": {"hands": 2},
    "3b-five": {"hands": 2},
    "classic": {"target": 150, "failed_nil": "bags", "board": True, "bag_limit": 5},
    "whiz": {"target": 120, "first_trick": "no_spade"},
    "mirrors": {"target": 80, "opening": "lowest_club"},
    "suicide": {"target": 100, "nil_pass": 1, "ten_for_200": True},
}


_3B = {
    ("3B-12", "n made"), ("3B-12", "Set with n taken"), ("3B-12", "n over"), ("3B-13", "Zero set, took n"),
    ("3B-13", "Zero made"), ("3B-15", "All n tricks bid and taken"),
}  # fmt: skip
_JOKERS = {
    ("JK-10", "Blind n made"), ("JK-10", "Blind bid set by n"), ("JK-13", "n bid, not played"),
    ("JK-13", "n tricks bid, took n"), ("JK-7", "n made"), ("JK-7", "Set by n"), ("JK-7", "n over"),
    ("JK-8", "n bid and made"), ("JK-13", "n bags"), ("JK-8", "Blind n bid and made"),
}  # fmt: skip
_NIL = {
    ("NL-4", "n made"), ("NL-4", "Set by n"), ("NL-4", "n over"), ("NL-5", "Nil set, took n"),
    ("NL-5", "Nil made"), ("NL-6", "n taken at nil"), ("NL-9", "n bags"),
}  # fmt: skip
_TEN = {("NL-11", "Set by n"), ("NL-11", "n bid and made")}
_CUTTHROAT = _NIL
LINES: dict[str, set[Line]] = {
    "sandbags": {
        ("SB-5", "n made"), ("SB-5", "Set by n"), ("SB-5", "n over"), ("SB-6", "Zero set, took n"),
        ("SB-6", "Zero made"), ("SB-8", "n made"), ("SB-8", "Set by n"), ("SB-8", "n over"), ("SB-9", "n bags"),
    },
    "jokers": _JOKERS,
    "bemo": {
        ("BM-10", "n bags"), ("BM-10", "n over"), ("BM-11", "n perfect bids in a row"), ("BM-7", "n made"),
        ("BM-7", "n not made, took n"), ("BM-8", "Blind n made"), ("BM-8", "Blind n not made, took n"),
        ("BM-9", "Bemo broken"), ("BM-9", "Bemo kept"), ("BM-9", "Big Bemo broken"), ("BM-9", "Big Bemo kept"),
    },
    "call-break": {("CB-3", "n made"), ("CB-3", "Set by n"), ("CB-3", "n over")},
    "six-handed": _NIL,
    "joker-deuces": _JOKERS, "cutthroat": _CUTTHROAT, "cutthroat-three": _CUTTHROAT,
    "3b-three": _3B, "3b-four": _3B, "3b-five": _3B,
    "classic": _NIL | _TEN | {("NL-7", "Blind nil set, took n"), ("NL-7", "Blind nil made")},
    "whiz": _NIL | _TEN, "mirrors": _NIL | _TEN, "suicide": _NIL | _TEN, "two-handed": _NIL, "league": _NIL | _TEN,
}  # fmt: skip
"""Every line of the score sheets, made and lost."""


def score_lines(record: list[Event]) -> set[Line]:
    """Return the lines of its score sheets: the rule of each, and its words with every number as n."""
    scores = [line for line in record if line["event"] == "hand_score"]
    return {(line["rule"], re.sub(r"\d+", "n", line["text"])) for score in scores for line in score["lines"]}


def compare_generated(variant: str, seed: int, hands: int, spoiled: int) -> set[Line]:
    """Compare the readings of a record and of spoiled ones; return the lines of its score sheets."""
    record = generate(variant, seed, max_hands=hands)
    ours, full = agreed(to_text(record))
    assert completed(to_text(with_sums(full))) == ours
    rng = random.Random(f"spoil {variant} {seed}")
    for _ in range(spoiled):
        both_refuse(*spoil(record, rng, full))
    return score_lines(ours)


def simulated(variant: str, seed: str, **options: object) -> str:
    rules = shipped()[variant]
    seats = tuple(SeatSetup(f"Bot {seat}", "bot", "beginner") for seat in range(rules.seats))
    return play_game(TableSetup(rules, options, seats, seed=seed)).text


@pytest.mark.parametrize("variant", SLUGS)
def test_replay_accepts_the_referees_records(variant: str) -> None:
    for seed in QUICK:
        assert compare_generated(variant, seed, hands=3, spoiled=1) <= LINES[variant]


@pytest.mark.parametrize("variant", slow_but(["3b-four", "suicide"], SLUGS))
def test_the_referee_accepts_simulated_records(variant: str) -> None:
    text = simulated(variant, "ours", **OPTIONS[variant])
    assert len(check(text)) == 1
    agreed(text)
    assert completed(text) == lines_of(text)
    rng = random.Random(f"ours {variant}")
    for _ in range(3):
        both_refuse(*spoil(lines_of(text), rng))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("variant", SLUGS)
def test_replay_accepts_many_records_of_the_referee(variant: str, part: int) -> None:
    """Half of the games end after three hands, since short records are just as good to spoil."""
    found: set[Line] = set()
    for seed in SLOW[part::2]:
        found |= compare_generated(variant, seed, hands=8 if seed % 4 < 2 else 3, spoiled=2)
    assert found <= LINES[variant]
    if len(SLOW) == 50:
        assert len(found) >= len(LINES[variant]) * 0.6


@pytest.mark.slow
@pytest.mark.parametrize("variant", SLUGS)
def test_the_referee_accepts_many_simulated_records(variant: str) -> None:
    for seed in range(4):
        for options in (None, OPTIONS[variant]):
            text = simulated(variant, f"more {seed}", **(options or {}))
            agreed(text)


@pytest.mark.rule("3B-11")
@pytest.mark.parametrize("variant", slow_but(["3b-four", "suicide"], SLUGS))
def test_program_and_referee_allow_the_same_slips(variant: str) -> None:
    """Both readings allow and refuse the same events."""
    back = 0
    record = generate(variant, 700, {"slip": True}, max_hands=1)
    agreed(to_text(record))
    places = [place for place, line in enumerate(record) if line["event"] in ("bid", "play", "look", "raise")]
    for place in random.Random(f"slips {variant}").sample(places, min(12, len(places))):
        for seat in range(len(record[0]["seats"])):
            text = to_text([*record[: place + 1], {"event": "take_back", "seat": seat}])
            try:
                check(text)
            except RefereeError:
                assert "3B-11" in str(error(text)) or "NL-8" in str(error(text))
            else:
                agreed(text)
                back += 1
    assert back


def test_only_the_program_takes_back_a_bid_before_other_bids() -> None:
    """Another seat has bid since then, but nobody has seen a card."""
    games = (generate("sandbags", seed, {"take_back": True}, 0.0) for seed in range(50))
    record = next(record for record in games if len(record) > 9)
    text = to_text([*record[:4], {"event": "take_back", "seat": record[2]["seat"]}])
    assert replayed(text)[0].course.state.current.bidders == 0
    with pytest.raises(RefereeError):
        check(text)

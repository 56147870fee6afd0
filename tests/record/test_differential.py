"""The program and the referee, two readings of the rules, agree about every record."""

import random
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from tests import few
from tests.quick_cases import slow_but
from tests.record.records import completed, error, lines_of, replayed
from tests.record.two_readings import agreed, both_refuse
from tests.referee.generate import generate, spoil
from tests.referee.referee import VARIANTS, RefereeError, check, to_text, with_sums

SLUGS = list(VARIANTS)
QUICK, SLOW = range(2), range(100, 100 + few(50))

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


def compare_generated(variant: str, seed: int, hands: int, spoiled: int) -> None:
    """Compare the readings of a record and of spoiled ones."""
    record = generate(variant, seed, max_hands=hands)
    ours, full = agreed(to_text(record))
    assert completed(to_text(with_sums(full))) == ours
    rng = random.Random(f"spoil {variant} {seed}")
    for _ in range(spoiled):
        both_refuse(*spoil(record, rng, full))


def simulated(variant: str, seed: str, **options: object) -> str:
    rules = shipped()[variant]
    seats = tuple(SeatSetup(f"Bot {seat}", "bot", "beginner") for seat in range(rules.seats))
    return play_game(TableSetup(rules, options, seats, seed=seed)).text


@pytest.mark.parametrize("variant", SLUGS)
def test_replay_accepts_the_referees_records(variant: str) -> None:
    for seed in QUICK:
        compare_generated(variant, seed, hands=3, spoiled=1)


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
    for seed in SLOW[part::2]:
        compare_generated(variant, seed, hands=8 if seed % 4 < 2 else 3, spoiled=2)


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

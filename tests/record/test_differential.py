"""Two readings of the rules: what one makes of a record, the other makes of it too."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from referee.generate import generate, spoil
from referee.referee import VARIANTS, RefereeError, check, findings, to_text, with_sums

from spades_tui.rules.shelf import shipped
from spades_tui.table.setup import SeatSetup, TableSetup
from spades_tui.table.simulate import play_game

from .records import Fact, completed, error, lines_of, replayed

SLUGS = list(VARIANTS)
QUICK, SLOW = range(20), range(100, 160)

OPTIONS: dict[str, dict[str, object]] = {
    "sandbags": {"target": 120},
    "jokers": {"target": 150, "bag_penalty": True, "enforcement": "challenge"},
    "bemo": {"target": 200, "enforcement": "challenge"},
    "3b-three": {"hands": 2},
    "3b-four": {"hands": 2},
    "3b-five": {"hands": 2},
}


def told(line: Fact) -> Fact:
    """A line as both must tell it: a score sheet is compared by what each rule gave each side.

    A made blind ten is JK-8 to one and, where it is worth 400, JK-10 to the other.
    """
    if line["event"] != "hand_score":
        return line
    given: Counter[tuple[int, str]] = Counter()
    for entry in line["lines"]:
        given[entry["side"], entry["rule"].replace("JK-10", "JK-8")] += entry["points"]
    return {**line, "lines": {key: points for key, points in given.items() if points}}


def both_agree(text: str) -> None:
    ours, theirs = completed(text), findings(text)
    assert [told(line) for line in ours] == [told(line) for line in theirs]


def both_refuse(record: list[Fact], what: str) -> None:
    text = to_text(record)
    with pytest.raises(RefereeError) as caught:
        check(text)
    theirs = caught.value
    if "the player who acted last" in theirs.message:
        return  # a reading of 3B-11 in which the two differ, see below
    ours = error(text)
    assert ours.line == theirs.line_number, f"{what}: {ours} / {theirs}"
    assert len(str(ours)) < 400
    assert "\n" not in str(ours)


def check_theirs(variant: str, seed: int, hands: int, spoiled: int) -> None:
    record = generate(variant, seed, max_hands=hands)
    both_agree(to_text(record))
    full = findings(to_text(record))
    assert completed(to_text(with_sums(full))) == completed(to_text(record))
    rng = random.Random(f"spoil {variant} {seed}")
    for _ in range(spoiled):
        both_refuse(*spoil(record, rng))


def simulated(variant: str, seed: str, level: str = "beginner", **options: Any) -> str:
    rules = shipped()[variant]
    seats = tuple(SeatSetup(f"Bot {seat}", "bot", level) for seat in range(rules.seats))
    return play_game(TableSetup(rules, options, seats, seed=seed)).text


@pytest.mark.parametrize("variant", SLUGS)
def test_their_records_through_our_replay(variant: str) -> None:
    for seed in QUICK:
        check_theirs(variant, seed, hands=3, spoiled=1)


@pytest.mark.parametrize("variant", SLUGS)
def test_our_records_through_their_check(variant: str) -> None:
    text = simulated(variant, "ours", **OPTIONS[variant])
    assert len(check(text)) == 1
    both_agree(text)
    assert completed(text) == lines_of(text)
    rng = random.Random(f"ours {variant}")
    for _ in range(6):
        both_refuse(*spoil(lines_of(text), rng))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("variant", SLUGS)
def test_more_of_their_records(variant: str, part: int) -> None:
    for seed in SLOW[part::2]:
        check_theirs(variant, seed, hands=8, spoiled=4)


@pytest.mark.slow
@pytest.mark.parametrize("variant", SLUGS)
def test_more_of_our_records(variant: str) -> None:
    for seed in range(4):
        for options in ({}, OPTIONS[variant]):
            text = simulated(variant, f"more {seed}", **options)
            both_agree(text)


def test_the_reading_in_which_they_differ() -> None:
    """A seat takes back its bid although another has bid since: nothing has been shown."""
    games = (generate("sandbags", seed, {"take_back": True}, 0.0) for seed in range(50))
    record = next(record for record in games if len(record) > 9)
    text = to_text([*record[:4], {"event": "take_back", "seat": record[2]["seat"]}])
    assert replayed(text)[0].course.state.current.bidders == 0
    with pytest.raises(RefereeError):
        check(text)

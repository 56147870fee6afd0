"""The referee accepts its own records, and refuses spoiled and malformed ones.

`tests/record/test_differential.py` compares what it finds with the program.
"""

import json
import random
from typing import Any

import pytest

from tests.games import each_game
from tests.referee.generate import generate, spoil
from tests.referee.referee import (
    VARIANTS,
    Fact,
    RefereeError,
    check,
    findings,
    to_text,
    with_sums,
)

SLUGS = list(VARIANTS)


def first_line(variant: str, **more: Any) -> Fact:
    """Return the ``game`` line of a table of people."""
    seats = [{"name": f"P{seat}", "kind": "human"} for seat in range(VARIANTS[variant].seats)]
    return {"event": "game", "format": "spades-record/1", "variant": variant, "seats": seats, **more}


@pytest.mark.parametrize("variant", SLUGS)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_generated_records_are_accepted(variant: str, seed: int) -> None:
    record = generate(variant, seed, max_hands=12)
    verdict = check(to_text(record))[0]
    full = findings(to_text(record))
    again = check(to_text(full))[0]
    assert (again.totals, again.over, again.hands) == (verdict.totals, verdict.over, verdict.hands)
    assert [line for line in full if line["event"] not in ("trick", "hand_score", "game_over")] == record
    assert findings(to_text(full)) == full


@pytest.mark.parametrize("variant", each_game("3b-four", "bemo", "classic", "jokers", "suicide"))
def test_spoiled_records_are_refused(variant: str) -> None:
    rng = random.Random(variant)
    for seed in range(3):
        record = generate(variant, seed, max_hands=3)
        for _ in range(5):
            spoiled, what, _ = spoil(record, rng)
            assert what
            with pytest.raises(RefereeError):
                check(to_text(spoiled))


def test_the_same_seed_gives_the_same_record() -> None:
    assert generate("bemo", 3, max_hands=3) == generate("bemo", 3, max_hands=3)
    assert generate("bemo", 3, max_hands=3) != generate("bemo", 4, max_hands=3)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 1),
        ("{}\n", 1),
        ("{game}\n\n", 2),
        ("{game}\n\n{game}\n", 2),
        ('{game}\n{"event": "suspend", "event": "suspend"}\n', 2),
        ('{game}\n{"event": "suspend"}\n{"event": "suspend"}\n', 3),
        ('{game}\n{"event": "resume"}\n', 2),
        ('{game}\n{"event": "suspend", "seat": 1}\n', 2),
        ('{game}\n{"event": "suspend", "at": "yesterday"}\n', 2),
        ('{game}\n{"event": "suspend", "stand_in": false}\n', 2),
        ("{game}\n[]\n", 2),
        ('{game}\n{"event": "suspend", "at": NaN}\n', 2),
        ('{game}\n{"event": "game_over"}\n', 2),
        ('{game}\n{"event": "trick", "hand": 1, "trick": 1, "winner": 0}\n', 2),
    ],
)
def test_a_wrong_line_is_refused_at_its_number(text: str, number: int) -> None:
    text = text.replace("{game}", json.dumps(first_line("sandbags")))
    with pytest.raises(RefereeError) as caught:
        check(text)
    assert caught.value.line_number == number


def test_two_games_in_one_text_are_accepted() -> None:
    line = json.dumps(first_line("3b-five"))
    assert len(check(f'{line}\r\n{{"event": "suspend"}}\r\n{line}')) == 2
    with pytest.raises(RefereeError):
        check(json.dumps(first_line("sandbags", rules={})))


@pytest.mark.parametrize(
    "options",
    [{"hands": 3}, {"target": 0}, {"target": True}, {"take_back": 1}, {"enforcement": "challenge"}, {"x": 1}],
)
def test_wrong_options_are_refused(options: Fact) -> None:
    with pytest.raises(RefereeError):
        check(json.dumps(first_line("sandbags", options=options)))


def test_a_wrong_sum_is_refused_by_the_referee() -> None:
    record = with_sums(findings(to_text(generate("3b-four", 1, max_hands=2))))
    check(to_text(record))
    assert len(record) > 3
    record[2]["sum"] = record[3]["sum"]
    with pytest.raises(RefereeError) as caught:
        check(to_text(record))
    assert caught.value.line_number == 3

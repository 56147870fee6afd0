"""Each of two thousand records with tampering is refused in the right line or listed as not verified."""

from __future__ import annotations

import copy
import random
import re

import pytest

from spades_tui.analysis.verify import Verified
from spades_tui.record import RecordError
from tests.verify.honest_records import GAMES, TABLES, Line, checked, simulated, with_people
from tests.verify.tampering import WAYS, Open

RECORDS = 2000
QUICK = 2
"""Number of records for each way in the quick test."""


def honest(rng: random.Random) -> list[Line]:
    """Return an honest record."""
    if rng.random() < 0.3:
        return [copy.deepcopy(line) for line in with_people(rng.randrange(len(TABLES)), rng.randrange(3), 130)]
    return [copy.deepcopy(line) for line in simulated(rng.randrange(len(GAMES)))]


def tamper(way: str, number: int) -> None:
    """Tamper with a suitable record in this way, and check the finding of `verify`."""
    rng = random.Random(f"{way} {number}")
    for _ in range(400):
        found = WAYS[way](honest(rng), rng)
        if found is not None:
            break
    else:
        raise AssertionError("no record gives occasion for it")
    lines, wanted = found
    met = outcome(lines)
    told = f"{way} {number}: {met}, {wanted} wanted"
    if isinstance(wanted, Open):
        assert isinstance(met, Verified), told
        assert wanted.gap in [one.gap for one in met.not_verified], told
        return
    assert isinstance(met, RecordError), told
    assert met.line >= wanted.line if wanted.later else met.line == wanted.line, told
    assert wanted.rule in (None, met.rule), told
    assert re.search(wanted.words, str(met)), told


def outcome(lines: list[Line]) -> Verified | RecordError:
    """Return the result of `verify` for the lines, or its error."""
    try:
        return checked(lines)
    except RecordError as error:
        return error


def test_honest_records_are_verified() -> None:
    for place in range(len(GAMES)):
        assert not checked(list(simulated(place))).not_verified
    for place in range(len(TABLES)):
        assert not checked(list(with_people(place))).not_verified


@pytest.mark.parametrize("way", WAYS)
def test_tampering_is_noticed(way: str) -> None:
    for number in range(QUICK):
        tamper(way, number)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_tampering_is_noticed_two_thousand_times(way: str) -> None:
    for number in range(QUICK, QUICK + -(-RECORDS // len(WAYS))):
        tamper(way, number)

"""A game refuses an entry that doesn't fit it, with the place and the reason: the cases of `refusals.txt`."""

import json
from pathlib import Path

import pytest

from tests.rules.parts import error_of

CASES = [
    [cell.strip() for cell in line.split("|")]
    for line in Path(__file__).with_name("refusals.txt").read_text("utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(
    ("slug", "where", "entry", "without", "message"),
    [pytest.param(*case, marks=pytest.mark.rule(*rules.split())) for rules, *case in CASES],
)
def test_an_entry_is_refused_with_its_place_and_its_reason(
    slug: str, where: str, entry: str, without: str, message: str
) -> None:
    assert (error_of(slug, where, json.loads(entry), without) or "accepted") == message

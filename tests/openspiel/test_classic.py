"""OpenSpiel agrees about random hands of `classic`; these tests are skipped if it isn't installed.

`pip install 'spades-tui[openspiel]'` installs it.
"""

from collections import Counter
from typing import Any

import pytest

from tests.openspiel.side_by_side import PARAMETERS, Hand

QUICK, ALL, PARTS = 40, 2_000, 4


@pytest.fixture(scope="module")
def spades() -> Any:
    """Return OpenSpiel's game."""
    found = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'spades-tui[openspiel]'")
    return found.load_game(PARAMETERS)


def played(spades: Any, seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        hand = Hand(spades.new_initial_state(), seed)
        try:
            hand.play()
        except AssertionError as error:
            raise AssertionError(f"hand {seed}: {error}") from error
        seen += hand.seen
    return seen


@pytest.mark.rule("NL-1", "NL-2", "NL-3", "NL-4", "NL-5", "NL-6", "NL-9", "C-4", "C-5", "C-6", "C-7")
def test_openspiel_agrees_about_some_hands(spades: Any) -> None:
    seen = played(spades, range(QUICK))
    assert {"NL-4", "NL-5"} <= seen.keys()


@pytest.mark.slow
@pytest.mark.rule("NL-1", "NL-2", "NL-3", "NL-4", "NL-5", "NL-6", "NL-9", "C-4", "C-5", "C-6", "C-7")
@pytest.mark.parametrize("part", range(PARTS))
def test_openspiel_agrees_about_two_thousand_hands(spades: Any, part: int) -> None:
    seen = played(spades, range(part, ALL, PARTS))
    assert {"NL-4", "NL-5", "NL-6", "NL-9"} <= seen.keys()
    assert min(seen["nils made"], seen["two nils of a side"], seen["NL-9"]) >= 5

"""List the shipped games for tests that apply to each of them."""

import pytest
from _pytest.mark import ParameterSet

from spades_tui.rules.catalogue import shipped

SLUGS = tuple(shipped())
"""The slugs of all shipped games."""


def each_game(*quick: str) -> list[ParameterSet]:
    """Return all games as parameters: the named ones always run, the others are marked slow.

    Raises AssertionError for an unknown name.
    """
    assert quick and set(quick) <= set(SLUGS), quick
    return [pytest.param(slug, marks=() if slug in quick else pytest.mark.slow) for slug in SLUGS]

"""Choose the cases of a test that run quickly; the others are slow tests."""

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark import ParameterSet


def slow_but(quick: Collection[object], cases: Iterable[object]) -> list[ParameterSet]:
    """Return all cases as parameters: the quick ones always run, the others are marked slow.

    Raises AssertionError if a quick one isn't among the cases.
    """
    values = list(cases)
    assert quick and all(value in values for value in quick), quick
    return [pytest.param(value, marks=() if value in quick else pytest.mark.slow) for value in values]

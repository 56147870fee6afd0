"""Compute with floats alike on every machine, so that a seed gives the same game everywhere (promise 5)."""

import math
from collections.abc import Iterable
from functools import lru_cache

_DIGITS = 12


def add_up(values: Iterable[float]) -> float:
    """Add from left to right; the built-in `sum` adds floats differently from Python 3.12 on."""
    result = 0.0
    for value in values:
        result += value
    return result


def exp(value: float) -> float:
    """Return e to a power, rounded because the last digit differs between C libraries."""
    return round(math.exp(value), _DIGITS)


@lru_cache(maxsize=1 << 14)
def power(base: float, exponent: float) -> float:
    """Return a power, rounded because the last digit differs between C libraries."""
    return round(math.pow(base, exponent), _DIGITS)

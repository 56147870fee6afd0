"""Arithmetic with the same last digit on every machine, so that a seed gives the same game everywhere (promise 5)."""

import math
from collections.abc import Iterable
from functools import lru_cache

_DIGITS = 12


def add_up(values: Iterable[float]) -> float:
    """The sum, added from left to right; the built-in `sum` adds floats in another way from Python 3.12 on."""
    result = 0.0
    for value in values:
        result += value
    return result


def exp(value: float) -> float:
    """e to a power, rounded: the last digit of the C library's is its own."""
    return round(math.exp(value), _DIGITS)


@lru_cache(maxsize=1 << 14)
def power(base: float, exponent: float) -> float:
    """A power, rounded for the same reason."""
    return round(math.pow(base, exponent), _DIGITS)

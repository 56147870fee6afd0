"""The worth of a count of tricks that a side can steer to, if it can do so only within a range and with luck."""

from functools import lru_cache
from typing import Final

from spades_tui.bots.hand_worth import Shape

_NORMAL: Final = [(-1.5, 0.13), (-0.7, 0.22), (0.0, 0.30), (0.7, 0.22), (1.5, 0.13)]
"""A normal distribution in five points: deviations and their weights."""
WIDEST: Final = 1.5
"""The largest deviation in `_NORMAL`."""
Noise = list[tuple[float, float]]
"""How far a count of tricks may be from the estimate: deviations in tricks, each with its weight."""


@lru_cache(maxsize=64)
def noise_of(spread: float) -> Noise:
    """Return a normal distribution with this standard deviation in tricks; cached, because there are few."""
    return [(step * spread, weight) for step, weight in _NORMAL]


def within_reach(
    table: list[float], shape: Shape, taken: int, least: float, most: float, noise: Noise
) -> tuple[float, float]:
    """Return `best_within_reach` for `taken` tricks and for one more; `shape` is what `Worth.shape_of` returns."""
    peak, values, slopes = shape
    if peak < 0.0:
        now = best_within_reach(table, taken, least, most, noise)
        return now, best_within_reach(table, taken + 1, least, most, noise)
    if most < least:
        most = least
    now = with_it = 0.0
    start, further = float(taken), float(taken + 1)
    for shift, weight in noise:
        gained = least + shift
        if gained < 0.0:
            gained = 0.0
        place, one_more = start + gained, further + gained
        if place < peak:  # the best number in reach is the one nearest to the peak
            gained = most + shift
            if gained < 0.0:
                gained = 0.0
            place = start + gained
            if place > peak:
                place = peak
            if one_more < peak:
                one_more = further + gained
                if one_more > peak:
                    one_more = peak
        under = int(place)
        now += weight * (values[under] + (place - under) * slopes[under])
        under = int(one_more)
        with_it += weight * (values[under] + (one_more - under) * slopes[under])
    return now, with_it


def best_within_reach(table: list[float], taken: float, least: float, most: float, noise: Noise) -> float:
    """Value a count of tricks that can be steered to between `least` and `most` more than `taken`.

    The range is uncertain by `noise`. `table` has the points for 0, 1, 2 … tricks; the best one in reach counts.
    """
    top = len(table) - 1
    start, last = float(taken), float(top)
    total = 0.0
    for shift, weight in noise:
        low, high = least + shift, most + shift
        low = start + low if low > 0.0 else start
        high = start + high if high > 0.0 else start
        if low > last:
            low = last
        if high > last:
            high = last
        under = int(low)
        value = best = table[under]
        if under < top:
            best += (low - under) * (table[under + 1] - value)
        if high > low:
            over = int(high)
            value = table[over]
            if over < top:
                value += (high - over) * (table[over + 1] - value)
            if value > best:
                best = value
            while under < over:
                under += 1
                value = table[under]
                if value > best:
                    best = value
        total += weight * best
    return total

"""Tables over the sets of cards of one suit: the highest card, and the number of cards.

A set is an integer of at most `MOST` bits, laid out as in `layout`.
"""

from typing import Final

MOST: Final = 17
"""Cards of a suit, and one more bit for an ace called low."""
LOW: Final = 1
"""The bit of an ace called low, in every suit."""


def _highest() -> list[int]:
    table = [0]
    for place in range(MOST):
        table += [1 << place] * (1 << place)
    return table


def _counts() -> bytes:
    table = b"\0"
    one_more = bytes(range(1, 256)) + b"\0"
    for _ in range(MOST):
        table += table.translate(one_more)
    return table


HIGHEST: Final = _highest()
"""By set: its highest card, as a set of one; 0 for the empty set."""
COUNT: Final = _counts()
"""By set: its number of cards."""

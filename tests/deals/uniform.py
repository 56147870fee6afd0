"""Count which card is at which place in shuffled packs: `python -m tests.deals.uniform 1000000`.

A third of the packs have their own secret and no cut, a third are cut at some depth, and a third share a secret and a
depth but have their own word. The packs are always the same.
"""

import argparse
import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spades_tui import fair

CARDS = 52
PACK = tuple(range(CARDS))


@dataclass(frozen=True)
class Even:
    """A chi-square over all cards and places."""

    packs: int
    value: float
    degrees: int

    @property
    def off(self) -> float:
        """Return how far the chi-square is from its mean, in standard deviations (Wilson and Hilferty)."""
        share = 2 / (9 * self.degrees)
        return (math.cbrt(self.value / self.degrees) - (1 - share)) / math.sqrt(share)


def pack_of(number: int) -> tuple[int, ...]:
    """Return one of the packs."""
    secret = hashlib.sha256(b"uniform %d" % number).digest()
    if number % 3 == 0:
        return fair.cut_pack(PACK, secret)
    if number % 3 == 1:
        return fair.cut_pack(PACK, secret, number // 3 % CARDS)
    return fair.cut_pack(PACK, bytes(32), 17, str(number))


def measure(packs: int, make: Callable[[int], Sequence[int]] = pack_of) -> Even:
    """Count the cards at each place in this many packs.

    Rows and columns of that table have fixed sums, and a card at one place is at no other. So the plain sum is n /
    (n−1) times a chi-square of (n−1)² degrees of freedom.
    """
    counts = [0] * (CARDS * CARDS)
    starts = range(0, CARDS * CARDS, CARDS)
    for number in range(packs):
        for start, card in zip(starts, make(number), strict=True):
            counts[start + card] += 1
    wanted = packs / CARDS
    plain = sum((count - wanted) ** 2 for count in counts) / wanted
    return Even(packs, plain * (CARDS - 1) / CARDS, (CARDS - 1) ** 2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Count which card is at which place in shuffled packs.")
    parser.add_argument("packs", nargs="?", type=int, default=1_000_000)
    found = measure(parser.parse_args().packs)
    print(f"{found.packs:,} packs: chi-square {found.value:.1f} of {found.degrees} degrees, {found.off:+.2f} sigma")

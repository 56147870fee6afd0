"""Fair deals, made as docs/record.md describes them."""

from __future__ import annotations

import hashlib
from typing import Any

from tests.referee.rulebook import Rules, Variant
from tests.referee.state import Fact


def shuffled(deck: list[str], secret: bytes) -> list[str]:
    """The pack that a secret stands for: Fisher-Yates on the words of SHA-256(secret + counter)."""
    pack = list(deck)
    counter = 0
    words: list[int] = []
    for i in range(len(pack) - 1, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        while True:
            if not words:
                block = hashlib.sha256(secret + counter.to_bytes(8, "big")).digest()
                words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < limit:
                break
        j = word % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def commitment(secret: bytes) -> str:
    """What is shown before the cut."""
    return hashlib.sha256(b"spades-deal/1" + secret).hexdigest()


def make_deal(
    variant: Variant,
    options: dict[str, Any],
    hand: int,
    dealer: int,
    secret: bytes,
    cut: int = 0,
    extra_at: int | None = None,
) -> Fact:
    """The ``deal`` line (without cut and proof) that a secret, a cut and a place for the extra card give."""
    rules = Rules(variant, options)
    pack = shuffled(rules.deck, secret)
    pack = pack[cut:] + pack[:cut]
    deal: Fact = {"event": "deal", "hand": hand, "dealer": dealer}
    round_of_seats: list[Any] = [(dealer + step) % variant.seats for step in range(1, variant.seats + 1)]
    if rules.dealer_sits_out:
        round_of_seats.pop()
    if rules.dead_hand:
        round_of_seats.insert(len(round_of_seats) - 1, "dead")
    extra = None
    if rules.has_extra:
        extra = pack.pop(len(pack) - 1 if extra_at is None else extra_at)
    piles: dict[Any, list[str]] = {owner: [] for owner in round_of_seats}
    for place, card in enumerate(pack):
        piles[round_of_seats[place % len(round_of_seats)]].append(card)
    deal["hands"] = [" ".join(piles[s]) if s in piles else None for s in range(variant.seats)]
    if extra is not None:
        deal["extra"] = extra
    if rules.dead_hand:
        deal["dead"] = " ".join(piles["dead"])
    return deal

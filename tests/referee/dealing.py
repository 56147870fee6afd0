"""Make fair deals as docs/record.md describes them."""

import hashlib
from typing import Any

from tests.referee.rulebook import Rules, Variant
from tests.referee.state import Fact


def shuffled(deck: list[str], key: bytes) -> list[str]:
    """Return the pack shuffled with a key: Fisher-Yates on the words of SHA-256(key + counter)."""
    pack = list(deck)
    counter = 0
    words: list[int] = []
    for i in range(len(pack) - 1, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        while True:
            if not words:
                block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
                words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < limit:
                break
        j = word % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def commitment(secret: bytes, version: int = 2) -> str:
    """Return the commitment shown before the cut."""
    prefix = {1: b"spades-deal/1", 2: b"spades-deal/2"}[version]
    return hashlib.sha256(prefix + secret).hexdigest()


def cut_pack(deck: list[str], secret: bytes, depth: int = 0, word: str | None = None, version: int = 2) -> list[str]:
    """Return the pack after the cut, which turns it in version 1 and changes the shuffle in version 2."""
    if version == 1:
        pack = shuffled(deck, secret)
        return pack[depth:] + pack[:depth]
    text = "|".join(["spades-cut/2", secret.hex(), str(depth), "" if word is None else word])
    return shuffled(deck, hashlib.sha256(text.encode("utf-8")).digest())


def make_deal(
    variant: Variant,
    options: dict[str, Any],
    hand: int,
    dealer: int,
    secret: bytes,
    cut: int = 0,
    extra_at: int | None = None,
    word: str | None = None,
    version: int = 2,
) -> Fact:
    """Return the ``deal`` line (without cut and proof) for a secret, a cut and a place of the extra card."""
    rules = Rules(variant, options)
    pack = cut_pack(rules.deck, secret, cut, word, version)
    deal: Fact = {"event": "deal", "hand": hand, "dealer": dealer}
    if rules.whole["deal"]["draft"]:
        return deal | {"hands": [""] * variant.seats, "stock": " ".join(pack)}
    round_of_seats: list[Any] = [(dealer + step) % variant.seats for step in range(1, variant.seats + 1)]
    if rules.dealer_sits_out:
        round_of_seats.pop()
    if rules.dead_hand:
        round_of_seats.insert(len(round_of_seats) - 1, "dead")
    kitty = [pack.pop() for _ in range(rules.kitty)]
    extra = None
    if rules.has_extra:
        extra = pack.pop(len(pack) - 1 if extra_at is None else extra_at)
    piles: dict[Any, list[str]] = {owner: [] for owner in round_of_seats}
    for place, card in enumerate(pack):
        piles[round_of_seats[place % len(round_of_seats)]].append(card)
    deal["hands"] = [" ".join(piles[s]) if s in piles else None for s in range(variant.seats)]
    if extra is not None:
        deal["extra"] = extra
    if kitty:
        deal["kitty"] = " ".join(kitty)
    if rules.dead_hand:
        deal["dead"] = " ".join(piles["dead"])
    return deal

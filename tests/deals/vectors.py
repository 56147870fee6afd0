"""Compute vectors of fair deals, version 2: `python -m tests.deals.vectors` prints the table in `vectors.txt`.

These few lines follow docs/record.md and use nothing of the program.
"""

import hashlib
from pathlib import Path

FILE = Path(__file__).with_name("vectors.txt")
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
"""The pack of `sandbags`."""
CUTS = (
    None, (0, ""), (1, ""), (17, ""), (26, ""), (51, ""), (0, "0"), (0, " "), (5, "|"), (7, "17|x"), (10, "hello"),
    (13, "Größe 7"), (21, "Gro\u0308ße 7"), (30, "李"), (31, "\u202e\u200d"),
    (39, "\N{PLAYING CARD ACE OF SPADES}" * 64), (44, "x" * 64), (50, "\\ \" ' \\n"), (51, "пики"), (51, "a\u2028b"),
)  # fmt: skip
"""Declined, then depths and words."""


def key_of(secret: bytes, depth: int, word: str) -> bytes:
    """Return the key that starts the shuffle."""
    return hashlib.sha256(b"spades-cut/2|%s|%d|%s" % (secret.hex().encode(), depth, word.encode("utf-8"))).digest()


def pack_of(key: bytes) -> list[str]:
    """Return the shuffled pack."""
    pack, blocks = list(PACK), b"".join(hashlib.sha256(key + n.to_bytes(8, "big")).digest() for n in range(20))
    words = (int.from_bytes(blocks[n : n + 4], "big") for n in range(0, len(blocks), 4))
    for i in range(51, 0, -1):
        n = i + 1
        j = next(word for word in words if word < 2**32 - 2**32 % n) % n
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def table() -> str:
    """Return a line per vector: secret, depth, word, key and pack.

    The word is hex of its UTF-8, ``-`` for none; a ``-`` for depth and word means that the cut was declined.
    """
    lines = ["# secret | depth | word, UTF-8 in hex | key | pack of sandbags, from the top"]
    for number, cut in enumerate(CUTS, 1):
        secret = hashlib.sha256(b"vector %d" % number).digest()
        depth, word = cut or (0, "")
        key = key_of(secret, depth, word)
        shown = ("-" if cut is None else str(depth), word.encode().hex() or "-")
        lines.append(" | ".join([secret.hex(), *shown, key.hex(), " ".join(pack_of(key))]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")

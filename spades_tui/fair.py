"""Fair deals: one frozen stream of numbers, one frozen shuffle (docs/record.md, "Fair deals").

FROZEN: records depend on every number that comes out of this file. Nothing here may change.
"""

import hashlib
from dataclasses import dataclass, field


class Stream:
    """An endless stream of numbers from a seed: SHA-256 of the seed and a counter, as 32-bit words.

    `start` is the counter to begin with, so that a place far along the stream can be had at once.
    """

    def __init__(self, seed: bytes, start: int = 0) -> None:
        self._seed = seed
        self._counter = start
        self._words: list[int] = []

    def word(self) -> int:
        """The next word, 0 … 2³²−1."""
        if not self._words:
            block = hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to bound−1, each as likely as any other. `bound` is 1 … 2³²."""
        limit = 2**32 // bound * bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return self.word() / 2**32


def shuffled(pack: tuple[int, ...], secret: bytes) -> tuple[int, ...]:
    """The pack, shuffled by Fisher and Yates with the stream of a secret."""
    cards, stream = list(pack), Stream(secret)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def commitment(secret: bytes) -> str:
    """What is shown before the cut: SHA-256 of ``spades-deal/1`` and the secret, in hex."""
    return hashlib.sha256(b"spades-deal/1" + secret).hexdigest()


def seeded_secret(seed: str, game: int, hand: int, deal: int) -> bytes:
    """The secret of a deal in a game with a seed. Games, hands and the deals of a hand count from 1."""
    return hashlib.sha256(f"spades-seed/1|{seed}|{game}|{hand}|{deal}".encode()).digest()


def seeded_dealer(seed: str, seats: int) -> int:
    """Who deals first at a table with a seed (C-2), drawn from a stream of its own that tells nothing of cards."""
    return Stream(hashlib.sha256(f"spades-dealer/1|{seed}".encode()).digest()).below(seats)


def bot_stream(secret: bytes, seat: int, facts: int = 0, aside: bool = False) -> Stream:
    """The random numbers of a computer player in the hand with this secret.

    A decision after `facts` facts of the hand begins at block ``facts * 2**32`` of the seat's stream, so that it can
    be recomputed without those before it; what is said out of turn (`aside`) begins half-way to the next.
    """
    seed = hashlib.sha256(f"spades-bot/1|{secret.hex()}|{seat}".encode("ascii")).digest()
    return Stream(seed, (facts << 32) + (aside << 31))


def decoration_stream(text: str) -> Stream:
    """Random numbers for what decides nothing: names, and what moves on the screen."""
    return Stream(hashlib.sha256(b"spades-decoration/1|" + text.encode()).digest())


@dataclass(frozen=True, slots=True)
class DealtCards:
    """What a dealt pack makes: hands by seat, the extra card, the dead hand."""

    hands: tuple[int | None, ...] = field(repr=False)
    extra: int | None = field(repr=False)
    dead: int | None = field(repr=False)


def deal_out(
    pack: tuple[int, ...],
    *,
    depth: int,
    seats: int,
    table: tuple[int, ...],
    extra_at: int | None,
    dead_hand: bool,
) -> DealtCards:
    """Cut and deal a shuffled pack, one card at a time.

    `depth` cards go from the top to the bottom; `table` are the seats that get cards, from the dealer's left;
    `extra_at` is the place of the extra card in the pack after the cut (None: there is none); a dead hand gets its
    cards just before the last seat of the table, the dealer (BM-1). Raises ValueError if the cards do not divide.
    """
    cards = list(pack[depth:] + pack[:depth])
    extra = cards.pop(extra_at) if extra_at is not None else None
    places: list[int | None] = list(table)
    if dead_hand:
        places.insert(len(places) - 1, None)
    if len(cards) % len(places):
        raise ValueError("the cards do not divide")
    hands: list[int | None] = [0 if seat in table else None for seat in range(seats)]
    dead = 0
    for n, card in enumerate(cards):
        seat = places[n % len(places)]
        if seat is None:
            dead |= 1 << card
        else:
            hands[seat] = (hands[seat] or 0) | 1 << card
    return DealtCards(tuple(hands), extra, dead if dead_hand else None)

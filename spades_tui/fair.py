"""Fair deals: one frozen stream of numbers, one frozen shuffle (docs/record.md, "Fair deals").

FROZEN: records depend on every number from this file. Nothing here may change.
"""

import hashlib
import unicodedata
from functools import lru_cache

from spades_tui.secrecy import Hidden, PartlyHidden


class Stream:
    """An endless stream of numbers from a seed: SHA-256 of the seed and a counter, as 32-bit words.

    `start` is the first counter, so that a place far along the stream can be reached at once.
    """

    def __init__(self, seed: bytes, start: int = 0) -> None:
        self._seed = seed
        self._counter = start
        self._words: list[int] = []

    def word(self) -> int:
        """Return the next word, 0 … 2³²−1."""
        if not self._words:
            block = hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound−1, each equally likely. `bound` is 1 … 2³²."""
        limit = 2**32 // bound * bound
        while (word := self.word()) >= limit:
            pass
        return word % bound

    def unit(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return self.word() / 2**32


VERSION = 2
"""The version of fair deals for new deals."""
VERSIONS = (1, 2)
"""All versions that can be read and verified."""
WORD_MOST = 64
"""Maximum code points in the word of a cut."""


def is_word(text: str) -> bool:
    """Return whether a text may be the word of a cut: 1 to 64 code points without control characters or surrogates."""
    return 1 <= len(text) <= WORD_MOST and all(unicodedata.category(char) not in ("Cc", "Cs") for char in text)


def shuffled(pack: tuple[int, ...], key: bytes) -> tuple[int, ...]:
    """Return the deck, shuffled by Fisher and Yates with the stream of a key."""
    cards, stream = list(pack), Stream(key)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def commitment(secret: bytes, version: int = VERSION) -> str:
    """Return the commitment to show before the cut: SHA-256 of ``spades-deal/2`` (or 1) and the secret, in hex."""
    return hashlib.sha256(f"spades-deal/{version}".encode("ascii") + secret).hexdigest()


def cut_key(secret: bytes, depth: int, word: str = "") -> bytes:
    """Return the key of a version 2 shuffle, from the secret and the cut; a declined cut has depth 0 and no word.

    Raises UnicodeEncodeError for an invalid word (see `is_word`).
    """
    return hashlib.sha256(f"spades-cut/2|{secret.hex()}|{depth}|{word}".encode()).digest()


def cut_pack(
    pack: tuple[int, ...], secret: bytes, depth: int = 0, word: str = "", version: int = VERSION
) -> tuple[int, ...]:
    """Return the deck to deal from, shuffled and cut.

    In version 1 the shuffle depends on the secret alone, and the cut moves `depth` cards from the top to the bottom. In
    version 2 the shuffle also depends on depth and word, and the cut moves nothing.
    """
    if version == 1:
        cards = shuffled(pack, secret)
        return cards[depth:] + cards[:depth]
    return shuffled(pack, cut_key(secret, depth, word))


def seeded_secret(seed: str, game: int, hand: int, deal: int) -> bytes:
    """Return the secret of a deal in a game with a seed. Games, hands and the deals of a hand count from 1."""
    return hashlib.sha256(f"spades-seed/1|{seed}|{game}|{hand}|{deal}".encode()).digest()


def seeded_dealer(seed: str, seats: int) -> int:
    """Return the first dealer at a table with a seed (C-2), from a separate stream that reveals nothing about cards."""
    return Stream(hashlib.sha256(f"spades-dealer/1|{seed}".encode()).digest()).below(seats)


def bot_stream(secret: bytes, seat: int, events: int = 0, aside: bool = False) -> Stream:
    """Return the random numbers of a computer player in the hand with this secret.

    A decision after `events` events of the hand begins at block ``events * 2**32`` of the seat's stream, so that it can
    be recomputed without earlier ones. An action out of turn (`aside`) begins half-way to the next.
    """
    return Stream(_bot_seed(secret, seat), (events << 32) + (aside << 31))


@lru_cache(maxsize=16)
def _bot_seed(secret: bytes, seat: int) -> bytes:
    """Return the seed of a seat's stream, the same for all decisions of a hand."""
    return hashlib.sha256(f"spades-bot/1|{secret.hex()}|{seat}".encode("ascii")).digest()


def decoration_stream(text: str) -> Stream:
    """Return random numbers for decoration only: names, and movement on the screen."""
    return Stream(hashlib.sha256(b"spades-decoration/1|" + text.encode()).digest())


class DealtCards(PartlyHidden, frozen=True):
    """The parts of a dealt deck: hands by seat, the extra card, the dead hand, the kitty."""

    hands: Hidden[tuple[int | None, ...]]
    extra: Hidden[int | None]
    dead: Hidden[int | None]
    stock: Hidden[tuple[int, ...] | None] = None
    """The whole deck from the top, in games with a draft (TW-3)."""
    kitty: Hidden[int | None] = None
    """The kitty, as a bit set (HR-9)."""


def deal_out(
    pack: tuple[int, ...],
    *,
    seats: int,
    table: tuple[int, ...],
    extra_at: int | None,
    dead_hand: bool,
    kitty: int,
) -> DealtCards:
    """Deal a deck, one card at a time.

    `table` are the seats that get cards, from the dealer's left. `extra_at` is the place of the extra card in this
    pack, or None. The last `kitty` cards are the kitty (HR-9). A dead hand gets its cards just before the last seat of
    the table, the dealer (BM-1). Raises ValueError if the cards can't be divided equally.
    """
    cards = list(pack[: len(pack) - kitty])
    extra = cards.pop(extra_at) if extra_at is not None else None
    places: list[int | None] = list(table)
    if dead_hand:
        places.insert(len(places) - 1, None)
    if len(cards) % len(places):
        raise ValueError("the cards do not divide")
    hands: list[int | None] = [None] * seats
    for player in table:
        hands[player] = 0
    dead = 0
    for n, card in enumerate(cards):
        seat = places[n % len(places)]
        if seat is None:
            dead |= 1 << card
        else:
            hands[seat] = (hands[seat] or 0) | 1 << card
    aside = sum(1 << card for card in pack[len(pack) - kitty :]) if kitty else None
    return DealtCards(tuple(hands), extra, dead if dead_hand else None, kitty=aside)

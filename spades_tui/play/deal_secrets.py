"""Dealing: the cards that a secret deals, and where secrets come from (C-3)."""

import re
import secrets
from contextlib import suppress
from pathlib import Path

from spades_tui import fair
from spades_tui.game.sequence import playing_seats
from spades_tui.play.setup import TableSetup
from spades_tui.record.small_file import read_small, write_small
from spades_tui.rules.ruleset import Ruleset
from spades_tui.system.folders import next_secret_file, open_plain


def cards_dealt(
    rules: Ruleset, dealer: int, secret: bytes, depth: int = 0, extra_at: int | None = None, *,
    word: str = "", version: int = fair.VERSION,
) -> fair.DealtCards:  # fmt: skip
    """Return the cards dealt from a secret and a cut. Without `extra_at`, the last card is the extra card (3B-4)."""
    deal, table = rules.variant.deal, playing_seats(rules, dealer)
    pack = fair.cut_pack(rules.cards.pack, secret, depth, word, version)
    if deal.draft:
        hands: list[int | None] = [None] * rules.seats
        for seat in table:
            hands[seat] = 0
        return fair.DealtCards(tuple(hands), None, None, stock=pack)
    if not deal.extra:
        extra_at = None
    elif extra_at is None:
        extra_at = len(pack) - 1
    return fair.deal_out(
        pack, seats=rules.seats, table=table, extra_at=extra_at, dead_hand=deal.dead_hands > 0,
        kitty=rules.kitty.cards if rules.kitty is not None else 0,
    )  # fmt: skip


_ONE_HAND = re.compile(r"(code [0-9A-Z]{6}) hand ([1-9][0-9]{0,2})")
"""Matches the seed of one hand of a game with a code: the game's seed and the hand's number."""


def first_dealer(seed: str, seats: int) -> int:
    """Return the first dealer at a table with a seed; for one hand of a game with a code, that hand's dealer."""
    one = _ONE_HAND.fullmatch(seed)
    if one is None:
        return fair.seeded_dealer(seed, seats)
    return (fair.seeded_dealer(one[1], seats) + int(one[2]) - 1) % seats


def secret_of_seed(seed: str, game: int, hand: int, deal: int) -> bytes:
    """Return the secret of a deal of a hand at a table with a seed, the same every time; both count from 1."""
    one = _ONE_HAND.fullmatch(seed)
    if one is None:
        return fair.seeded_secret(seed, game, hand, deal)
    return fair.seeded_secret(one[1], game, int(one[2]) - 1 + hand, deal)


_SECRET_MOST = 1000
"""Maximum bytes of the file of a secret."""


class DealSecrets:
    """The source of the secrets of a table's deals: its seed, or else the system's random numbers.

    With a `journal`, each random one is saved before its commitment is shown, so that a restart deals the same cards.
    """

    def __init__(self, setup: TableSetup, journal: Path | None) -> None:
        self._seed, self._game = setup.seed, setup.game
        self._pending: Path | None = None
        self._next: bytes | None = None
        """A random secret whose deal hasn't been written yet."""
        if journal is not None:
            self.moved(journal)

    def make(self, hand: int, deal: int, last: bytes | None) -> bytes:
        """Return the secret of a deal of a hand; `last` is the previous deal's, which has been revealed.

        It's the saved one if its commitment was already shown before the program ended.
        """
        if self._seed is not None:
            return secret_of_seed(self._seed, self._game, hand, deal)
        self._next = self._saved(last)
        if self._next is None:
            self._next = secrets.token_bytes(32)
            self._keep()
        return self._next

    @property
    def is_damaged(self) -> bool:
        """Whether the saved secret can't be used, so that other cards will be dealt than were announced."""
        if self._pending is None:
            return False
        try:
            _secret_in(self._pending)
        except FileNotFoundError:
            return False
        except (OSError, ValueError):
            return True
        return False

    def _saved(self, last: bytes | None) -> bytes | None:
        if self._pending is not None:
            with suppress(OSError, ValueError):
                kept = _secret_in(self._pending)
                return kept if kept != last else None
        return None

    def _keep(self) -> None:
        if self._pending is not None and self._next is not None:
            with suppress(OSError):  # the journal reports the disk error, and the deal is fair anyway
                write_small(self._pending, {"secret": self._next.hex()})

    def moved(self, journal: Path) -> None:
        """Save the secret whose commitment is on screen next to another journal."""
        if self._seed is None:
            self._pending = next_secret_file(journal)
            self._keep()

    def dealt(self) -> None:
        """Delete the saved secret: its deal is written. If that fails, `make` sees that it is an earlier deal's."""
        self._next = None
        if self._pending is not None:
            with suppress(OSError):
                self._pending.unlink(missing_ok=True)


def _secret_in(file: Path) -> bytes:
    """Return the secret in a file; earlier versions wrote only its digits. Raises OSError, ValueError for damage."""
    with open_plain(file) as stream:
        content = stream.read(_SECRET_MOST).decode("ascii").strip()
    if content.startswith("{"):
        data = read_small(file)
        content = data["secret"] if data.keys() == {"secret"} else ""
    secret = bytes.fromhex(content)
    if len(secret) != 32:
        raise ValueError("a secret has 32 bytes")
    return secret

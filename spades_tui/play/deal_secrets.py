"""Dealing: the cards that a secret deals, and where secrets come from (C-3)."""

import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from spades_tui import fair
from spades_tui.game.sequence import playing_seats
from spades_tui.play.setup import TableSetup
from spades_tui.rules.ruleset import Ruleset
from spades_tui.system.disk import write_whole
from spades_tui.system.folders import next_secret_file


def cards_dealt(
    rules: Ruleset,
    dealer: int,
    secret: bytes,
    depth: int = 0,
    extra_at: int | None = None,
    *,
    word: str = "",
    version: int = fair.VERSION,
) -> fair.DealtCards:
    """Return the cards dealt from a secret and a cut. Without `extra_at`, the last card is the extra card (3B-4)."""
    pack = rules.cards.pack
    if rules.variant.deal.draft:
        nothing = tuple(0 if seat in playing_seats(rules, dealer) else None for seat in range(rules.seats))
        return fair.DealtCards(nothing, None, None, stock=fair.cut_pack(pack, secret, depth, word, version))
    place = len(pack) - 1 if extra_at is None else extra_at
    return fair.deal_out(
        fair.cut_pack(pack, secret, depth, word, version),
        seats=rules.seats,
        table=playing_seats(rules, dealer),
        extra_at=place if rules.variant.deal.extra > 0 else None,
        dead_hand=rules.variant.deal.dead_hands > 0,
        kitty=rules.kitty.cards if rules.kitty is not None else 0,
    )


class DealCount:
    """Counts the deals of the current hand: a new deal gives the same hand again."""

    def __init__(self) -> None:
        self._hand, self._deals = 0, 0

    def note(self, hand: int) -> None:
        """Note that a hand has been dealt."""
        self._hand, self._deals = hand, self.next(hand)

    def next(self, hand: int) -> int:
        """Return the number of the next deal of this hand, from 1."""
        return self._deals + 1 if hand == self._hand else 1


class DealSecrets(Protocol):
    """The source of a deal's secret."""

    def make(self, hand: int, deal: int, last: bytes | None) -> bytes:
        """Return the secret of this deal of a hand; `last` is the previous deal's, which has been revealed."""
        ...

    def dealt(self) -> None:
        """Note that the deal has been written."""
        ...

    def moved(self, journal: Path) -> None:
        """Note that the journal has moved to another file."""
        ...


_ONE_HAND = re.compile(r"(code [0-9A-Z]{6}) hand ([1-9][0-9]{0,2})")
"""Matches the seed of one hand of a game with a code: the game's seed and the hand's number."""


def first_dealer(seed: str, seats: int) -> int:
    """Return the first dealer at a table with a seed; for one hand of a game with a code, that hand's dealer."""
    one = _ONE_HAND.fullmatch(seed)
    if one is None:
        return fair.seeded_dealer(seed, seats)
    return (fair.seeded_dealer(one[1], seats) + int(one[2]) - 1) % seats


class SeededSecrets:
    """Secrets computed from a seed, the same every time."""

    def __init__(self, seed: str, game: int) -> None:
        one = _ONE_HAND.fullmatch(seed)
        self._seed, self._game = seed if one is None else one[1], game
        self._hands_before = 0 if one is None else int(one[2]) - 1

    def make(self, hand: int, deal: int, last: bytes | None = None) -> bytes:
        """Return the secret from the seed."""
        return fair.seeded_secret(self._seed, self._game, self._hands_before + hand, deal)

    def dealt(self) -> None:
        """Do nothing: nothing was saved."""

    def moved(self, journal: Path) -> None:
        """Do nothing: nothing is saved."""


class RandomSecrets:
    """Random secrets.

    With a `journal`, each is saved before its commitment is shown, so that a restart deals the same cards.
    """

    def __init__(self, journal: Path | None) -> None:
        self._pending = next_secret_file(journal) if journal is not None else None
        self._next: bytes | None = None

    def make(self, hand: int, deal: int, last: bytes | None = None) -> bytes:
        """Return the saved secret if its commitment was already shown before the program ended, or else a new one."""
        if self._pending is None:
            return secrets.token_bytes(32)
        with suppress(OSError, ValueError):
            kept = bytes.fromhex(self._pending.read_text("ascii").strip())
            if len(kept) == 32 and kept != last:
                self._next = kept
                return kept
        self._next = secrets.token_bytes(32)
        self._keep(self._next)
        return self._next

    def _keep(self, secret: bytes) -> None:
        if self._pending is None:
            return
        with suppress(OSError):  # the journal reports the disk error, and the deal is fair anyway
            write_whole(self._pending, secret.hex())

    def moved(self, journal: Path) -> None:
        """Save the secret whose commitment is on screen next to the new file."""
        self._pending = next_secret_file(journal)
        if self._next is not None:
            self._keep(self._next)

    def dealt(self) -> None:
        """Delete the saved secret. If that fails, `make` sees that the file belongs to an earlier deal."""
        self._next = None
        if self._pending is not None:
            with suppress(OSError):
                self._pending.unlink(missing_ok=True)


def secrets_of(setup: TableSetup, journal: Path | None) -> DealSecrets:
    """Return the source of a table's secrets: its seed, if it has one."""
    return SeededSecrets(setup.seed, setup.game) if setup.seed is not None else RandomSecrets(journal)

"""Findings, which follow from the events (docs/record.md, "Findings")."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from spades_tui.rules.ledger import Note, ScoreLine


class TrickTaken(Struct, frozen=True, tag_field="event", tag="trick"):
    """A trick is complete (C-7)."""

    hand: int
    trick: int
    winner: int


class HandScore(Struct, frozen=True, tag_field="event", tag="hand_score"):
    """A hand is scored. By side: points, totals, bags, side_bids, books; by seat: tricks, bids, gaccs."""

    hand: int
    lines: tuple[ScoreLine, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    tricks: tuple[int | None, ...]
    bids: tuple[int | None, ...]
    bags: tuple[int, ...] | None = None
    side_bids: tuple[int | None, ...] | None = None
    books: tuple[int, ...] | None = None
    zero_value: int | None = None
    low_ball: str | None = None
    gaccs: tuple[int | None, ...] | None = None
    tray: tuple[int, ...] | None = None
    format: str | None = None
    """The format of the hand, in a game with a programme (LG-1)."""
    notes: tuple[Note, ...] = ()
    """What the scoring components decided. Records leave this out, because it follows from the events."""

    def values(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the values of these keys, such as those of a custom (`CustomComponent.hand_keys`)."""
        return {key: getattr(self, key) for key in keys}


class GameOver(Struct, frozen=True, tag_field="event", tag="game_over"):
    """The game has ended. The keys from `tray` on belong to customs."""

    reason: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    standings: tuple[tuple[int, ...], ...]
    has_tray: bool = False
    tray: int | None = None
    wire_to_wire: bool = False
    perfect: tuple[int, ...] | None = None
    imperfect: tuple[int, ...] | None = None
    keys: tuple[str, ...] = ()
    """Those of the keys above that the customs of the game add to its line."""

    def values(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the values of these keys, such as those of a custom (`CustomComponent.game_keys`)."""
        return {key: getattr(self, key) for key in keys}


Finding = TrickTaken | HandScore | GameOver

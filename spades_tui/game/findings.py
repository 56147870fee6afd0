"""Findings, which follow from the events (docs/record.md, "Findings")."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from spades_tui.rules.custom_keys import with_keys
from spades_tui.rules.ledger import Note, ScoreLine
from spades_tui.rules.ruleset import GAME_KEYS, HAND_KEYS


class TrickTaken(Struct, frozen=True, tag_field="event", tag="trick"):
    """A trick is complete (C-7)."""

    hand: int
    trick: int
    winner: int


class HandScore(Struct, frozen=True, tag_field="event", tag="hand_score"):
    """A hand is scored. By side: points, totals, bags, side_bids, books; by seat: tricks, bids.

    It also has the keys of customs (`CustomComponent.hand_keys`), None in games without them.
    """

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
    format: str | None = None
    """The format of the hand, in a game with a programme (LG-1)."""
    notes: tuple[Note, ...] = ()
    """What the scoring components decided. Records leave this out, because it follows from the events."""

    def values(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the values of these keys, such as those of a custom (`CustomComponent.hand_keys`)."""
        return {key: getattr(self, key) for key in keys}


class GameOver(Struct, frozen=True, tag_field="event", tag="game_over"):
    """The game has ended. It also has the keys of customs (`CustomComponent.game_keys`)."""

    reason: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    standings: tuple[tuple[int, ...], ...]
    names_last: bool = field(default=False, name="has_tray")
    """Whether a custom names the player in last place; `has_tray` in messages between hosts and guests."""
    keys: tuple[str, ...] = ()
    """The keys that the customs of this game add to its line."""

    def values(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the values of these keys, such as those of a custom (`CustomComponent.game_keys`)."""
        return {key: getattr(self, key) for key in keys}


if not TYPE_CHECKING:
    HandScore = with_keys(HandScore, HAND_KEYS)
    GameOver = with_keys(GameOver, GAME_KEYS)

Finding = TrickTaken | HandScore | GameOver

"""The phase of a game, which everybody knows, and the reason why something can't be done in it (C-8)."""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Phase(StrEnum):
    """The phase of a game; each decision of docs/rules.md belongs to one."""

    DEAL = "deal"
    """Before a deal; nobody is on turn."""
    DRAFT = "draft"
    """A seat keeps the card on top of the stock, or throws it away."""
    BID = "bid"
    """A seat looks, goes blind, calls for a new deal, or bids."""
    DRAW = "draw"
    """A seat must draw the extra card."""
    DISCARD = "discard"
    """A seat must throw a card back."""
    RAISE = "raise"
    """A seat raises, promises or stands."""
    PASS = "pass"
    """A seat gives cards to its partner, face down."""
    PLAY = "play"
    """A seat plays a card or claims."""
    PLAYED = "played"
    """The last card has been played; the hand isn't scored yet."""
    OVER = "over"
    """The game has ended."""


BID: Final = Phase.BID
PLAY: Final = Phase.PLAY
PLAYED: Final = Phase.PLAYED
"""Module constants, because looking up an enum member is slow and each card played needs these."""


class Refusal(Struct, frozen=True):
    """A reason with its rule, to show to the player."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"


class IllegalEvent(Exception):
    """An event that the rules refuse; nothing has changed (C-8)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

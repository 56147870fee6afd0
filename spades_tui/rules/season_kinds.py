"""The kinds of entries that a season has, those of its customs among them (3B-18 … 3B-30)."""

from enum import StrEnum


class Kind(StrEnum):
    """The kinds of entries.

    Chits held, trays on the line, decks owed and waiting trays are sums of entries.
    """

    GAME = "game"
    STAR = "star"
    """A game won (3B-28)."""
    OUTSIDE = "outside"
    GOLD = "gold"
    RED = "red"
    STREAK = "streak"
    """A row of five or more wins; the amount is its length, and `other` is the day and the game of
    its first win.
    """
    TRAY_PERSON = "tray_person"
    WIRE = "wire"
    SPARED = "spared"
    """A tray person who carries nothing, because the violator does (3B-26)."""
    PILE = "pile"
    """Trays that wait to be carried; subtracted once they have been."""
    TRAY = "tray"
    """Digits on the player's line (3B-25)."""
    STRUCK = "struck"
    """The chosen digit for a perfect day to erase; `amount` is its place on the line (3B-25)."""
    CHIT = "chit"
    CHIT_SPENT = "chit_spent"
    """Another player was named: `other` (3B-27)."""
    CHIT_LOST = "chit_lost"
    CHIT_UNKNOWN = "chit_unknown"
    """A player was named without a chit in the scorebook; the table's decision counts."""
    PERFECT = "perfect"
    IMPERFECT = "imperfect"
    DECK = "deck"
    """A deck of cards owed; `other` is the player whose imperfect day it was (3B-24)."""
    BONE = "bone"
    ZERO_BUDDY = "zero_buddy"

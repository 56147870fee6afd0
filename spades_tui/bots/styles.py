"""Styles of play within a level, each a few numbers. This module imports little.

A style changes what a player prefers, never what it sees or how well it counts. The plain style changes nothing.
Records and the command line write a style after the level: ``club/bold``.
"""

from functools import lru_cache

from msgspec import Struct

MARK = "/"
"""Separates a level from its style."""


class Style(Struct, frozen=True):
    """A player's preferences, in the points by which the level values its choices."""

    name: str
    manner: str
    """Its description, in words that follow a name: ``bids boldly``."""
    bid: float = 0.0
    """Points for a bid one trick above the estimate, and against a bid one trick below it."""
    zero: float = 0.0
    """Points for a bid of zero."""
    zero_chance: float = 0.0
    """By how much the minimum chance for a zero is lower, 0 to 1."""
    bag: float = 1.0
    """Factor on the share of a bag penalty that is charged to each bag."""

    def leans(self, bid: int, tricks: float) -> float:
        """Return the points for a bid where `tricks` tricks are expected."""
        return self.bid * above(bid, tricks)


def above(bid: int, tricks: float) -> float:
    """Return by how many tricks a bid exceeds the estimate, from −1 to 1.

    A distance above one trick counts as one, so that a style only chooses between bids next to the estimate.
    """
    return min(1.0, max(-1.0, bid - tricks))


PLAIN = Style("plain", "no special style")
STYLES = (
    Style("bold", "bids boldly", bid=14.0),
    Style("careful", "bids carefully", bid=-8.0),
    Style("zeros", "often bids zero", zero=10.0, zero_chance=0.08),
    Style("bags", "avoids bags", bag=1.3),
)
"""All but the plain style."""

_BY_NAME = {style.name: style for style in (PLAIN, *STYLES)}


@lru_cache(maxsize=64)
def split_level(level: str) -> tuple[str, str]:
    """Return a level and the name of its style, ``plain`` if it names none. Anything else is returned unchanged."""
    base, mark, style = level.partition(MARK)
    if not mark:
        return level, PLAIN.name
    return base, style


def joined_level(level: str, style: str) -> str:
    """Return a level with its style, the inverse of `split_level`; the plain style is left out."""
    return level if style == PLAIN.name else f"{level}{MARK}{style}"


def style_named(style: str) -> Style:
    """Return a style by name. Raises KeyError for an unknown one."""
    return _BY_NAME[style]

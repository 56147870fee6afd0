"""Manners of play within a level, each a handful of numbers in the level's own arithmetic. Light to import.

A style changes what a player likes, never what he sees or how well he counts. In a plain player every number is such
that it changes nothing. In a record, and on the command line, a style stands behind the level: ``club/bold``.
"""

from functools import lru_cache

from spades_tui.frozen import dataclass

MARK = "/"
"""Between a level and its style."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a player likes. Points are those in which the level values its choices."""

    name: str
    manner: str
    """What it does, in words that follow a name: ``bids boldly``."""
    bid: float = 0.0
    """Points in favour of a bid that lies a trick above the estimate, and against one that lies a trick below it."""
    zero: float = 0.0
    """Points in favour of a bid of zero."""
    zero_chance: float = 0.0
    """How much less sure a zero may be."""
    bag: float = 1.0
    """How much more of a penalty for bags is charged to each bag as it comes."""

    def leans(self, bid: int, tricks: float) -> float:
        """Points in favour of a bid where so many tricks are expected."""
        return self.bid * above(bid, tricks)


def above(bid: int, tricks: float) -> float:
    """How far a bid lies above what is expected, from -1 to 1. Beyond a trick's distance it is the same for all: a
    leaning chooses between the bids on both sides of an estimate, and runs away with nobody."""
    return min(1.0, max(-1.0, bid - tricks))


PLAIN = Style("plain", "plays as the level does")
STYLES = (
    Style("bold", "bids boldly", bid=6.0),
    Style("careful", "bids carefully", bid=-3.0),
    Style("zeros", "likes zeros", zero=10.0, zero_chance=0.08),
    Style("bags", "minds bags", bag=1.3),
)
"""All but the plain one."""

_BY_NAME = {style.name: style for style in (PLAIN, *STYLES)}


@lru_cache(maxsize=64)
def split(level: str) -> tuple[str, str]:
    """A level and the name of its style; ``plain`` where none is named. What is no level is handed back as it is."""
    base, mark, style = level.partition(MARK)
    return (base, style) if mark else (level, PLAIN.name)


def joined(level: str, style: str) -> str:
    """The inverse of `split`; a plain player has a level alone."""
    return level if style == PLAIN.name else f"{level}{MARK}{style}"


def style_of(level: str) -> Style:
    """The style behind a level. Raises KeyError for one that is not there."""
    return _BY_NAME[split(level)[1]]


def named(style: str) -> Style:
    """A style by its name. Raises KeyError."""
    return _BY_NAME[style]

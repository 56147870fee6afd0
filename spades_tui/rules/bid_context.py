"""Who is asked for a bid, and what the rules may look at before he answers."""

from dataclasses import field

from spades_tui.cards import SUIT_NAMES
from spades_tui.frozen import dataclass
from spades_tui.rules.component import plural
from spades_tui.rules.deck import CardTables

NIL = "nil"


@dataclass(frozen=True, slots=True)
class BidContext:
    """A player on his turn to bid."""

    cards: CardTables = field(repr=False)
    own: int | None = field(repr=False)
    """His cards as a bit set; None while he has not seen them."""
    bids: tuple[int | None, ...]
    """What the others have bid, by seat."""
    partner: int | None
    """The partner's seat."""
    to_come: int
    """How many bid after him."""
    greatest: int
    """The greatest number that anybody may name."""
    zero: str = NIL
    """What this game calls a bid of 0."""

    @property
    def partner_bid(self) -> int | None:
        """What the partner has bid, if he has."""
        return None if self.partner is None else self.bids[self.partner]

    @property
    def total(self) -> int:
        """What has been bid before him, all together."""
        return sum(bid or 0 for bid in self.bids)

    def held(self, suit: int) -> int | None:
        """How many cards of a suit he holds; None while he has not seen them. Jokers are spades (C-1)."""
        return None if self.own is None else (self.own & self.cards.suit_masks[suit]).bit_count()

    def bid_text(self, bid: int) -> str:
        """A bid in words: ``nil``, ``4``."""
        return str(bid) if bid else self.zero


def bid_text(bid: int) -> str:
    """A bid in words where no game is asked: ``nil``, ``4``."""
    return str(bid) if bid else NIL


def holding(count: int, suit: int) -> str:
    """``4 spades``, ``no hearts``."""
    return plural(count, SUIT_NAMES[suit].removesuffix("s")) if count else f"no {SUIT_NAMES[suit]}"

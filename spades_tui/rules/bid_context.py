"""The facts about a player on turn to bid that limits on bids may read."""

from spades_tui.cards import SUIT_NAMES
from spades_tui.language.sentence_parts import plural
from spades_tui.rules.card_tables import CardTables
from spades_tui.secrecy import Hidden, PartlyHidden


class BidContext(PartlyHidden, frozen=True):
    """A player on turn to bid."""

    cards: Hidden[CardTables]
    own: Hidden[int | None]
    """The player's cards as a bit set; None while they are unseen."""
    bids: tuple[int | None, ...]
    """The bids made so far, by seat."""
    partner: int | None
    """The partner's seat; None without a partner."""
    to_come: int
    """The number of players who bid later."""
    greatest: int
    """The highest number that can be bid."""
    zero: str = "nil"
    """The game's name for a bid of 0."""

    @property
    def partner_bid(self) -> int | None:
        """The partner's bid, or None."""
        if self.partner is None:
            return None
        return self.bids[self.partner]

    @property
    def total(self) -> int:
        """All bids made so far, added up."""
        return sum(bid or 0 for bid in self.bids)

    def holds(self, cards: int) -> int | None:
        """Return how many of these cards, a bit set, the player holds.

        None while they are unseen.
        """
        if self.own is None:
            return None
        return (self.own & cards).bit_count()

    def bid_text(self, bid: int) -> str:
        """Return a bid in words: ``nil``, ``4``."""
        return str(bid) if bid else self.zero


def holding(count: int, suit: int) -> str:
    """Return a count of a suit in words: ``4 spades``, ``no hearts``."""
    if count:
        return plural(count, SUIT_NAMES[suit].removesuffix("s"))
    return f"no {SUIT_NAMES[suit]}"

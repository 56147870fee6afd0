"""The draft from the stock: one card is seen, and kept or thrown away; the next goes the other way (TW-1)."""

from spades_tui.secrecy import Hidden, PartlyHidden


class Drafted(PartlyHidden, frozen=True):
    """One decision in a draft."""

    seat: int
    keep: bool
    """Whether the first card was kept and the second went away; otherwise the other way round."""
    first: Hidden[int]
    second: Hidden[int]
    seen: bool
    """Whether the seat has seen the second card too."""

    @property
    def away(self) -> int:
        """The cards that the seat has seen go away, as a bit set."""
        if not self.keep:
            return 1 << self.first
        return 1 << self.second if self.seen else 0

    @property
    def kept(self) -> int:
        """The card that went to the seat's hand."""
        return self.first if self.keep else self.second


def drafter(table: tuple[int, ...], drafts: tuple[Drafted, ...]) -> int:
    """Return the seat on turn, beginning on the dealer's left (TW-1)."""
    return table[len(drafts) % len(table)]


def thrown_away(drafts: tuple[Drafted, ...], seat: int) -> int:
    """Return the cards that a seat has seen go away, as a bit set."""
    away = 0
    for one in drafts:
        if one.seat == seat:
            away |= one.away
    return away

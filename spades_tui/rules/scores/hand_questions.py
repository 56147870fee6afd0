"""Questions about a hand that several scoring components ask."""

from spades_tui.rules.ledger import HandCounts


def sides_in(hand: HandCounts) -> list[int]:
    """Return the sides that played this hand."""
    return [side for side, contract in enumerate(hand.contracts) if contract is not None]


def is_blind(hand: HandCounts, side: int) -> bool:
    """Return whether a side bid blind."""
    return True in [hand.blind[seat] for seat in hand.sides[side]]

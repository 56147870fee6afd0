"""What several components of the scoring ask of a hand."""

from spades_tui.rules.ledger import HandCounts


def sides_in(hand: HandCounts) -> list[int]:
    """The sides that played this hand."""
    return [side for side, contract in enumerate(hand.contracts) if contract is not None]


def is_blind(hand: HandCounts, side: int) -> bool:
    """Whether a side has bid without its cards."""
    return True in [hand.blind[seat] for seat in hand.sides[side]]

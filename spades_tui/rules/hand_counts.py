"""The one builder of what scoring looks at, for a hand that was played and for one that is only supposed."""

from collections.abc import Sequence

from spades_tui.frozen import making
from spades_tui.rules.ledger import HandCounts

_counts = making(HandCounts)

Bids = Sequence[int | None]
"""By seat; None for a seat that sits out, or of which nothing is supposed."""


def count_hand(
    sides: tuple[tuple[int, ...], ...],
    cards: int,
    bids: Bids,
    tricks: Bids,
    *,
    contracts: tuple[int | None, ...] | None = None,
    side_tricks: tuple[int, ...] | None = None,
    blind: tuple[bool, ...] | None = None,
    promises: tuple[int, ...] | None = None,
    winners: tuple[int, ...] | None = None,
    dumped: tuple[bool, ...] | None = None,
    skipped: bool = False,
) -> HandCounts:
    """The counts of a hand of so many cards with these bids and tricks.

    Left out, a side's bid is what its seats have bid, its tricks what they took: nobody has raised for both, no book
    has moved. Nobody has bid blind, promised or dumped. Who won which trick is unknown, and is never made up.
    """
    if contracts is None:
        contracts = tuple([_together(bids, seats) for seats in sides])
    if side_tricks is None:
        side_tricks = tuple([_together(tricks, seats) or 0 for seats in sides])
    nobody = (False,) * len(bids)
    return _counts(
        sides=sides,
        cards=cards,
        bids=tuple(bids),
        blind=blind or nobody,
        contracts=contracts,
        promises=promises or (0,) * len(bids),
        table_tricks=tuple(tricks),
        side_tricks=side_tricks,
        winners=winners,
        dumped=dumped or nobody,
        skipped=skipped,
    )


def _together(counts: Bids, seats: tuple[int, ...]) -> int | None:
    """What the seats of a side have together; None where none of them has any."""
    known = [count for seat in seats if (count := counts[seat]) is not None]
    return sum(known) if known else None

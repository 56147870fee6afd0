"""Build the counts that scoring reads, for a played hand or a supposed one."""

from collections.abc import Sequence

from spades_tui.rules.ledger import Announced, HandCounts

Bids = Sequence[int | None]
"""By seat; None for a seat that sits out or is left open."""


def count_hand(
    sides: tuple[tuple[int, ...], ...],
    cards: int,
    bids: Bids,
    tricks: Bids,
    *,
    contracts: tuple[int | None, ...] | None = None,
    side_tricks: tuple[int, ...] | None = None,
    blind: tuple[bool, ...] | None = None,
    announced: tuple[Announced, ...] = (),
    winners: tuple[int, ...] | None = None,
    dumped: tuple[bool, ...] | None = None,
    skipped: bool = False,
) -> HandCounts:
    """Return the counts of a hand with these bids and tricks, and `cards` tricks in all.

    By default a side's bid is the sum of its seats' bids and its tricks the sum of theirs: no raises for both, no books
    moved. Nobody has bid blind, announced anything or dumped. The winners of the tricks are unknown, and never made up.
    """
    if contracts is None:
        contracts = tuple([_together(bids, seats) for seats in sides])
    if side_tricks is None:
        side_tricks = tuple([_together(tricks, seats) or 0 for seats in sides])
    nobody = (False,) * len(bids)
    return HandCounts(
        sides=sides,
        cards=cards,
        bids=tuple(bids),
        blind=blind or nobody,
        contracts=contracts,
        announced=announced,
        table_tricks=tuple(tricks),
        side_tricks=side_tricks,
        winners=winners,
        dumped=dumped or nobody,
        skipped=skipped,
    )


def _together(counts: Bids, seats: tuple[int, ...]) -> int | None:
    """Return what the seats of a side have together; None if none of them has any."""
    known = [count for seat in seats if (count := counts[seat]) is not None]
    return sum(known) if known else None

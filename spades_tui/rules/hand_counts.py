"""Build the counts that scoring reads, for a played hand or a supposed one."""

from collections.abc import Sequence

from spades_tui.rules.ledger import Announced, HandCounts

Bids = Sequence[int | None]
"""By seat; None for a seat that sits out or whose count is unknown."""


def count_hand(
    sides: tuple[tuple[int, ...], ...], cards: int, bids: Bids, tricks: Bids, *,
    contracts: tuple[int | None, ...] | None = None, side_tricks: tuple[int, ...] | None = None,
    blind: tuple[bool, ...] | None = None, announced: tuple[Announced, ...] = (),
    winners: tuple[int, ...] | None = None, dumped: tuple[bool, ...] | None = None,
    skipped: bool = False, penalised: tuple[int, ...] = (),
) -> HandCounts:  # fmt: skip
    """Return the counts of a hand with these bids and tricks, and `cards` tricks in all.

    By default, a side's bid and tricks are the sums over its seats: no raised total, and no books moved. Nobody has bid
    blind, announced anything or dumped. The winners of the tricks are unknown unless given.
    """
    if contracts is None:
        contracts = tuple([_together(bids, seats) for seats in sides])
    if side_tricks is None:
        side_tricks = tuple([_together(tricks, seats) or 0 for seats in sides])
    nobody = (False,) * len(bids)
    return HandCounts(
        sides=sides, cards=cards, bids=tuple(bids), blind=blind or nobody, contracts=contracts, announced=announced,
        table_tricks=tuple(tricks), side_tricks=side_tricks, winners=winners, dumped=dumped or nobody,
        skipped=skipped, penalised=penalised,
    )  # fmt: skip


def _together(counts: Bids, seats: tuple[int, ...]) -> int | None:
    """Return the sum over a side's seats; None if every count is None."""
    known = [count for seat in seats if (count := counts[seat]) is not None]
    return sum(known) if known else None

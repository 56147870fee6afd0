"""The counts of a hand may be incomplete, and components note what has been decided."""

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component import kind_of
from spades_tui.rules.ledger import Announced, Decided, HandCounts, Ledger, Note, Standing
from spades_tui.rules.ruleset import count_hand
from spades_tui.rules.schema import checked
from spades_tui.rules.scores import REGISTRY

PAIRS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,))
PROMISED = (Announced(0, "promise", 4), Announced(1, "promise", 6))

Bids = tuple[int | None, ...]


# --- building counts


@pytest.mark.rule("SB-4", "JK-3", "3B-1")
@pytest.mark.parametrize(
    ("sides", "bids", "tricks", "contracts", "side_tricks"),
    [
        (PAIRS, (3, 4, 2, 4), (3, 4, 3, 3), (5, 8), (6, 7)),
        (PAIRS, (0, 4, 0, 4), (1, 4, 0, 8), (0, 8), (1, 12)),
        (PAIRS, (3, None, None, None), (2, None, None, None), (3, None), (2, 0)),
        (PAIRS, (3, None, 2, None), (3, None, 1, None), (5, None), (4, 0)),
        (ALONE, (None, 0, 7), (None, 2, 11), (None, 0, 7), (0, 2, 11)),
    ],
    ids=["pairs", "a pair of zeros", "one seat of four", "one side of two", "one sits out"],
)
def test_a_side_has_the_total_of_its_seats(
    sides: tuple[tuple[int, ...], ...], bids: Bids, tricks: Bids, contracts: Bids, side_tricks: tuple[int, ...]
) -> None:
    counts = count_hand(sides, 13, list(bids), list(tricks))
    assert (counts.bids, counts.table_tricks) == (bids, tricks)
    assert (counts.contracts, counts.side_tricks) == (contracts, side_tricks)
    assert not any(counts.blind) and not counts.announced and not counts.noted and not counts.skipped
    assert len(counts.blind) == len(bids)


@pytest.mark.rule("BM-5")
@pytest.mark.parametrize(
    ("winners", "tricks", "found"),
    [
        (None, 4, None),
        ((1, 1, 1, 1, 0), 4, True),
        ((1, 1, 1, 0, 1), 4, False),
        ((0, 1, 1, 1, 1), 4, False),
        ((1, 1), 4, False),
        ((), 4, False),
    ],
)
def test_winners_of_the_first_tricks_are_open_until_played(
    winners: tuple[int, ...] | None, tricks: int, found: bool | None
) -> None:
    assert count_hand(ALONE, 13, (3, 5, 3), (3, 5, 5), winners=winners).won_first(1, tricks) is found


# --- notes of components


def scored(slug: str, kind: str, counts: HandCounts, **more: Any) -> Ledger:
    """Return the ledger after the components of one kind, of a shipped game with other parameters."""
    fresh = Standing.fresh(len(counts.bids), len(counts.sides))
    changes = {name: more.pop(name) for name in list(more) if name in fresh.__struct_fields__}
    ledger = Ledger(replace(fresh, **changes))
    for part in shipped()[slug].scores:
        if part.kind == kind:
            checked(type(part), {**part.to_keys(), **more}).score(counts, ledger)
    return ledger


def hand(bids: Bids, tricks: Bids, sides: tuple[tuple[int, ...], ...] = ALONE, **more: Any) -> HandCounts:
    return count_hand(sides, 13, bids, tricks, **more)


MADE, SET, OVER = Decided.MADE, Decided.SET, Decided.OVER
ZERO_MADE, ZERO_FAILED = Decided.ZERO_MADE, Decided.ZERO_FAILED

NOTED = {
    "sandbags: made and short": (
        "sandbags", "contract", hand((3, 4, 3, 4), (3, 4, 5, 1), PAIRS),
        [Note(MADE, 0, (0, 2)), Note(OVER, 0, (0, 2), 2), Note(SET, 1, (1, 3))],
    ),
    "sandbags: a zero's bid is not the side's": (
        "sandbags", "contract", hand((0, 4, 5, 0), (0, 4, 5, 4), PAIRS),
        [Note(MADE, 0, (2,)), Note(MADE, 1, (1,))],
    ),
    "sandbags: two zeros have no bid together": ("sandbags", "contract", hand((0, 4, 0, 4), (0, 5, 0, 8), PAIRS),
        [Note(MADE, 1, (1, 3)), Note(OVER, 1, (1, 3), 5)],
    ),
    "sandbags: zeros, and their tricks are bags": (
        "sandbags", "zero", hand((0, 0, 0, 5), (0, 2, 1, 10), PAIRS),
        [
            Note(ZERO_MADE, 0, (0,)), Note(ZERO_FAILED, 0, (2,)), Note(OVER, 0, (2,), 1),
            Note(ZERO_FAILED, 1, (1,)), Note(OVER, 1, (1,), 2),
        ],
    ),
    "jokers: a zero counts with the side": (
        "jokers", "contract", hand((0, 4, 5, 4), (1, 4, 4, 4), PAIRS),
        [Note(MADE, 0, (0, 2)), Note(MADE, 1, (1, 3))],
    ),
    "jokers: after a raise": (
        "jokers", "contract", hand((2, 4, 5, 2), (3, 3, 5, 2), PAIRS, contracts=(9, 6)),
        [Note(SET, 0, (0, 2)), Note(SET, 1, (1, 3))],
    ),
    "jokers: not played": (
        "jokers", "skipped", hand((2, 2, 3, 2), (0, 0, 0, 0), PAIRS, skipped=True),
        [Note(Decided.NOT_PLAYED, 0, (0, 2)), Note(Decided.NOT_PLAYED, 1, (1, 3))],
    ),
    "3B: one sits out, one bids zero": (
        "3b-five", "contract", hand((None, 0, 4), (None, 2, 6)), [Note(MADE, 2, (2,)), Note(OVER, 2, (2,), 2)],
    ),
    "3B: a zero's tricks are no bags": (
        "3b-five", "zero", hand((None, 0, 4), (None, 2, 6)), [Note(ZERO_FAILED, 1, (1,))],
    ),
    "3B: all the tricks": ("3b-four", "contract", hand((13, 0, 0), (13, 0, 0)), [Note(MADE, 0, (0,))]),
    "Bemo: met, over, short": (
        "bemo", "table", hand((3, 4, 6), (3, 6, 4)),
        [Note(MADE, 0, (0,)), Note(MADE, 1, (1,)), Note(OVER, 1, (1,), 2), Note(SET, 2, (2,))],
    ),
    "Bemo: zeros and a low bid that must be met": (
        "bemo", "table", hand((0, 0, 2), (0, 1, 3)),
        [Note(ZERO_MADE, 0, (0,)), Note(ZERO_FAILED, 1, (1,)), Note(SET, 2, (2,))],
    ),
    "Bemo: a bid that wins the game": (
        "bemo", "table", hand((13, None, None), (13, None, None)), [Note(MADE, 0, (0,))],
    ),
    "Bemo: promises": (
        "bemo", "promise", hand((4, 6, 0), (4, 8, 1), announced=PROMISED, winners=(0, 0, 0, 0, *(1,) * 8, 2)),
        [Note(Decided.KEPT, 0, (0,), 4), Note(Decided.BROKEN, 1, (1,), 6)],
    ),
    "Bemo: promises of a supposed hand": (
        "bemo", "promise", hand((4, 6, 0), (4, 8, 1), announced=PROMISED),
        [Note(Decided.OPEN, 0, (0,), 4, "Bemo"), Note(Decided.OPEN, 1, (1,), 6, "Big Bemo")],
    ),
}  # fmt: skip


@pytest.mark.rule("SB-5", "SB-6", "SB-7", "SB-8", "JK-7", "JK-13", "3B-12", "3B-13", "3B-15", "BM-6", "BM-7", "BM-9")
@pytest.mark.parametrize("case", NOTED)
def test_a_component_notes_its_decisions(case: str) -> None:
    slug, kind, counts, noted = NOTED[case]
    ledger = scored(slug, kind, counts)
    assert ledger.notes == noted
    assert ledger.sets == [
        sum(note.side == side and note.what in (SET, ZERO_FAILED) for note in noted) * (kind != "zero")
        for side in range(len(counts.sides))
    ]
    assert ledger.bags == [
        sum(note.tricks for note in noted if (note.what, note.side) == (OVER, side)) * (slug != "3b-five")
        for side in range(len(counts.sides))
    ]  # bags are noted in every game, but counted only in games with bags
    if Decided.OPEN in [note.what for note in noted]:
        assert not ledger.lines  # unknown tricks score nothing


@pytest.mark.rule("BM-11")
@pytest.mark.parametrize(("row", "took", "noted"), [(0, 4, 1), (2, 4, 3), (9, 4, 10), (2, 5, 0)])
def test_a_row_of_perfect_bids_is_noted_from_the_first_bid(row: int, took: int, noted: int) -> None:
    ledger = scored("bemo", "perfect_row", hand((4, None, None), (took, None, None)), rows=(row, 0, 0))
    assert ledger.notes == ([Note(Decided.IN_A_ROW, 0, (0,), noted)] if noted else [])


@pytest.mark.rule("SB-9", "JK-13", "BM-10")
@pytest.mark.parametrize(
    ("slug", "before", "more", "noted"),
    [("sandbags", 9, 0, 0), ("sandbags", 9, 2, 10), ("sandbags", 9, 11, 20), ("bemo", 12, 5, 0), ("bemo", 18, 2, 10)],
)
def test_bags_with_a_penalty_are_noted(slug: str, before: int, more: int, noted: int) -> None:
    sides, seats = (PAIRS, 4) if slug == "sandbags" else (ALONE, 3)
    fresh = Standing.fresh(seats, len(sides))
    ledger = Ledger(replace(fresh, bags=(before,) * len(sides)))
    ledger.take_over(0, sides[0], more, bags=True)
    ledger.notes.clear()
    for part in shipped()[slug].scores:
        if part.kind == "bags":
            part.score(hand((1,) * seats, (0,) * seats, sides), ledger)
    assert ledger.notes == ([Note(Decided.BAGS_CHARGED, 0, sides[0], noted)] if noted else [])


def test_the_tables_cover_every_kind_of_component() -> None:
    # No shipped game has the last three; their tests are in tests/rules.
    elsewhere = {"perfect_row", "bags", "hand_winner", "tricks", "final_trick"}
    kinds = {kind for _, kind, _, _ in NOTED.values()} | elsewhere
    assert kinds == {kind_of(part) for part in REGISTRY}

"""Each component by itself: the points it writes, the end it sees, the cards it ranks."""

from typing import Any, Literal

import pytest

from spades_tui import cards
from spades_tui.rules.deck import LOW_ACE, Deck, tables
from spades_tui.rules.endings import Hands, Outright, Sets, Target, places
from spades_tui.rules.ledger import HandCounts, Ledger, Line, Standing, fresh_standing
from spades_tui.rules.scores import Bags, Contract, PerfectRow, PromiseScore, SkippedHand, Table, Zero
from spades_tui.rules.shelf import shipped

PAIRS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,))
NOBODY = (False,) * 5


def hand(
    bids: tuple[int | None, ...],
    took: tuple[int | None, ...],
    sides: tuple[tuple[int, ...], ...] = ALONE,
    **more: Any,
) -> HandCounts:
    """The counts of a hand: bids and tricks by seat, everything else as it mostly is."""
    contracts = tuple(
        None if all(bids[seat] is None for seat in seats) else sum(bids[seat] or 0 for seat in seats) for seats in sides
    )
    counts: dict[str, Any] = {
        "sides": sides, "cards": 13, "bids": bids, "blind": NOBODY[: len(bids)], "contracts": contracts,
        "promises": (0,) * len(bids), "table_tricks": took,
        "side_tricks": tuple(sum(took[seat] or 0 for seat in seats) for seats in sides),
        "winners": (), "dumped": NOBODY[: len(bids)], **more,
    }  # fmt: skip
    return HandCounts(**counts)


def standing(**more: Any) -> Standing:
    """A standing before a hand of two sides, or as many as its totals."""
    sides = len(more.get("totals", (0, 0)))
    fresh = fresh_standing(4, sides)
    return Standing(**{name: more.get(name, getattr(fresh, name)) for name in Standing.__slots__})


def scored(part: Any, counts: HandCounts, before: Standing | None = None) -> Ledger:
    """The sheet after one component."""
    ledger = Ledger(before or fresh_standing(len(counts.bids), len(counts.sides)))
    part.score(counts, ledger)
    return ledger


def lines(ledger: Ledger) -> list[tuple[int, str, int]]:
    return [(line.side, line.rule, line.points) for line in ledger.lines]


def part(slug: str, kind: type[Any]) -> Any:
    """The component of that kind in a shipped variant."""
    variant = shipped()[slug]
    return next(one for one in (*variant.scores, *variant.endings) if isinstance(one, kind))


def changed(slug: str, kind: type[Any], **more: Any) -> Any:
    return part(slug, kind).model_copy(update=more)


# --- contract


@pytest.mark.rule("SB-5")
@pytest.mark.parametrize(
    ("bids", "took", "sheet", "bags"),
    [
        ((3, 4, 3, 3), (3, 4, 3, 3), [(0, "SB-5", 60), (1, "SB-5", 70)], [0, 0]),
        ((3, 4, 3, 4), (1, 4, 5, 3), [(0, "SB-5", 60), (1, "SB-5", -80)], [0, 0]),
        ((2, 4, 3, 4), (5, 2, 2, 4), [(0, "SB-5", 50), (0, "SB-5", 2), (1, "SB-5", -80)], [2, 0]),
        ((1, 6, 1, 7), (13, 0, 0, 0), [(0, "SB-5", 20), (0, "SB-5", 11), (1, "SB-5", -130)], [11, 0]),
        ((7, 5, 7, 5), (7, 0, 6, 0), [(0, "SB-5", -140), (1, "SB-5", -100)], [0, 0]),
    ],
    ids=["both met", "one short", "bags", "all over", "more bid than there is"],
)
def test_contract_of_two_partners(
    bids: tuple[int, ...], took: tuple[int, ...], sheet: list[tuple[int, str, int]], bags: list[int]
) -> None:
    ledger = scored(part("sandbags", Contract), hand(bids, took, PAIRS))
    assert lines(ledger) == sheet
    assert ledger.bags == bags


@pytest.mark.rule("SB-7", "SB-8")
@pytest.mark.parametrize(
    ("bids", "took", "sheet"),
    [
        ((0, 3, 5, 4), (0, 3, 7, 3), [(0, "SB-8", 50), (0, "SB-8", 2), (1, "SB-5", -70)]),
        ((0, 3, 5, 4), (1, 3, 4, 5), [(0, "SB-8", -50), (1, "SB-5", 70), (1, "SB-5", 1)]),
        ((0, 3, 0, 4), (2, 3, 4, 4), [(1, "SB-5", 70)]),
    ],
    ids=["partner made", "a zero's trick does not help the partner", "both zero"],
)
def test_contract_beside_a_zero(
    bids: tuple[int, ...], took: tuple[int, ...], sheet: list[tuple[int, str, int]]
) -> None:
    assert lines(scored(part("sandbags", Contract), hand(bids, took, PAIRS))) == sheet


@pytest.mark.rule("JK-7", "JK-8", "JK-10")
@pytest.mark.parametrize(
    ("contracts", "tricks", "blind", "sheet", "sets"),
    [
        ((6, 5), (7, 6), False, [(0, "JK-7", 60), (0, "JK-7", 1), (1, "JK-7", 50), (1, "JK-7", 1)], [0, 0]),
        ((10, 4), (11, 2), False, [(0, "JK-8", 200), (0, "JK-7", 1), (1, "JK-7", -40)], [0, 1]),
        ((10, 4), (9, 4), False, [(0, "JK-7", -100), (1, "JK-7", 40)], [1, 0]),
        ((7, 4), (8, 5), True, [(0, "JK-10", 140), (0, "JK-7", 1), (1, "JK-7", 40), (1, "JK-7", 1)], [0, 0]),
        ((7, 4), (5, 8), True, [(0, "JK-10", -70), (1, "JK-7", 40), (1, "JK-7", 4)], [1, 0]),
        ((10, 4), (10, 3), True, [(0, "JK-8", 200), (1, "JK-7", -40)], [0, 1]),
    ],
    ids=["made", "ten", "ten set", "blind", "blind set", "blind ten"],
)
def test_contract_of_a_side(
    contracts: tuple[int, int], tricks: tuple[int, int], blind: bool, sheet: list[tuple[int, str, int]], sets: list[int]
) -> None:
    bids = (contracts[0], contracts[1], 0, 0)
    counts = hand(bids, (tricks[0], tricks[1], 0, 0), PAIRS, blind=(blind, False, blind, False))
    ledger = scored(part("jokers", Contract), counts)
    assert lines(ledger) == sheet
    assert ledger.sets == sets


@pytest.mark.rule("JK-10")
def test_a_blind_ten_counts_twice_where_the_switch_is_on() -> None:
    counts = hand((10, 3, 0, 0), (10, 3, 0, 0), PAIRS, blind=(True, False, True, False))
    doubled = changed("jokers", Contract, blind_doubles_special=True)
    assert lines(scored(doubled, counts))[0] == (0, "JK-8", 400)


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize(
    ("contract", "took", "sheet", "bags"),
    [
        (4, 7, [(0, "JK-7", 40), (0, "JK-7", 3)], 3),
        (4, 8, [(0, "JK-13", -40)], 0),
        (4, 13, [(0, "JK-13", -40)], 0),
        (4, 3, [(0, "JK-7", -40)], 0),
    ],
    ids=["just below", "twice", "more", "short"],
)
def test_twice_the_bid_is_a_set_where_the_switch_is_on(
    contract: int, took: int, sheet: list[tuple[int, str, int]], bags: int
) -> None:
    counts = hand((contract, None, 0, None), (took, 0, 0, 0), PAIRS)
    ledger = scored(changed("jokers", Contract, double_sets=True), counts)
    assert lines(ledger) == sheet
    assert ledger.bags[0] == bags
    assert ledger.sets[0] == (0 if sheet[0][2] > 0 else 1)


@pytest.mark.rule("3B-12", "3B-15")
@pytest.mark.parametrize(
    ("bid", "took", "sheet", "outright"),
    [
        (4, 4, [(0, "3B-12", 40)], None),
        (4, 6, [(0, "3B-12", 40), (0, "3B-12", -20)], None),
        (4, 3, [(0, "3B-12", 3)], None),
        (4, 0, [], None),
        (13, 13, [(0, "3B-15", 455)], 0),
        (13, 12, [(0, "3B-12", 12)], None),
        (0, 5, [], None),
    ],
    ids=["met", "over", "short", "none", "all", "all but one", "a zero stands apart"],
)
def test_contract_of_one(bid: int, took: int, sheet: list[tuple[int, str, int]], outright: int | None) -> None:
    ledger = scored(part("3b-four", Contract), hand((bid, None, None), (took, None, None)))
    assert lines(ledger) == sheet
    assert ledger.outright == outright


# --- zero


@pytest.mark.rule("SB-6", "SB-7")
def test_zeros_of_partners_count_by_seat() -> None:
    ledger = scored(part("sandbags", Zero), hand((0, 0, 0, 5), (0, 2, 1, 10), PAIRS))
    assert lines(ledger) == [(0, "SB-6", 100), (0, "SB-6", -100), (1, "SB-6", -100)]
    assert ledger.bags == [1, 2]


@pytest.mark.rule("3B-13", "3B-14")
@pytest.mark.parametrize(
    ("pool", "took", "sheet", "after"),
    [
        (0, (0, 3, 10), [(0, "3B-13", 100)], 0),
        (70, (0, 3, 10), [(0, "3B-13", 170)], 0),
        (70, (2, 3, 8), [(0, "3B-13", -20), (1, "3B-13", -30)], 120),
        (70, (0, 3, 10), [(0, "3B-13", 170), (1, "3B-13", -30)], 0),
        (70, (0, 0, 13), [(0, "3B-13", 170), (1, "3B-13", 170)], 0),
    ],
    ids=["first", "grown", "two fail", "one of two", "both"],
)
def test_a_zero_grows(pool: int, took: tuple[int, ...], sheet: list[tuple[int, str, int]], after: int) -> None:
    bids = (0, 0 if len(sheet) > 1 else 3, 9)
    ledger = scored(part("3b-four", Zero), hand(bids, took), standing(totals=(0, 0, 0), zero_pool=pool))
    assert lines(ledger) == sheet
    assert ledger.zero_pool == after


def test_a_seat_that_sits_out_has_bid_no_zero() -> None:
    assert lines(scored(part("3b-five", Zero), hand((None, 0, 3), (None, 0, 10)))) == [(1, "3B-13", 100)]


# --- table


@pytest.mark.rule("BM-6", "BM-7", "BM-10")
@pytest.mark.parametrize(
    ("bid", "took", "points", "bags"),
    [
        (0, 0, [200], 0), (0, 1, [-120], 0), (1, 1, [150], 0), (1, 2, [-110], 0), (2, 2, [100], 0), (2, 3, [-100], 0),
        (3, 3, [30], 0), (3, 5, [30, 2], 2), (3, 2, [-30], 0), (4, 4, [40], 0), (4, 3, [-40], 0), (5, 5, [50], 0),
        (6, 6, [60], 0), (6, 5, [-60], 0), (7, 7, [100], 0), (7, 6, [-70], 0), (8, 8, [150], 0), (8, 7, [-80], 0),
        (9, 9, [200], 0), (9, 8, [-90], 0), (10, 12, [225, 2], 2), (10, 9, [-100], 0), (11, 11, [250], 0),
        (12, 12, [275], 0), (12, 11, [-120], 0), (13, 13, [], 0), (13, 12, [-130], 0),
    ],
)  # fmt: skip
def test_table(bid: int, took: int, points: list[int], bags: int) -> None:
    ledger = scored(part("bemo", Table), hand((bid, None, None), (took, None, None)))
    assert [line.points for line in ledger.lines] == points
    assert {line.rule for line in ledger.lines} <= {"BM-7", "BM-10"}
    assert ledger.bags[0] == bags
    assert ledger.outright == (0 if (bid, took) == (13, 13) else None)


@pytest.mark.rule("BM-6", "BM-8")
@pytest.mark.parametrize(
    ("bid", "made", "lost"),
    [
        (0, 500, -120), (1, 300, -110), (2, 200, -100), (3, 70, -30), (4, 80, -40), (5, 90, -50), (6, 100, -60),
        (7, 200, -70), (8, 250, -80), (9, 300, -90), (10, None, -100), (11, None, -110), (12, None, -120),
        (13, None, -130),
    ],
)  # fmt: skip
def test_table_of_blind_bids(bid: int, made: int | None, lost: int) -> None:
    table = part("bemo", Table)
    met = scored(table, hand((bid, None, None), (bid, None, None), blind=(True, False, False)))
    assert lines(met) == ([(0, "BM-8", made)] if made else [])
    assert met.outright == (None if made else 0)
    for took in (bid - 1, bid + 1):
        missed = scored(table, hand((bid, None, None), (took, None, None), blind=(True, False, False)))
        assert lines(missed) == [(0, "BM-8", lost)]
        assert missed.outright is None
        assert missed.bags[0] == 0


# --- promises, rows, skipped hands, bags


@pytest.mark.rule("BM-9")
@pytest.mark.parametrize(
    ("promised", "winners", "points"),
    [
        (4, (1, 1, 1, 1, 0), [100]),
        (4, (1, 1, 1, 0, 1), [-50]),
        (4, (0, 1, 1, 1, 1), [-50]),
        (6, (1, 1, 1, 1, 1, 1), []),
        (0, (1, 1, 1, 1), []),
    ],
    ids=["kept", "the fourth lost", "the first lost", "another promise", "none"],
)
def test_promise(promised: int, winners: tuple[int, ...], points: list[int]) -> None:
    counts = hand((3, 5, 3), (3, 5, 5), promises=(0, promised, 0), winners=winners)
    assert lines(scored(part("bemo", PromiseScore), counts)) == [(1, "BM-9", one) for one in points]


@pytest.mark.rule("BM-11")
@pytest.mark.parametrize(
    ("row", "took", "points", "after"),
    [(0, 4, 0, 1), (1, 4, 0, 2), (2, 4, 100, 3), (3, 4, 50, 4), (9, 4, 50, 10), (2, 5, 0, 0), (2, 3, 0, 0)],
)
def test_row_of_perfect_bids(row: int, took: int, points: int, after: int) -> None:
    before = standing(totals=(0, 0, 0), rows=(row, 0, 0))
    ledger = scored(part("bemo", PerfectRow), hand((4, None, None), (took, None, None)), before)
    assert lines(ledger) == ([(0, "BM-11", points)] if points else [])
    assert ledger.rows == [after, 0, 0]


@pytest.mark.rule("JK-13")
def test_a_skipped_hand_scores_the_bids_and_nothing_else() -> None:
    counts = hand((2, 2, 3, 2), (0, 0, 0, 0), PAIRS, skipped=True)
    assert lines(scored(part("jokers", SkippedHand), counts)) == [(0, "JK-13", 50), (1, "JK-13", 40)]
    assert lines(scored(part("jokers", Contract), counts)) == []
    for slug, kind in (("sandbags", Zero), ("bemo", Table), ("bemo", PromiseScore), ("bemo", PerfectRow)):
        assert lines(scored(part(slug, kind), counts)) == []
    assert lines(scored(part("jokers", SkippedHand), hand((2, 2, 3, 2), (3, 4, 3, 3), PAIRS))) == []


@pytest.mark.rule("SB-9", "JK-13", "BM-10")
@pytest.mark.parametrize(
    ("keep", "before", "now", "points", "after"),
    [
        ("remainder", 0, 9, 0, 9), ("remainder", 7, 10, -100, 0), ("remainder", 9, 13, -100, 3),
        ("remainder", 9, 22, -200, 2), ("running", 7, 9, 0, 9), ("running", 9, 10, -100, 10),
        ("running", 12, 19, 0, 19), ("running", 19, 22, -100, 22), ("running", 9, 21, -200, 21),
    ],
)  # fmt: skip
def test_bags(keep: Literal["remainder", "running"], before: int, now: int, points: int, after: int) -> None:
    ledger = Ledger(standing(bags=(before, 0)))
    ledger.bags[0] = now
    counts = hand((1, 1, 1, 1), (3, 3, 3, 4), PAIRS)
    Bags(kind="bags", rule="SB-9", limit=10, penalty=-100, keep=keep).score(counts, ledger)
    assert lines(ledger) == ([(0, "SB-9", points)] if points else [])
    assert ledger.bags == [after, 0]


def test_bags_that_are_off_cost_nothing_and_are_kept() -> None:
    ledger = Ledger(standing(bags=(25, 0)))
    part("jokers", Bags).score(hand((1, 1, 1, 1), (3, 3, 3, 4), PAIRS), ledger)
    assert lines(ledger) == []
    assert ledger.bags == [25, 0]


def test_a_ledger_writes_no_line_without_points() -> None:
    ledger = Ledger(standing())
    ledger.add(0, "SB-5", 0, "nothing")
    ledger.add(1, "SB-5", -10, "something")
    assert ledger.lines == [Line(1, "SB-5", -10, "something")]
    assert ledger.points() == (0, -10)


# --- endings


@pytest.mark.rule("SB-10", "JK-12", "BM-12")
@pytest.mark.parametrize(
    ("slug", "totals", "bags", "winners"),
    [
        ("sandbags", (499, 120), (0, 0), None),
        ("sandbags", (500, 120), (0, 0), (0,)),
        ("sandbags", (510, 530), (0, 0), (1,)),
        ("sandbags", (510, 510), (1, 2), None),
        ("bemo", (510, 510, 40), (3, 2, 0), (1,)),
        ("bemo", (510, 510, 40), (2, 2, 0), None),
        ("bemo", (499, 499, 40), (3, 2, 0), None),
    ],
)
def test_target(slug: str, totals: tuple[int, ...], bags: tuple[int, ...], winners: tuple[int, ...] | None) -> None:
    outcome = part(slug, Target).decide(standing(totals=totals, bags=bags), None)
    assert (outcome.winners if outcome else None) == winners
    assert outcome is None or outcome.reason == "target"


@pytest.mark.rule("3B-16", "3B-17")
@pytest.mark.parametrize(
    ("hands", "totals", "standings"),
    [
        (7, (10, 20, 30, 40), None),
        (8, (10, 20, 30, 40), ((3,), (2,), (1,), (0,))),
        (8, (10, 20, 20, 40), None),
        (8, (10, 10, 30, 40), None),
        (9, (10, 11, 30, 40), ((3,), (2,), (1,), (0,))),
    ],
)
def test_hands(hands: int, totals: tuple[int, ...], standings: object) -> None:
    outcome = part("3b-four", Hands).decide(standing(totals=totals, hands=hands), None)
    assert (outcome.standings if outcome else None) == standings
    assert outcome is None or (outcome.reason, outcome.winners) == ("hands", (3,))


@pytest.mark.rule("JK-11")
@pytest.mark.parametrize(
    ("sets", "totals", "winners"),
    [
        ((2, 2), (400, -90), None),
        ((3, 2), (400, -90), (1,)),
        ((2, 3), (-400, 90), (0,)),
        ((3, 3), (120, 90), (0,)),
        ((3, 3), (90, 90), None),
        ((4, 3), (90, 100), (1,)),
    ],
)
def test_sets(sets: tuple[int, int], totals: tuple[int, int], winners: tuple[int, ...] | None) -> None:
    outcome = part("jokers", Sets).decide(standing(totals=totals, sets=sets), None)
    assert (outcome.winners if outcome else None) == winners


@pytest.mark.rule("BM-12", "3B-15")
def test_outright() -> None:
    ending = part("bemo", Outright)
    assert ending.decide(standing(totals=(600, 20, 90)), None) is None
    outcome = ending.decide(standing(totals=(600, 20, 90)), 1)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.standings) == ("outright", (1,), ((1,), (0,), (2,)))
    assert isinstance(ending, Outright)


@pytest.mark.parametrize(
    ("totals", "first", "standings"),
    [
        ((10, 30, 20), (), ((1,), (2,), (0,))),
        ((10, 30, 10), (), ((1,), (0, 2))),
        ((10, 30, 10), (2,), ((2,), (1,), (0,))),
        ((5, 5, 5), (), ((0, 1, 2),)),
    ],
)
def test_places(totals: tuple[int, ...], first: tuple[int, ...], standings: object) -> None:
    assert places(totals, first) == standings


# --- decks


@pytest.mark.rule("SB-1", "JK-1", "JK-2", "BM-1", "3B-1", "3B-2")
@pytest.mark.parametrize(
    ("slug", "size", "trumps"),
    [
        ("sandbags", 52, "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        ("jokers", 52, "BJ LJ 2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"),
        ("bemo", 52, "BJ LJ 2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"),
        ("3b-three", 52, "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        ("3b-four", 53, "BJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        ("3b-five", 53, "BJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
    ],
)
def test_deck(slug: str, size: int, trumps: str) -> None:
    deck = shipped()[slug].deck
    pack = deck.pack()
    assert len(pack) == len(set(pack)) == size
    assert [cards.text(card) for card in reversed(deck.trumps())] == trumps.split(" ")
    assert pack[-len(deck.trumps()) :] == deck.trumps()
    ranks = tables(deck).ranks
    ranked = sorted(deck.trumps(), key=lambda card: ranks[card])
    assert tuple(ranked) == deck.trumps()
    assert max(ranks[card] for card in pack if card not in deck.trumps()) < ranks[ranked[0]]


@pytest.mark.rule("3B-3")
def test_an_ace_called_low_is_below_the_two_and_in_spades_still_a_trump() -> None:
    ranks = tables(shipped()["3b-four"].deck).ranks
    assert ranks[LOW_ACE] < ranks[cards.parse("2C")]
    assert ranks[cards.parse("AH")] < ranks[LOW_ACE + cards.SPADES] < ranks[cards.parse("2S")]


def test_the_masks_of_the_suits_are_the_pack() -> None:
    found = tables(Deck(jokers=2, remove=("2D", "2H"), spades="BJ LJ 2 A K Q J T 9 8 7 6 5 4 3"))
    assert [mask.bit_count() for mask in found.suit_masks] == [13, 12, 12, 15]
    assert sum(found.suit_masks) == cards.hand_of(found.pack)


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ({"spades": "A K Q"}, "J, T, 9, 8, 7, 6, 5, 4, 3 and 2 missing"),
        ({"jokers": 1}, "BJ missing"),
        ({"spades": "BJ A K Q J T 9 8 7 6 5 4 3 2"}, "BJ found, which the deck does not have"),
        ({"spades": "A A K Q J T 9 8 7 6 5 4 3 2"}, "A is named twice"),
    ],
)
def test_an_order_that_does_not_fit_the_deck(deck: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Deck(**deck).pack()

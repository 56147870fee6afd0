"""The component `contract` scores a side's bid against its tricks."""

import pytest

from spades_tui.rules.scores import Contract
from tests.rules.parts import PAIRS, built, changed, hand, lines, scored


@pytest.mark.rule("JK-13")
@pytest.mark.parametrize(
    ("contract", "took", "sheet", "bags"),
    [
        (4, 7, [(0, "JK-7", 40), (0, "JK-7", 3)], 3),
        (4, 8, [(0, "JK-13", -40)], 0),
        (4, 13, [(0, "JK-13", -40)], 0),
        (4, 3, [(0, "JK-7", -40)], 0),
        (0, 3, [(0, "JK-7", 3)], 3),
        (0, 13, [(0, "JK-7", 13)], 13),
    ],
    ids=["just below", "twice", "more", "short", "nothing bid", "nothing bid, all taken"],
)
def test_a_switch_sets_a_side_that_takes_twice_its_bid(
    contract: int, took: int, sheet: list[tuple[int, str, int]], bags: int
) -> None:
    counts = hand((contract, None, 0, None), (took, 0, 0, 0), PAIRS)
    switched = changed("jokers", Contract, double_sets=True)
    ledger = scored(switched, counts)
    assert "twice the bid" in switched.sentence()
    assert lines(ledger) == sheet
    assert ledger.bags[0] == bags
    assert ledger.sets[0] == (0 if sheet[0][2] > 0 else 1)


@pytest.mark.rule("HR-5")
def test_an_exact_contract_is_set_by_a_trick_too_many_as_by_one_too_few() -> None:
    exact = built(Contract, zeros="counted", made=10, over=0, lost=-10, exact=True)
    assert lines(scored(exact, hand((3, 4, 3, 2), (3, 3, 3, 3), PAIRS))) == [(0, "SB-5", 60), (1, "SB-5", 60)]
    ledger = scored(exact, hand((3, 4, 3, 3), (4, 3, 3, 3), PAIRS))
    assert lines(ledger) == [(0, "SB-5", -60), (1, "SB-5", -70)]
    assert ledger.sets == [1, 1]
    assert exact.must_be_exact(6, blind=False)
    assert "exactly" in exact.sentence()

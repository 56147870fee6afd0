"""The value of a count of tricks that a player can steer to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_tui.bots.cardplay import SPREAD, best_within_reach, noise_of, within_reach
from spades_tui.bots.hand_worth import worth
from spades_tui.bots.sound_bids import Bidding
from tests.bots.tables import TABLES, rules_of

NUMBERS = st.floats(0, 13, allow_nan=False)


@given(table=st.sampled_from(TABLES), bid=st.integers(1, 5), taken=st.integers(0, 4), ends=st.tuples(NUMBERS, NUMBERS))
def test_both_ways_to_value_tricks_in_reach_agree(
    table: tuple[str, dict[str, object]], bid: int, taken: int, ends: tuple[float, float]
) -> None:
    """The quick one is for rows with one peak. A player's least can be more than its most."""
    rules = rules_of(table[0], **table[1])
    left = rules.tricks - taken - 1
    least, most = (min(end, left) for end in ends)
    bids = tuple(bid if seat < rules.players else None for seat in range(rules.seats))
    contracts = tuple(sum(bids[seat] or 0 for seat in seats) for seats in rules.sides)
    values = worth(rules, rules.fresh_standing(), Bidding(bids, (False,) * rules.seats, contracts))
    noise = noise_of(SPREAD * left**0.5)
    for unit in range(len(values.seats)):
        row = values.row(unit)
        quick = within_reach(row, values.shape_of(unit), taken, least, most, noise)
        slow = [best_within_reach(row, taken + more, least, most, noise) for more in (0, 1)]
        assert quick == pytest.approx(slow, abs=1e-9)

"""When the tricks of a failed nil help the partner's bid, the two partners play for one contract (NL-6)."""

import pytest

from spades_tui.bots.hand_worth import helping_seats, worth
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.sound_bids import bidding_of
from tests.game.tables import Sitting

HANDS = ("AS KS QS JS 2H 3H 4H 5H 2C 3C 4C 5C 6C", "AH 6H AC KC 9S 8S", "KH QH JH AD KD", "7H 7S 6S 5S")


def game_with_failed_nil(failed_nil: str) -> Sitting:
    """Return a game in which seat 2's nil has taken the first trick, beside a bid of four."""
    sitting = Sitting("classic", failed_nil=failed_nil).deal(*HANDS).bids(4, 3, 0, 3)
    return sitting.play("6H KH 7H 2H")


@pytest.mark.rule("NL-6")
@pytest.mark.parametrize(("failed_nil", "together"), [("helps", True), ("bags", False)])
def test_tricks_of_a_failed_nil_count_if_they_help(failed_nil: str, together: bool) -> None:
    sitting = game_with_failed_nil(failed_nil)
    seen = sitting.sees(2)
    assert seen.took[2] == 1
    assert helping_seats(seen.rules, seen.bids, seen.took) == ((2,) if together else ())


@pytest.mark.rule("NL-6")
def test_a_failed_nil_and_its_partner_share_one_contract() -> None:
    seen = game_with_failed_nil("helps").sees(2)
    table = worth(seen.rules, seen.standing, bidding_of(seen), failed=(2,))
    assert table.unit_of[0] == table.unit_of[2]
    unit = table.unit_of[0]
    assert table.best_of(unit) == 4
    assert table.row(unit)[3] < 0 < table.row(unit)[4] - table.row(unit)[3]
    assert table.row(unit)[0] == table.row(unit)[1], "the zero has a trick already"


@pytest.mark.rule("NL-6")
def test_a_play_out_counts_the_tricks_of_a_failed_nil_for_the_contract() -> None:
    """Here the failed nil takes one trick and the partner three for a bid of four, which makes the contract."""
    sitting = Sitting("classic").deal(*HANDS).bids(4, 3, 0, 3)
    seen = sitting.sees(1)
    ends = ends_as_bid(seen, 1)
    units = worth(seen.rules, seen.standing, bidding_of(seen)).unit_of

    def value(nil: int, partner: int, rest: int) -> float:
        count = nil << 5 * units[2] | partner << 5 * units[0] | rest << 5 * units[1]
        return ends.end(count).value

    # An opponent values the hand: the others' contract is worth 80 points, plus the lead that it brings.
    assert value(1, 2, 10) - value(1, 3, 9) > 60

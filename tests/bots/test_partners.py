"""Players learn what their partner is like, pass sensible cards, and play a failed nil's contract together."""

from random import Random

import pytest
from msgspec.structs import replace

from spades_tui import bots, cards, fair
from spades_tui.bots.hand_worth import helping_seats, worth
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.partner_model import left_alone
from spades_tui.bots.search.corrected_odds import odds_of_zero
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.layout import hand_by_suit
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.sound_bids import bidding_of
from spades_tui.game.events import Pass
from spades_tui.game.habits import Choices, Habits
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from tests.bots.club_hands import on_turn, played_to
from tests.game.exchanging import passed, table
from tests.game.tables import Sitting

UNKNOWN = Habits()
CLASSIC = ruleset(shipped()["classic"])


def beside(habits: Habits, others: Habits = UNKNOWN) -> Observation:
    """Return the first bidder's view of a hand beside a partner with these habits."""
    seen = on_turn(played_to(CLASSIC, "honest", 0))
    assert seen is not None
    assert seen.seat is not None
    partner = (seen.seat + 2) % 4
    return replace(seen, habits=tuple(habits if seat == partner else others for seat in range(4)))


def alone(habits: Habits, others: Habits = UNKNOWN) -> float:
    """Return how far a partner with these habits leaves a nil alone."""
    seen = beside(habits, others)
    return left_alone(seen, seen.seat or 0)


HASTY = Habits(lowest=Choices(8, 0), second_wins=Choices(2, 0), over_partner=Choices(0, 2))
PATIENT = Habits(lowest=Choices(8, 2), second_wins=Choices(1, 2), over_partner=Choices(1, 1))


def test_a_hasty_partner_leaves_a_nil_more_alone_than_an_unknown_or_patient_one() -> None:
    assert alone(PATIENT) < 0.1 < alone(UNKNOWN) < 0.7 < alone(HASTY)


def test_a_partner_who_never_covers_leaves_a_nil_alone() -> None:
    covers = replace(PATIENT, covers=Choices(3, 0))
    careless = replace(PATIENT, covers=Choices(0, 4))
    assert alone(covers) < alone(PATIENT) < 0.9 < alone(careless)


def test_opponents_habits_change_nothing() -> None:
    assert alone(PATIENT, HASTY) == alone(PATIENT)


def test_the_longest_evening_stays_within_bounds() -> None:
    always, never = Choices(200, 0), Choices(0, 200)
    for lowest in (always, never):
        for covers in (always, never):
            assert 0 <= alone(Habits(lowest, lowest, covers, covers)) <= 1


def test_a_table_of_an_earlier_version_tells_no_habits() -> None:
    seen = beside(UNKNOWN)
    assert left_alone(replace(seen, habits=()), seen.seat or 0) == alone(UNKNOWN)


def test_the_chance_of_a_nil_is_lower_beside_a_hasty_partner() -> None:
    chances = []
    for habits in (PATIENT, HASTY):
        seen = beside(habits)
        odds = odds_of_zero(seen, seen.seat or 0)
        assert odds is not None
        chances.append(odds.chance(0.9))
    assert chances[0] > chances[1] + 0.2


def test_a_hint_lowers_the_chance_of_a_nil_only_after_a_partner_has_given_reason() -> None:
    shown = []
    for habits in (PATIENT, UNKNOWN, HASTY):
        seen = beside(habits)
        odds = odds_of_zero(seen, seen.seat or 0)
        assert odds is not None
        shown.append(odds.to_show().chance(0.9))
        assert odds.chance(0.9) < shown[-1]
    assert shown[0] == shown[1] > shown[2] + 0.1


@pytest.mark.rule("NL-8")
@pytest.mark.parametrize("level", LEVELS)
def test_a_nil_bidder_passes_dangerous_cards_and_the_partner_low_ones(level: str) -> None:
    """The nil bidder passes the ace of clubs, held without a low club. The partner passes its lowest side cards."""
    sitting = table(4, 0, 3, 5)
    stream = fair.Stream(b"passing")
    first = bots.choose(level, sitting.sees(2), stream)
    assert isinstance(first, Pass)
    assert "AC" in cards.hand_text(first.cards) or level == "beginner"
    assert not first.cards & cards.parse_hand("2S 3S")
    second = bots.choose(level, sitting.do(first).sees(0), stream)
    assert second == passed(0, "6H 7H")


@pytest.mark.rule("NL-8")
def test_sampled_deals_keep_passed_cards_with_the_partner() -> None:
    sitting = table(4, 0, 3, 5).do(passed(2, "AC 6S"), passed(0, "6H 7H"))
    sitting.play("2H")
    deals = Deals(sitting.sees(2), 2, Random(7))
    given = hand_by_suit(deals.plan, cards.parse_hand("AC 6S"))
    partner = sitting.sees(2).table.index(0)
    for _ in range(20):
        deal = list(zip(*deals.next(), strict=True))
        assert all(held & suit == suit for held, suit in zip(deal[partner], given, strict=True))
        assert [sum(held.bit_count() for held in hand) for hand in deal] == [12, 13, 13, 13]


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

"""A searching player's nil depends on what its partner has shown in this game."""

from msgspec.structs import replace

from spades_tui.bots.partner_model import share_of_nils_kept
from spades_tui.bots.search.corrected_odds import odds_of_zero
from spades_tui.game.habits import Choices, Habits
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from tests.bots.club_hands import on_turn, played_to

UNKNOWN = Habits()
CLASSIC = ruleset(shipped()["classic"])


def beside(habits: Habits, others: Habits = UNKNOWN) -> Observation:
    """Return the first bidder's view of a hand beside a partner with these habits."""
    seen = on_turn(played_to(CLASSIC, "honest", 0))
    assert seen is not None
    assert seen.seat is not None
    partner = (seen.seat + 2) % 4
    return replace(seen, habits=tuple(habits if seat == partner else others for seat in range(4)))


def kept(habits: Habits, others: Habits = UNKNOWN) -> float:
    """Return the share of nils that a partner with these habits leaves."""
    seen = beside(habits, others)
    return share_of_nils_kept(seen, seen.seat or 0)


HASTY = Habits(lowest=Choices(8, 0), second_wins=Choices(2, 0), over_partner=Choices(0, 2))
PATIENT = Habits(lowest=Choices(8, 2), second_wins=Choices(1, 2), over_partner=Choices(1, 1))


def test_a_hasty_partner_lowers_the_chance_and_a_patient_one_raises_it() -> None:
    assert kept(HASTY) < 0.65 < kept(UNKNOWN) < kept(PATIENT)


def test_a_partner_who_never_covers_lowers_the_chance() -> None:
    covers = replace(PATIENT, covers=Choices(3, 0))
    careless = replace(PATIENT, covers=Choices(0, 3))
    assert kept(careless) < 0.65
    assert kept(careless) < kept(PATIENT) < kept(covers)


def test_opponents_habits_change_nothing() -> None:
    assert kept(PATIENT, HASTY) == kept(PATIENT)


def test_the_longest_evening_stays_within_bounds() -> None:
    always, never = Choices(200, 0), Choices(0, 200)
    for lowest in (always, never):
        for covers in (always, never):
            assert 0.25 < kept(Habits(lowest, lowest, covers, covers)) <= 1.0


def test_a_table_of_an_earlier_version_tells_no_habits() -> None:
    seen = beside(UNKNOWN)
    assert share_of_nils_kept(replace(seen, habits=()), seen.seat or 0) == kept(UNKNOWN)


def test_the_chance_of_a_nil_is_lower_beside_a_hasty_partner() -> None:
    chances = []
    for habits in (PATIENT, HASTY):
        seen = beside(habits)
        odds = odds_of_zero(seen, seen.seat or 0)
        assert odds is not None
        chances.append(odds.chance(0.9))
    assert chances[0] > chances[1] + 0.2

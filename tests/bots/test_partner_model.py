"""A searching player's nil depends on what its partner has shown in this game."""

from msgspec.structs import replace

from spades_tui.bots.partner_model import left_alone
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

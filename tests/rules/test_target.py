"""The component `target` ends a game at a number of points."""

import pytest

from spades_tui.rules.endings import Target
from tests.rules.parts import Entry, bounded, built, error_of, part, standing


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
def test_the_target_ends_the_game_for_the_highest_total(
    slug: str, totals: tuple[int, ...], bags: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    outcome = part(slug, Target).decide(standing(totals=totals, bags=bags), None)
    assert (outcome.winners if outcome else None) == winners
    assert outcome is None or outcome.reason == "target"


@pytest.mark.rule("SB-10", "BM-12")
@pytest.mark.parametrize(
    ("slug", "entry", "message"),
    [
        ("sandbags", {"points": 94_600}, ""),
        (
            "sandbags",
            {"points": 94_601},
            "endings[1].points: nobody can reach 94601 points: a hand brings a side 473 at most, "
            "and a game has 200 hands at most",
        ),
        ("sandbags", {"fewest_bags": True}, ""),
        ("sandbags", {"fewest_bags": "no"}, "endings[1].fewest_bags: 'no' isn't allowed; use true or false"),
        ("3b-four", {"points": 300}, "endings[1].kind: 'target' is asked after the endings that come at once"),
    ],
)
def test_invalid_declarations_are_refused(slug: str, entry: Entry, message: str) -> None:
    assert error_of(slug, "endings", {"kind": "target", **entry}) == message


@pytest.mark.rule("BM-12")
def test_uncounted_overtricks_do_not_break_a_tie() -> None:
    entry = {"kind": "target", "points": 300, "fewest_bags": True}
    message = error_of("3b-four", "endings", entry, without="hands")
    assert message == "endings[1].fewest_bags: overtricks aren't counted, so they can't break a tie"


@pytest.mark.rule("SB-10", "BM-12")
def test_the_target_has_bounds_defaults_and_a_sentence() -> None:
    bounded("sandbags", "endings", Target, "points", 1, 1_000_000)
    ending = built(Target, points=500)
    assert ending == Target(kind="target", rule="SB-10", points=500, fewest_bags=False)
    assert ending.sentence() == "The game goes to 500 points; the most points win."
    parted = built(Target, points=1, fewest_bags=True).sentence()
    assert parted == "The game goes to 1 point; the most points win; fewer overtricks break a tie."
    assert (ending.how, ending.title) == ("with the most points", "with the most points")
    assert (ending.goal, ending.last, ending.parts_all, ending.game_hands) == (500, True, False, None)


@pytest.mark.rule("SB-10")
@pytest.mark.parametrize(
    ("totals", "why"),
    [
        ((499, 499), None),
        ((500, 500), "Sudden death: tied at 500, so another hand is played"),
        ((520, 520), "Sudden death: tied at 520, so another hand is played"),
    ],
)
def test_a_tie_at_the_target_explains_another_hand(totals: tuple[int, int], why: str | None) -> None:
    assert part("sandbags", Target).level(standing(totals=totals)) == why

"""The component `enforcement` refuses or allows cards that don't follow suit."""

import pytest

from spades_tui.game.events import Challenge
from spades_tui.language.sentence_parts import YOU
from spades_tui.presentation.decisions import aside
from spades_tui.presentation.wording import Wording
from spades_tui.rules.customs import Enforcement
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from spades_tui.seats.observer import observe
from tests.game.tables import Sitting, sheet
from tests.rules.parts import Entry, bounded, built, home_game, placed

NEEDED: Entry = {"when": "hand", "books": 3, "wrong_costs": True, "taken": "at_once"}


@pytest.mark.rule("C-11", "JK-14", "BM-13")
def test_bounds_and_defaults_are_checked() -> None:
    bounded("jokers", "customs", Enforcement, "books", 0, 18, when="hand", wrong_costs=True, taken="at_once")
    assert built(Enforcement, **NEEDED) == Enforcement(kind="enforcement", rule="C-11", mode="refuse", **NEEDED)


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(("mode", "challenged"), [("refuse", False), ("challenge", True)])
def test_the_mode_decides_whether_players_may_challenge(mode: str, challenged: bool) -> None:
    rules, _ = placed("jokers", "customs", {"kind": "enforcement", "mode": mode})
    assert (ruleset(checked(Variant, rules)).challenge is not None) == challenged


SET: Entry = {"mode": "challenge", "when": "hand", "books": 0, "sets": True, "wrong_costs": True, "taken": "at_once"}


def sandbags_with_sets() -> Sitting:
    """Return a hand of sandbags in which seat 2 has reneged and every bid can be made."""
    sitting = Sitting(home_game("sandbags", customs=[{"kind": "enforcement", **SET}]))
    sitting.deal("KD", "9D", "AD 3C", "2D").bids(1, 0, 1, 0)
    return sitting.play("9D 3C 2D KD")


@pytest.mark.rule("HR-6")
def test_a_right_challenge_sets_the_accused_whatever_they_take() -> None:
    sitting = sandbags_with_sets().do(Challenge(1, 2))
    score = sitting.took(5, 0, 8, 0).score()
    assert sheet(score, 0) == [("SB-5", -20)]
    assert [points for _, points in sheet(score, 1)] == [100, 100]


@pytest.mark.rule("HR-6")
def test_a_wrong_challenge_sets_the_accuser_and_their_zero() -> None:
    sitting = sandbags_with_sets().do(Challenge(1, 0))
    score = sitting.took(5, 0, 8, 0).score()
    assert sheet(score, 0)[0] == ("SB-5", 20)
    assert [points for _, points in sheet(score, 1)] == [-100, 100]


@pytest.mark.rule("HR-6")
@pytest.mark.parametrize(("accused", "told"), [(2, "Cy's side is set"), (0, "Your side is set")])
def test_a_challenge_says_whose_side_is_set(accused: int, told: str) -> None:
    sitting, challenge = sandbags_with_sets(), Challenge(1, accused)
    before = sitting.state
    names = ("Ann", YOU, "Cy", "Dot")
    assert challenge.announced(before, sitting.do(challenge).state, names, ("Us", "Them"))[1:] == (told,)


@pytest.mark.rule("JK-14")
@pytest.mark.parametrize(("books", "told"), [(1, "1 trick goes from Us to Them"), (3, "3 tricks go from Us to Them")])
def test_a_challenge_says_which_tricks_move(books: int, told: str) -> None:
    entry = {"kind": "enforcement", **NEEDED, "mode": "challenge", "books": books}
    sitting = Sitting(home_game("jokers", customs=[entry], options=[]))
    sitting.deal("3H", "KQ5H", "4AH 4S 3C", "6H").bids(4, 4, 4, 4).play("KH 4S")
    before, challenge = sitting.state, Challenge(1, 2)
    names = ("Ann", "Bea", "Cy", "Dot")
    assert told in challenge.announced(before, sitting.do(challenge).state, names, ("Us", "Them"))[1]


@pytest.mark.rule("HR-6", "JK-14")
@pytest.mark.parametrize(
    ("slug", "entry", "told"),
    [
        ("jokers", NEEDED, "you lose 3 tricks"),
        ("jokers", {**NEEDED, "books": 1, "sets": True}, "you lose 1 trick and your side is set"),
        ("sandbags", SET, "your side is set"),
    ],
)
def test_the_question_before_a_challenge_says_what_a_wrong_one_costs(slug: str, entry: Entry, told: str) -> None:
    sitting = Sitting(home_game(slug, customs=[{"kind": "enforcement", **entry, "mode": "challenge"}]))
    sitting.deal("KD", "9D", "AD 3C", "4D").bids(2, 3, 2, 3)
    seen = observe(sitting.play("9D 3C 4D KD").state, 1)
    question = aside(seen, Wording(("Ann", YOU, "Cy", "Dot")), "challenge")
    assert question is not None
    assert question.rows[0][0].explain[1:] == (f"If you're wrong, {told}.",)

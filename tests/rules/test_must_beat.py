"""The component `must_beat` makes players beat the trick, or play a spade, where they can."""

import pytest

from spades_tui import cards
from spades_tui.game.events import Play
from spades_tui.presentation.decisions import duty
from tests.game.tables import Sitting
from tests.rules.parts import home_game

LEAD = {"kind": "lead", "spades": "always"}


def table(must: dict[str, object], *hands: str, trick: str) -> Sitting:
    """Return a hand of sandbags in which seat 1 has led, and others have played, the cards of `trick`."""
    rules = home_game("sandbags", plays=[LEAD, {"kind": "must_beat", **must}])
    return Sitting(rules).deal("", *hands).bids(3, 3, 3, 3).play(trick)


def choices(sitting: Sitting, held: str) -> str:
    """Return those of the cards `held` that the player on turn may play, by suit and rank."""
    turn = sitting.turn
    assert turn is not None
    plays = [event.card for event in sitting.sees(turn).legal if isinstance(event, Play)]
    able = {cards.text(card) for card in plays} & set(held.split())
    return " ".join(sorted(able, key=lambda text: (text[1], text[0])))


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize(
    ("must", "held", "trick", "able"),
    [
        pytest.param({}, "KD 2D", "9D", "KD", id="beats the lead"),
        pytest.param({}, "3D 2D", "9D", "2D 3D", id="cannot beat the lead"),
        pytest.param({}, "KD 2D AS", "9D", "KD", id="follows suit before it ruffs"),
        pytest.param({}, "4S 2S 3C", "9D", "2S 4S", id="void and ruffs"),
        pytest.param({}, "3C 3H", "9D", "3C 3H", id="void in spades as well"),
        pytest.param({}, "AS 4S", "9S", "AS", id="beats a spade"),
        pytest.param({"void": "free"}, "4S 3C", "9D", "3C 4S", id="void where any card may be played"),
        pytest.param({"void": "free"}, "KD 2D", "9D", "KD", id="beats the lead where void players are free"),
        pytest.param({"follow": False}, "KD 2D", "9D", "2D KD", id="follows with any card"),
        pytest.param({"follow": False}, "4S 3C", "9D", "4S", id="void and ruffs where following is free"),
    ],
)
def test_the_player_after_the_lead_beats_it(must: dict[str, object], held: str, trick: str, able: str) -> None:
    void = " ".join(f"/{suit}" for suit in "DS" if suit not in held)
    assert choices(table(must, trick, f"{held} {void}", trick=trick), held) == able


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize(
    ("must", "held", "able"),
    [
        ("beat", "7S 2S 3C", "7S"),
        ("beat", "3S 2S 3C", "3C 2S 3S"),
        ("spade", "7S 2S 3C", "7S"),
        ("spade", "3S 2S 3C", "2S 3S"),
        ("beat", "KD 2D", "2D KD"),
        ("free", "7S 2S 3C", "3C 2S 7S"),
    ],
)
def test_a_ruff_is_overtrumped_and_then_a_higher_card_of_the_suit_led_wins_nothing(
    must: str, held: str, able: str
) -> None:
    void = "" if "D" in held else " /D"
    assert choices(table({"void": must}, "9D", "5S /D", held + void, trick="9D 5S"), held) == able


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize(
    ("held", "wrong", "rule", "words"),
    [
        ("KD 2D", "2D", "CB-1", "You can beat the trick"),
        ("7S 3C", "3C", "CB-1", "a spade that beats"),
        ("KD 3C", "3C", "C-6", "you have a diamond"),
    ],
)
def test_the_refusal_cites_the_rule_and_says_what_to_play(held: str, wrong: str, rule: str, words: str) -> None:
    sitting = table({}, "9D", f"{held} /D", trick="9D")
    refusal = sitting.why(sitting.play_event(wrong))
    assert refusal.rule == rule
    assert words in refusal.sentence
    assert sitting.sees(2).why_not[cards.parse(wrong)] == refusal


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize(
    ("must", "held", "trick", "words"),
    [
        ("beat", "KD 2D", "9D", "follow diamonds and beat the trick"),
        ("beat", "8D 2D", "9D", "follow diamonds"),
        ("beat", "4S 2S 3C", "9D", "you have no diamonds, so play a spade"),
        ("beat", "7S 2S 3C", "9D 5S", "you have no diamonds, so play a spade that beats the trick"),
        ("beat", "3S 2S 3C", "9D 5S", "you have no diamonds, so play any card"),
        ("spade", "3S 2S 3C", "9D 5S", "you have no diamonds, so play a spade"),
        ("free", "4S 2S 3C", "9D", "you have no diamonds, so play any card"),
    ],
)
def test_the_question_says_what_a_player_must_play(must: str, held: str, trick: str, words: str) -> None:
    void = " ".join(f"/{suit}" for suit in "DS" if suit not in held)
    hands = ["9D", "5S /D", f"{held} {void}"] if " " in trick else ["9D", f"{held} {void}"]
    sitting = table({"void": must}, *hands, trick=trick)
    assert sitting.turn is not None
    seen = sitting.sees(sitting.turn)
    able = cards.hand_of(event.card for event in seen.legal if isinstance(event, Play))
    assert duty(seen, able) == words


@pytest.mark.rule("CB-1", "C-11")
def test_only_a_card_of_another_suit_is_a_renege_that_may_be_challenged() -> None:
    rules = home_game(
        "jokers",
        plays=[LEAD, {"kind": "must_beat"}],
        customs=[
            {"kind": "enforcement", "mode": "challenge", "when": "hand", "books": 3, "wrong_costs": True,
             "taken": "at_once"},
        ],
    )  # fmt: skip
    sitting = Sitting(rules).deal("", "9D", "KD 3D 3C").bids(4, 4, 4, 4).play("9D")
    able = choices(sitting, "KD 3D 3C").split()
    assert "3C" in able
    assert "KD" in able
    assert "3D" not in able

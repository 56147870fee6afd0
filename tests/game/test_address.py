"""The log says "you" to the only person at a keyboard; with several people, and in records, it uses names."""

import pytest

from spades_tui.cards import BIG_JOKER, LITTLE_JOKER, parse
from spades_tui.game.events import Bid, Chit, Claim, Play, ZeroBuddy
from spades_tui.game.findings import TrickTaken
from spades_tui.game.state import new_game
from spades_tui.language.address import YOU, addressed, does, together, whom, whose
from spades_tui.record.event_words import finding_sentence, side_name, taken_back
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset

TOLD = (YOU, "Bea", "Cy", "Dot")


def test_a_single_person_is_called_you() -> None:
    names = ("Ann", "Bea", "Cy")
    assert addressed(names, (1,)) == ("Ann", "You", "Cy")
    assert addressed(names, (0, 1)) == names
    assert addressed(names, ()) == names


def test_a_player_named_you_is_treated_as_a_name() -> None:
    assert does("You", "takes") == "You takes"
    assert does(YOU, "takes") == "You take"


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("is the tray person", "You are the tray person"),
        ("has had a day", "You have had a day"),
        ("does not cut", "You do not cut"),
        ("promises Bemo", "You promise Bemo"),
        ("changes the bid to", "You change the bid to"),
        ("raises to 5", "You raise to 5"),
        ("deals.", "You deal."),
        ("is next!", "You are next!"),
    ],
)
def test_verbs_agree_with_you_and_with_a_name(verb: str, said: str) -> None:
    assert does(YOU, verb) == said
    assert does("Bea", verb) == f"Bea {verb}"


def test_you_is_lower_case_inside_a_sentence() -> None:
    assert (whom(YOU), whose(YOU), whose("Bea")) == ("you", "your", "Bea's")
    assert together(["Bea", YOU]) == "You & Bea"
    assert whom(together([YOU, "Cy"])) == "you & Cy"
    assert together(["Cy", "Ann"]) == "Cy & Ann"


def test_events_and_findings_say_you() -> None:
    rules = ruleset(find("sandbags"))
    state = new_game(rules, 0)
    sides = tuple(side_name(seats, TOLD) for seats in rules.sides)
    assert Bid(0, 4).sentence(TOLD, state) == "You bid 4"
    assert Play(0, 51, None).sentence(TOLD, state) == "You play A♠"
    assert Play(0, BIG_JOKER, None).sentence(TOLD, state) == "You play the big joker"
    assert Play(1, LITTLE_JOKER, None).sentence(TOLD, state) == "Bea plays the little joker"
    assert Claim(0, 3).sentence(TOLD, state) == "You claim the last 3 tricks"
    assert Claim(0, 1).sentence(TOLD, state) == "You claim the last trick"
    assert ZeroBuddy(1, 0).sentence(TOLD, state) == "Bea sees ZB potential in your card"
    assert Chit(0, 2).sentence(TOLD, state) == "You spend a tray-chit and name Cy as tray person"
    assert Chit(0, None).sentence(TOLD, state) == "You spend a tray-chit and lose it"
    assert Chit(1, 0).sentence(TOLD, state) == "Bea spends a tray-chit and names you as tray person"
    assert finding_sentence(TrickTaken(1, 3, 0), rules, TOLD, sides) == "You take trick 3"
    assert finding_sentence(TrickTaken(1, 3, 1), rules, TOLD, sides) == "Bea takes trick 3"
    assert sides == ("You & Cy", "Bea & Dot")


def test_a_joker_taken_back_has_its_article() -> None:
    assert taken_back(Play(1, BIG_JOKER), TOLD) == "Bea takes back the big joker"
    assert taken_back(Play(0, parse("KH")), TOLD) == "You take back K♥"

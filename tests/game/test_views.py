"""Who sees which cards, whom the log calls "you", and what it says of reasons."""

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.cards import BIG_JOKER, LITTLE_JOKER, hand_of, parse, pretty
from spades_tui.game.events import Bid, Chit, Claim, Draft, Play, TakeBack, ZeroBuddy
from spades_tui.game.findings import TrickTaken
from spades_tui.game.history import Step
from spades_tui.game.phase import IllegalEvent, Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.language.sentence_parts import YOU, addressed, does, together, whom, whose
from spades_tui.record.event_words import finding_sentence, log_entries, side_name, taken_back
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats.observer import observe
from tests.bots.tables import at_play, rules_of
from tests.game.tables import Sitting

KNOWN = {
    0: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    1: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    2: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
}
CARDS = [hand_of([parse(name)]) for name in ("AS", "KS", "QS", "JS")]
"""A card set aside by each seat."""


def changed(**hand: Any) -> GameState:
    state = at_play(rules_of("sandbags"), KNOWN, [3, 3, 3, 3], "AC", 3).state
    return replace(state, hand=replace(state.current, **hand))


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("part", ["thrown", "passed", "got"])
def test_each_seat_sees_its_own_card_set_aside_and_a_passer_by_none(part: str) -> None:
    state = changed(**{part: tuple(CARDS)})
    assert [getattr(observe(state, seat), part) for seat in range(4)] == CARDS
    assert getattr(observe(state, None), part) == 0
    assert observe(state, None) == observe(changed(**{part: tuple(reversed(CARDS))}), None)


@pytest.mark.rule("C-9")
def test_only_the_seat_that_throws_one_back_sees_the_card_drawn() -> None:
    state = changed(drawn=CARDS[0], discarding=2)
    assert [observe(state, seat).drawn for seat in range(4)] == [0, 0, CARDS[0], 0]
    assert observe(state, None).drawn == 0


@pytest.mark.rule("BM-1", "C-9")
def test_cards_left_out_are_seen_by_nobody_before_the_score() -> None:
    state = changed(aside=CARDS[3], dead=CARDS[2])
    for seat in (None, 0, 1, 2, 3):
        seen = observe(state, seat)
        assert seen.extra_down
        assert seen.dead is None
    assert not observe(changed(), None).extra_down


@pytest.mark.rule("C-9")
def test_a_passer_by_sees_no_hand_and_has_no_choices() -> None:
    seen = observe(changed(), None)
    assert (seen.seat, seen.own, seen.legal, seen.aside, seen.why_not) == (None, None, (), (), {})
    assert seen.sizes == (12, 13, 13, 13)
    assert not (seen.may_claim or seen.follows or seen.ace_low or seen.may_choose_blind)


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_an_unknown_seat_observes_nothing(seat: int) -> None:
    with pytest.raises(ValueError, match="not at this table"):
        observe(changed(), seat)


@pytest.mark.rule("BM-1")
def test_the_dead_hand_is_seen_by_everybody_after_the_score() -> None:
    scored = replace(changed().standing, hands=1)
    state = replace(changed(dead=CARDS[2]), phase=Phase.DEAL, standing=scored)
    assert {observe(state, seat).dead for seat in (None, 0, 3)} == {CARDS[2]}
    assert observe(replace(state, hand=changed().hand), None).dead is None


def test_everybody_sees_who_leads_and_who_is_winning_the_trick() -> None:
    rules = rules_of("sandbags")
    led, followed = (at_play(rules, KNOWN, [3, 3, 3, 3], plays, 3).state for plays in ("3C", "3C AD"))
    for seat in (None, 0, 1):
        assert (observe(led, seat).leader, observe(led, seat).winning) == (0, 0)
        assert (observe(followed, seat).leader, observe(followed, seat).winning) == (0, 0)
    unled = at_play(rules, KNOWN, [3, 3, 3, 3], "", 3).state
    assert (observe(unled, None).leader, observe(unled, None).winning) == (0, None)
    assert observe(replace(unled, phase=Phase.PLAYED), None).leader == 0
    assert observe(replace(unled, phase=Phase.DEAL), None).leader is None


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


@pytest.mark.rule("3B-3")
def test_a_play_is_called_by_its_card_and_the_call_of_an_ace() -> None:
    assert Play(1, parse("KH")).short_label(pretty) == "K♥"
    assert Play(1, parse("AH"), "low").short_label(pretty) == "A♥ low"


def test_a_joker_taken_back_has_its_article() -> None:
    assert taken_back(Play(1, BIG_JOKER), TOLD) == "Bea takes back the big joker"
    assert taken_back(Play(0, parse("KH")), TOLD) == "You take back K♥"


NAMES = ("Ann", "Bea", "Cy", "Dot")


@pytest.mark.rule("3B-11", "TW-1")
@pytest.mark.parametrize("keep", [True, False])
def test_a_draft_decision_stays_with_a_reason(keep: bool) -> None:
    game = Sitting("two-handed", undo=True)
    game.do(game.deal_event())
    seat = game.turn
    assert seat is not None
    game.do(Draft(seat, keep))
    with pytest.raises(IllegalEvent) as caught:
        game.do(TakeBack(seat))
    assert isinstance(caught.value.refusal.sentence, str)
    assert "draft" in caught.value.refusal.sentence


@pytest.mark.rule("SB-10")
def test_the_log_names_a_tie_that_keeps_the_game_going() -> None:
    for totals in ((500, 500), (100, 100)):
        game = Sitting("sandbags").so_far(totals=totals)
        step = Step(game.deal_event(), game.state, game.do(game.deal_event()).state, ())
        lines = [entry.text for entry in log_entries(step, NAMES, ("Ann & Cy", "Bea & Dot"))]
        tie = game.rules.extra_hand(game.standing)
        assert (tie is not None) == (totals[0] >= 500)
        assert tie is None or tie in lines

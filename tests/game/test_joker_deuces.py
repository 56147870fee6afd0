"""Rules JD-1 and JD-2: the deuce of diamonds is a spade for every purpose."""

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events import Claim, Play
from tests.game.tables import Sitting, card, some

DEUCE = card("2D")


def sitting(**options: object) -> Sitting:
    return Sitting("joker-deuces", 0, **options)


@pytest.mark.rule("JD-1")
def test_joker_deuces_has_its_pack_and_order_of_spades() -> None:
    rules = sitting().rules
    pack = [cards.text(one) for one in rules.cards.pack]
    assert len(pack) == len(set(pack)) == 52
    assert not {"2C", "2H"} & set(pack)
    spades = ["3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "2S", "2D", "LJ", "BJ"]
    assert pack[-16:] == spades  # the canonical order of the pack puts the deuce of diamonds among the spades by rank
    assert pack[12:24] == [f"{rank}D" for rank in "3456789TJQKA"]
    order = some("BJ LJ 2D 2S AKQJT9876543S")
    assert sorted(order, key=lambda one: -rules.cards.ranks[one]) == order
    assert rules.cards.suit_of[DEUCE] == cards.SPADES
    assert rules.cards.odd == (DEUCE,)
    assert [mask.bit_count() for mask in rules.cards.suit_masks] == [12, 12, 12, 16]


@pytest.mark.rule("JD-1")
def test_a_player_with_another_diamond_must_follow_with_it() -> None:
    game = sitting().deal("/D", "KD", "2D 7D", "/D").bids(3, 3, 3, 3).play("KD")
    assert "7D" in game.playable()
    assert "2D" not in game.playable()
    refusal = game.why(Play(2, DEUCE))
    assert (refusal.rule, refusal.sentence) == (
        "C-6", "Follow suit: you have diamonds, and 2♦ is a spade here",
    )  # fmt: skip


@pytest.mark.rule("JD-1")
def test_a_player_with_no_other_diamond_may_ruff_with_the_deuce() -> None:
    game = sitting().deal("AD", "KD", "2D /D", "2S /D").bids(3, 3, 3, 3).play("KD 2D")
    assert game.hand.broken
    assert game.hand.led == cards.DIAMONDS
    game.play("2S")
    assert game.sees(None).winning == 2  # above the deuce of spades
    assert game.play("AD").hand.winners == (2,)


@pytest.mark.rule("JD-1")
def test_the_deuce_of_diamonds_follows_spades_and_beats_the_ace() -> None:
    game = sitting().deal("LJ", "KC AS", "QC 2D /S", "3S").bids(3, 3, 3, 3)
    game.course.state = replace(game.state, hand=replace(game.hand, broken=True))
    game.play("AS")
    assert game.playable() == "2D"
    game.play("2D 3S")
    assert game.sees(None).winning == 2
    assert game.play("LJ").hand.winners == (0,)


@pytest.mark.rule("JD-1")
def test_a_led_deuce_of_diamonds_calls_for_spades() -> None:
    game = sitting().deal("4S", "2D", "AD KS /S", "BJ").bids(3, 3, 3, 3)
    game.course.state = replace(game.state, hand=replace(game.hand, broken=True))
    game.play("2D")
    assert game.hand.led == cards.SPADES
    assert game.playable() == "KS"


@pytest.mark.rule("JD-1")
def test_the_deuce_is_not_led_before_spades_are_broken() -> None:
    game = sitting().deal("", "2D 5C").bids(3, 3, 3, 3)
    assert game.turn == 1
    assert game.refused(Play(1, DEUCE)) == {"JK-6"}
    assert game.why(Play(1, DEUCE)).sentence.endswith("; 2♦ is a spade here")


@pytest.mark.rule("JD-1")
def test_a_hand_with_the_deuce_of_diamonds_allows_no_new_deal() -> None:
    for low, allowed in (("3-9C 3-8D", True), ("3-9C 3-7D 2D", False)):
        game = sitting(new_deal=True).deal("", low)
        offered = [event for event in game.sees(1).legal if type(event).__name__ == "Redeal"]
        assert bool(offered) == allowed


@pytest.mark.rule("JD-2")
def test_the_game_ends_at_three_hundred_and_fifty_points() -> None:
    rules = sitting().rules
    assert rules.goal == 350
    assert sitting(target=500).rules.goal == 500


@pytest.mark.rule("JD-1", "C-12")
def test_a_claim_counts_the_deuce_of_diamonds_as_a_trump() -> None:
    """The claimer has all the plain diamonds and an ace, but the deuce can ruff one of them from any hand."""
    game = sitting().deal("", "AKQJT9876543D AC", "2D", "").bids(3, 3, 3, 3)
    assert game.refused(Claim(1, 13)) == {"C-12"}
    top = sitting().deal("", "BJ LJ 2D 2S AKQJT9876S").bids(0, 9, 4, 0)
    top.do(Claim(1, 13))
    assert top.hand.took == (0, 13, 0, 0)

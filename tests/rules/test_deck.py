"""The deck has its pack, its trumps and their ranks."""

from typing import Any

import pytest

from spades_tui import cards
from spades_tui.cards import LOW_ACE
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.deck import Deck, tables
from spades_tui.rules.problem_words import file_words
from spades_tui.rules.problems import FlawError
from spades_tui.rules.rules_page import page
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.game.tables import Sitting


@pytest.mark.rule("SB-1", "JK-1", "JK-2", "BM-1", "3B-1", "3B-2")
@pytest.mark.parametrize(
    ("slug", "size", "trumps"),
    [
        ("sandbags", 52, "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        ("jokers", 52, "BJ LJ 2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"),
        ("bemo", 52, "BJ LJ 2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"),
        ("3b-three", 52, "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        ("3b-four", 53, "BJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        ("3b-five", 53, "BJ AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
    ],
)
def test_each_pack_has_its_size_and_order_of_trumps(slug: str, size: int, trumps: str) -> None:
    deck = shipped()[slug].deck
    pack = deck.pack()
    assert len(pack) == len(set(pack)) == size
    assert [cards.text(card) for card in reversed(deck.trumps())] == trumps.split(" ")
    assert pack[-len(deck.trumps()) :] == deck.trumps()
    ranks = tables(deck).ranks
    ranked = sorted(deck.trumps(), key=lambda card: ranks[card])
    assert tuple(ranked) == deck.trumps()
    assert max(ranks[card] for card in pack if card not in deck.trumps()) < ranks[ranked[0]]


@pytest.mark.rule("3B-3")
def test_an_ace_called_low_ranks_below_the_two_of_its_suit() -> None:
    ranks = tables(shipped()["3b-four"].deck).ranks
    assert ranks[LOW_ACE] < ranks[cards.parse("2C")]
    assert ranks[cards.parse("AH")] < ranks[LOW_ACE + cards.SPADES] < ranks[cards.parse("2S")]


def test_the_suit_masks_add_up_to_the_pack() -> None:
    found = tables(Deck(jokers=2, remove=("2D", "2H"), spades="BJ LJ 2 A K Q J T 9 8 7 6 5 4 3"))
    assert [mask.bit_count() for mask in found.suit_masks] == [13, 12, 12, 15]
    assert sum(found.suit_masks) == cards.hand_of(found.pack)


@pytest.mark.rule("JD-1")
def test_any_card_may_be_among_the_spades() -> None:
    deck = Deck(spades="QH A K AD Q J T 9 8 7 6 5 4 3 2 2C")
    found = tables(deck)
    assert [cards.text(card) for card in found.pack[-16:]] == (
        ["2C", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "AD", "KS", "AS", "QH"]
    )
    assert len(found.pack) == len(set(found.pack)) == 52
    assert [mask.bit_count() for mask in found.suit_masks] == [12, 12, 12, 16]
    assert sorted(map(cards.text, found.odd)) == ["2C", "AD", "QH"]
    assert {found.suit_of[card] for card in found.odd} == {cards.SPADES}
    assert tables(Deck()).odd == ()
    assert tables(Deck()).suit_of[:52] == cards.FACE_SUIT[:52]


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ({"spades": "A K Q"}, "J, T, 9, 8, 7, 6, 5, 4, 3 and 2 missing"),
        ({"jokers": 1}, "BJ missing"),
        ({"spades": "BJ A K Q J T 9 8 7 6 5 4 3 2"}, "the deck doesn't have BJ"),
        ({"spades": "A A K Q J T 9 8 7 6 5 4 3 2"}, "A is named twice"),
        ({"spades": "2D A K Q J T 9 8 7 6 5 4 3 2", "remove": ("2D",)}, "the deck doesn't have 2D"),
        ({"spades": "2D A K Q J T 2D 9 8 7 6 5 4 3 2"}, "2D is named twice"),
        ({"spades": "2D K Q J T 9 8 7 6 5 4 3 2"}, "A missing"),
        (
            {"spades": "AD A K Q J T 9 8 7 6 5 4 3 2", "aces": "called"},
            "AD is an ace that is called high or low, so it stays in its suit",
        ),
    ],
)
def test_an_order_of_spades_that_does_not_fit_the_deck_is_refused(deck: dict[str, Any], said: str) -> None:
    with pytest.raises(FlawError) as refused:
        Deck(**deck).pack()
    assert said in file_words(refused.value.problems[0])


LOW = "2 3 4 5 6 7 8 9 T J Q K A"


@pytest.mark.rule("HR-2")
def test_the_low_card_wins_where_the_deck_says_so() -> None:
    deck = {"suits": LOW, "spades": LOW}
    rules = ruleset(from_data(shipped()["sandbags"].to_json() | {"deck": deck}))
    sitting = Sitting(rules).deal("AD", "9D", "2D", "KS /D").bids(3, 3, 3, 3).play("9D 2D")
    assert sitting.hand.best is not None
    assert sitting.hand.best.seat == 2
    sitting.play("KS AD")
    assert sitting.hand.winners == (3,)
    assert "cards of the other suits rank 2 3 4 5 6 7 8 9 10 J Q K A" in page(rules.variant)


@pytest.mark.rule("HR-2")
@pytest.mark.parametrize(
    ("slug", "suits", "told"),
    [
        ("sandbags", LOW.replace("2", "3"), "each of the thirteen ranks is named once"),
        ("sandbags", "A K", "isn't allowed; use all thirteen ranks"),
        ("3b-four", LOW, "aces that are called high or low rank above the king"),
    ],
)
def test_an_order_of_ranks_names_each_once(slug: str, suits: str, told: str) -> None:
    rules = shipped()[slug].to_json()
    rules["deck"]["suits"] = suits
    with pytest.raises(VariantError, match=told):
        from_data(rules)

"""The search of the form finds rules by their labels and choices, with the best match first."""

import re
from pathlib import Path

import pytest

from spades_tui.house_rules.rule_search import found
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import options_of
from tests.games import each_game
from tests.house_rules.changing import changed


@pytest.mark.parametrize("slug", each_game("cutthroat", "3b-four"))
def test_rules_are_found_by_label_and_choices_by_name(slug: str) -> None:
    draft = RulesDraft(shipped()[slug])
    for row in draft.rows:
        assert row.key in found(draft, row.label), row.key
        assert row.key in found(draft, row.label.upper()[:-1]), row.key
    places = {row.key for row in draft.rows}
    for option in options_of(draft.start):
        keys = found(draft, option.name)
        assert f"options.{option.name}" in keys
        sets = {setting.place.removesuffix(".on") for setting in option.sets}
        assert sets & places <= set(keys), option.name


@pytest.mark.parametrize(
    ("slug", "words", "key"),
    [
        ("cutthroat", "nil", "scores.zero.made"),
        ("classic", "nil", "scores.zero.made"),
        ("classic", "nil failed", "scores.zero.lost"),
        ("sandbags", "nil", "scores.zero.made"),  # called a zero in this game
        ("3b-four", "nil", "scores.zero.made"),
        ("classic", "zero", "scores.zero.made"),  # called a nil in this game
        ("cutthroat", "bags", "scores.bags.limit"),
        ("cutthroat", "bags cost", "scores.bags.limit"),
        ("cutthroat", "bag_cost", "scores.bags.penalty"),
        ("cutthroat", "target", "endings.target.points"),
        ("3b-four", "target", "endings.target"),
        ("cutthroat", "play to", "endings.target.points"),
        ("cutthroat", "hands", "endings.hands"),
        ("cutthroat", "blind", "bids.blind"),
        ("classic", "renege", "customs.enforcement"),
        ("classic", "challenge", "customs.enforcement"),
        ("sandbags", "double nil", "scores.zero.both_made"),
        ("classic", "boston", "scores.tricks"),
        ("classic", "crazy aces", "bids.count"),
        ("classic", "lowball", "deck.spades"),
        ("classic", "blind six", "bids.blind"),
        ("classic", "must trump", "plays.must_beat"),
    ],
)
def test_the_best_match_comes_first(slug: str, words: str, key: str) -> None:
    assert found(RulesDraft(shipped()[slug]), words)[0] == key


def test_the_searches_of_the_tutorial_find_their_rules() -> None:
    page = " ".join((Path(__file__).parents[2] / "docs" / "house-rules.md").read_text("utf-8").split())
    told = re.findall(r"type `([^`]+)`(?: and press `Enter`)?\. It finds \*([^*]+)\*", page)
    draft = RulesDraft(shipped()["sandbags"])
    for words, label in told:
        first = draft.row(found(draft, words)[0])
        assert first is not None
        assert first.label == label
    assert len(told) == 2


def test_a_search_finds_the_current_rules() -> None:
    draft = RulesDraft(shipped()["cutthroat"])
    assert "scores.zero.blind_made" not in found(draft, "blind nil")
    assert found(changed(draft, ("bids.blind", True)), "blind nil")[0] == "scores.zero.blind_made"


@pytest.mark.parametrize("words", ["", " ", "…", "nilx", "nil jokers"])
def test_empty_and_unmatched_words_find_nothing(words: str) -> None:
    assert found(RulesDraft(shipped()["cutthroat"]), words) == []

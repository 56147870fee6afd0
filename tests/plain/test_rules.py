"""The rules in plain text: of any game at the start, part by part, or one rule by its name."""

import re

import pytest

from spades_tui.plain.status import rule_named, rules
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_page import rules_page
from tests.games import SLUGS
from tests.plain.talking import text_at_home


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize("asked", ["rules CB 1", "rules cb1", "Rules CB-1"])
def test_a_rule_is_read_at_the_start(asked: str) -> None:
    text = text_at_home(asked, "quit")
    assert "Call Break." in text and "you must beat the trick if you can" in text


def test_the_rules_of_a_named_game_are_read_at_the_start() -> None:
    assert "Call Break." in (text := text_at_home("rules call break", "scoring", "", "quit"))
    assert "Which game?" not in text and "A bid made" in text


@pytest.mark.parametrize("asked", ["rules XX 1", "rules nonsense"])
def test_unknown_rules_are_refused_at_the_start(asked: str) -> None:
    assert f'You can\'t choose "{asked}" here.' in text_at_home(asked, "quit")


def test_a_new_game_lists_its_options() -> None:
    text = text_at_home("new", "call break", "", "options", "back")
    assert "hands in a game" in text and "There is no part" not in text


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_of_a_page_is_found_by_its_name(slug: str) -> None:
    """Also one that is cited with others, or in an option."""
    variant = shipped()[slug]
    lines = [line for _, sentences in rules_page(variant) for line in sentences]
    cited = {mark for line in lines for part in re.findall(r"\(([^)]*)\)", line)
             for mark in re.findall(r"\b[0-9]?[A-Z]{1,2}-\d+\b", part)}  # fmt: skip
    assert cited
    for mark in cited:
        found = rules(variant, mark.replace("-", " ").lower())
        assert found == [line for line in lines if re.search(rf"\([^)]*\b{mark}\b[^)]*\)", line)]
    assert rules(variant, "zz 1") == [f"{variant.name} has no rule ZZ-1."]


def test_a_part_of_the_rules_is_no_name_of_a_rule() -> None:
    assert [rule_named(words) for words in ("play", "c 6", "3b24", "BM-13", "all", "1", "hand 3 or 4")] == [
        None, "C-6", "3B-24", "BM-13", None, None, None
    ]  # fmt: skip

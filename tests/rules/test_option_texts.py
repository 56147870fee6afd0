"""Every option of every game explains itself, and says which component it needs."""

import re
from pathlib import Path

import pytest

from spades_tui.language.unusable import UnusableError
from spades_tui.presentation.new_table_words import explained
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.option_places import slots
from spades_tui.rules.options import options_of
from tests.games import SLUGS

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = (DOCS / "rules.md", DOCS / "rules-3b.md")


@pytest.mark.parametrize("slug", SLUGS)
def test_each_option_has_an_explanation_longer_than_its_words(slug: str) -> None:
    variant = shipped()[slug]
    for option in options_of(variant):
        words = explained(variant, option)
        assert option.sentence, option.name
        assert words.startswith(option.sentence)
        assert len(words) > len(option.words), option.name


@pytest.mark.parametrize("slug", SLUGS)
def test_each_option_cites_a_rule_of_the_rules_pages(slug: str) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for option in options_of(shipped()[slug]):
        assert option.rule, option.name
        assert re.search(rf"\b{re.escape(option.rule)}\b", pages), option.rule


@pytest.mark.parametrize("where", ["bids", "plays", "scores", "endings", "customs"])
def test_a_place_in_a_list_that_the_file_leaves_out_is_missing(where: str) -> None:
    kind = {"bids": "number", "plays": "lead", "scores": "contract", "endings": "target", "customs": "slip"}[where]
    files: tuple[dict[str, list[object]], ...] = ({}, {where: []})
    for data in files:
        with pytest.raises(UnusableError, match="missing"):
            slots(data, f"{where}.{kind}.on")

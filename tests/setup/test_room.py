"""The form for a new game has room for everything at 80 columns."""

import pytest

from spades_tui.presentation.new_table_words import LAST_TRICK_VALUES, label, value_words
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import options_of
from tests.games import SLUGS

LABEL, VALUE = 26, 24 - len("‹ ") - len(" ›")
"""Columns of the form at 80×24."""


@pytest.mark.parametrize("slug", SLUGS)
def test_no_value_of_an_option_is_cut(slug: str) -> None:
    assert all(len(words) <= VALUE for words in LAST_TRICK_VALUES)
    for option in options_of(shipped()[slug]):
        assert len(label(option)) < LABEL, option.name
        for value in getattr(option, "values", ()) or (True, False):
            assert len(value_words(option, value)) <= VALUE, (option.name, value)

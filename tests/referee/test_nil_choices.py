"""The files of `classic` and its relatives give their options the meanings of a second reading."""

import copy

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import with_options
from tests.referee.nil_choices import CHOICE_OF
from tests.referee.rulebook import KINDS, read_rules


@pytest.mark.rule("NL-2", "NL-3", "NL-5", "NL-6", "NL-7", "NL-8", "NL-9", "NL-10", "NL-11")
@pytest.mark.parametrize("slug", ["classic", "whiz", "mirrors", "suicide"])
def test_each_option_value_changes_the_rules_as_the_referee_reads_it(slug: str) -> None:
    variant = shipped()[slug]
    offered = [name for name in variant.option_names if name in CHOICE_OF]
    assert len(offered) >= 11
    for name in offered:
        values, put = CHOICE_OF[name]
        for value in values:
            theirs = copy.deepcopy(read_rules(variant.to_json()))
            put(theirs, value)
            ours = read_rules(with_options(variant, {name: value}).to_json())
            for where in KINDS:
                assert ours[where] == theirs[where], f"{name} = {value}"

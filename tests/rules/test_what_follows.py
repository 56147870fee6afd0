"""The rules say in words why a game goes on, and how often a side is set."""

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.record.event_words import set_lines
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import Ruleset, ruleset


@pytest.mark.rule("JK-11")
def test_the_number_of_sets_is_in_words() -> None:
    rules = ruleset(shipped()["jokers"])
    before = rules.fresh_standing()
    names = ("Ann", "Bea", "Cy", "Dot")
    first = replace(before, sets=(1, 0))
    second = replace(before, sets=(2, 0))
    third = replace(before, sets=(3, 1))
    assert set_lines(rules, before, first, names) == ["Ann & Cy are set for the first time"]
    assert set_lines(rules, first, second, names) == ["Ann & Cy are set for the second time: one more loses the game"]
    assert set_lines(rules, second, third, names) == [
        "Ann & Cy are set for the third time", "Bea & Dot are set for the first time"
    ]  # fmt: skip
    assert set_lines(rules, first, first, names) == []
    plain = ruleset(shipped()["sandbags"])
    assert set_lines(plain, plain.fresh_standing(), plain.fresh_standing(), names) == []


def level(slug: str, **changes: Any) -> tuple[Ruleset, str | None]:
    """Return the rules, and the sentence before the next hand of a game with this score."""
    rules = ruleset(with_options(shipped()[slug], {}))
    standing = replace(rules.fresh_standing(), **changes)
    return rules, rules.extra_hand(standing)


@pytest.mark.rule("3B-17", "JK-11", "JK-12", "SB-10", "BM-12")
def test_another_hand_is_explained() -> None:
    assert level("sandbags", totals=(510, 510), hands=7)[1] == "Sudden death: tied at 510, so another hand is played"
    assert level("sandbags", totals=(490, 490), hands=7)[1] is None
    assert level("jokers", totals=(505, 505), hands=7)[1] == "Sudden death: tied at 505, so another hand is played"
    both = "Sudden death: both sides are out and tied, so another hand is played"
    assert level("jokers", totals=(20, 20), sets=(3, 3), hands=7)[1] == both
    assert level("bemo", totals=(600, 600, 3), hands=9)[1] == "Sudden death: tied at 600, so another hand is played"
    players = "Sudden death: players are tied, so another hand is played"
    assert level("3b-three", totals=(1, 1, 3), hands=9)[1] == players
    assert level("3b-three", totals=(1, 1, 3), hands=8)[1] is None
    assert level("3b-five", totals=(1, 1, 3, 4, 5), hands=9)[1] == players

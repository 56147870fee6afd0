"""The component `tenths` writes points in tens and tenths, and changes no rule."""

import pytest

from spades_tui.record.writer import rules_mark
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs import Tenths
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import name_of, with_options
from tests.rules.parts import built, error_of


@pytest.mark.rule("CB-8")
def test_tenths_are_allowed_in_every_game() -> None:
    assert built(Tenths) == Tenths(kind="tenths", rule="CB-8")
    assert built(Tenths).sentence() == "Points are written in tens and tenths: 32 points are 3.2."
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):  # it fits every other component
        assert error_of(slug, "customs", {"kind": "tenths"}) == ""


@pytest.mark.rule("CB-8")
def test_tenths_change_no_other_rule() -> None:
    usual = shipped()["call-break"]
    assert ruleset(usual).points_unit == 1
    chosen = with_options(usual, {"tenths": True})
    assert ruleset(chosen).points_unit == 10
    assert rules_mark(chosen) == rules_mark(usual)
    without = usual.changed(
        options=tuple(entry for entry in usual.options if name_of(entry) != "tenths"),
        customs=tuple(part for part in usual.customs if part.kind != "tenths"),
    )
    assert rules_mark(without) == rules_mark(usual)

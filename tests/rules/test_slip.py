"""The component `slip` lets a slip be taken back, and new tables switch it on for one person."""

import pytest

from spades_tui.record.writer import program_name
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs import Slip
from spades_tui.rules.options import at_first, with_options
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant, name_of
from tests.games import option_of
from tests.rules.parts import built, error_of, placed

pytestmark = pytest.mark.rule("3B-11")


def test_a_slip_is_a_switch_that_is_off_by_default() -> None:
    assert built(Slip) == Slip(kind="slip", rule="3B-11", on=False, alone=True)
    assert built(Slip).sentence() == ""
    assert "your last bid or card" in built(Slip, on=True).sentence()
    assert built(Slip, on=True).practice == "", "such games count"
    message = error_of("sandbags", "customs", {"kind": "slip", "alone": "yes"})
    assert message == "customs[3].alone: 'yes' isn't allowed; use true or false"


@pytest.mark.parametrize("on", [True, False])
def test_the_switch_allows_slips_without_making_a_practice_game(on: bool) -> None:
    rules, place = placed("sandbags", "customs", {"kind": "slip", "on": on})
    made = ruleset(checked(Variant, rules))
    assert (made.slip, made.practises) == (on, False)
    del rules["customs"][place]
    assert not ruleset(checked(Variant, rules)).slip


def without_the_option(variant: Variant) -> Variant:
    """Return the variant without the option for slips."""
    return variant.changed(options=tuple(one for one in variant.options if name_of(one) != "slip"))


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_new_tables_for_one_person_allow_slips_except_in_the_league(slug: str) -> None:
    variant = shipped()[slug]
    assert option_of(variant, "slip").usual is False, "a record without the option plays without it"
    wanted = {} if slug == "league" else {"slip": True}
    assert [at_first(variant, people) for people in (0, 1, 2)] == [{}, wanted, {}]
    assert at_first(with_options(variant, {"slip": True}), 1) == {}, "it is on already"
    assert at_first(without_the_option(variant), 1) == {}, "nothing can be chosen"


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_the_option_slip_does_not_change_the_mark_of_the_rules(slug: str) -> None:
    """Records of earlier releases have only the mark of their rules, and must keep opening."""
    variant = shipped()[slug]
    customs = tuple(part for part in variant.customs if not isinstance(part, Slip))
    before = without_the_option(variant).changed(customs=customs)
    assert program_name(variant) == program_name(before)

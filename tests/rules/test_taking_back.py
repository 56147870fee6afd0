"""The components `take_back`, `slip` and `undo` are switches; new tables switch slips on for one person."""

import pytest

from spades_tui.record.writer import program_name
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs import Slip, TakingBack, Undo
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant, at_first, name_of, with_options
from tests.games import SLUGS, option_of
from tests.rules.parts import built, error_of, placed

pytestmark = pytest.mark.rule("3B-11")

PRACTICE = "Practice: you may undo one action after another, back to the deal; the game doesn't count."
SLIPS = "You may undo your last bid or card until another player acts, unless you have seen something new."


@pytest.mark.parametrize(
    ("off", "usual", "place", "sentence"),
    [
        (built(TakingBack), TakingBack(kind="take_back", rule="3B-11", on=False), 1,
         "You may undo your last action if it showed nobody a card."),
        (built(Undo), Undo(kind="undo", rule="3B-11", on=False), 2, PRACTICE),
        (built(Slip), Slip(kind="slip", rule="3B-11", on=False, alone=True), 3, SLIPS),
    ],
)  # fmt: skip
def test_each_switch_is_off_by_default_and_described_if_on(
    off: TakingBack | Undo | Slip, usual: TakingBack | Undo | Slip, place: int, sentence: str
) -> None:
    assert off == usual
    assert (off.sentence(), off.changed(on=True).sentence()) == ("", sentence)
    message = error_of("sandbags", "customs", {"kind": off.kind, "on": "yes"})
    assert message == f"customs[{place}].on: 'yes' isn't allowed; use true or false"


@pytest.mark.parametrize("kind", ["take_back", "slip", "undo"])
@pytest.mark.parametrize("on", [True, False])
def test_a_switch_allows_it_and_only_undo_makes_a_practice_game(kind: str, on: bool) -> None:
    rules, place = placed("sandbags", "customs", {"kind": kind, "on": on})
    made = ruleset(checked(Variant, rules))
    assert getattr(made, kind) == on
    assert made.practice == ("undo was on" if on and kind == "undo" else "")
    del rules["customs"][place]
    assert not getattr(ruleset(checked(Variant, rules)), kind)


def without_slips(variant: Variant) -> Variant:
    """Return the variant without the option for slips."""
    return variant.changed(options=tuple(one for one in variant.options if name_of(one) != "slip"))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_offers_undo_to_one_person_and_slips_at_new_tables_but_the_leagues(slug: str) -> None:
    variant = shipped()[slug]
    assert [variant.unfit(people) for people in range(5)] == [None] * 5
    assert not ruleset(variant).undo
    chosen = with_options(variant, {"undo": True})
    assert ruleset(chosen).undo
    assert [chosen.unfit(people) for people in (0, 1)] == [None, None]
    assert chosen.unfit(3) == ("undo is for one person alone, and 3 people sit here", "3B-11")
    assert option_of(variant, "slip").usual is False, "a record without the option plays without it"
    wanted = {} if slug == "league" else {"slip": True}
    assert [at_first(variant, people) for people in (0, 1, 2)] == [{}, wanted, {}]
    assert at_first(with_options(variant, {"slip": True}), 1) == {}, "it is on already"
    assert at_first(without_slips(variant), 1) == {}, "nothing can be chosen"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_option_slip_does_not_change_the_mark_of_the_rules(slug: str) -> None:
    """Records of earlier releases have only the mark of their rules, and must keep opening."""
    variant = shipped()[slug]
    customs = tuple(part for part in variant.customs if not isinstance(part, Slip))
    assert program_name(variant) == program_name(without_slips(variant).changed(customs=customs))

"""The components `tray` and `days` record last places, and days that meet every bid or none."""

import pytest

from spades_tui.rules.customs import PerfectDays, Tray
from tests.rules.parts import bounded, built, error_of


@pytest.mark.rule("3B-22", "3B-23")
def test_days_have_bounds_defaults_and_a_sentence() -> None:
    bounded("3b-four", "customs", PerfectDays, "shown_after", 1, 200)
    assert built(PerfectDays) == PerfectDays(kind="days", rule="3B-22", shown_after=3)
    sentence = "A game with every bid met exactly is a perfect day; a game with none is an imperfect day."
    assert built(PerfectDays).sentence() == sentence


@pytest.mark.rule("3B-18", "3B-19")
def test_the_tray_has_its_defaults_and_sentence() -> None:
    assert built(Tray) == Tray(kind="tray", rule="3B-18")
    assert built(Tray).sentence() == "The player in last place at the end is the tray person."


@pytest.mark.rule("3B-18", "3B-22")
@pytest.mark.parametrize("kind", ["tray", "days"])
@pytest.mark.parametrize(("slug", "alone"), [("3b-four", True), ("bemo", True), ("sandbags", False), ("jokers", False)])
def test_trays_and_days_are_refused_for_partners(kind: str, slug: str, alone: bool) -> None:
    message = "" if alone else f"customs[1].kind: {kind!r} is for players alone, not for partners"
    assert error_of(slug, "customs", {"kind": kind}) == message

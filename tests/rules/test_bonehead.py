"""The component `bone` lets players cite their own bonehead plays."""

import pytest

from spades_tui.rules.customs import BoneheadPlays
from tests.rules.parts import built, error_of


@pytest.mark.rule("3B-29")
def test_bonehead_plays_are_allowed_in_every_game() -> None:
    assert built(BoneheadPlays) == BoneheadPlays(kind="bone", rule="3B-29")
    assert built(BoneheadPlays).sentence() == "You may cite yourself for a bonehead play."
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):  # it fits every other component
        assert error_of(slug, "customs", {"kind": "bone"}) == ""

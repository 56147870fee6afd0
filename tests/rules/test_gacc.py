"""The component `gacc` counts a spade led right after making the bid."""

import pytest

from spades_tui.rules.customs import Gacc
from tests.rules.parts import built, error_of


@pytest.mark.rule("3B-10")
def test_gaccing_is_allowed_in_every_game() -> None:
    assert built(Gacc) == Gacc(kind="gacc", rule="3B-10")
    assert built(Gacc).sentence() == "Leading a spade straight after you make your bid is gaccing."
    for slug in ("sandbags", "jokers", "bemo", "3b-four"):  # it fits every other component
        assert error_of(slug, "customs", {"kind": "gacc"}) == ""

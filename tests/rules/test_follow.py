"""The component `follow` makes players follow suit."""

import pytest

from spades_tui.rules.plays import Follow
from tests.rules.parts import built, error_of


@pytest.mark.rule("C-6")
def test_following_suit_is_a_required_component() -> None:
    assert built(Follow) == Follow(kind="follow", rule="C-6")
    assert built(Follow).sentence() == "Follow suit if you can; otherwise play any card."
    assert error_of("sandbags", "plays", {"kind": "follow"}) == ""
    missing = error_of("sandbags", "plays", {"kind": "claim"}, without="follow")
    assert missing == "plays: a component of kind 'follow' is missing"

"""Cards that let a zero off."""

import pytest

from spades_tui.rules.customs import ZeroBuddy
from tests.rules.parts import built, said


@pytest.mark.rule("3B-30")
def test_zero_buddies() -> None:
    assert built(ZeroBuddy) == ZeroBuddy(kind="zb", rule="3B-30")
    assert built(ZeroBuddy).sentence() == "A hunter's card that lets a zero off may be marked as having ZB potential."


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize(
    ("slug", "hunted"), [("sandbags", True), ("3b-four", True), ("jokers", False), ("bemo", False)]
)
def test_somebody_must_hunt_zeros(slug: str, hunted: bool) -> None:
    message = "" if hunted else "customs[1].kind: no zero is ever hunted; a score of kind 'zero' is missing"
    assert said(slug, "customs", {"kind": "zb"}) == message

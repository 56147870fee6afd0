"""The component `last_trick` shows or hides the last trick."""

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.plays import LastTrick
from tests.rules.parts import built, error_of


@pytest.mark.rule("C-10")
def test_the_last_trick_has_its_defaults_and_sentence() -> None:
    assert built(LastTrick, shown=True) == LastTrick(kind="last_trick", rule="C-10", shown=True)
    assert built(LastTrick, shown=True).sentence() == "You may look at the last trick again."
    assert built(LastTrick, shown=False).sentence() == "You may not look at the last trick again."
    assert error_of("sandbags", "plays", {"kind": "last_trick", "shown": True}) == ""
    message = error_of("sandbags", "plays", {"kind": "last_trick", "shown": "no"})
    assert message == "plays[4].shown: 'no' isn't allowed; use true or false"


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("shown", [True, False])
def test_the_last_trick_can_be_shown_or_hidden(shown: bool) -> None:
    assert shipped()["sandbags"].with_last_trick(shown).last_trick_shown == shown

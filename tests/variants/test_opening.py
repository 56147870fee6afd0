"""The lowest club may lead only in games where some player always has a club."""

from typing import Any

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data


def led_by_the_lowest_club(slug: str, **changes: Any) -> Variant:
    """Return a shipped game without its options, in which the lowest club leads."""
    data = {**shipped()[slug].to_json(), "slug": "clubs", "options": [], **changes}
    others = [part for part in data["plays"] if part["kind"] != "opening"]
    return from_data({**data, "plays": [*others, {"kind": "opening", "leads": "lowest_club"}]})


@pytest.mark.rule("NL-3")
@pytest.mark.parametrize("slug", ["classic", "cutthroat-three", "3b-five"])
def test_the_lowest_club_may_lead_if_all_cards_or_all_but_one_are_dealt(slug: str) -> None:
    assert led_by_the_lowest_club(slug).to_json()["plays"][-1]["leads"] == "lowest_club"


@pytest.mark.rule("NL-3")
def test_the_lowest_club_may_not_lead_if_all_clubs_may_be_discarded() -> None:
    with pytest.raises(VariantError, match=r"leads: the value is 'lowest_club', but there may be no club in play$"):
        led_by_the_lowest_club("two-handed")

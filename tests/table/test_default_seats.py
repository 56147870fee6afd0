"""The seats of a new table: the person, the saved partner if there is one, and computer players."""

import pytest

from spades_tui.bots import LEVELS
from spades_tui.play.new_table import default_seats, partner_of
from spades_tui.rules.catalogue import shipped
from tests.games import SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_each_seat_has_one_name_and_computer_players_their_level(slug: str) -> None:
    variant = shipped()[slug]
    seats = default_seats(variant, "Zoe", "")
    names = [name for name, _ in seats]
    assert len(set(names)) == variant.seats
    assert seats[0] == ("Zoe", None)
    for name, level in seats[1:]:
        assert level is not None
        assert level.split("/")[0].split(":")[0] in LEVELS
        assert name not in LEVELS


@pytest.mark.parametrize("slug", SLUGS)
def test_the_saved_partner_sits_opposite_if_the_game_has_partners(slug: str) -> None:
    variant = shipped()[slug]
    seats = default_seats(variant, "Zoe", "strong:Yan")
    place = partner_of(0, variant.side_seats())
    partners = [seat for seat, (name, _) in enumerate(seats) if name == "Yan"]
    assert partners == ([] if place is None else [place])
    if place is not None:
        assert seats[place] == ("Yan", "strong")

"""Boxes and plates at the table show a named player's picture, and its manner of bidding in a word or two."""

import pytest
from msgspec.structs import replace

from spades_tui.play.cast import player
from spades_tui.play.setup import SeatSetup
from spades_tui.play.table import Table
from spades_tui.presentation.wording import Wording
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from tests.driver import driving
from tests.scenes import SceneApp, Until, advance, mine, setup
from tests.sizes import LARGE, SMALL, at_each_size


def styled(until: Until, *names: str, level: str = "club") -> Table:
    """Return a table of Ann and named players, each with its own style, played to a moment."""
    plain = setup("classic", dealer=0)
    named = [player(name) for name in names]
    seats = [SeatSetup(one.name, "bot", one.at(level)) for one in named if one is not None]
    return advance(Table.create(replace(plain, seats=(plain.seats[0], *seats))), until)


@at_each_size(SMALL, LARGE)
async def test_bids_have_pictures_and_manners(size: tuple[int, int]) -> None:
    async with driving(SceneApp(styled(mine("bid"), "Bea", "Cy", "Dot")), size) as seat:
        assert seat.sees("◇ Bea (ò‿ó)", "◆ Cy (•‿•)", "◇ Dot (°.°)", "bold", "careful")
        assert not seat.sees("plain")


@at_each_size(SMALL, LARGE)
async def test_plates_have_manners_and_pictures_where_there_is_room(size: tuple[int, int]) -> None:
    async with driving(SceneApp(styled(mine("play", 3), "Bea", "Cy", "Dot")), size) as seat:
        assert seat.sees("Bea · bold", "Dot · careful", "(ò‿ó)", "(°.°)")


async def test_a_beginner_has_no_manner() -> None:
    async with driving(SceneApp(styled(mine("bid"), "Bea", "Cy", "Dot", level="beginner"))) as seat:
        assert seat.sees("◇ Bea", "◆ Cy (•‿•)")
        assert not seat.sees("bold") and not seat.sees("(ò‿ó)")


@pytest.mark.parametrize(
    ("game", "manners"),
    [
        ("classic", ("bold", "", "careful", "likes nil", "avoids bags", "")),
        ("3b-four", ("bold", "", "careful", "likes zero", "", "")),
        ("jokers", ("bold", "", "careful", "", "", "")),
    ],
)
def test_a_manner_is_named_only_where_it_makes_a_difference(game: str, manners: tuple[str, ...]) -> None:
    look = Wording((), players=("Bea", "Cy", "Dot", "Eve", "Fay", "Ann"))
    rules = ruleset(shipped()[game])
    assert tuple(look.manner(rules, seat) for seat in range(6)) == manners

"""The form offers `undo` to one person alone, and explains why with more people it doesn't (3B-11)."""

import pytest

from spades_tui.rules.catalogue import shipped
from tests.driver import Driver, driving
from tests.games import each_game
from tests.setup.helpers import NotedApp, to_seats
from tests.sizes import LARGE

pytestmark = pytest.mark.rule("3B-11")

WHY = "Undo is for one person alone, and 2 people sit here."


UNDO, TAKE_BACK, SLIP = "Undo back to the deal", "Undo until a card is seen", "Undo until the next turn"


async def letter(seat: Driver, name: str, key: str) -> None:
    """Press a letter in the field for the player of this name: `p` for a person, `c` for club; stay at the name."""
    await seat.choose(name)
    await seat.press("tab", key, "shift+tab")


@pytest.mark.parametrize("slug", each_game("two-handed"))
async def test_one_person_can_choose_undo(app: NotedApp, slug: str) -> None:
    async with driving(app) as seat:
        await to_seats(seat, shipped()[slug].name)
        await seat.choose(UNDO)
        assert "The game doesn't count in the scorebook." in seat.beside("One person against")
        await seat.press("right", "ctrl+s")
    slip = {} if slug == "league" else {"slip": True}  # the league leaves slips off even for one person
    assert app.started[0].options == {"undo": True, **slip}


async def test_undo_cannot_be_chosen_with_a_second_person(app: NotedApp) -> None:
    async with driving(app, LARGE) as seat:
        await to_seats(seat)
        await letter(seat, "Bea", "p")
        await seat.choose(UNDO)
        assert not seat.sees(WHY)
        meaning = seat.beside("One person against")
        assert "It can't be chosen now: undo is for one person alone, and 2 people sit here." in meaning
        for _ in range(2):
            await seat.press("right")
            assert seat.field == "off" and seat.sees(WHY)
        await letter(seat, "Bea", "c")
        assert not seat.sees(WHY)
        await seat.choose(UNDO)
        await seat.press("right", "ctrl+s")
    assert app.started[0].options == {"undo": True, "slip": True}


async def test_slips_are_on_for_one_person_unless_chosen_otherwise(app: NotedApp) -> None:
    async with driving(app) as seat:
        for game, alone, other in (("Sandbags", "on", "off"), ("League", "off", "on")):
            await to_seats(seat, game)
            assert f"‹ {alone}" in seat.line(SLIP)
            for key, value in (("p", "off"), ("c", alone)):  # several people settle it themselves
                await letter(seat, "Bea", key)
                assert f"‹ {value}" in seat.line(SLIP)
            await seat.choose(SLIP)
            await seat.press("right")
            for key in "pc":
                await letter(seat, "Bea", key)
            assert f"‹ {other}" in seat.line(SLIP), "what was chosen stays"
            await seat.press("ctrl+s")
    assert [setup.options for setup in app.started] == [{}, {"slip": True}]


async def test_a_second_person_switches_slips_off_and_sees_a_notice(app: NotedApp) -> None:
    async with driving(app) as seat:
        await to_seats(seat, "Bemo")
        for option in (UNDO, TAKE_BACK):
            await seat.choose(option)
            await seat.press("right")
        assert "‹ on " in seat.line(UNDO)
        await letter(seat, "Cy", "p")
        assert "‹ off " in seat.line(UNDO) and seat.sees(WHY)
        await seat.press("ctrl+s")
    assert app.started[0].options == {"take_back": True}

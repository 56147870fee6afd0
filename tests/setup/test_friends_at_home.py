"""Home and New game for a table with friends: the key that joins one, and friends named like computer players."""

from pathlib import Path

import pytest

from tests.driver import driving
from tests.setup.helpers import NotedApp, to_seats
from tests.sizes import SMALL


async def test_the_key_that_joins_a_friend_is_shown_while_the_first_hand_is_offered(home: Path) -> None:
    async with driving(NotedApp(), SMALL) as seat:
        assert seat.sees("five-minute first hand", "not now")
        assert "j join" in seat.footer
        await seat.press("x")
        assert "j join" in seat.footer


@pytest.mark.parametrize("typed", ["Dot", "dot "])
async def test_a_computer_player_named_like_a_friend_takes_another_name(typed: str, app: NotedApp) -> None:
    """The friend keeps the name; a computer player that nobody is named like keeps its own."""
    async with driving(app) as seat:
        await to_seats(seat)
        await seat.press("+")
        await seat.write(typed)
        assert not seat.sees("both called")
        await seat.press("enter")
        await seat.choose("Start")
        await seat.press("enter")
    (setup,) = app.started
    people = [one.name for one in setup.seats if one.kind == "human"]
    computers = [one.name for one in setup.seats if one.kind == "bot"]
    assert people == ["Ann", typed.strip()]
    assert len({name.casefold() for name in (*people, *computers)}) == 4
    assert "Bea" in computers


async def test_friends_need_no_names_and_one_key_each(app: NotedApp) -> None:
    """Each further ``+`` adds a friend; in a name that is being typed it's a letter."""
    async with driving(app) as seat:
        await to_seats(seat)
        await seat.press("+", "+", "B", "+")
        await seat.press("enter")
        await seat.choose("Start")
        await seat.press("enter")
    (setup,) = app.started
    assert [one.name for one in setup.seats if one.kind == "human"] == ["Ann", "B+", "Friend"]

"""Home and New game for a table with friends: the key that joins one, and friends named like computer players."""

from pathlib import Path

import pytest

from spades_tui.play.setup import TableSetup
from tests.driver import driving
from tests.setup.helpers import NotedApp, to_seats
from tests.sizes import SMALL


async def test_the_key_that_joins_a_friend_is_shown_while_the_first_hand_is_offered(home: Path) -> None:
    async with driving(NotedApp(), SMALL) as seat:
        assert seat.sees("five-minute first hand", "not now")
        assert "j join  i invite" in seat.footer
        await seat.press("x")
        assert "j join  i invite" in seat.footer


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


async def test_a_friend_is_invited_from_home_with_four_keys(app: NotedApp) -> None:
    """The friend has a seat already, and Enter leads to the invitation. Without a friend, nothing starts."""
    invited: list[TableSetup] = []
    app.why_no_invites = lambda: ""
    app.invites = lambda setup, own: invited.append(setup) or "Not today."  # type: ignore[func-returns-value]
    async with driving(app, SMALL) as seat:
        await seat.press("i", "enter", "enter", "enter")
        assert [one.name for one in invited[0].seats if one.kind == "human"] == ["Ann", "Friend"]
        await seat.press("up", "up", "up")
        await seat.choose("Invite")
        await seat.press("escape")
        await seat.command("invite friends")
        assert seat.heading.startswith("Invite friends")
    assert not app.started


async def test_home_says_what_is_missing_to_invite_friends(app: NotedApp) -> None:
    app.why_no_invites = lambda: "Get it with: pip install"
    async with driving(app, SMALL) as seat:
        await seat.press("i")
        assert seat.sees("Get it with: pip install")
        assert seat.place == "home"


async def test_the_keys_for_friends_are_shown_while_one_is_named(app: NotedApp) -> None:
    async with driving(app, SMALL) as seat:
        await to_seats(seat)
        await seat.press("+")
        assert "F3 invite" in seat.footer


async def test_arrows_offer_no_name_that_another_seat_has(app: NotedApp) -> None:
    async with driving(app) as seat:
        await to_seats(seat)
        await seat.press("+")
        for _ in range(4):
            await seat.press("left")
            assert not seat.sees("both called")
            assert seat.text.count("Ann") == 3  # the seat, its place at the table, and the sentence of the sides

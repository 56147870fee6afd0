"""Keys typed all at once have the same effect as keys typed slowly."""

import pytest

from tests.driver import driving, home_app
from tests.scenes import at, mine
from tests.screens.looking import TableApp


@pytest.mark.rule("C-12")
async def test_enter_right_after_the_claim_key_plays_no_card() -> None:
    table = at("sandbags", mine("play", 9, 0))
    async with driving(TableApp(table)) as seat:
        held, question = table.observe(0).own, seat.line("Your turn")
        await seat.type("m", "enter")
        assert table.observe(0).own == held, "Enter answered the question: play on"
        assert seat.line("Your turn") == question


async def test_keys_reach_a_screen_that_is_still_opening() -> None:
    async with driving(home_app(name="Ann", pace="instant")) as seat:
        await seat.press("r")
        first = seat.text
        await seat.press("escape")
        await seat.type("r", "space", "space")
        assert seat.place == "rules" and seat.text != first, "further down"
        await seat.type("b", "b", "b", "escape", "n", "down", "down", "up")
        assert (seat.place, seat.chosen) == ("variants", "Jokers")


@pytest.mark.parametrize("times", [1, pytest.param(5, marks=pytest.mark.slow)])
async def test_a_key_for_a_closing_screen_does_nothing(times: int) -> None:
    """Screens open and close many times at once, and each key reaches the screen that it was typed for."""
    async with driving(home_app(name="Ann", pace="instant")) as seat:
        for _ in range(times):
            await seat.type(*["r", "space", "escape"] * 6, *["r", "pagedown", "q", "n", "escape"] * 3)
            assert seat.place == "home"


async def test_keys_typed_just_before_leaving_are_handled() -> None:
    table = at("sandbags", mine("play", 9, 0))
    async with driving(TableApp(table)) as seat:
        held = table.observe(0).own
        await seat.type("enter", "ctrl+q")
        assert not seat.running
        assert table.observe(0).own != held

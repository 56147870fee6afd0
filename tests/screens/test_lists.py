"""A list of choices: its lines under the mouse, at the wheel, in a small and in a large terminal."""

from spades_tui.tui.app import SpadesApp
from tests.driver import Driver, driving, home_app
from tests.sizes import LARGE, SMALL


async def test_the_wheel_scrolls_a_list_and_leaves_the_chosen_line() -> None:
    async with driving(home_app(name="Ann"), SMALL) as seat:
        await seat.press("l")
        assert seat.chosen == "Your first hand" and not seat.sees("Throw one back")
        await seat.scroll(20)
        assert seat.sees("Throw one back") and not seat.sees("Your first hand")
        await seat.press("down")
        assert seat.chosen == "What a hand is worth"


async def test_the_heading_over_the_first_line_comes_back_with_it() -> None:
    async with driving(home_app(name="Ann"), SMALL) as seat:
        await seat.press("l", "end")
        assert not seat.sees("Course")
        await seat.press("home")
        assert seat.sees("Course") and seat.chosen == "Your first hand"


async def test_the_chosen_line_stays_in_view_when_the_terminal_gets_shorter() -> None:
    async with driving(home_app(name="Ann"), LARGE) as seat:
        await seat.press("l", *["down"] * 27)
        chosen = seat.chosen
        assert chosen
        await seat.resize(*SMALL)
        assert seat.chosen == chosen


async def test_lines_have_gaps_only_in_a_large_terminal() -> None:
    async with driving(home_app(name="Ann"), LARGE) as seat:
        assert seat.lines.index(seat.line("Daily")) == seat.lines.index(seat.line("Quick game")) + 2
        await seat.press("down")
        assert seat.chosen == "Daily"
        await seat.resize(*SMALL)
        assert seat.lines.index(seat.line("Daily")) == seat.lines.index(seat.line("Quick game")) + 1


async def test_a_changed_value_leaves_its_row_in_place() -> None:
    async with driving(home_app(name="Ann"), SMALL) as seat:
        await seat.press("n", "c")
        await seat.press(*["pagedown"] * 2, *["up"] * 2)
        place, line = seat.lines.index(seat.line("▸")), seat.line("▸")
        await seat.press("right")
        assert line != seat.line("▸") and seat.lines.index(seat.line("▸")) == place


async def test_a_line_under_the_mouse_looks_different() -> None:
    app = home_app(name="Ann")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        y = Driver(app, pilot).lines.index(Driver(app, pilot).line("Settings"))
        before = ground(app, y)
        await pilot.hover(offset=(8, y))
        await pilot.pause()
        assert ground(app, y) != before


def ground(app: SpadesApp, y: int) -> object:
    """Return the background of a cell in the menu of home."""
    return app.screen.get_style_at(8, y).bgcolor

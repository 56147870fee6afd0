"""The quick game's level is chosen with the arrows, at home and in plain text."""

import pytest

from spades_tui.bots.levels import LEVELS
from spades_tui.bots.styles import split_level
from spades_tui.play import new_table
from spades_tui.play.saved_games import last_setup, remember_setup
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import find, shipped
from tests.driver import driving
from tests.setup.helpers import NotedApp
from tests.sizes import SMALL

SEATS = (
    SeatSetup("Uli", "human"), SeatSetup("Bea", "bot", "club/bold"), SeatSetup("Eve", "bot", "strong/zeros"),
    SeatSetup("Zoe", "bot", "club"),
)  # fmt: skip


def test_stronger_opponents_keep_their_style_and_the_partner_keeps_the_level() -> None:
    table = TableSetup(find("sandbags"), {}, SEATS)
    stronger = new_table.next_level(table, 1)
    assert [seat.level for seat in stronger.seats] == [None, "strong/bold", "strong/zeros", "strong"]
    assert new_table.next_level(stronger, -1) == table
    weakest = new_table.next_level(table, -1)
    assert [seat.level for seat in weakest.seats] == [None, "beginner", "strong/zeros", "beginner"]
    assert new_table.opponents_level(new_table.next_level(weakest, -1)) == LEVELS[-1]


@pytest.mark.parametrize("slug", [*shipped()])
def test_every_game_has_opponents_of_each_level(slug: str) -> None:
    table = new_table.default_setup(find(slug), "Uli")
    for level in LEVELS:
        changed = new_table.with_level(table, level)
        others = new_table.opponents(changed)
        assert others
        assert {split_level(changed.seats[seat].level or "")[0] for seat in others} == {level}
        assert new_table.opponents(table) == others


def test_a_table_without_computer_opponents_does_not_change() -> None:
    people = tuple(SeatSetup(name, "human") for name in ("Uli", "Vic", "Wim", "Xia"))
    table = TableSetup(find("sandbags"), {}, people)
    assert new_table.next_level(table, 1) == table
    assert new_table.opponents_level(table) == ""


async def test_the_level_of_a_quick_game_is_chosen_at_home(app: NotedApp) -> None:
    remember_setup(TableSetup(find("sandbags"), {"target": 250}, SEATS))
    async with driving(app) as seat:
        await seat.press("shift+right")
        assert seat.sees("Sandbags · Uli, Bea, Eve, Zoe · 250 points · strong")
        await seat.press("shift+right")
        assert seat.sees("250 points · expert, partner strong")
        await seat.press("shift+left")
        await seat.press("right", "enter")
    (setup,) = app.started
    assert setup.options == {"target": 300}
    assert [one.level for one in setup.seats] == [None, "strong/bold", "strong/zeros", "strong"]
    last = last_setup()
    assert last is not None
    assert last.seats == setup.seats


async def test_a_new_user_sees_the_chosen_length_and_level_at_80_columns(app: NotedApp) -> None:
    async with driving(app, SMALL) as seat:
        await seat.press("left", "shift+right")
        assert seat.sees("Classic · 300 points · strong")

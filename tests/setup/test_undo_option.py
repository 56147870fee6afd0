"""The form offers `undo` to one person alone, and explains why with more people it doesn't (3B-11)."""

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.widgets.fields import Cycle
from spades_tui.tui.widgets.paragraphs import Page
from tests.games import each_game
from tests.setup.helpers import NotedApp, press, shown

pytestmark = pytest.mark.rule("3B-11")

WHY = "Undo is for one person alone, and 2 people sit here."


def cycle(app: NotedApp, name: str) -> Cycle:
    return app.screen.query_one(f"#{name}", Cycle)


@pytest.mark.parametrize("slug", each_game("jokers", "3b-five", "two-handed"))
async def test_one_person_can_choose_undo(slug: str) -> None:
    app = NotedApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(SeatsScreen(shipped()[slug]))
        await pilot.pause()
        cycle(app, "option-undo").focus()
        await pilot.pause()
        assert "The game doesn't count in the scorebook." in app.screen.query_one("#meaning", Page).words
        await press(pilot, "right", "ctrl+s")
    slip = {} if slug == "league" else {"slip": True}  # the league leaves slips off even for one person
    assert app.started[0].options == {"undo": True, **slip}


async def test_undo_cannot_be_chosen_with_a_second_person() -> None:
    app = NotedApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(SeatsScreen(shipped()["sandbags"]))
        await pilot.pause()
        cycle(app, "player-1").at = 0
        await pilot.pause()
        field = cycle(app, "option-undo")
        field.focus()
        await pilot.pause()
        assert WHY not in shown(pilot)
        meaning = app.screen.query_one("#meaning", Page).words
        assert meaning.endswith("It can't be chosen now: undo is for one person alone, and 2 people sit here.")
        await press(pilot, "right")
        assert field.value is False
        assert WHY in shown(pilot)
        await press(pilot, "right")
        assert field.value is False
        assert WHY in shown(pilot)
        cycle(app, "player-1").at = 1
        await pilot.pause()
        assert WHY not in shown(pilot)
        field.focus()
        await press(pilot, "right", "ctrl+s")
    assert app.started[0].options == {"undo": True, "slip": True}


async def test_slips_are_on_for_one_person_unless_chosen_otherwise() -> None:
    app = NotedApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for slug, alone in (("sandbags", True), ("league", False)):
            app.push_screen(SeatsScreen(shipped()[slug]))
            await pilot.pause()
            assert cycle(app, "option-slip").value is alone
            cycle(app, "player-1").at = 0
            await pilot.pause()
            assert cycle(app, "option-slip").value is False, "several people settle it themselves"
            cycle(app, "player-1").at = 1
            await pilot.pause()
            assert cycle(app, "option-slip").value is alone
            cycle(app, "option-slip").at = 1 - cycle(app, "option-slip").at
            await pilot.pause()
            for people in (0, 1):
                cycle(app, "player-1").at = people
                await pilot.pause()
            assert cycle(app, "option-slip").value is (slug == "league"), "what was chosen stays"
            await press(pilot, "enter")
    assert [setup.options for setup in app.started] == [{}, {"slip": True}]


async def test_a_second_person_switches_slips_off_and_sees_a_notice() -> None:
    app = NotedApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(SeatsScreen(shipped()["bemo"]))
        await pilot.pause()
        cycle(app, "option-undo").at = 1
        cycle(app, "option-take_back").at = 1
        await pilot.pause()
        assert cycle(app, "option-undo").value is True
        cycle(app, "player-2").at = 0
        await pilot.pause()
        assert cycle(app, "option-undo").value is False
        assert WHY in shown(pilot)
        await press(pilot, "enter")
    assert app.started[0].options == {"take_back": True}

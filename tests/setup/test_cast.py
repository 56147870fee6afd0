"""The cast of computer players is read from a file, can be seated by name, and may include a favourite partner."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui import bots
from spades_tui.bots import styles
from spades_tui.language.player_names import fault, tidy
from spades_tui.play.cast import cast, free, of_seat, player
from spades_tui.play.setup import NAMES
from spades_tui.rules.catalogue import find
from spades_tui.settings.dead_key_reasons import NO_PARTNER
from spades_tui.settings.settings import Settings, SettingsError
from spades_tui.settings.settings_file import load_settings, save_settings
from spades_tui.tui.setup import new_table
from spades_tui.tui.setup.new_table import PlayersScreen, quick_setup
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.fields import Cycle, PushButton, TextField
from spades_tui.tui.widgets.paragraphs import Page
from tests.setup.helpers import NotedApp, focus_of, press, shown
from tests.sizes import LARGE, SMALL, at_each_size


def words(pilot: Pilot[int]) -> str:
    return " ".join(shown(pilot).split())


def meaning(app: NotedApp) -> str:
    return app.screen.query_one("#meaning", Page).words


def levels_of(app: NotedApp) -> list[str | None]:
    screen = app.screen
    assert isinstance(screen, SeatsScreen)
    return [seat.level for seat in screen.setup().seats]


def test_every_cast_player_has_a_name_a_style_and_a_sentence() -> None:
    players = cast()
    assert len({one.name.casefold() for one in players}) == len(players) >= 12
    assert [one.name for one in players] == list(NAMES[1 : len(players) + 1]), "the names that were always offered"
    for one in players:
        assert fault(one.name) is None and tidy(one.name) == one.name
        assert styles.style_named(one.style).name == one.style
        assert one.manner.endswith(".") and 20 < len(one.manner) < 100
        assert player(one.name.upper()) is one
        for level in bots.LEVELS:
            assert bots.is_level(one.at(level))
            assert of_seat(one.name, one.at(level)) is (one if level in bots.STYLED or one.style == "plain" else None)
    assert {one.style for one in players} == {"plain", *(style.name for style in styles.STYLES)}
    assert len({one.manner for one in players}) == len(players)
    assert player("Zoe") is None
    assert "Bea" not in [one.name for one in free(["bea"])]
    assert of_seat("Bea", "club") is None, "who is called Bea and plays plainly is not she"
    assert of_seat("Bea", None) is None


@at_each_size(SMALL, LARGE)
async def test_a_seat_describes_its_player(app: NotedApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "down", "down")
        assert focus_of(app) == "name-1"
        assert "club, bold" in words(pilot)
        assert "Bea, club: bids boldly. Bids the higher number" in meaning(app)
        assert "F2 players" in words(pilot)
        assert app.screen.query_one("#meaning").region.bottom <= app.screen.query_one("#last").region.y
        await press(pilot, "tab", "e")
        assert "expert, bold" in words(pilot)
        assert levels_of(app)[1] == "expert/bold"
        await press(pilot, "b")
        assert levels_of(app)[1] == "beginner"
        assert "beginners have no style" in meaning(app)
        await press(pilot, "up")
        assert "F2" not in meaning(app), "a person has no manner of the program's"


async def test_arrows_in_a_name_select_another_player(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "down", "down", "right")
        name = app.screen.query_one("#name-1", TextField)
        assert name.value == "Eve", "Cy and Dot sit here already"
        assert "Eve, club: often bids zero." in meaning(app)
        assert levels_of(app)[1] == "club/zeros"
        await press(pilot, "left", "left")
        assert name.value == "May"
        assert levels_of(app)[1] == "club"
        await press(pilot, *"Zoe")
        assert levels_of(app)[1] is None, "a name that is typed is a person's"
        await press(pilot, "tab", "c")
        assert levels_of(app)[1] == "club", "nobody knows how Zoe plays"
        assert "Zoe: the computer, club." in meaning(app)
        name.value = "bea"
        await pilot.pause()
        assert levels_of(app)[1] == "club/bold"


async def test_a_player_can_be_chosen_from_the_list(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "f2")
        assert isinstance(app.screen, SeatsScreen), "Start is no seat"
        await press(pilot, "down", "down", "tab", "f2")
        assert isinstance(app.screen, PlayersScreen)
        assert app.screen.query_one(ChoiceList).chosen.key == "Bea"
        assert "Dot bids carefully, in seat 4" in words(pilot)
        await press(pilot, "down", "down", "down")
        eve = player("Eve")
        assert eve is not None and eve.manner in words(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.names() == ["Ann", "Eve", "Cy", "Dot"]
        assert levels_of(app) == [None, "club/zeros", "strong", "club/careful"]
        # A player who has a seat already swaps seats.
        await press(pilot, "f2")
        app.screen.query_one(ChoiceList).at = 1
        await press(pilot, "enter")
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.names() == ["Ann", "Cy", "Eve", "Dot"]
        assert levels_of(app) == [None, "club", "strong/zeros", "club/careful"]
        # In a person's seat, a computer player takes the place.
        app.screen.query_one("#player-3", Cycle).at = 0
        app.screen.query_one("#player-3", Cycle).focus()
        await press(pilot, "f2")
        app.screen.query_one(ChoiceList).at = 4
        await press(pilot, "enter", "ctrl+s")
    (setup,) = app.started
    assert [(seat.name, seat.level) for seat in setup.seats][3] == ("Fay", "club/bags")


@pytest.mark.parametrize("slug", ["sandbags", "jokers"])
async def test_a_kept_partner_stays_until_released(app: NotedApp, home: Path, slug: str) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await app.push_screen(SeatsScreen(find(slug)))
        await pilot.pause()
        app.screen.query_one("#name-2", TextField).value = "Joe"
        app.screen.query_one("#player-2", Cycle).at = 4
        await pilot.pause()
        assert "k keep partner" in words(pilot)
        await press(pilot, "k")
        assert "Joe stays your partner." in words(pilot)
        assert "k reset partner" in words(pilot)
        assert app.screen.query_one(PushButton).has_focus
        await press(pilot, "enter")
        assert load_settings().partner == "expert/zeros:Joe"
        # The partner has the same seat at the next new table, and nobody else has its name.
        await app.push_screen(SeatsScreen(find("sandbags")))
        await pilot.pause()
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.names() == ["Ann", "Bea", "Joe", "Cy"]
        assert levels_of(app)[2] == "expert/zeros"
        assert "Joe stays your partner." in words(pilot)
        await press(pilot, "enter")
        assert load_settings().partner == "expert/zeros:Joe"
        # A game without partners ignores and keeps it.
        await app.push_screen(SeatsScreen(find("bemo")))
        await press(pilot, "k")
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.key_line.said == str(NO_PARTNER)
        await press(pilot, "enter")
        assert load_settings().partner == "expert/zeros:Joe"
        await app.push_screen(SeatsScreen(find(slug)))
        await press(pilot, "k")
        assert "stays" not in words(pilot)
        await press(pilot, "enter")
        assert load_settings().partner == ""
        await app.push_screen(SeatsScreen(find(slug)))
        await pilot.pause()
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.names()[2] == "Cy"
    assert [setup.seats[2].name for setup in app.started] == ["Joe", "Joe", "Cy", "Joe"]


async def test_k_types_a_letter_in_a_name(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "down", *"Kurt")
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.names()[0] == "Kurt"
        assert not app.screen.keeps_partner


def test_a_kept_partner_with_the_users_name_is_ignored() -> None:
    bags = find("sandbags")
    names = [name for name, _ in new_table.default_seats(bags, "Eve", "strong/zeros:Eve")]
    assert names == ["Eve", "Bea", "Cy", "Dot"]
    assert new_table.default_seats(bags, "Ann", "expert:Zoe")[2] == ("Zoe", "expert")
    assert new_table.default_seats(find("cutthroat"), "Ann", "expert:Bea")[1] == ("Bea", "club/bold")


def test_a_quick_game_without_a_last_table_has_the_kept_partner(home: Path) -> None:
    setup = quick_setup("Ann", "strong/zeros:Eve")
    assert (setup.seats[2].name, setup.seats[2].level) == ("Eve", "strong/zeros")


def test_a_partner_is_saved_in_the_settings(home: Path) -> None:
    save_settings(Settings(partner="expert/bags:Fay"))
    assert load_settings().partner == "expert/bags:Fay"
    for text in ("Gus", "expert:", "guru:Gus", "club/wild:Gus", f"club:{'G' * 21}", ":Gus"):
        with pytest.raises(SettingsError, match=r"partner: .* LEVEL:NAME"):
            Settings(partner=text)

"""Changed keys work, the default keys do nothing then, and every text on screen names the changed ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.settings import keymap
from spades_tui.settings.actions import KEYS
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings, read_settings, settings_file
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.command_palette import Palette
from spades_tui.tui.frame import KeysScreen
from spades_tui.tui.setup.games_and_rules import RulesScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.setup.settings_and_keys import OwnKeysScreen, SettingsScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen, LogScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from tests.scenes import at, mine
from tests.screens.looking import TableApp, screen_text, settle, top_screen, type_keys, wait_until

MINE = (("claim", "c"), ("help", "f1"), ("hint", "s"), ("log", "["), ("rules", "R"), ("scores", "h"))


@pytest.fixture(autouse=True)
def usual_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    yield
    keymap.use_keys({})


@pytest.fixture
def home(tmp_path: Path) -> SpadesApp:
    return SpadesApp(settings=Settings(name="Ann", pace="instant"))


async def at_key_of(name: str, app: SpadesApp, pilot: Pilot[int]) -> OwnKeysScreen:
    """From the settings, open the page for changing keys at the key of this action."""
    await settle(app)
    app.open_settings()
    await settle(app)
    await pilot.press("f2")
    await settle(app)
    page = top_screen(app, OwnKeysScreen)
    page.query_one(ChoiceList).at = list(KEYS).index(name)
    return page


async def test_a_trick_is_played_with_changed_keys() -> None:
    table = at("sandbags", mine("play", 9, 0))
    app = TableApp(table, keys=MINE)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = top_screen(app, TrickPlayScreen)
        assert {"s", "h", "c", "left_square_bracket", "f1", "R"} <= set(screen.active_bindings)
        assert {"m", "g", "question_mark", "r"}.isdisjoint(screen.active_bindings)
        assert "s hint" in screen_text(app)
        assert "h scores" in screen_text(app)
        await pilot.press("h")
        await settle(app)
        top_screen(app, GameSheetScreen)
        await pilot.press("h")
        await settle(app)
        await pilot.press("left_square_bracket")
        await settle(app)
        top_screen(app, LogScreen)
        await pilot.press("left_square_bracket")
        await settle(app)
        top_screen(app, TrickPlayScreen)
        await pilot.press("g", "m", "r", "question_mark")
        await settle(app)
        assert top_screen(app, TrickPlayScreen)._asking is None, "the usual keys do nothing"
        await pilot.press("s")
        await settle(app)
        assert screen.hint_panel.display
        held = table.observe(0).own
        await pilot.press("enter")
        await settle(app)
        assert table.observe(0).own != held


async def test_every_text_names_the_changed_key() -> None:
    app = TableApp(at("sandbags", mine("play", 9, 0)), keys=MINE)
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(app)
        await pilot.press("f1")
        await settle(app)
        top_screen(app, KeysScreen)
        lines = [line.split() for line in screen_text(app).split("\n")]
        assert ["s", "hint"] in lines
        assert ["[", "the", "hand", "in", "words"] in lines
        assert ["F1", "keys"] in lines
        await pilot.press("f1")
        await settle(app)
        top_screen(app, TrickPlayScreen)


async def test_the_rules_page_names_changed_keys(tmp_path: Path) -> None:
    app = SpadesApp(settings=Settings(name="Ann", keys=MINE))
    async with app.run_test(size=(120, 60)) as pilot:
        await settle(app)
        await pilot.press("r")
        await settle(app)
        top_screen(app, RulesScreen)
        await pilot.press(*["up"] * 3)
        await settle(app)
        found = ""
        for _ in range(20):
            found += screen_text(app)
            await pilot.press("up")
            await settle(app)
        lines = [" ".join(line.split()) for line in found.split("\n")]
        assert any(line.endswith("c claims all remaining tricks") for line in lines)
        assert any(line.endswith("F1 the keys that work here") for line in lines)


async def test_a_key_changed_on_its_page_is_saved(home: SpadesApp) -> None:
    async with home.run_test(size=(80, 24)) as pilot:
        await at_key_of("hint", home, pilot)
        await pilot.press("enter", "s")
        await settle(home)
        assert "s is the key of scores at the table. Enter swaps the two" in " ".join(screen_text(home).split())
        assert load_settings().keys == ()
        await pilot.press("5")
        assert "chooses cards and bids" in " ".join(screen_text(home).split())
        await pilot.press("tab")
        assert "always does the same" in " ".join(screen_text(home).split())
        await pilot.press("ctrl+p")
        await settle(home)
        assert "is the key of palette" in " ".join(screen_text(home).split())
        await pilot.press("j")
        await settle(home)
        assert "Saved." in screen_text(home)
        assert home.settings.keys == (("hint", "j"),) == load_settings().keys
        assert '[keys]\nhint = "j"\n' in settings_file().read_text("utf-8")
        assert "j  hint" in screen_text(home)
        await pilot.press("enter", "escape", "enter", "f9")
        await settle(home)
        assert load_settings().keys == (("hint", "f9"),)
        assert "default h" in screen_text(home)
        await pilot.press("delete")
        await settle(home)
        assert load_settings().keys == ()
        await pilot.press("enter", "j", "end", "enter")
        await settle(home)
        assert load_settings().keys == (), "the last line has all the usual keys again"
        await pilot.press("escape")
        await settle(home)
        top_screen(home, SettingsScreen)
        await pilot.press("escape")
        await settle(home)
        top_screen(home, HomeScreen)


async def test_one_more_key_exchanges_two_keys(home: SpadesApp) -> None:
    async with home.run_test(size=(80, 24)) as pilot:
        page = await at_key_of("hint", home, pilot)
        await pilot.press("enter", "s", "enter")
        await settle(home)
        assert load_settings().keys == (("hint", "s"), ("scores", "h"))
        assert "Saved." in screen_text(home)
        assert not page.changing
        await pilot.press("enter", "h", "escape", "enter", "h", "j")
        await settle(home)
        assert load_settings().keys == (("hint", "j"), ("scores", "h")), "another key is no exchange, nor is Esc"
        await pilot.press("enter", "h", "enter")
        await settle(home)
        assert load_settings().keys == (("scores", "j"),)


async def test_an_impossible_exchange_is_not_offered(home: SpadesApp) -> None:
    """The other action would get a letter on a screen where people type; a letter that selects a line stays."""
    async with home.run_test(size=(80, 24)) as pilot:
        await at_key_of("hint", home, pilot)
        for key, why in (("ctrl+p", "is the key of palette"), ("S", "is typed at the table")):
            await pilot.press("enter", key)
            await settle(home)
            assert why in " ".join(screen_text(home).split())
            await pilot.press("enter")
            await settle(home)
            assert "always does the same" in " ".join(screen_text(home).split()), "Enter is no key"
            await pilot.press("escape")
        assert load_settings().keys == ()


async def test_an_exchange_restores_the_default_key(tmp_path: Path) -> None:
    app = SpadesApp(settings=Settings(keys=(("hint", "s"), ("scores", "h"))))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_key_of("hint", app, pilot)
        await pilot.press("delete")
        await settle(app)
        assert "h is the key of scores at the table. Enter swaps the two" in " ".join(screen_text(app).split())
        assert dict(app.settings.keys)["hint"] == "s"
        await pilot.press("enter")
        await settle(app)
        assert not app.settings.keys


async def test_a_changed_key_works_on_open_screens() -> None:
    app = TableApp(at("sandbags", mine("play", 9, 0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert "h hint" in screen_text(app)
        await at_key_of("hint", app, pilot)
        await pilot.press("enter", "j", "escape", "escape")
        await settle(app)
        top_screen(app, TrickPlayScreen)
        assert "j hint" in screen_text(app)
        await pilot.press("j")
        await settle(app)
        assert top_screen(app, TableScreen).hint_panel.display


async def test_the_palette_key_can_be_changed() -> None:
    app = TableApp(at("sandbags", mine("play", 9, 0)), keys=(("palette", "f4"),))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        await pilot.press("ctrl+p")
        await settle(app)
        top_screen(app, TrickPlayScreen)
        await pilot.press("f4")
        await settle(app)
        top_screen(app, Palette)


async def test_a_palette_entry_does_and_names_its_key() -> None:
    app = TableApp(at("sandbags", mine("play", 9, 0)), keys=(("log", "["),))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app)
        await pilot.press("ctrl+p", "l", "o", "g")
        await settle(app)
        assert "The hand in words, [" in screen_text(app)
        await pilot.press("enter")
        await settle(app)
        top_screen(app, LogScreen)


async def test_a_click_on_the_keys_page_does_what_its_key_does() -> None:
    app = TableApp(at("sandbags", mine("play", 9, 0)))
    async with app.run_test(size=(100, 30)) as pilot:
        await settle(app)
        await pilot.press("question_mark")
        await settle(app)
        lines = screen_text(app).split("\n")
        y = next(number for number, line in enumerate(lines) if "the hand in words" in line)
        await pilot.click(offset=(lines[y].index("the hand in words") + 2, y))
        await settle(app)
        top_screen(app, LogScreen)


async def test_the_keys_page_opens_the_changing_of_keys() -> None:
    app = TableApp(at("sandbags", mine("play", 9, 0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        await pilot.press("question_mark", "f2")
        await settle(app)
        top_screen(app, OwnKeysScreen).query_one(ChoiceList).at = list(KEYS).index("log")
        await pilot.press("enter", "[", "escape")
        await settle(app)
        top_screen(app, KeysScreen)
        assert ["[", "the", "hand", "in", "words"] in [line.split() for line in screen_text(app).split("\n")]


async def test_a_table_reports_invalid_settings() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('[keys]\nhint = "s"\n')
    app = TableApp(at("sandbags", mine("play", 9, 0)))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        for _ in range(200):
            await pilot.pause(0.05)
            if "keys.hint" in screen_text(app):
                break
        assert "settings.toml:2: keys.hint: s is" in screen_text(app)
        assert app.warning_of_settings() == "", "it is said once"
        assert "Your turn: lead a card." in screen_text(app), "the sentence is not covered"
        assert read_settings().warning.split()[-1] in screen_text(app), "all of it stands there"
        await pilot.press("h")
        await settle(app)
        assert "keys.hint" not in screen_text(app), "any key takes it away"
        assert top_screen(app, TableScreen).hint_panel.display, "and does what it does"


async def test_invalid_settings_stay_reported_after_the_deal_and_bids() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('[keys]\nhint = "s"\n')
    table = at("sandbags", mine("bid"))
    app = TableApp(table)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        assert await wait_until(lambda: "keys.hint" in screen_text(app))
        assert app.controller is not None
        app.controller.act(table.observe(0).legal[0])
        assert await wait_until(lambda: isinstance(app.screen, TrickPlayScreen))
        await settle(app)
        assert "settings.toml:2: keys.hint: s is" in screen_text(app)
        await pilot.press("left")
        await settle(app)
        assert "keys.hint" not in screen_text(app)


async def test_a_new_program_starts_with_default_keys(home: SpadesApp) -> None:
    TableApp(at("sandbags", mine("play", 9, 0)), keys=MINE)
    assert dict(keymap.changed_keys())
    SpadesApp(settings=Settings())
    assert not keymap.changed_keys()


async def test_a_key_is_changed_by_fast_typing(home: SpadesApp) -> None:
    async with home.run_test(size=(80, 24)):
        await settle(home)
        type_keys(home, "s", "f2", *["down"] * list(KEYS).index("hint"), "enter", "j", "escape", "escape")
        await settle(home)
        top_screen(home, HomeScreen)
        assert load_settings().keys == (("hint", "j"),)


async def click_on(pilot: Pilot[int], app: SpadesApp, words: str, at: int = 0) -> None:
    """Click on a letter of these words in the footer."""
    line = screen_text(app).split("\n")[-1]
    assert words in line, line
    await pilot.click(offset=(line.index(words) + at, app.size.height - 1))
    await settle(app)


async def test_a_click_on_the_footer_acts_on_the_focused_field(home: SpadesApp) -> None:
    async with home.run_test(size=(80, 24)) as pilot:
        await settle(home)
        menu = home.screen.query_one(ChoiceList)
        await click_on(pilot, home, "↑↓", 1)
        await click_on(pilot, home, "↑↓", 1)
        await click_on(pilot, home, "↑↓", 0)
        assert menu.at == 1
        menu.at = [choice.key for choice in menu.choices].index("settings")
        await click_on(pilot, home, "⏎ select", 3)
        page = top_screen(home, SettingsScreen)
        await click_on(pilot, home, "←→ change", 1)
        assert home.settings.pace != "instant"
        await click_on(pilot, home, "F2 change", 4)
        top_screen(home, OwnKeysScreen)
        await click_on(pilot, home, "⏎ select", 0)
        assert top_screen(home, OwnKeysScreen).changing
        await click_on(pilot, home, "Esc back", 1)
        assert not top_screen(home, OwnKeysScreen).changing
        await click_on(pilot, home, "Esc back", 1)
        assert home.screen is page


async def test_a_click_on_the_arrows_selects_another_card() -> None:
    app = TableApp(at("sandbags", mine("play", 9, 0)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        hand = top_screen(app, TableScreen).hand
        before = hand._at
        await click_on(pilot, app, "←→", 1)
        assert hand._at != before
        await click_on(pilot, app, "←→", 0)
        assert hand._at == before

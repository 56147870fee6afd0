"""Every option of a table can be chosen with keys, is in the game's first line, and applies."""

import json
from pathlib import Path
from typing import Any

import pytest

from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.option_declarations import Option, same
from spades_tui.rules.options import options_of, with_options
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.folders import games_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.setup.settings_and_keys import SettingsScreen
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.home_runner import HomeRunner
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.fields import Cycle
from tests.games import each_game
from tests.screens.looking import screen_text, settle, type_keys

OTHER: dict[str, object] = {
    "target": 250, "hands": 3, "enforcement": "challenge", "take_back": True, "undo": True, "double_sets": True,
    "bag_penalty": True, "ten_or_less": True, "new_deal": True, "blind_ten_400": True, "joker": False, "aces": "high",
    "lead_spades": "any", "first_trick": "no_spade", "opening": "lowest_club", "nil_points": 50,
    "failed_nil": "nothing",
    "blind_nil": 100, "blind_behind": 50, "blind_pass": 1, "nil_pass": 2, "pass_order": "nil_first", "bag_limit": 5,
    "bag_cost": 50, "board": True, "ten_for_200": True, "floor": -300, "nil": False,
}  # fmt: skip
"""A value other than the default for each option."""

MOST_WITHOUT_SCROLLING = 9
"""Number of options that fit in 24 lines with everything else; a longer form scrolls."""

QUICK = ("3b-five", "call-break", "classic", "cutthroat-three", "jokers", "two-handed")
"""Games for the quick tests, which have all options between them."""


async def press(app: SpadesApp, *keys: str) -> None:
    for key in keys:
        type_keys(app, key)
        await settle(app)


async def seats_of(app: SpadesApp, slug: str) -> SeatsScreen:
    """Go from home to the seats of a variant."""
    await settle(app)
    await press(app, "n")
    names = [choice.label for choice in app.screen.query_one(ChoiceList).choices]
    type_keys(app, "home", *["down"] * names.index(shipped()[slug].name), "enter")
    await settle(app)
    assert isinstance(app.screen, SeatsScreen)
    return app.screen


async def go_to(app: SpadesApp, name: str) -> None:
    """Go up from Start to a field with the arrow key only."""
    for _ in range(40):
        if app.focused is not None and app.focused.id == name:
            return
        await press(app, "up")
    raise AssertionError(f"{name} is not reached")


async def choose(app: SpadesApp, name: str, value: object) -> None:
    """Give a field a value with keys."""
    await go_to(app, name)
    if not isinstance(app.focused, Cycle):
        type_keys(app, "end", *["backspace"] * 8, *str(value))
        await settle(app)
        return
    for _ in app.focused.values:
        if app.focused.value == value:
            return
        await press(app, "right")
    raise AssertionError(f"{name} cannot be {value}")


def only_game() -> Path:
    """Return the only game in the folder."""
    (path,) = games_folder().glob("*.spades.jsonl")
    return path


def first_line(path: Path) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(path.read_text("utf-8").splitlines()[0])
    return line


def other(option: Option) -> object:
    """Return a value other than the default."""
    value = OTHER.get(option.name)
    if option.takes(value) and not same(value, option.usual):
        return value
    return next(value for value in (*option.values, *(option.bounds or ())) if not same(value, option.usual))


def names_to_choose(slug: str) -> set[str]:
    """Return the options to choose in a game: all, or in one of the quick games, those that no earlier one has."""
    names = set(shipped()[slug].option_names)
    if slug not in QUICK:
        return names
    return names.difference(*(shipped()[one].option_names for one in QUICK[: QUICK.index(slug)]))


def test_the_quick_games_choose_every_option() -> None:
    all_names = {name for variant in shipped().values() for name in variant.option_names}
    assert set().union(*map(names_to_choose, QUICK)) == all_names


@pytest.mark.rule("C-10", "C-11", "JK-13", "3B-1", "3B-11", "3B-16", "SB-10")
@pytest.mark.parametrize("slug", each_game(*QUICK))
async def test_every_chosen_option_is_in_the_record_and_applies(slug: str) -> None:
    variant = shipped()[slug]
    chosen = {option.name: other(option) for option in options_of(variant) if option.name in names_to_choose(slug)}
    assert all(not same(chosen[option.name], option.usual) for option in options_of(variant) if option.name in chosen)
    looked = next(part.shown for part in variant.plays if part.kind == "last_trick")
    app = SpadesApp()
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True):
        screen = await seats_of(app, slug)
        await choose(app, "setting-pace", "leisurely")  # the lowest field first, since the arrow goes up
        await choose(app, "dealer", 1)
        await choose(app, "last-trick", not looked)
        for name in reversed(chosen):
            await choose(app, f"option-{name}", chosen[name])
        assert screen.query_one("#form").max_scroll_y == 0 or len(variant.options) > MOST_WITHOUT_SCROLLING
        await press(app, "ctrl+s")
        assert isinstance(app.controller, HomeRunner)
        rules = app.controller.table.rules
        path = only_game()
    line = first_line(path)
    assert line["options"] == {**line["options"], **chosen}
    assert line["dealer"] == 1
    parts = line["rules"]["plays"]
    assert next(part["shown"] for part in parts if part["kind"] == "last_trick") != looked
    with path.open("rb") as stream:
        (game,) = replay(stream, path.name)
    wanted = ruleset(with_options(variant, line["options"]).with_last_trick(not looked))
    hands = range(1, 14)  # the rules of each format, if hands have formats
    for found in (rules, game.course.state.rules):
        assert found is found.of_hand(1)
        assert [found.of_hand(n).variant for n in hands] == [wanted.of_hand(n).variant for n in hands]
    assert rules.last_trick is not None
    assert rules.last_trick.shown != looked
    assert rules.take_back or "take_back" not in chosen
    kept = load_settings()
    assert (kept.pace, kept.cut_patience) == ("leisurely", Settings().cut_patience)


async def test_a_record_names_no_default_options() -> None:
    app = SpadesApp()
    async with app.run_test(size=(80, 24)):
        await seats_of(app, "jokers")
        await press(app, "enter")
        assert isinstance(app.controller, HomeRunner)
        line = first_line(only_game())
    assert line["options"] == {"slip": True}  # one person may take slips back unless they choose otherwise (3B-11)
    assert "rules" not in line


async def test_the_last_table_is_repeated_with_all_its_options() -> None:
    """This includes Quick game and a resumed game, and an option about the last trick."""
    app = SpadesApp(settings=Settings(pace="instant", cut_patience=0))
    async with app.run_test(size=(80, 24)):
        await seats_of(app, "sandbags")
        await choose(app, "last-trick", True)
        await choose(app, "option-target", 120)
        await press(app, "ctrl+s")
        assert isinstance(app.controller, HomeRunner)
        rules = app.controller.table.rules
        app.open_home()
        await settle(app)
        await press(app, "c")
        assert isinstance(app.controller, HomeRunner)
        assert app.controller.table.rules.variant == rules.variant
        app.open_home()
        await settle(app)
        await press(app, "g")
        assert isinstance(app.controller, HomeRunner)
        assert app.controller.table.rules.variant == rules.variant
        assert rules.last_trick is not None
        assert rules.last_trick.shown


@pytest.mark.rule("C-3")
async def test_the_time_to_cut_can_be_chosen_for_a_table() -> None:
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        await seats_of(app, "sandbags")
        await choose(app, "setting-cut_patience", 5)
        await choose(app, "dealer", 1)
        await press(app, "ctrl+s")
        assert isinstance(app.screen, DealingScreen)
        assert "5 s left." in screen_text(app)
        assert load_settings().cut_patience == 5
        app.open_home()
        await settle(app)
        await seats_of(app, "sandbags")
        await choose(app, "setting-cut_patience", 0)
        await choose(app, "dealer", 1)
        await press(app, "ctrl+s")
        assert isinstance(app.screen, DealingScreen)
        assert "Declined" not in screen_text(app)


@pytest.mark.rule("C-3")
async def test_the_time_to_cut_can_be_chosen_in_the_settings() -> None:
    app = SpadesApp()
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await press(app, "s")
        assert isinstance(app.screen, SettingsScreen)
        await choose(app, "setting-cut_patience", 60)
        assert load_settings().cut_patience == 60
        await press(app, "escape")
        await seats_of(app, "sandbags")
        await choose(app, "dealer", 1)
        await press(app, "ctrl+s")
        assert isinstance(app.screen, DealingScreen)
        assert "60 s left." in screen_text(app)

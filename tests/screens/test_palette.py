"""The palette finds everything from every screen, shows no card, and loses no game."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from spades_tui.lessons.lesson_reader import heads
from spades_tui.play.table import Table
from spades_tui.presentation.settings_rows import ROWS
from spades_tui.settings.settings import Settings, Theme
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.folders import forks_folder, games_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.command_palette import Found, Palette, everything, fit
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.lessons.lesson_table import LessonScreen
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from spades_tui.tui.scorebook.unfinished import UnfinishedScreen
from spades_tui.tui.setup.games_and_rules import RulesScreen, VariantSelectionScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.setup.house_rules_form import HouseRulesScreen
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.setup.settings_and_keys import OwnKeysScreen, SettingsScreen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.fields import Cycle
from tests.games import SLUGS
from tests.scenes import advance, at, mine, setup
from tests.screens.looking import (
    TableApp,
    assert_no_hidden_card,
    faces,
    screen_text,
    settle,
    table_of,
    top_screen,
    type_keys,
    wait_until,
)

PLACES: tuple[tuple[str, type[Screen[None]]], ...] = (
    ("settings", SettingsScreen), ("options", SettingsScreen), ("your name", SettingsScreen),
    ("change keys", OwnKeysScreen), ("new game", VariantSelectionScreen), ("learn", LearnScreen),
    ("scorebook", BookScreen), ("book", BookScreen), ("unfinished", UnfinishedScreen), ("bemo", SeatsScreen),
    ("3b-five", SeatsScreen), ("rules bemo", RulesScreen), ("keys and beans", RulesScreen),
    ("feed the zero", LessonScreen), ("your first hand", LessonScreen),
)  # fmt: skip
"""Typed text, and the screen that the first result opens."""


def program() -> SpadesApp:
    """Return the program at home."""
    return SpadesApp(settings=Settings(name="Ann", pace="instant", cut_patience=0))


async def find(pilot: Pilot[int], query: str) -> None:
    """Open the palette, type, and take the first result."""
    await pilot.press("ctrl+p")
    assert isinstance(pilot.app, SpadesApp)
    type_keys(pilot.app, *(letter if letter != " " else "space" for letter in query))
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


def kept(folder: Path) -> Table:
    """Return a game on disk in which Ann must play a card."""
    return advance(Table.create(setup("sandbags"), folder), mine("play", 2))


def events(path: Path | None) -> list[str]:
    """Return the names of a journal's events."""
    assert path is not None
    return [json.loads(line)["event"] for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("query", "screen"), PLACES)
async def test_places_games_rules_and_lessons_are_found_at_home(query: str, screen: type[Screen[None]]) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await find(pilot, query)
        assert isinstance(app.screen, screen)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, Palette | screen)


async def test_every_game_setting_theme_and_lesson_is_found_by_its_name() -> None:
    app = program()
    async with app.run_test(size=(80, 24)):
        every = [one.title.removesuffix(" (now)") for one in everything(app)]
    assert len(every) == len(set(every))
    assert sum(title.startswith("New game: ") for title in every) == len(SLUGS)
    assert sum(title.startswith("Rules: ") for title in every) == len(SLUGS) + 1
    assert {f"Theme: {theme}" for theme in get_args(Theme)} <= set(every)
    for row in ROWS:
        found = [title for title in every if title.startswith(f"{row.label}: ")]
        assert row.name == "theme" or len(found) == len(row.choices(20)), row.label
    assert {f"{'Puzzle' if head.puzzle else 'Lesson'}: {head.title}" for head in heads()} <= set(every)


@pytest.mark.parametrize(
    ("query", "name", "value"),
    [("nord", "theme", "nord"), ("theme light", "theme", "light"), ("ring at", "bell", True), ("pace lei", "pace",
     "leisurely"), ("motion off", "motion", False), ("plain text", "plain", True)],
)  # fmt: skip
async def test_the_palette_changes_and_saves_a_setting(query: str, name: str, value: object) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await find(pilot, query)
        assert getattr(app.settings, name) == value
        assert getattr(load_settings(), name) == value
        assert isinstance(app.screen, HomeScreen)


async def test_the_settings_page_shows_changes_made_in_the_palette() -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await find(pilot, "settings")
        await find(pilot, "theme warm")
        assert app.screen.query_one("#setting-theme", Cycle).value == "warm"
        assert app.settings.theme == load_settings().theme == "warm"


async def test_saved_games_and_forks_are_resumed_from_anywhere() -> None:
    table, fork = kept(games_folder()), advance(Table.create(setup("bemo"), forks_folder()), mine("play"))
    game, path = table.path, fork.path
    table.suspend()
    fork.suspend()
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await find(pilot, "fork bemo")
        assert table_of(app).table.path == path
        await find(pilot, "continue sandbags")
        assert table_of(app).table.path == game
        assert events(path)[-1] == "suspend"
        assert not any("Continue: Sandbags" in one.title for one in everything(app)), "that one is here"


@pytest.mark.parametrize(
    ("query", "screen"),
    [("settings", SettingsScreen), ("rules jokers", RulesScreen), ("keys and beans", RulesScreen),
     ("change keys", OwnKeysScreen)],
)  # fmt: skip
async def test_pages_opened_from_a_table_return_to_it(query: str, screen: type[Screen[None]]) -> None:
    table = kept(games_folder())
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        stands, seen = top_screen(app, TrickPlayScreen), table.observe(0)
        await find(pilot, query)
        assert isinstance(app.screen, screen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is stands
        assert table_of(app).table.observe(0) == seen


async def test_a_theme_is_changed_at_the_table() -> None:
    app = TableApp(at("sandbags", mine("play", 3)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        stands = top_screen(app, TrickPlayScreen)
        await find(pilot, "theme light")
        assert app.screen is stands
        assert (app.settings.theme, app.current_theme.dark) == ("light", False)


@pytest.mark.parametrize(
    ("query", "screen"),
    [("bemo", SeatsScreen), ("new game", VariantSelectionScreen), ("just enough", LessonScreen), ("learn", LearnScreen),
     ("scorebook", BookScreen), ("quick game", TableScreen)],
)  # fmt: skip
async def test_leaving_a_table_by_the_palette_saves_its_game(query: str, screen: type[Screen[None]]) -> None:
    table = kept(games_folder())
    path = table.path
    app = TableApp(table)
    app.keep = True
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await find(pilot, query)
        for _ in range(6):
            if query != "quick game" or isinstance(app.screen, screen):
                break
            await pilot.press("enter")
            await pilot.pause()
        assert isinstance(app.screen, screen)
        assert events(path)[-1] == "suspend"
        if query != "quick game":
            await pilot.press("q", "escape", "escape")
            await pilot.pause()
            assert "Continue" in [one.label for one in top_screen(app, HomeScreen).query_one(ChoiceList).choices]


async def test_leaving_changed_house_rules_by_the_palette_asks_first() -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("n", "c", "slash", *"play", "space", *"to", "enter", *"250", "enter")
        await pilot.pause()
        assert top_screen(app, HouseRulesScreen).unsaved
        await find(pilot, "bemo")
        assert isinstance(app.screen, AskChoice)
        await pilot.press("escape")
        await pilot.pause()
        assert top_screen(app, HouseRulesScreen).unsaved


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("people", [1, 4])
async def test_the_palette_has_no_card_of_a_hand(people: int) -> None:
    """This covers the entries and their descriptions, at the person's turn and at the curtain."""
    table = at("sandbags", mine("play", 3, 1), people=people)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        stands = app.screen
        assert isinstance(stands, CurtainScreen if people > 1 else TrickPlayScreen)
        words = [f"{one.title} {one.long_label} {one.also}" for one in everything(app)]
        words += [f"{one.title} {one.help}" for one in app.get_system_commands(app.screen)]
        held = {face for seat in range(4) for face in faces(table.course.state.hand.holding[seat])}  # type: ignore[union-attr]
        assert not {face for face in held for text in words if face in text.split()}
        await pilot.press("ctrl+p", "s")
        await pilot.pause()
        top_screen(app, Palette)
        assert_no_hidden_card(app, table)
        await pilot.press("escape")
        await pilot.pause()
        await find(pilot, "rules classic")
        assert_no_hidden_card(app, table)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is stands
        if people > 1:
            assert_no_hidden_card(app, table)


def test_whole_word_matches_come_first() -> None:
    found = [Found("Theme: solarized-dark", "", print), Found("Discard", "in the dark", print),
             Found("Theme: dark", "", print), Found("Dark", "", print)]  # fmt: skip
    ranked = sorted(found, key=lambda one: -fit(one, "dark"))
    assert [one.title for one in ranked] == ["Dark", "Theme: dark", "Theme: solarized-dark", "Discard"]
    assert fit(found[0], "light") == 0


async def test_a_search_without_a_match_says_so(tmp_path: Path) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+p", *"zzzzqq")
        assert await wait_until(lambda: "No matches" in screen_text(app))
        await pilot.press("escape")
        await settle(app)
        assert isinstance(app.screen, HomeScreen)


async def test_no_sentence_is_cut_at_80_columns() -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", *"pace")
        await pilot.pause()
        text = screen_text(app)
        assert "Pace: brisk" in text
        assert not re.search(r"\S…", text)

"""The palette finds everything from every screen, shows no card, and loses no game."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from spades_tui.lessons.lesson_reader import heads
from spades_tui.play.table import Table
from spades_tui.presentation.settings_rows import ROWS
from spades_tui.settings.settings import OWN_THEMES, Theme
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.folders import forks_folder, games_folder
from spades_tui.tui.app import SpadesApp
from tests.driver import Driver, driving, home_app
from tests.games import SLUGS
from tests.quick_cases import slow_but
from tests.scenes import advance, at, mine, setup
from tests.screens.looking import TableApp, assert_no_hidden_card, faces, palette_words

TALL = (120, 400)
"""A terminal that shows the whole palette."""

HEADINGS = {
    "settings": "Settings", "options": "Settings", "your name": "Settings", "change keys": "Change keys",
    "new game": "New game  which one?", "learn": "Learn", "scorebook": "Scorebook", "book": "Scorebook",
    "unfinished": "Unfinished games", "bemo": "New game  Bemo  who plays?",
    "3b-five": "New game  3B for five  who plays?", "rules bemo": "Rules", "keys and beans": "Rules",
    "feed the zero": "Make the zero eat it", "your first hand": "Your first hand",
}  # fmt: skip
"""Typed text, and how the screen that the first result opens begins."""


def program() -> SpadesApp:
    return home_app(name="Ann", pace="instant", cut_patience=0)


async def search(seat: Driver, query: str) -> list[str]:
    """Open the palette and type; return the lines found."""
    await seat.press("ctrl+p")
    await seat.type(*("space" if letter == " " else letter for letter in query))
    return [line.strip() for line in seat.lines if line.startswith("  ") and "🔎" not in line]


def kept(folder: Path) -> Table:
    """Return a game on disk in which Ann must play a card."""
    return advance(Table.create(setup("sandbags"), folder), mine("play", 2))


def events(path: Path | None) -> list[str]:
    """Return the names of a journal's events."""
    assert path is not None
    return [json.loads(line)["event"] for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("query", slow_but(["options", "3b-five", "keys and beans", "feed the zero"], HEADINGS))
async def test_places_games_rules_and_lessons_are_found_at_home(query: str) -> None:
    async with driving(program()) as seat:
        await seat.command(query)
        assert seat.heading.startswith(HEADINGS[query])
        await seat.until("home", "escape", 3)


async def test_the_players_page_says_what_it_shows() -> None:
    async with driving(program()) as seat:
        assert "Players  The computer players by name, F2" in await search(seat, "players")


async def test_every_game_setting_theme_and_lesson_is_found_by_its_name() -> None:
    async with driving(program(), TALL) as seat:
        labels = dict(line.split("  ", 1) for line in await search(seat, ":"))
    every = {title.removesuffix(" (now)"): label for title, label in labels.items()}
    assert len(every) == len(labels)
    assert sum(title.startswith("New game: ") for title in every) == len(SLUGS)
    assert sum(title.startswith("Rules: ") for title in every) == len(SLUGS) + 1
    for row in ROWS:
        found = [title for title in every if title.startswith(f"{row.label}: ")]
        assert row.name == "theme" or len(found) == len(row.choices(20)), row.label
    assert {f"{'Puzzle' if head.puzzle else 'Lesson'}: {head.title}" for head in heads()} <= set(every)
    for theme in get_args(Theme):
        assert every[f"Theme: {theme}"].startswith("made for this game") == (theme in OWN_THEMES), theme


@pytest.mark.parametrize("query", slow_but(["bemo"], ["settings", "unfinished", "scorebook", "bemo"]))
async def test_no_command_is_listed_twice(query: str) -> None:
    kept(games_folder())
    async with driving(program(), TALL) as seat:
        await seat.command(query)
        for typed in ("", ":"):
            titles = [line.split("  ")[0] for line in await search(seat, typed)]
            assert titles
            assert len(titles) == len(set(titles))
            await seat.press("escape")


async def test_the_palette_changes_and_saves_a_setting() -> None:
    async with driving(program()) as seat:
        for query, name, value in (
            ("nord", "theme", "nord"), ("theme light", "theme", "light"), ("ring at", "bell", True),
            ("pace lei", "pace", "leisurely"), ("motion off", "motion", False), ("plain text", "plain", True),
        ):  # fmt: skip
            await seat.command(query)
            assert getattr(seat.settings, name) == value
            assert getattr(load_settings(), name) == value
            assert seat.place == "home"


@pytest.mark.parametrize(
    ("query", "line", "saved"), [
        ("claim score", "After a claim: go to the score sheet – changed", {"claims": "sheet"}),
        ("pace", "Pace: instant – as before", {"pace": "instant"}),
        ("theme rose-p", "Theme: rose-pine – changed", {"theme": "rose-pine"}),
    ],
)  # fmt: skip
async def test_a_setting_says_that_it_changed_and_its_value_comes_first(
    query: str, line: str, saved: dict[str, object]
) -> None:
    async with driving(program()) as seat:
        await seat.command(query)
        await seat.wait(line)
        assert {name: getattr(seat.settings, name) for name in saved} == saved


@pytest.mark.parametrize("query", ["host", "htsc", "laim", "race", "acts", "nstant"])
async def test_no_setting_is_found_by_parts_of_words_or_scattered_letters(query: str) -> None:
    async with driving(program(), TALL) as seat:
        settings = tuple(f"{row.label}:" for row in ROWS)
        await search(seat, query)
        for label in ("Pace: ", "After a claim: ", "Theme: "):
            await seat.wait(label, gone=True)
        assert not [line for line in seat.lines if line.strip().startswith(settings)]


async def test_the_settings_page_shows_changes_made_in_the_palette() -> None:
    async with driving(program()) as seat:
        await seat.command("settings")
        await seat.command("voids shown")
        assert "‹ shown" in seat.line("Voids")
        assert seat.settings.voids
        assert load_settings().voids


async def test_saved_games_and_forks_are_resumed_from_anywhere() -> None:
    table, fork = kept(games_folder()), advance(Table.create(setup("bemo"), forks_folder()), mine("play"))
    game, path = table.path, fork.path
    table.suspend()
    fork.suspend()
    async with driving(program()) as seat:
        await seat.command("copy bemo")
        assert seat.table.path == path
        await seat.command("continue sandbags")
        assert seat.table.path == game
        assert events(path)[-1] == "suspend"
        offered = await search(seat, "continue:")
        assert not any("Continue: Sandbags" in line for line in offered), "that one is here"
        assert any("Continue: " in line for line in offered)


async def test_pages_opened_from_a_table_return_to_it() -> None:
    async with driving(TableApp(kept(games_folder()))) as seat:
        before, seen = seat.text, seat.table.observe(0)
        for query in ("settings", "rules jokers", "keys and beans", "change keys"):
            await seat.command(query)
            assert seat.heading.startswith(HEADINGS.get(query, "Rules"))
            await seat.press("escape")
            assert seat.text == before
            assert seat.table.observe(0) == seen


@pytest.mark.parametrize(
    "query", slow_but(["learn", "quick game"], ["bemo", "new game", "just enough", "learn", "scorebook", "quick game"])
)
async def test_leaving_a_table_by_the_palette_saves_its_game(query: str) -> None:
    table = kept(games_folder())
    path, app = table.path, TableApp(table)
    app.keep = True
    async with driving(app) as seat:
        await seat.command(query)
        assert events(path)[-1] == "suspend"
        if query == "quick game":
            await seat.until("bid", most=6)
            return
        assert seat.heading.startswith(HEADINGS.get(query, "Just enough"))
        await seat.press("q", "escape", "escape")
        assert seat.place == "home", seat.text
        assert seat.sees("Continue")


async def test_leaving_changed_house_rules_by_the_palette_asks_first() -> None:
    async with driving(program()) as seat:
        await seat.press("n", "c")
        await seat.type("slash", *"play", "space", *"to", "enter", *"250", "enter")
        assert "‹ 250 ›" in seat.line("▸")
        before = seat.text
        await seat.command("bemo")
        assert seat.sees("You haven't saved your rules. Discard the changes?")
        await seat.press("escape")
        assert seat.text == before


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("people", [1, 4])
async def test_the_palette_has_no_card_of_a_hand(people: int) -> None:
    """This covers the entries and their descriptions, at the person's turn and at the curtain."""
    table = at("sandbags", mine("play", 3, 1), people=people)
    app = TableApp(table)
    async with driving(app) as seat:
        before = seat.text
        assert seat.place == ("curtain" if people > 1 else "play")
        held = {face for holding in table.course.state.current.holding for face in faces(holding)}
        assert not {face for face in held for text in palette_words(app) if face in text.split()}
        await search(seat, "s")
        assert seat.place == "palette"
        assert_no_hidden_card(app, table)
        await seat.press("escape")
        await seat.command("rules classic")
        assert seat.place == "rules"
        assert_no_hidden_card(app, table)
        await seat.press("escape")
        assert seat.text == before
        if people > 1:
            assert_no_hidden_card(app, table)


async def test_whole_word_matches_come_first_and_no_sentence_is_cut() -> None:
    async with driving(program()) as seat:
        found = await search(seat, "dark")
        assert found[0].startswith("Theme: dark"), "before textual-dark and solarized-dark"
        assert len(found) > 1
        await seat.press("escape")
        found = await search(seat, "pace")
        assert any("Pace: brisk" in line for line in found)
        assert not re.search(r"\S…", seat.text)
        await seat.press("escape")
        await search(seat, "zzzzqq")
        await seat.wait("No matches")
        await seat.press("escape")
        assert seat.place == "home"

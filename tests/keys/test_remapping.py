"""Changed keys work, the default keys do nothing then, and every text on screen names the changed ones."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from spades_tui.settings import keymap
from spades_tui.settings.actions import KEYS
from spades_tui.settings.settings_file import load_settings, read_settings, settings_file
from tests.advice.hints import hint
from tests.crowded import QUICK
from tests.driver import Driver, driving, home_app
from tests.scenes import at, mine
from tests.screens.looking import TableApp

MINE = (("claim", "c"), ("help", "f1"), ("hint", "s"), ("log", "["), ("rules", "R"), ("scores", "h"))


@pytest.fixture(autouse=True)
def usual_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    yield
    keymap.use_keys({})


AT_TABLE = mine("play", 9, 0)


@asynccontextmanager
async def at_home(**settings: Any) -> AsyncIterator[Driver]:
    """Open the program at home."""
    async with driving(home_app(**{"name": "Ann", "pace": "instant", **settings})) as seat:
        yield seat


@asynccontextmanager
async def at_table(size: tuple[int, int] = (80, 24), **settings: Any) -> AsyncIterator[Driver]:
    """Open a table where it is the person's turn to lead to the tenth trick."""
    async with driving(TableApp(at("sandbags", AT_TABLE), **settings), size) as seat:
        yield seat


async def to_key_of(name: str, seat: Driver) -> None:
    """Open the page for changing keys from home or a table, and go to this action."""
    await seat.press("ctrl+p", *"change", "space", *"keys", "enter")
    assert seat.heading == "Change keys"
    await seat.press("home", *["down"] * list(KEYS).index(name))


async def test_a_trick_is_played_with_changed_keys() -> None:
    async with at_table(keys=MINE) as seat:
        assert seat.sees("s hint", "h scores")
        for key, place in (("h", "all scores"), ("left_square_bracket", "log"), ("f1", "keys"), ("R", "rules")):
            await seat.press(key)
            assert seat.place == place
            await seat.press(key if place != "rules" else "escape")
            assert seat.place == "play"
        before = seat.lines[:-1]
        await seat.press("g", "m", "r", "question_mark")
        assert seat.lines[:-1] == before, "the usual keys do nothing"
        await seat.press("c")
        assert seat.sees("Claim all the remaining tricks?")
        await seat.press("escape", "s")
        assert hint(seat)
        held = seat.table.observe(0).own
        await seat.press("enter")
        assert seat.table.observe(0).own != held


async def test_every_text_names_the_changed_key() -> None:
    async with at_table((120, 40), keys=MINE) as seat:
        await seat.press("f1")
        assert seat.place == "keys"
        assert {"s hint", "[ the hand in words", "F1 keys"} <= words_of(seat.text)
        await seat.press("f1")
        assert seat.place == "play"


def words_of(text: str) -> set[str]:
    """Return the lines of a text with single blanks."""
    return {" ".join(line.split()) for line in text.split("\n")}


async def test_the_rules_page_names_changed_keys() -> None:
    async with driving(home_app(name="Ann", keys=MINE), (120, 120)) as seat:
        await seat.press("r", "end")
        lines = words_of(seat.text)
        assert any(line.endswith("c claims all remaining tricks") for line in lines)
        assert any(line.endswith("F1 the keys that work here") for line in lines)


async def test_a_key_changed_on_its_page_is_saved() -> None:
    async with at_home() as seat:
        await seat.press("s")
        await to_key_of("hint", seat)
        await seat.press("enter", "s")
        assert seat.sees("s is the key of scores at the table. Enter swaps the two")
        assert load_settings().keys == ()
        for key, words in (
            ("5", "chooses cards and bids"), ("tab", "always does the same"), ("ctrl+p", "is the key of palette"),
        ):  # fmt: skip
            await seat.press(key)
            assert seat.sees(words)
        await seat.press("j")
        assert seat.sees("Saved.", "j hint")
        assert seat.settings.keys == (("hint", "j"),) == load_settings().keys
        assert '[keys]\nhint = "j"\n' in settings_file().read_text("utf-8")
        await seat.press("enter", "escape", "enter", "f9")
        assert load_settings().keys == (("hint", "f9"),)
        assert seat.sees("default h")
        await seat.press("delete")
        assert load_settings().keys == ()
        await seat.press("enter", "j", "end", "enter")
        assert load_settings().keys == (), "the last line has all the usual keys again"
        for place in ("settings", "home"):
            await seat.press("escape")
            assert seat.place == place


async def test_one_more_key_exchanges_two_keys() -> None:
    async with at_home() as seat:
        await to_key_of("hint", seat)
        await seat.press("enter", "s", "enter")
        assert load_settings().keys == (("hint", "s"), ("scores", "h"))
        assert seat.sees("Saved.")
        await seat.press("enter", "h", "escape", "enter", "h", "j")
        assert load_settings().keys == (("hint", "j"), ("scores", "h")), "another key is no exchange, nor is Esc"
        await seat.press("enter", "h", "enter")
        assert load_settings().keys == (("scores", "j"),)


async def test_an_impossible_exchange_is_not_offered() -> None:
    """The other action would get a letter on a screen where people type; a letter that selects a line stays."""
    async with at_home() as seat:
        await to_key_of("hint", seat)
        for key, why in (("ctrl+p", "is the key of palette"), ("S", "is typed at the table")):
            await seat.press("enter", key)
            assert seat.sees(why)
            await seat.press("enter")
            assert seat.sees("always does the same"), "Enter is no key"
            await seat.press("escape")
        assert load_settings().keys == ()


async def test_an_exchange_restores_the_default_key() -> None:
    async with at_home(keys=(("hint", "s"), ("scores", "h"))) as seat:
        await to_key_of("hint", seat)
        await seat.press("delete")
        assert seat.sees("h is the key of scores at the table. Enter swaps the two")
        assert dict(seat.settings.keys)["hint"] == "s"
        await seat.press("enter")
        assert not seat.settings.keys


async def test_a_changed_key_works_on_open_screens() -> None:
    async with at_table() as seat:
        assert seat.sees("h hint")
        await to_key_of("hint", seat)
        await seat.press("enter", "j", "escape")
        assert seat.place == "play" and seat.sees("j hint")
        await seat.press("h")
        assert not hint(seat)
        await seat.press("j")
        assert hint(seat)


async def test_the_palette_key_can_be_changed() -> None:
    async with at_table(keys=(("palette", "f4"),)) as seat:
        for key, place in (("ctrl+p", "play"), ("f4", "palette")):
            await seat.press(key)
            assert seat.place == place


async def test_a_palette_entry_does_and_names_its_key() -> None:
    async with at_table((100, 30), keys=(("log", "["),)) as seat:
        await seat.press("ctrl+p", *"log")
        assert seat.sees("The hand in words, [")
        await seat.press("enter")
        assert seat.place == "log"


@pytest.mark.parametrize("screen", ["TableScreen", "BookScreen"])
async def test_the_wheel_and_page_keys_scroll_the_keys_page(screen: str) -> None:
    """The scorebook has more keys than the terminal has lines."""
    async with driving(QUICK[screen]) as seat:
        await seat.press("question_mark")
        assert not seat.sees("all commands by name")
        await seat.scroll(20)
        assert seat.sees("all commands by name")
        await seat.press(*["pageup"] * 3)
        assert not seat.sees("all commands by name")
        await seat.press(*["pagedown"] * 3)
        assert seat.sees("all commands by name")


async def test_a_table_reports_invalid_settings() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('[keys]\nhint = "s"\n')
    async with at_table() as seat:
        await seat.wait("settings.toml:2: keys.hint: s is")
        assert seat.sees("Your turn: lead a card."), "the sentence is not covered"
        assert read_settings().warning.split()[-1] in seat.text, "all of it stands there"
        await seat.press("h")
        assert not seat.sees("keys.hint"), "any key takes it away"
        assert hint(seat), "and does what it does"


async def test_invalid_settings_stay_reported_after_the_deal_and_bids() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('[keys]\nhint = "s"\n')
    async with driving(TableApp(at("sandbags", mine("bid")))) as seat:
        await seat.wait("keys.hint")
        await seat.act(seat.table.observe(0).legal[0])
        assert seat.place == "play" and seat.sees("settings.toml:2: keys.hint: s is")
        await seat.press("left")
        assert not seat.sees("keys.hint")


async def test_a_new_program_starts_with_default_keys() -> None:
    TableApp(at("sandbags", AT_TABLE), keys=MINE)
    assert dict(keymap.changed_keys())
    home_app(name="")
    assert not keymap.changed_keys()


async def test_a_click_on_the_footer_acts_on_the_focused_field() -> None:
    async with at_home() as seat:
        first = seat.chosen
        await seat.click("↑↓")  # on the second arrow
        second = seat.chosen
        await seat.click("↑↓")
        await seat.click("↑")
        assert seat.chosen == second != first
        await seat.choose("Settings")
        await seat.click("⏎ select")
        assert seat.place == "settings"
        await seat.click("←→")
        assert seat.settings.pace != "instant"
        await seat.click("F2 change")
        assert seat.heading == "Change keys"
        before = seat.text
        await seat.click("⏎ select")
        assert seat.sees("Press the new key for")
        for same in (before.split("\n")[0], "Settings"):
            await seat.click("Esc back")
            assert seat.heading == same.strip() and not seat.sees("Press the new key for")


async def test_the_keys_page_opens_the_changing_of_keys() -> None:
    async with at_table() as seat:
        await seat.press("question_mark", "f2", *["down"] * list(KEYS).index("log"), "enter", "[", "escape")
        assert seat.place == "keys" and seat.sees("[ the hand in words")


async def test_a_click_on_the_keys_page_does_what_its_key_does() -> None:
    async with at_table((100, 30)) as seat:
        await seat.press("question_mark")
        await seat.click("the hand in words")
        assert seat.place == "log"

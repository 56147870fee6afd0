"""Settings: kept, bounded, and a broken file is never overwritten."""

import stat
import subprocess
import sys
from dataclasses import replace

import pytest

from spades_tui.screens.setup.settings import SettingsScreen
from spades_tui.table.settings import (
    Settings,
    SettingsError,
    load_settings,
    read_settings,
    save_settings,
    settings_file,
)
from spades_tui.widgets.fields import Cycle
from spades_tui.widgets.sample_hand import SampleHand
from tests.setup.helpers import NotedApp, press, shown
from tests.sizes import LARGE, SMALL, at_each_size

OTHER = Settings(
    pace="leisurely", only_card=True, claims="sheet", open_hands="game", bell=True, letters=True, suits="two",
    cut_patience=0, sort="ranks", order="low-high", trumps="right", theme="light",
)  # fmt: skip

OLD = """\
# Settings of spades-tui; the Settings screen writes them.
pace = "leisurely"
letters = true
cut_patience = 5
sort = "ranks"
trumps = "right"
theme = "light"
name = "Ann"
"""
"""A file as it was written before there were more settings."""


def test_without_a_file_the_defaults_hold() -> None:
    assert load_settings() == Settings()
    assert not settings_file().exists()


def test_what_is_saved_is_loaded() -> None:
    save_settings(OTHER)
    assert load_settings() == OTHER
    assert stat.S_IMODE(settings_file().parent.stat().st_mode) == 0o700
    assert [path.name for path in settings_file().parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    "text",
    [
        'pace = "slow"',
        "pace = 3",
        "letters = 1",
        "only_card = 1",
        'bell = "on"',
        'claims = "never"',
        'open_hands = "never"',
        'suits = "three"',
        'order = "high"',
        "cut_patience = -1",
        "cut_patience = 301",
        "cut_patience = true",
        "cut_patience = 2.5",
        'trumps = "middle"',
        'sort = ["ranks"]',
        "colour = 1",
        "pace = ",
        "\x00",
        "cut_patience = " + "9" * 5000,
        "# " + "x" * 30_000,
    ],
)
def test_a_broken_file_is_told_and_never_overwritten(text: str) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(text)
    loaded = read_settings()
    assert loaded.settings == Settings()
    assert loaded.problem is not None
    assert str(settings_file()) in loaded.problem
    assert len(loaded.problem) < 400
    assert loaded.problem.isprintable()
    with pytest.raises(SettingsError, match="not been overwritten"):
        save_settings(OTHER)
    assert settings_file().read_text() == text


def test_a_file_that_is_not_utf_8_is_broken() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_bytes(b"pace = \xff")
    assert "UTF-8" in (read_settings().problem or "")


def test_a_file_with_one_setting_leaves_the_others_at_their_defaults() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('pace = "instant"\n')
    assert load_settings() == replace(Settings(), pace="instant")


def test_an_old_file_keeps_opening() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(OLD)
    loaded = read_settings()
    assert loaded.problem is None
    assert loaded.settings == Settings(
        pace="leisurely", letters=True, cut_patience=5, sort="ranks", trumps="right", theme="light", name="Ann"
    )
    save_settings(replace(loaded.settings, bell=True))
    assert load_settings() == replace(loaded.settings, bell=True)


@pytest.mark.rule("C-3")
@at_each_size(SMALL, LARGE)
async def test_every_setting_is_changed_on_the_screen_and_kept(app: NotedApp, size: tuple[int, int]) -> None:
    """The patience for the cut, and the other settings, from the keyboard."""
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await press(pilot, "s")
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, *["right", "down"] * 11, "left", "left", "left")
        assert "Kept." in shown(pilot)
        assert app.screen.query_one(SampleHand).settings == OTHER
    assert app.settings == OTHER
    assert load_settings() == OTHER


async def test_a_patience_of_ones_own_is_not_lost_on_the_screen(app: NotedApp) -> None:
    save_settings(replace(Settings(), cut_patience=45))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "s")
        assert app.screen.query_one("#setting-cut_patience", Cycle).value == 45


async def test_the_screen_tells_that_a_broken_file_is_not_overwritten(app: NotedApp) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("pace = 7\n")
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "s", "right")
        assert "not been overwritten" in " ".join(shown(pilot).split())
    assert app.settings.pace == "leisurely"
    assert settings_file().read_text() == "pace = 7\n"


def test_settings_need_neither_textual_nor_pydantic() -> None:
    script = (
        "import sys, spades_tui.table.settings as s; s.load_settings();"
        "print([m for m in ('textual', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"

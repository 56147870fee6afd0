"""Settings are saved and limited, and a broken file is never overwritten."""

import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from msgspec.structs import replace

from spades_tui.language.unusable import UnusableError
from spades_tui.settings.settings import Settings, Theme
from spades_tui.settings.settings_file import (
    changed_text,
    load_settings,
    read_settings,
    save_changes,
    save_settings,
    settings_file,
    settings_in,
    text_of,
)
from tests import LONG
from tests.driver import driving
from tests.quick_cases import slow_but
from tests.setup.helpers import NotedApp
from tests.sizes import LARGE, SMALL, at_each_size

OTHER = Settings(
    pace="leisurely", only_card=True, hand_end=False, claims="sheet", open_hands="game", bell=True, letters=True,
    suits="two", characters="all", faces="compact", cut=True, cut_patience=0, sort="ranks", order="low-high",
    trumps="right", theme="light", motion=False, cards_out=True, voids=True, needs=False, coach="big",
    coach_agreed=True, suggestions=False, talk=False, deck="ranks", back="lattice", sound=True,
)  # fmt: skip


def write(text: str | bytes) -> None:
    """Write a settings file."""
    settings_file().parent.mkdir(parents=True)
    settings_file().write_bytes(text if isinstance(text, bytes) else text.encode())


def unspaced(text: str) -> str:
    """Return text without blanks; a long path wraps anywhere."""
    return "".join(text.split())


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
"""A file from before later settings were added."""


def test_without_a_file_the_defaults_apply() -> None:
    assert load_settings() == Settings()
    assert not settings_file().exists()


def test_saved_settings_are_loaded() -> None:
    save_settings(OTHER)
    assert load_settings() == OTHER
    assert stat.S_IMODE(settings_file().parent.stat().st_mode) == 0o700
    assert [path.name for path in settings_file().parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    "text",
    [
        'pace = "slow"', "pace = 3", "letters = 1", "only_card = 1", 'bell = "on"', 'claims = "never"',
        'open_hands = "never"', 'suits = "three"', 'order = "high"', "cut_patience = -1", "cut_patience = 301",
        "cut_patience = true", "cut_patience = 2.5", 'trumps = "middle"', 'sort = ["ranks"]', "colour = 1", "pace = ",
        "\x00", "cut_patience = " + "9" * 5000, 'theme = "drak', "[[x", 'claims = {a = "b"}',
    ],
)  # fmt: skip
def test_a_conflicting_option_is_reported_and_survives_a_change(text: str) -> None:
    """Valid settings apply, and a change keeps every line except the changed one."""
    before = f"# mine\n{text}\nname = 'Uli'  # me\n"
    write(before)
    loaded = read_settings()
    assert loaded.settings == Settings(name="Uli")
    assert loaded.problem is not None
    assert loaded.problem.startswith(f"{settings_file()}:2: ")
    assert len(loaded.problem) - len(str(settings_file())) < 400
    assert loaded.problem.isprintable()
    save_settings(replace(loaded.settings, partner="club:Eve"))
    assert settings_file().read_text("utf-8") == before + 'partner = "club:Eve"\n'
    assert load_settings() == Settings(name="Uli", partner="club:Eve")


@pytest.mark.parametrize(
    ("text", "cards_out", "voids"),
    [
        ("counting = true\n", True, True),
        ("counting = false\n", False, False),
        ("counting = true\ncards_out = false\n", False, True),
        ("voids = true\ncounting = false\n", False, True),
    ],
)
def test_an_old_switch_for_two_settings_turns_on_both(text: str, cards_out: bool, voids: bool) -> None:
    write(text)
    loaded = read_settings()
    assert not loaded.faults
    assert loaded.settings == Settings(cards_out=cards_out, voids=voids)
    save_settings(replace(loaded.settings, bell=True))
    assert settings_file().read_text("utf-8") == f"{text}bell = true\n"
    save_settings(Settings(cards_out=not cards_out, voids=not voids))
    assert load_settings() == Settings(cards_out=not cards_out, voids=not voids)


def test_an_old_switch_is_checked_and_never_written_anew() -> None:
    write("counting = 3\n")
    assert [fault.name for fault in read_settings().faults] == ["counting"]
    assert load_settings() == Settings()
    assert "counting" not in text_of(Settings(cards_out=True, voids=True))


@pytest.mark.parametrize("content", [b"pace = \xff", b'pace = "brisk"\n# ' + b"x" * 30_000])
def test_a_binary_or_too_long_file_is_never_overwritten(content: bytes) -> None:
    write(content)
    loaded = read_settings()
    assert loaded.settings == Settings()
    assert re.search("UTF-8|shorten it", loaded.problem or "")
    with pytest.raises(UnusableError, match="not been overwritten"):
        save_settings(OTHER)
    assert settings_file().read_bytes() == content


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'pace = "instant"\n'),
        ("# only words", '# only words\npace = "instant"\n'),
        ("bell = true\n\n# the end\n", 'bell = true\n\n# the end\npace = "instant"\n'),
        ("  pace='leisurely' # as I like\nbell = true", '  pace="instant" # as I like\nbell = true'),
        ('"pace" = "slow"\n', '"pace" = "instant"\n'),
        ('pace = """\nbrisk"""\n', 'pace = "instant"\n'),
        ('name = """\npace"""\nbell =\n', 'name = """\npace"""\nbell =\npace = "instant"\n'),
        ("pace =\r\nbell = true\r\n", 'pace = "instant"\r\nbell = true\r\n'),
        ('pace =\npace = "brisk"\n#-\n', 'pace =\npace = "instant"\n#-\n'),
        ("pace =\nbell = true\n", 'pace = "instant"\nbell = true\n'),
        ('pace = "brisk"\r\nbell = true\r\n', 'pace = "instant"\r\nbell = true\r\n'),
        ("bell = true\r\n", 'bell = true\r\npace = "instant"\r\n'),
        ('pace = "brisk"\npace = "leisurely"\n', 'pace = "instant"\npace = "leisurely"\n'),
        ("bell = true\n[more]\npace = 1\n", 'bell = true\npace = "instant"\n\n[more]\npace = 1\n'),
    ],
)
def test_a_change_writes_one_line(before: str, after: str) -> None:
    write(before)
    save_settings(replace(load_settings(), pace="instant"))
    assert settings_file().read_bytes().decode() == after
    assert load_settings().pace == "instant"


def test_a_change_is_written_into_a_file_of_broken_lines() -> None:
    before = 'name = """\npace = "brisk"\n"""\n[bell\n[keys]\n[keys\nhint = "J"\n[keys]\n[[keys]]\n'
    write(before)
    save_settings(replace(load_settings(), pace="instant"))
    assert settings_file().read_text("utf-8") == before.replace("brisk", "instant")
    assert load_settings() == Settings(pace="instant", keys=(("hint", "J"),))


LINES = [
    "[keys]", "[[keys]", "[keys", "[[keys]]", "[bell]", "bell = {}", "bell =", "[]", "keys = {}", 'keys.hint = "J"',
    'hint = "J"', "hint =", 'pace = "brisk"', "pace", "pace = ", 'pace = """', "pace.x = 1", "pace.x.y = 2",
    "# words #-1", '"', "\r",
]  # fmt: skip


@hypothesis_settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_a_change_keeps_other_lines_and_invalid_toml_is_reported(lines: list[str], end: str) -> None:
    text = end.join([*lines, "# the end", ""])
    before = settings_in(text.encode(), "file")
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert before.faults
    new = replace(before.settings, bell=True)
    try:
        new_text = changed_text(text.encode(), new, before)
    except UnusableError:
        return
    after = settings_in(new_text.encode(), "file")
    assert after.settings == new
    assert [one.name for one in after.faults if one.name != "bell"] == [
        one.name for one in before.faults if one.name != "bell"
    ]
    kept = [line for line in new_text.split(end) if "bell" not in line and line]
    assert kept == [line for line in [*lines, "# the end"] if "bell" not in line]


def test_names_with_quotes_and_backslashes_are_read_again() -> None:
    save_settings(Settings(name='A "B" \\'))
    assert load_settings().name == 'A "B" \\'
    save_settings(Settings(name='Ö "B" \\'))
    assert load_settings().name == 'Ö "B" \\'


def test_an_unchanged_setting_writes_no_file() -> None:
    write('name = "Ann"\ncolour = 1\n')
    save_settings(load_settings())
    assert settings_file().read_text("utf-8") == 'name = "Ann"\ncolour = 1\n'


def test_an_option_of_one_run_is_not_saved() -> None:
    """For example, changing a key or a name doesn't save a pace from the command line."""
    write("letters = true\n")
    running = replace(load_settings(), pace="instant")
    save_changes(running, replace(running, bell=True))
    assert settings_file().read_text("utf-8") == "letters = true\nbell = true\n"


def test_a_linked_settings_file_stays_in_place_with_its_permissions(tmp_path: Path) -> None:
    other = tmp_path / "mine.toml"
    other.write_text("bell = true\n")
    other.chmod(0o640)
    settings_file().parent.mkdir(parents=True)
    settings_file().symlink_to(other)
    save_settings(Settings(bell=True, pace="instant"))
    assert settings_file().is_symlink()
    assert other.read_text("utf-8") == 'bell = true\npace = "instant"\n'
    assert stat.S_IMODE(other.stat().st_mode) == 0o640


def test_an_old_file_keeps_opening() -> None:
    write(OLD)
    loaded = read_settings()
    assert loaded.problem is None
    assert loaded.settings == Settings(
        pace="leisurely", letters=True, cut_patience=5, sort="ranks", trumps="right", theme="light", name="Ann"
    )
    save_settings(replace(loaded.settings, bell=True))
    assert load_settings() == replace(loaded.settings, bell=True)


@pytest.mark.rule("C-3")
@at_each_size(SMALL, LARGE)
async def test_every_setting_can_be_changed_on_the_screen_and_is_saved(app: NotedApp, size: tuple[int, int]) -> None:
    """This includes the time to cut, all from the keyboard; the sample hand changes with the settings."""
    async with driving(app, size) as seat:
        await seat.press("s")
        before = seat.beside("Your hand will")
        await seat.press(*["right", "down"] * 26, "left", "left", "left")
        assert seat.sees("Saved.")
        assert seat.beside("Your hand will").index("AS") > before.index("A♠")
        assert seat.settings == OTHER
    assert load_settings() == OTHER


@pytest.mark.parametrize("theme", slow_but(["dark"], ["dark", "sixteen", "terminal"]))
@at_each_size(SMALL, LARGE)
async def test_enter_lists_the_values_of_a_setting(size: tuple[int, int], theme: Theme) -> None:
    """Arrows and letters choose there, Enter takes the value, and Esc keeps the old one."""
    save_settings(Settings(theme=theme))
    async with driving(NotedApp(), size) as seat:
        await seat.press("s", "enter")
        assert seat.sees("instant", "leisurely") and seat.settings.pace == "brisk"
        assert seat.sees("Settings", "Coach"), "the form stays visible"
        await seat.press("down", "escape")
        assert not seat.sees("leisurely") and seat.settings.pace == "brisk"
        await seat.type("enter", "l", "enter", "down", "enter", "down", "enter", "down")
        assert (seat.settings.pace, seat.settings.only_card) == ("leisurely", True)
        assert "announce it" in seat.field
        await seat.choose("Theme")
        await seat.press("enter", "end")
        assert seat.sees("atom-one-light"), "a long list scrolls"
        await seat.press("enter", "escape")
        assert seat.settings.theme == "atom-one-light" and seat.place == "home"
        await seat.press("s", "enter", "ctrl+c", "ctrl+c")
        assert not seat.running


@pytest.mark.parametrize("size", slow_but([(140, 50)], [(80, 24), (90, 36), (110, 28), (140, 50)]))
async def test_the_chosen_setting_stays_in_view_when_the_terminal_gets_shorter(size: tuple[int, int]) -> None:
    app = NotedApp()
    async with driving(app, size) as seat:
        app.open_settings("theme")
        await seat.wait("‹ dark")
        for other in ((80, 24), (140, 50), (80, 24)):
            await seat.resize(*other)
            await seat.wait("‹ dark")


async def test_an_unlisted_time_to_cut_is_kept_on_the_screen() -> None:
    save_settings(replace(Settings(), cut_patience=45))
    async with driving(NotedApp(), LARGE) as seat:
        await seat.press("s")
        await seat.choose("Time to cut")
        assert "‹ 45 seconds" in seat.line("Time to cut")


async def test_the_screen_reports_an_invalid_setting_and_changes_one_line(app: NotedApp) -> None:
    write("bell = true\npace = 7\ncolour = 1\n")
    async with driving(app) as seat:
        assert seat.sees("settings.toml:2: pace: 7 isn't allowed; choose from instant, lively, brisk, leisurely.")
        assert seat.sees("`spades-tui settings check` names 1 more")
        await seat.press("s")
        assert "settings.toml:2:pace:7isn'tallowed" in unspaced(seat.text)
        await seat.press("right")
        assert seat.settings.pace == "leisurely"
    assert settings_file().read_text("utf-8") == 'bell = true\npace = "leisurely"\ncolour = 1\n'


@at_each_size(SMALL, LARGE)
async def test_a_long_message_is_shown_in_full(app: NotedApp, size: tuple[int, int]) -> None:
    """The message has the word of eighty letters, the valid values, and the place of the file."""
    write(f"theme = '{'long words ' * 12}'\nletters = 3\n")
    loaded = read_settings()
    assert loaded.problem is not None
    assert len(loaded.warning) > 250
    async with driving(app, size) as seat:
        assert unspaced(loaded.warning) in unspaced(seat.text)
        menu = ("Quick game", "Daily", "New game", "Learn", "Scorebook", "Rules", "Settings", "Quit")
        assert seat.sees(*menu), "the menu is whole too"
        await seat.press("s")
        assert unspaced(loaded.problem) in unspaced(seat.text)
        assert seat.sees("Pace")


async def test_the_screen_says_that_a_file_is_not_overwritten(app: NotedApp) -> None:
    write(b"pace = \xff")
    async with driving(app) as seat:
        await seat.press("s", "right")
        assert seat.sees("not been overwritten")
        assert seat.settings.pace == "leisurely"
    assert settings_file().read_bytes() == b"pace = \xff"


def test_reading_settings_needs_neither_textual_nor_pydantic_nor_tomlkit() -> None:
    script = (
        "import sys, spades_tui.settings.settings_file as s; s.load_settings();"
        "print([m for m in ('textual', 'pydantic', 'tomlkit') if m in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=LONG, check=True)
    assert done.stdout.strip() == "[]"

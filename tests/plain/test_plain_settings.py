"""Settings can be changed in plain text, and one of them starts the program in plain text."""

import sys
from pathlib import Path

import pexpect
import pytest

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings, save_settings, settings_file
from tests import LONG
from tests.plain.talking import Typist, text_at_home, text_for


def test_settings_are_listed_by_number_and_changed() -> None:
    text = text_at_home("settings", "10", "2", "14", "fish", "13", "Zoë", "", "settings", "")
    assert "10: Each suit, high to low." in text
    assert "Say 1 for high to low, 2 for low to high; Enter leaves it as it is." in " ".join(text.split("\n"))
    assert "10: Each suit, low to high." in text
    assert 'You can\'t choose "14" here.' in text
    assert load_settings().order == "low-high"
    assert load_settings().name == "Zoë"


def test_plain_text_can_be_made_the_default_and_reset() -> None:
    assert "From the next start, the display is plain text." in text_at_home("plain")
    assert load_settings().plain
    assert "From the next start, the display is full screen." in text_at_home("screen")
    assert not load_settings().plain


def test_settings_saved_by_another_program_stay() -> None:
    class Slow(Typist):
        """Another program that writes settings while an answer is typed."""

        def answer(self) -> str:
            if self.answers and self.answers[0] == "plain":
                save_settings(Settings(bell=True, order="low-high"))
            return super().answer()

    text_for(Slow(["settings", "13", "Zoë", "", "plain", "settings", "9", "2", ""]))
    assert load_settings() == Settings(bell=True, order="low-high", plain=True, sort="ranks")


def test_a_faulty_settings_file_is_reported_and_kept() -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("order = 'upside down'\n", "utf-8")
    text = text_at_home("plain", "quit")
    assert "The default applies there." in text
    assert settings_file().read_text("utf-8") == "order = 'upside down'\nplain = true\n"


def test_unsavable_settings_apply_until_the_end() -> None:
    settings_file().mkdir(parents=True)
    assert "This lasts until you quit" in text_at_home("plain", "quit")


def started(home: Path, term: str) -> "pexpect.spawn":
    return pexpect.spawn(
        sys.executable, ["-m", "spades_tui"], encoding="utf-8", timeout=LONG,
        env={"SPADES_TUI_HOME": str(home), "TERM": term, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    )  # fmt: skip


@pytest.mark.posix("plays in a pseudo-terminal")
@pytest.mark.parametrize(("plain", "term"), [(True, "xterm-256color"), (False, "dumb")])
def test_the_setting_or_a_dumb_terminal_starts_plain_text(home: Path, plain: bool, term: str) -> None:
    save_settings(Settings(plain=plain))
    program = started(home, term)
    program.expect("Spades. Say ")
    assert "\x1b" not in program.before
    program.sendline("screen")
    program.expect("full screen")
    program.sendline("quit")
    program.expect(pexpect.EOF)
    assert program.wait() == 0
    assert not load_settings().plain


@pytest.mark.posix("plays in a pseudo-terminal")
def test_other_terminals_start_the_screens(home: Path) -> None:
    save_settings(Settings())
    program = started(home, "xterm-256color")
    program.expect("\x1b\\[\\?1049h")
    program.send("\x03\x03")
    program.close(force=True)

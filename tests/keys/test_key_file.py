"""A wrong key in the settings file is reported with its line, and the other keys apply."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.cli import main
from spades_tui.language.unusable import UnusableError
from spades_tui.settings.actions import KEYS
from spades_tui.settings.keymap import (
    exchanged,
    fitting_keys,
    printed,
    read_key,
    why_taken,
    with_keys,
)
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import read_settings, save_settings, settings_file

FAULTY = """\
# my settings
name = "Ann"

[keys]  # as I like them
hint = "s"  # beside the others
scores = "h"
clame = "c"
log = "s"
claim = "ctrl+i"
rules = "enter"
bonehead = 7
words = "ctrl+alt+x"
start = "j"
dump = "S"
leave = "u"
"""


def write(text: str) -> Path:
    file = settings_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def test_each_wrong_key_is_reported_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    file = write(FAULTY)
    assert main(["settings", "check"]) == 1
    sent = "isn't sent by a terminal; use a letter or a sign, F1 to F12, Ctrl with a letter, Insert or Delete"
    assert capsys.readouterr().err.splitlines() == [
        f"{file}:{line}"
        for line in (
            "7: keys.clame: there's no such action; did you mean 'claim'?",
            "8: keys.log: s is the key of hint at the table; use another key",
            "9: keys.claim: ctrl+i reaches the program as Tab; use another key",
            "10: keys.rules: enter always does the same; use another key",
            "11: keys.bonehead: 7 isn't a key; use a letter or a sign, F1 to F12, Ctrl with a letter, Insert or Delete",
            f"12: keys.words: ctrl+alt+x {sent}",
            "13: keys.start: j is typed into a field there; use F1 to F12 or Ctrl with a letter",
            "14: keys.dump: S is typed at the table; use another key",
            "15: keys.leave: u is the key of take_back at the table; use another key",
        )
    ]
    assert read_settings().settings == Settings(name="Ann", keys=(("hint", "s"), ("scores", "h")))


def test_a_change_keeps_the_rest_of_the_file() -> None:
    file = write(FAULTY)
    now = read_settings().settings
    save_settings(replace(now, keys=(("hint", "J"), ("scores", "h"), ("seal", "F"))))
    assert file.read_text("utf-8") == FAULTY.replace('hint = "s"', 'hint = "J"') + 'seal = "F"\n'
    save_settings(replace(now, keys=()))
    text = file.read_text("utf-8")
    assert "hint" not in text
    assert "scores =" not in text
    assert 'clame = "c"\n' in text


def test_keys_are_saved_in_a_keys_table() -> None:
    save_settings(Settings(name="Ann"))
    before = settings_file().read_text("utf-8")
    save_settings(Settings(name="Ann", keys=(("hint", "J"),)))
    assert settings_file().read_text("utf-8") == before + '\n[keys]\nhint = "J"\n'
    save_settings(Settings(name="Bea", keys=(("help", "F"), ("hint", "?"))))
    assert read_settings().settings == Settings(name="Bea", keys=(("help", "F"), ("hint", "?")))
    settings_file().unlink()
    save_settings(Settings(keys=(("hint", "J"),)))
    assert read_settings().settings == Settings(keys=(("hint", "J"),))


@pytest.mark.parametrize("before", ['keys = {hint = "J"}\n', 'keys.hint = "J"\n', "[keys]\nhint = \n"])
def test_a_changed_key_keeps_the_form_of_the_file(before: str) -> None:
    file = write(before)
    save_settings(replace(read_settings().settings, keys=(("hint", "K"),)))
    assert file.read_text("utf-8") == before.replace('"J"', '"K"').replace("= \n", '= "K"\n')


def test_a_keys_entry_that_is_not_a_table_stays_unchanged() -> None:
    file = write("keys = 3\n")
    with pytest.raises(UnusableError, match="not been overwritten"):
        save_settings(replace(read_settings().settings, keys=(("hint", "K"),)))
    assert file.read_text("utf-8") == "keys = 3\n"


def test_an_exchange_is_valid_everywhere_or_not_offered() -> None:
    for name, key in list(KEYS.items())[::3]:
        for other, wanted in KEYS.items():
            exchange = exchanged(name, wanted, {}) if why_taken(name, wanted, {}) else None
            if exchange is not None:
                whom, held = exchange
                assert fitting_keys(held) == (held, {})
                assert (held.get(name, KEYS[name]), held.get(whom, KEYS[whom])) == (wanted, key), other
    assert exchanged("hint", "s", {}) == ("scores", {"hint": "s", "scores": "h"})
    assert exchanged("hint", "h", {"hint": "s", "scores": "h"}) == ("scores", {})
    assert exchanged("palette", "h", {}) is None, "letters are typed where there is a palette"


def test_a_key_may_have_another_use_on_another_screen() -> None:
    assert why_taken("cut_word", "h", {}) == "", "there are no hints at the deal"
    assert why_taken("hint", "w", {}) == "is the key of words at the table"


def test_fixed_keys_are_refused() -> None:
    for key in ("Enter", "space", " ", "Esc", "tab", "Up", "ctrl+q", "ctrl+c", "7"):
        with pytest.raises(UnusableError):
            read_key("hint", key)
    written = ("j", "J", "?", "F5", "Ctrl+G", "é")
    assert [read_key("hint", key) for key in written] == ["j", "J", "?", "f5", "ctrl+g", "é"]


def test_every_default_key_is_allowed() -> None:
    for name, key in KEYS.items():
        assert read_key(name, key) == key
        assert fitting_keys({name: key}) == ({}, {})


def test_keys_are_shown_as_on_a_keyboard() -> None:
    keys = ("h", "?", "ctrl+s", "f2", "delete", "enter", "home", "end", "pageup", "pagedown")
    assert [printed(key) for key in keys] == ["h", "?", "Ctrl+S", "F2", "Del", "⏎", "Home", "End", "PgUp", "PgDn"]
    assert with_keys("{hint} tells it; {help} tells more") == "h tells it; ? tells more"
    assert with_keys("{hint}", {**KEYS, "hint": "f9"}) == "F9"


def test_the_keys_page_lists_every_action_with_its_default() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "keys.md").read_text("utf-8")
    assert dict(re.findall(r"^\| `(\w+)` \| `(.+?)` \|", page, re.MULTILINE)) == KEYS

"""The settings for plain text, one after another, and how to change them."""

from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from spades_tui.language.player_names import NAME_MOST, fault, login_name, tidy
from spades_tui.plain import answers
from spades_tui.plain.console import Face
from spades_tui.play.saved_games import rename_in_last_table
from spades_tui.presentation.settings_rows import NAME_HELP, ROWS, explained
from spades_tui.settings.settings import Settings, SettingsError
from spades_tui.settings.settings_file import save_some
from spades_tui.system.output import os_words

HERE = ("only_card", "counting", "sort", "order", "trumps", "plain")
"""The settings that matter in plain text; all others are about screens."""


def change_settings(face: Face, settings: Settings) -> Settings:
    """Print the settings, change them as the person asks, and return them.

    Raises LeftError, GoneError.
    """
    rows = [row for row in ROWS if row.name in HERE]
    while True:
        for number, (name, label, values, words, _) in enumerate(rows, 1):
            face.say(f"{number}: {label}, {words[values.index(getattr(settings, name))]}.")
        face.say(f"{len(rows) + 1}: Your name, {settings.name or login_name()}.")
        line = face.answer(f"Which setting? Say 1 to {len(rows) + 1}; Enter changes nothing.", enter=True)
        if not line:
            return settings
        number = answers.number_in(line) or 0
        if number == len(rows) + 1:
            settings = _named(face, settings)
        elif 1 <= number <= len(rows):
            name, _, values, words, about = rows[number - 1]
            told = ", ".join(f"{place} for {word}" for place, word in enumerate(words, 1))
            line = face.answer(f"{explained(about)} Say {told}; Enter leaves it as it is.", enter=True)
            place = answers.number_in(line) or 0
            if 1 <= place <= len(values):
                settings = _change_and_save(face, settings, name, values[place - 1])
            elif line:
                face.wrong(line)
        else:
            face.wrong(line)


def plain_from_now_on(face: Face, settings: Settings, plain: bool) -> Settings:
    """Choose plain text or the full screen for the next start."""
    name, _, values, words, _ = next(row for row in ROWS if row.name == "plain")
    face.say(f"From the next start, the display is {words[values.index(plain)]}.")
    return _change_and_save(face, settings, name, plain)


def _named(face: Face, settings: Settings) -> Settings:
    """Ask for another name."""
    name = tidy(face.answer(f"{explained(NAME_HELP)} Your name? Enter leaves it as it is.", enter=True))
    if not name or name == settings.name:
        return settings
    if fault(name):
        face.say(f"That can't be a name; write one of at most {NAME_MOST} letters.")
        return settings
    with suppress(OSError):
        rename_in_last_table(settings.name or login_name(), name)
    return _change_and_save(face, settings, "name", name)


def _change_and_save(face: Face, settings: Settings, name: str, value: Any) -> Settings:
    """Change one setting and save it, or print why that's impossible; return the settings."""
    try:
        save_some(**{name: value})
    except SettingsError as error:
        face.say(f"This lasts until you quit; {error}.")
    except OSError as error:
        face.say(f"This lasts until you quit; it can't be saved: {os_words(error)}.")
    else:
        face.say("Kept.")
    return replace(settings, **{name: value})

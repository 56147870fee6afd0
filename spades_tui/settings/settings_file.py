"""The file of what the user likes: a small one, in TOML. Line by line it is looked at only where that is needed."""

import os
import tomllib
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from spades_tui.settings.settings import FILE_MOST, NAMES, Fault, LoadedSettings, Settings
from spades_tui.system.disk import locked_folder, make_folder, write_whole
from spades_tui.system.folders import config_folder, open_plain

FILE_NAME = "settings.toml"


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / FILE_NAME


def read_settings(path: Path | None = None) -> LoadedSettings:
    """The settings, and what is wrong with their file; what is right in it holds. Never raises."""
    file = path or settings_file()
    try:
        content = _content(file)
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except OSError as error:
        words = f"can't be read ({error.strerror or error}); check who may read it"
        return LoadedSettings(Settings(), (Fault(str(file), 0, "", words),))
    return _read(content, str(file))


def load_settings() -> Settings:
    """The settings; the usual value for what their file does not say, or says wrongly. Never raises."""
    return read_settings().settings


def text_of(settings: Settings) -> str:
    """Return the lines of a file with all these settings, and with the keys that are not the default ones."""
    import tomlkit  # only who writes needs it

    table: dict[str, Any] = {name: getattr(settings, name) for name in NAMES if name != "keys"}
    return tomlkit.dumps({**table, "keys": dict(settings.keys)} if settings.keys else table)


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings. Of a file that is there, only the settings that have changed are written anew.

    Raises SettingsError, and writes nothing, if the file there cannot be changed so; OSError if it cannot be written.
    """
    file = _real(path)
    there = file.exists()
    if not there:
        text = f"# Settings of spades-tui; the Settings screen writes them.\n{text_of(settings)}"
    else:
        from spades_tui.settings.settings_text import changed, previous

        content = _content(file)
        before = _read(content, str(file))
        text = changed(content, settings, before)
        if not before.faults and text.encode() != content:
            write_whole(previous(file), content)
    make_folder(file.parent)
    write_whole(file, text)


def save_changes(old: Settings, new: Settings) -> None:
    """Write what differs between the two; what else is in force, for this run alone (`--pace`), is not kept.

    Raises as `save_settings` does.
    """
    chosen = {name: getattr(new, name) for name in NAMES if getattr(new, name) != getattr(old, name)}
    if "keys" not in chosen:
        save_some(**chosen)
        return
    was, now = dict(old.keys), dict(new.keys)
    with locked_folder(_real(None).parent):
        keys = {name: key for name, key in load_settings().keys if name in now or name not in was}
        keys |= {name: key for name, key in now.items() if was.get(name) != key}
        save_settings(replace(load_settings(), **{**chosen, "keys": tuple(sorted(keys.items()))}))


def save_some(**chosen: Any) -> None:
    """Write these settings; all others stay as the file has them now, whoever wrote them.

    Raises as `save_settings` does.
    """
    with locked_folder(_real(None).parent):
        save_settings(replace(load_settings(), **chosen))


def _real(path: Path | None) -> Path:
    """Return where the settings are, behind any link to where somebody keeps such files."""
    return Path(os.path.realpath(path or settings_file()))


def _content(file: Path) -> bytes:
    with open_plain(file) as stream:
        return stream.read(FILE_MOST + 1)


@lru_cache(maxsize=2)
def _read(content: bytes, file: str) -> LoadedSettings:
    """What a settings file says; line by line where anything in it is wrong."""
    with suppress(ValueError, RecursionError):
        table: dict[str, Any] = tomllib.loads(content.decode("utf-8-sig")) if len(content) <= FILE_MOST else {"": ""}
        keys = table.get("keys")
        if isinstance(keys, dict):
            table["keys"] = tuple(sorted(keys.items()))
        if table and all(name in NAMES for name in table):
            return LoadedSettings(Settings(**cast(Any, table)))  # every value is held against its bounds there
    from spades_tui.settings.settings_text import read

    return read(content, file)

"""The settings file, in TOML. A valid file is read at once, and a file with mistakes line by line."""

import os
import tomllib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from spades_tui.settings.settings import FILE_MOST, NAMES, Fault, LoadedSettings, Settings
from spades_tui.system.disk import locked_folder, make_folder, write_whole
from spades_tui.system.folders import config_folder, open_plain
from spades_tui.system.output import os_words

FILE_NAME = "settings.toml"


def settings_file() -> Path:
    """Return the path of the settings file."""
    return config_folder() / FILE_NAME


def read_settings(path: Path | None = None) -> LoadedSettings:
    """Return the valid settings, and what is wrong with their file. Never raises."""
    file = path or settings_file()
    try:
        content = _content(file)
    except FileNotFoundError:
        return LoadedSettings(Settings())
    except OSError as error:
        words = f"can't be read ({os_words(error)}); check who may read it"
        return LoadedSettings(Settings(), (Fault(str(file), 0, "", words),))
    return _read(content, str(file))


def load_settings() -> Settings:
    """Return the settings, with defaults for everything missing or wrong in the file. Never raises."""
    return read_settings().settings


def text_of(settings: Settings) -> str:
    """Return the text of a file with all these settings, and with changed keys."""
    import tomlkit  # needed only for writing

    table: dict[str, Any] = {name: getattr(settings, name) for name in NAMES if name != "keys"}
    return tomlkit.dumps({**table, "keys": dict(settings.keys)} if settings.keys else table)


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings; in an existing file, only the ones that have changed.

    Raises SettingsError, and writes nothing, if the file can't be changed like that; OSError if it can't be written.
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
    """Write only what differs, so that settings for this run alone (`--pace`) aren't saved.

    Raises the errors of `save_settings`.
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
    """Write these settings; leave all others in the file as they are now.

    Raises the errors of `save_settings`.
    """
    with locked_folder(_real(None).parent):
        save_settings(replace(load_settings(), **chosen))


def _real(path: Path | None) -> Path:
    """Return the real path of the settings file, behind any link."""
    return Path(os.path.realpath(path or settings_file()))


def _content(file: Path) -> bytes:
    with open_plain(file) as stream:
        return stream.read(FILE_MOST + 1)


@lru_cache(maxsize=2)
def _read(content: bytes, file: str) -> LoadedSettings:
    """Read a settings file, line by line if anything in it is wrong."""
    with suppress(ValueError, RecursionError):
        table: dict[str, Any] = tomllib.loads(content.decode("utf-8-sig")) if len(content) <= FILE_MOST else {"": ""}
        keys = table.get("keys")
        if isinstance(keys, dict):
            table["keys"] = tuple(sorted(keys.items()))
        if table and all(name in NAMES for name in table):
            return LoadedSettings(Settings(**cast(Any, table)))  # Settings checks every value
    from spades_tui.settings.settings_text import read

    return read(content, file)

"""The file of what the user likes: a small one, in TOML. Line by line it is looked at only where that is needed."""

import os
import tempfile
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from spades_tui.folders import config_folder, open_plain
from spades_tui.plain_toml import line_of, values
from spades_tui.table.settings import FILE_MOST, NAMES, Fault, LoadedSettings, Settings

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
        return LoadedSettings(Settings(), (Fault(str(file), 0, "", f"cannot be read ({error.strerror or error})"),))
    return _read(content, str(file))


def load_settings() -> Settings:
    """The settings; the usual value for what their file does not say, or says wrongly. Never raises."""
    return read_settings().settings


def text_of(settings: Settings) -> str:
    """Return the lines of a file with all these settings, and with the keys that are not the default ones."""
    text = "".join(line_of(name, getattr(settings, name)) for name in NAMES if name != "keys")
    if settings.keys:
        text += "\n[keys]\n" + "".join(line_of(name, key) for name, key in settings.keys)
    return text


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write the settings. Of a file that is there, only the lines of settings that have changed are written anew.

    Raises SettingsError, and writes nothing, if the file there cannot be changed so; OSError if it cannot be written.
    """
    file = Path(os.path.realpath(path or settings_file()))  # it may be a link to where somebody keeps such files
    there = file.exists()
    if not there:
        text = f"# Settings of spades-tui; the Settings screen writes them.\n{text_of(settings)}"
    else:
        from spades_tui.table.settings_text import changed

        content = _content(file)
        text = changed(content, settings, _read(content, str(file)))
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, scratch = tempfile.mkstemp(dir=file.parent, prefix=".settings-", suffix=".tmp")
    try:
        with open(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        if there:
            os.chmod(scratch, file.stat().st_mode & 0o777)
        os.replace(scratch, file)
    except OSError:
        Path(scratch).unlink(missing_ok=True)
        raise


def save_changes(old: Settings, new: Settings) -> None:
    """Write what differs between the two; what else is in force, for this run alone (`--pace`), is not kept.

    Raises as `save_settings` does.
    """
    save_some(**{name: getattr(new, name) for name in NAMES if getattr(new, name) != getattr(old, name)})


def save_some(**chosen: Any) -> None:
    """Write these settings; all others stay as the file has them now, whoever wrote them.

    Raises as `save_settings` does.
    """
    save_settings(replace(load_settings(), **chosen))


def _content(file: Path) -> bytes:
    with open_plain(file) as stream:
        return stream.read(FILE_MOST + 1)


@lru_cache(maxsize=2)
def _read(content: bytes, file: str) -> LoadedSettings:
    """What a settings file says; line by line where anything in it is wrong."""
    with suppress(ValueError, RecursionError):
        table: dict[str, Any] = values(content.decode("utf-8")) if len(content) <= FILE_MOST else {"": ""}
        keys = table.get("keys")
        if isinstance(keys, dict):
            table["keys"] = tuple(sorted(keys.items()))
        if all(name in NAMES for name in table):
            return LoadedSettings(Settings(**cast(Any, table)))  # every value is held against its bounds there
    from spades_tui.table.settings_text import read

    return read(content, file)

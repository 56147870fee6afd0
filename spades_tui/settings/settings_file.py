"""The settings file, in TOML. From a file with mistakes, everything else is read.

Users may write the file by hand, so changes keep its comments, its order and its faulty lines. tomlkit is imported only
when the file is changed.
"""

import json
import os
import re
import tomllib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from spades_tui.language.mistakes import written_text
from spades_tui.language.quoting import MOST_MISTAKES, either, nearest
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.toml_lines import lines_of_keys
from spades_tui.settings.actions import KEYS as ACTION_KEYS
from spades_tui.settings.keymap import held_keys, quoted
from spades_tui.settings.settings import FILE_MOST, NAMES, OLD_SWITCHES, Fault, LoadedSettings, Settings, problem
from spades_tui.system.disk import locked_folder, make_folder, write_whole
from spades_tui.system.folders import config_folder, open_plain
from spades_tui.system.output import beginning, os_words

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
    return settings_in(content, str(file))


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

    Raises UnusableError, and writes nothing, if the file can't be changed like that; OSError if it can't be written.
    """
    file = _real(path)
    there = file.exists()
    if not there:
        text = f"# Settings of spades-tui; the Settings screen writes them.\n{text_of(settings)}"
    else:
        content = _content(file)
        before = settings_in(content, str(file))
        text = changed_text(content, settings, before)
        if not before.faults and text.encode() != content:
            write_whole(_previous(file), content)
    make_folder(file.parent)
    write_whole(file, text)


def save_changes(old: Settings, new: Settings) -> None:
    """Write only what differs: settings for this run alone (`--pace`) aren't saved. Raises as `save_settings` does."""
    chosen: dict[str, Any] = {name: getattr(new, name) for name in NAMES if getattr(new, name) != getattr(old, name)}
    was, now = dict(old.keys), dict(new.keys)
    with locked_folder(_real(None).parent):
        saved = load_settings()
        if KEYS in chosen:
            keys = {name: key for name, key in saved.keys if name in now or name not in was}
            keys |= {name: key for name, key in now.items() if was.get(name) != key}
            chosen[KEYS] = tuple(sorted(keys.items()))
        save_settings(replace(saved, **chosen))


def unsaved(old: Settings, new: Settings, lasting: str = "This lasts", they: str = "it") -> str:
    """Write what differs, and return a sentence if that's impossible: `lasting` until you quit; `they` can't be saved.

    Return "" if it's written.
    """
    try:
        save_changes(old, new)
    except UnusableError as error:
        return f"{lasting} until you quit; {error}."
    except OSError as error:
        return f"{lasting} until you quit; {they} can't be saved: {os_words(error)}."
    return ""


def save_some(**chosen: Any) -> None:
    """Write these settings, and leave all others in the file as they are. Raises as `save_settings` does."""
    with locked_folder(_real(None).parent):
        save_settings(replace(load_settings(), **chosen))


def note_beans_explained() -> None:
    """Note that the user has been told what beans are; without a writable file, they are told again."""
    with suppress(UnusableError, OSError):
        save_some(beans_explained=True)


def _real(path: Path | None) -> Path:
    """Return the real path of the settings file, behind any link."""
    return Path(os.path.realpath(path or settings_file()))


def _content(file: Path) -> bytes:
    with open_plain(file) as stream:
        return stream.read(FILE_MOST + 1)


# ---- the text of the file

KEYS = "keys"
"""The name of the table of changed keys."""

_PART = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_PATH = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_NAME = re.compile(rf"[ \t]*(?:(\[+)[ \t]*({_PATH})|({_PATH})[ \t]*=)")


@lru_cache(maxsize=2)
def settings_in(content: bytes, file: str) -> LoadedSettings:
    """Return the settings of a file, and its mistakes. Never raises."""
    try:
        text = written_text(content, FILE_MOST)
    except UnusableError as error:
        return LoadedSettings(Settings(), (Fault(file, 0, "", str(error)),))
    if is_empty(content):
        words, previous = "delete it, or change a setting to write it again", _previous(Path(file))
        if previous.exists():
            words = f"copy {previous.name}, which has the settings before the last change, over it"
        return LoadedSettings(Settings(), (Fault(file, 0, "", f"the file is empty; {words}"),))
    readable, table, faults = _readable(text, file)
    lines = lines_of_keys(readable)
    held: dict[str, Any] = {}
    for name, value in table.items():
        line = lines.get((name,), 0)
        if name == KEYS and isinstance(value, dict):
            held[KEYS], wrongs = held_keys(value.items())
            faults += [Fault(file, lines.get((KEYS, key), line), f"{KEYS}.{key}", why) for key, why in wrongs.items()]
        elif name == KEYS:
            example = 'lines like hint = "j"'
            words = f"{quoted(value)} isn't a table; write [keys], and below it {example}"
            faults.append(Fault(file, line, name, words))
        elif name not in NAMES and name not in OLD_SWITCHES:
            close = nearest(name, NAMES) or f"; write one of {either(NAMES)}"
            faults.append(Fault(file, line, name, f"there's no such setting{close}"))
        elif why := problem(name, value):
            faults.append(Fault(file, line, name, why))
        else:
            held[name] = value
    for name in OLD_SWITCHES.keys() & held.keys():
        held = dict.fromkeys(OLD_SWITCHES[name], held.pop(name)) | held
    faults.sort(key=lambda fault: fault.line)
    return LoadedSettings(Settings(**cast(Any, held)), tuple(faults))


def is_empty(content: bytes) -> bool:
    """Return whether a file has nothing in it, or only the NUL bytes that some disks leave after a power cut."""
    return not content.strip(b"\0 \t\r\n")


def _previous(file: Path) -> Path:
    """Return the path of the settings as they were before the last change to a settings file."""
    return file.with_name(f"{file.stem}.previous{file.suffix}")


def changed_text(content: bytes, settings: Settings, before: LoadedSettings) -> str:
    """Return the text of a settings file with each setting that differs from `before` changed.

    Keep comments, order and faulty lines. Raises UnusableError if that would change anything else.
    """
    file = before.faults[0].file if before.faults else ""
    with suppress(UnusableError):
        text = written_text(b"" if is_empty(content) else content, FILE_MOST)
        new = _edited(text, settings, before.settings)
        if new is not None:
            after = settings_in(new.encode(), file)
            if _fault_texts(after) <= _fault_texts(before) and _same(after.settings, settings, before):
                return new
    why = f" {before.problem}" if before.problem else ""
    raise UnusableError(f"the settings file can't be changed and has not been overwritten.{why}")


def _edited(text: str, settings: Settings, before: Settings) -> str | None:
    """Return the text with these settings and its faulty lines; None if there is no place for a setting."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AoT, Array, Table

    chosen = {name: getattr(settings, name) for name in NAMES if getattr(settings, name) != getattr(before, name)}
    keys, keys_before = dict(chosen.pop(KEYS, before.keys)), dict(before.keys)
    new_keys = {name: key for name, key in keys.items() if keys_before.get(name) != key}
    readable, said, faults = _readable(text, "")
    lines, old = readable.split("\n"), text.split("\n")
    inner = said.get(KEYS, {})
    missing = {*chosen} - {*said}
    if isinstance(inner, dict):
        missing |= {f"{KEYS}.{name}" for name in new_keys.keys() - inner.keys()}
    for fault in faults:
        if fault.name in missing:  # a line without a value yet: the new value goes there
            lines[fault.line - 1] = f"{_name(old[fault.line - 1])} = 0"
            missing.discard(fault.name)
    try:
        document = tomlkit.parse("\n".join(lines))
        if any(isinstance(document.get(name), Table | AoT | Array) for name in chosen):
            return None  # more than the setting would be lost, such as the lines below `[pace]`
        document.update(chosen)
        if keys != keys_before:
            table = document.setdefault(KEYS, tomlkit.table())
            for name in keys_before.keys() - keys.keys():
                del table[name]
            table.update(new_keys)
    except (TOMLKitError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
        return None
    hidden = re.compile(rf"^.*{_mark(text)}(\d+)\r?$", re.MULTILINE)
    new = hidden.sub(lambda found: old[int(found[1]) - 1], document.as_string())
    if 0 < text.count("\n") == text.count("\r\n"):
        new = new.replace("\r\n", "\n").replace("\n", "\r\n")
    return new


def _same(found: Settings, wanted: Settings, before: LoadedSettings) -> bool:
    """Return whether a file has the right settings. A key that clashed before may be free and valid now."""
    open_ = {fault.name.removeprefix(f"{KEYS}.") for fault in before.faults if fault.name.startswith(f"{KEYS}.")}
    keys = tuple(pair for pair in found.keys if pair in wanted.keys or pair[0] not in open_)
    return keys == wanted.keys and all(getattr(found, name) == getattr(wanted, name) for name in NAMES if name != KEYS)


def _fault_texts(loaded: LoadedSettings) -> set[tuple[str, str]]:
    return {(fault.name, re.sub(r"line \d+", "", fault.words)) for fault in loaded.faults}


def _readable(text: str, file: str) -> tuple[str, dict[str, Any], list[Fault]]:
    """Return valid TOML, its data, and the faulty lines; each of those is now a comment with its number."""
    with suppress(ValueError, RecursionError):
        return text, tomllib.loads(text), []
    mark = _mark(text)
    lines = text.split("\n")
    faults: list[Fault] = []
    first: dict[str, int] = {}
    table = ""
    for number, line in enumerate(lines, 1):
        is_header, name = line.lstrip(" \t").startswith("["), _name(line)
        place = f"{table}.{name}" if table and name and not is_header else name
        words = f"line {first[place]} says this already, and counts; delete one of the two" if place in first else ""
        try:
            tomllib.loads(line.removesuffix("\r"))
        except (ValueError, RecursionError):
            words = f"{beginning(line.strip(), 40)} isn't TOML; write {_example(place)}"
        if words:
            faults.append(Fault(file, number, place, words))
            lines[number - 1] = f"{mark}{number}"
            if is_header and name == KEYS:  # the lines below are still keys
                table = KEYS
                if KEYS not in first:
                    first[KEYS] = number
                    lines[number - 1] = f"[{KEYS}] {mark}{number}"
        elif name:
            first[place] = number
            table = name if is_header else table
    for _ in range(MOST_MISTAKES):
        try:
            return "\n".join(lines), tomllib.loads("\n".join([*lines, ""])), faults
        except (ValueError, RecursionError) as error:
            found = re.search(r"\(at line (\d+)", str(error))
            if not found:
                break
            number = int(found[1])
            name = _name(lines[number - 1])
            words = "an earlier line already sets this, and the program uses that one; delete one"
            faults.append(Fault(file, number, name, words))
            lines[number - 1] = f"{mark}{number}"
    return "", {}, [*faults, Fault(file, 0, "", "the file isn't TOML; write lines such as NAME = VALUE")]


def _example(place: str) -> str:
    """Return a line as it could be in a file, for a setting, or for a key such as ``keys.hint``."""
    if place in NAMES and place != KEYS:
        return f"it like {place} = {json.dumps(getattr(Settings(), place))}"
    action = place.removeprefix(f"{KEYS}.")
    if action in ACTION_KEYS:
        return f'it like {action} = "{ACTION_KEYS[action]}"'
    return "NAME = VALUE"


def _mark(text: str) -> str:
    """Return a beginning for comments that doesn't occur in the text."""
    mark = "#-"
    while mark in text:
        mark += "-"
    return mark


def _name(line: str) -> str:
    """Return the name that a line gives a value, or the name of a table; "" for none."""
    found = _NAME.match(line)
    if found is None:
        return ""
    return ".".join(part.strip("\"'") for part in re.findall(_PART, found[2] or found[3]))

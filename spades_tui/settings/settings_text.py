"""A settings file line by line: what holds of one with faults, and how a setting is changed in it.

Whatever else stands in the file, comments and faulty lines too, stays as it was written.
"""

import re
import tomllib
from dataclasses import field, fields
from pathlib import Path
from typing import Any, cast

from spades_tui.frozen import dataclass
from spades_tui.language.quoting import nearest
from spades_tui.rules.toml_lines import lines_of_keys
from spades_tui.settings.key_settings import held_keys
from spades_tui.settings.plain_toml import line_of
from spades_tui.settings.settings import FILE_MOST, NAMES, Fault, LoadedSettings, Settings, SettingsError
from spades_tui.system.output import beginning

MOST = 100
"""Faults that are told."""

KEYS = "keys"
"""The table of keys that are not the usual ones."""

_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]*?)\s*\]\]?\s*(?:#.*)?$")
_NAME = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
_AFTER = re.compile(r"""=\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^#"']*?)(\s*#.*)?$""")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a file says of one name, and on which line, from 1; of a table, the lines of what is in it."""

    name: str
    value: Any
    line: int
    lines: dict[str, int] = field(default_factory=dict)


def read(content: bytes, file: str) -> LoadedSettings:
    """The settings of a file, and its faults. Never raises."""
    text = _text(content)
    if text is None:
        long = len(content) > FILE_MOST
        words = f"more than {FILE_MOST} bytes found, a short file wanted" if long else "not UTF-8 text"
        return LoadedSettings(Settings(), (Fault(file, 0, "", words),))
    if is_empty(content):
        return LoadedSettings(Settings(), (Fault(file, 0, "", _empty(Path(file))),))
    faults: list[Fault] = []
    held: dict[str, Any] = {}
    for entry in _entries(text, file, faults):
        if entry.name == KEYS and isinstance(entry.value, dict):
            held[KEYS], wrongs = held_keys(entry.value.items())
            for name, words in wrongs.items():
                faults.append(Fault(file, entry.lines.get(name, entry.line), f"{KEYS}.{name}", words))
            continue
        wrong = _wrong(entry)
        if wrong:
            faults.append(Fault(file, entry.line, entry.name, wrong))
        else:
            held[entry.name] = entry.value
    faults.sort(key=lambda fault: fault.line)
    return LoadedSettings(Settings(**cast(Any, held)), tuple(faults[:MOST]))


def is_empty(content: bytes) -> bool:
    """Return whether a file has nothing in it, or only the NUL bytes that some disks leave after a power cut."""
    return not content.strip(b"\0 \t\r\n")


def _empty(file: Path) -> str:
    before = previous(file)
    if before.exists():
        return f"the file is empty; copy {before.name}, which has the settings before the last change, over it"
    return "the file is empty; delete it, or change a setting to write it again"


def previous(file: Path) -> Path:
    """Return the path of the settings as they were before the last change to a settings file."""
    return file.with_name(f"{file.stem}.previous{file.suffix}")


def changed(content: bytes, settings: Settings, before: LoadedSettings) -> str:
    """The text of a file, but for the settings that are others than `before`, when it was read.

    Raises SettingsError if something else would be changed too.
    """
    text = _text(b"" if is_empty(content) else content)
    lines = text.split("\n") if text is not None else []
    for one in fields(settings):
        value = getattr(settings, one.name)
        if one.name != KEYS and value != getattr(before.settings, one.name):
            _write(lines, one.name, value)
    _write_keys(lines, dict(before.settings.keys), dict(settings.keys))
    file = before.faults[0].file if before.faults else ""
    new = "\n".join(lines)
    after = read(new.encode("utf-8", "replace"), file) if text is not None else before
    kept = text is not None and _is_toml(text) <= _is_toml(new) and _told(after) <= _told(before)
    if not kept or not _same(after.settings, settings, before):
        why = f" {before.problem}" if before.problem else ""
        raise SettingsError(f"the settings file cannot be changed line by line and has not been overwritten.{why}")
    return new


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _same(found: Settings, wanted: Settings, before: LoadedSettings) -> bool:
    """Whether a file says what is wanted. A key in it that was somebody else's may be free now, and hold."""
    open_ = {fault.name.removeprefix(f"{KEYS}.") for fault in before.faults if fault.name.startswith(f"{KEYS}.")}
    keys = tuple(pair for pair in found.keys if pair in wanted.keys or pair[0] not in open_)
    return keys == wanted.keys and all(getattr(found, name) == getattr(wanted, name) for name in NAMES if name != KEYS)


def _told(loaded: LoadedSettings) -> set[tuple[str, str]]:
    return {(fault.name, re.sub(r"line \d+", "", fault.words)) for fault in loaded.faults}


def _text(content: bytes) -> str | None:
    """The text of a file; None for one that is none, or too long."""
    try:
        return content.decode("utf-8") if len(content) <= FILE_MOST else None
    except UnicodeDecodeError:
        return None


def _entries(text: str, file: str, faults: list[Fault]) -> list[Entry]:
    """What a file says; what cannot be read in it is among the faults then."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError):
        return _by_line(text, file, faults)
    at = lines_of_keys(text)
    inner = {str(path[1]): line for path, line in at.items() if len(path) == 2 and path[0] == KEYS}
    return [Entry(name, value, at.get((name,), 0), inner if name == KEYS else {}) for name, value in table.items()]


def _by_line(text: str, file: str, faults: list[Fault]) -> list[Entry]:
    """What each line says by itself, where the whole is no TOML."""
    found: dict[str, Entry] = {}
    inside: str | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip(" \t\r") or line.lstrip(" \t").startswith("#"):
            continue
        header = _HEADER.match(line)
        if header:
            inside = header[1]
            found.setdefault(inside, Entry(inside, {}, number))
            continue
        name = _name(line)
        try:
            said = tomllib.loads(line)
        except (ValueError, RecursionError):
            words = f"{beginning(line.strip(), 40)} found, which is no TOML; NAME = VALUE wanted"
            faults.append(Fault(file, number, name, words))
            continue
        for key, value in said.items():
            if inside is not None:
                table = found[inside]
                if key in table.lines:
                    words = f"found twice; line {table.lines[key]} holds"
                    faults.append(Fault(file, number, f"{inside}.{key}", words))
                elif isinstance(table.value, dict):
                    table.value[key], table.lines[key] = value, number
            elif key in found:
                faults.append(Fault(file, number, key, f"found twice; line {found[key].line} holds"))
            else:
                found[key] = Entry(key, value, number)
    return list(found.values())


def _wrong(entry: Entry) -> str:
    """What is wrong with what a file says of a setting; nothing if it holds."""
    if entry.name not in NAMES:
        close = nearest(entry.name, NAMES) or f"; {', '.join(NAMES)} are"
        return f"found, which is no setting{close}"
    try:
        Settings(**cast(Any, {entry.name: entry.value}))
    except SettingsError as error:
        return str(error).removeprefix(f"{entry.name}: ")
    return ""


def _write_keys(lines: list[str], before: dict[str, str], keys: dict[str, str]) -> None:
    """Change the lines of keys; one that is the usual one again goes."""
    for name in before:
        if name not in keys:
            at = _line_in(lines, _start_of_keys(lines), name)
            if at >= 0:
                del lines[at]
    for name, key in keys.items():
        if before.get(name) != key:
            if _start_of_keys(lines) < 0:
                while lines and not lines[-1].strip():
                    lines.pop()
                ended = "\r" if lines and lines[-1].endswith("\r") else ""
                lines += [*([ended] if lines else []), f"[{KEYS}]{ended}", ""]
            _write(lines, name, key, _start_of_keys(lines) + 1)


def _start_of_keys(lines: list[str]) -> int:
    """The line that begins their table, from 0; -1 for none."""
    headers = (number for number, line in enumerate(lines) if (found := _HEADER.match(line)) and found[1] == KEYS)
    return next(headers, -1)


def _line_in(lines: list[str], start: int, name: str) -> int:
    """The line that says something of a name, between a header and the next one; -1 for none."""
    for number in range(start + 1, len(lines)):
        if _HEADER.match(lines[number]):
            break
        if _name(lines[number]) == name:
            return number
    return -1


def _write(lines: list[str], name: str, value: object, start: int = 0) -> None:
    """Change the line of a setting, looked for from a line on; or write one, behind the last of them."""
    written = line_of(name, value).rstrip("\n")
    last, end = start - 1, len(lines)
    for number in range(start, len(lines)):
        line = lines[number]
        if _HEADER.match(line):
            end = number
            break
        if _name(line) == name:
            after = _AFTER.search(line.rstrip("\r"))
            behind = (after[1] or "") if after else ""
            lines[number] = _indent(line) + written + behind + ("\r" if line.endswith("\r") else "")
            return
        if _name(line):
            last = number
    place = last + 1 if last >= 0 else end
    if place == len(lines) and lines and not lines[-1].strip():
        place -= 1  # before the end of the file, which ends its last line
    if place == len(lines):
        lines.append("")
    ended = "\r" if any(line.endswith("\r") for line in lines) else ""
    if place and ended and not lines[place - 1].endswith("\r"):
        lines[place - 1] += ended
    lines.insert(place, written + ended)


def _name(line: str) -> str:
    """The name that a line says something of; "" for none."""
    found = _NAME.match(line)
    return next((part for part in found.groups() if part is not None), "") if found else ""


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]

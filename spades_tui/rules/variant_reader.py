"""Read a variant file, and report each mistake in one sentence with its line and key."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from spades_tui.language.mistakes import FileError, written_text
from spades_tui.language.quoting import key_text
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.problem_words import file_words
from spades_tui.rules.problems import KeyPath
from spades_tui.rules.toml_lines import lines_of_keys, nearest_line, open_list
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_check import problems, read_rules
from spades_tui.system.folders import open_plain
from spades_tui.system.output import printable

MAX_BYTES = 64 * 1024
MAX_LINE = 2000
"""The most letters in a line, so that `tomllib` never meets enormous numbers or dotted keys."""

_NOT_TOML = {
    r"Cannot declare \((.*?),?\) twice": "the table appears twice",
    r"Cannot overwrite a value": "the key appears twice",
    r"Duplicate inline table key": "the key appears twice",
    r"Cannot mutate immutable namespace": "the table appears twice",
    r"Invalid value": "write text in quotation marks, and numbers with digits only",
    r"Expected '=' after a key": "after a key there is no =",
    r"Invalid statement|Invalid initial character for a key": (
        "neither a [table] nor a key with a value"
    ),
    r"Expected newline or end of document": "more on the line than one key and its value",
    r"Unclosed array": "a list is not closed with ]",
    r"Unclosed inline table": "an inline table is not closed with }",
    r"Expected '\]+' at the end": "the name of a table is not closed with ]",
    r"Illegal character '\\n'|Unterminated string": "a text is not closed with a quotation mark",
    r"Unescaped '.' in a string": "a backslash in a text must be written twice",
}
"""Patterns of messages of `tomllib`, and our words for them."""

_NAME = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_NAMES = rf"\s*{_NAME}(?:\s*\.\s*{_NAME})*\s*"
_STATEMENT = re.compile(rf"{_NAMES}=|\s*\[\[?{_NAMES}\]\]?\s*(?:#.*)?$")
"""Matches a line that begins a key with a value, or names a table."""


class VariantError(FileError):
    """An invalid variant: the file, the line if known, the key, and what is wrong."""

    def __init__(self, file: str, line: int | None, path: KeyPath, message: str) -> None:
        super().__init__(file, line, path, message)
        self.file, self.line, self.message = printable(file), line, message
        self.path, self.key = path, key_text(path)

    @property
    def in_short(self) -> str:
        """The most useful mistake, and the command that lists the others."""
        if not self.more:
            return str(self)
        return f"{self} (`spades-tui variants check` names {len(self.more)} more)"


def load(path: Path) -> Variant:
    """Read and check a variant file. Raises VariantError, or OSError if it can't be read."""
    with open_plain(path) as stream:
        raw = stream.read(MAX_BYTES + 1)
    return parse(raw, str(path))


def line_in(file: str, path: KeyPath) -> int | None:
    """Return the line of a key in a file that was read before; None if the file is gone."""
    try:
        with open_plain(Path(file)) as stream:
            text = stream.read(MAX_BYTES).decode("utf-8-sig", "replace")
            return nearest_line(lines_of_keys(text), path)
    except (OSError, ValueError):
        return None


def parse(raw: bytes, file: str) -> Variant:
    """Check the bytes of a variant file.

    Raises VariantError with all mistakes, or just with the first one of TOML.
    """
    import tomllib

    text = _text(raw, file)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(file, *_not_toml(str(error), text)) from None
    except RecursionError:
        raise VariantError(file, None, (), "nested too deeply") from None
    except ValueError:
        raise VariantError(file, None, (), "a number or a date that can't be read") from None
    if not data:
        words = "the file is empty; write slug, name, seats, deal and the rest"
        raise VariantError(file, None, (), words)
    return from_data(data, file, text)


def _text(raw: bytes, file: str) -> str:
    """Decode a file that is short enough and UTF-8. Raises VariantError."""
    try:
        text = written_text(raw, MAX_BYTES)
    except UnusableError as error:
        cause = error.__cause__
        line = None
        if isinstance(cause, UnicodeDecodeError):
            line = raw.count(b"\n", 0, cause.start) + 1
        raise VariantError(file, line, (), str(error)) from None
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > MAX_LINE:
            words = f"the line has {len(line_text)} letters; the maximum is {MAX_LINE}"
            raise VariantError(file, number, (), words)
    return text


def _not_toml(said: str, text: str) -> tuple[int, KeyPath, str]:
    """Return the line, the key if known, and our sentence for an error message of `tomllib`."""
    place = re.search(r"\(at line (\d+), column (\d+)\)$", said)
    lines = text.rstrip().split("\n")
    number = min(int(place[1]), len(lines)) if place else len(lines)
    message = re.sub(r" \(at .*\)$", "", said)
    if message in ("Invalid value", "Unclosed array"):
        at = (int(place[1]), int(place[2])) if place else None
        in_list = _in_list(text, at, message == "Unclosed array")
        if in_list is not None:
            return in_list
    for pattern, words in _NOT_TOML.items():
        if re.match(pattern, message):
            if not re.match("Cannot (declare|overwrite|mutate)|Duplicate inline", message):
                return number, (), f"not TOML: {words}"
            key = re.match(r"\s*(?:\[\[?\s*)?([A-Za-z0-9_.-]+)", lines[number - 1])
            return number, tuple(key[1].split(".")) if key else (), words
    return number, (), f"not TOML: {printable(message)[:100]}"


def _in_list(
    text: str, place: tuple[int, int] | None, after_value: bool
) -> tuple[int, KeyPath, str] | None:
    """Return the line, key and sentence for a mistake inside a list.

    Return None if the place isn't in one. `place` is the line and column without a value or ``]``;
    None: the end of the file. `after_value`: a comma would do.
    """
    lines = text.split("\n")
    line, column = place or (len(lines), len(lines[-1]) + 1)
    around = open_list("\n".join([*lines[: line - 1], lines[line - 1][: column - 1]]))
    if around is None:
        return None
    path, begun = around
    rest = lines[line - 1]
    if place is None or (line > begun and _STATEMENT.match(rest)):
        there = "the file ends" if place is None else f"{_short(rest)} comes in line {line}"
        return begun, path, f"not TOML: the list is not closed: {there}; write ] before it"
    if after_value:
        there = _short(rest[column - 1 :])
        return line, path, f"not TOML: {there} comes after a value of the list; write a comma or ]"
    return None


def _short(words: str) -> str:
    """Return the beginning of a line, as messages quote it."""
    words = printable(words.strip())
    if len(words) <= 40:
        return words
    return f"{words[:39]}…"


def from_data(data: Mapping[str, Any], file: str = "rules", text: str = "") -> Variant:
    """Check a rule object from a file or a record's `rules`.

    Raises VariantError with all mistakes.
    """
    variant, wrong = read_rules(data)
    if variant is not None:
        wrong = problems(variant)
        if not wrong:
            return variant
    lines = lines_of_keys(text)
    places = [(nearest_line(lines, one.path), one.path, file_words(one)) for one in wrong]
    error, *others = [VariantError(file, *place) for place in dict.fromkeys(places)]
    error.more = others
    raise error

"""Find the line of each key in a variant file.

`tomllib` doesn't report line numbers, so this module scans the same text for them. It doesn't check the text again,
because `tomllib` has accepted it: anything unexpected ends the scan, and the lines so far are kept. If `tomllib` fails
at the end of a text, `open_list` finds the list that isn't closed.
"""

import contextlib
import re
from collections.abc import Iterable, Mapping

KeyPath = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_COMMA = re.compile(rf"{_BLANK.pattern},?")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}\n#]*")
_TEXTS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


def nearest_line(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """Return the line of a key in `lines`, or else of the innermost table around it; None if neither is there."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def lines_of_keys(text: str) -> dict[KeyPath, int]:
    """Return the line, from 1, of every key, table and list entry. Never raises."""
    return _Scanner(text).lines


def open_list(text: str) -> tuple[KeyPath, int] | None:
    """Return the outermost list still open at the end of a text, its key and its first line; None if there is none."""
    lists = _Scanner(text).open
    return lists[0] if lists else None


class _OddError(Exception):
    """Raised when the text isn't what the scanner expects."""


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.entries: dict[KeyPath, int] = {}
        """The number of tables in each list of tables so far."""
        self.open: list[tuple[KeyPath, int]] = []
        """The lists around the current position."""
        self._counted_to, self._line = 0, 1
        with contextlib.suppress(_OddError, RecursionError):
            self._statements()

    def _statements(self) -> None:
        table: KeyPath = ()
        while self._skip(_BLANK) < len(self.text):
            if self.text.startswith("[[", self.at):
                table = self._header("[[", "]]", listed=True)
            elif self.text.startswith("[", self.at):
                table = self._header("[", "]", listed=False)
            else:
                self._pair(table)

    def _header(self, opening: str, closing: str, listed: bool) -> KeyPath:
        line = self._here()
        self.at += len(opening)
        path: KeyPath = ()
        names = self._key()
        for place, name in enumerate(names):
            path = (*path, name)
            if listed and place == len(names) - 1:
                self._note(path, line)
                self.entries[path] = self.entries.get(path, 0) + 1
            if path in self.entries:
                path = (*path, self.entries[path] - 1)
        self._note(path, line)
        self._expect(closing)
        return path

    def _pair(self, table: KeyPath) -> None:
        line = self._here()
        path = table
        for name in self._key():
            path = (*path, name)
            self._note(path, line)
        self._expect("=")
        self._value(path)

    def _key(self) -> list[str]:
        names: list[str] = []
        while True:
            self._skip(_SPACE)
            names.append(self._name())
            self._skip(_SPACE)
            if not self.text.startswith(".", self.at):
                return names
            self.at += 1

    def _name(self) -> str:
        found = self._first_of((_BARE_KEY, *_TEXTS[2:]))
        return found[0] if found.re is _BARE_KEY else found[0][1:-1]

    def _value(self, path: KeyPath) -> None:
        self._skip(_SPACE)
        if self.text.startswith("[", self.at):
            self._list(path)
        elif self.text.startswith("{", self.at):
            self._inline_table(path)
        elif self.text.startswith(('"', "'"), self.at):
            self._first_of(_TEXTS)
        else:
            self._skip(_BARE_VALUE)

    def _list(self, path: KeyPath) -> None:
        self.open.append((path, self._here()))
        self.at += 1
        place = 0
        while self._skip(_BLANK) < len(self.text) and self.text[self.at] != "]":
            self._note((*path, place), self._here())
            self._value((*path, place))
            place += 1
            self._skip(_COMMA)
        self._expect("]")
        self.open.pop()

    def _inline_table(self, path: KeyPath) -> None:
        self.at += 1
        while self._skip(_BLANK) < len(self.text) and self.text[self.at] != "}":
            self._pair(path)
            self._skip(_COMMA)
        self._expect("}")

    def _first_of(self, patterns: Iterable[re.Pattern[str]]) -> re.Match[str]:
        for pattern in patterns:
            found = pattern.match(self.text, self.at)
            if found:
                self.at = found.end()
                return found
        raise _OddError

    def _skip(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return self.at

    def _expect(self, word: str) -> None:
        self._skip(_SPACE)
        if not self.text.startswith(word, self.at):
            raise _OddError
        self.at += len(word)

    def _here(self) -> int:
        self._line += self.text.count("\n", self._counted_to, self.at)
        self._counted_to = self.at
        return self._line

    def _note(self, path: KeyPath, line: int) -> None:
        self.lines.setdefault(path, line)

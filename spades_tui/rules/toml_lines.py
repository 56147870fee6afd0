"""Find the line of each key in a variant file.

`tomllib` doesn't report line numbers, so this module scans the same text for them. It doesn't check
the text again, because `tomllib` has accepted it: anything unexpected ends the scan, and the lines
so far are kept. If `tomllib` fails at the end of a text, `open_list` finds the list that isn't
closed.
"""

import contextlib
import re
from collections.abc import Mapping

from spades_tui.rules.problems import KeyPath

_TOKEN = re.compile(
    r"""
    (?P<blank> [ \t\r\n]+ | \#[^\n]* )
    | (?P<word> [A-Za-z0-9_-]+ )
    | (?P<text> \"{3} (?:[^\\]|\\.)*? "{3,5} | '{3} .*? '{3,5} | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' )
    | .
    """,
    re.DOTALL | re.VERBOSE,
)
_END = ("", "", 0)


def nearest_line(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    """Return the line of a key in `lines`, or else of the innermost table around it.

    Return None if neither is there.
    """
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def lines_of_keys(text: str) -> dict[KeyPath, int]:
    """Return the line, from 1, of every key, table and list entry. Never raises."""
    return _Scanner(text).lines


def open_list(text: str) -> tuple[KeyPath, int] | None:
    """Return the outermost list still open at the end of a text, its key and its first line.

    Return None if there is none.
    """
    lists = _Scanner(text).open
    return lists[0] if lists else None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str, int]] = []
        """The tokens still to read, the next one last.

        The group of `_TOKEN`, the token, and its line.
        """
        line = 1
        for found in _TOKEN.finditer(text):
            if found.lastgroup != "blank":
                self.tokens.append((found.lastgroup or "sign", found[0], line))
            line += found[0].count("\n")
        self.tokens.reverse()
        self.lines: dict[KeyPath, int] = {}
        self.entries: dict[KeyPath, int] = {}
        """The number of tables in each list of tables so far."""
        self.open: list[tuple[KeyPath, int]] = []
        """The lists around the current position."""
        with contextlib.suppress(ValueError, RecursionError):  # where the text isn't TOML
            table: KeyPath = ()
            while self.tokens:
                if self._next[1] == "[":
                    table = self._header()
                else:
                    self._pair(table)

    @property
    def _next(self) -> tuple[str, str, int]:
        return self.tokens[-1] if self.tokens else _END

    def _take(self, wanted: str) -> bool:
        """Read the next token if it is this one, and return whether it is."""
        if self._next[1] != wanted:
            return False
        self.tokens.pop()
        return True

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise ValueError

    def _header(self) -> KeyPath:
        line = self._next[2]
        self._expect("[")
        listed = self._take("[")
        path: KeyPath = ()
        names = self._key()
        for place, name in enumerate(names):
            path = (*path, name)
            if listed and place == len(names) - 1:
                self.lines.setdefault(path, line)
                self.entries[path] = self.entries.get(path, 0) + 1
            if path in self.entries:
                path = (*path, self.entries[path] - 1)
        self.lines.setdefault(path, line)
        self._expect("]")
        if listed:
            self._expect("]")
        return path

    def _pair(self, table: KeyPath) -> None:
        line, path = self._next[2], table
        for name in self._key():
            path = (*path, name)
            self.lines.setdefault(path, line)
        self._expect("=")
        self._value(path)

    def _key(self) -> list[str]:
        """Read a key, and return its names."""
        names: list[str] = []
        while not names or self._take("."):
            kind, name, _ = self._next
            if kind not in ("word", "text"):
                raise ValueError
            names.append(name if kind == "word" else name[1:-1])
            self.tokens.pop()
        return names

    def _value(self, path: KeyPath) -> None:
        kind, first, line = self._next
        if self._take("["):
            self._list(path, line)
        elif self._take("{"):
            while self._next[1] not in ("}", ""):
                self._pair(path)
                self._take(",")
            self._expect("}")
        elif kind == "text":
            self.tokens.pop()
        elif first in ('"', "'"):
            raise ValueError
        else:
            while self._next[2] == line and self._next[1] not in (",", "]", "}", ""):
                self.tokens.pop()

    def _list(self, path: KeyPath, line: int) -> None:
        self.open.append((path, line))
        place = 0
        while self._next[1] not in ("]", "}", ""):
            self.lines.setdefault((*path, place), self._next[2])
            self._value((*path, place))
            place += 1
            self._take(",")
        self._expect("]")
        self.open.pop()

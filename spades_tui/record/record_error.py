"""Errors about records."""

from enum import Enum, auto

from spades_tui.language.quoting import nearest
from spades_tui.system.output import MOST_ECHOED


class RecordError(Exception):
    """A line of a record is wrong: file, line from 1, what is wrong, and the rule if one was broken."""

    def __init__(self, line: int, message: str, rule: str | None = None, file: str = "-") -> None:
        super().__init__(line, message, rule, file)
        self.line = line
        self.message = message
        self.rule = rule
        self.file = file

    def __str__(self) -> str:
        reason = f" ({self.rule})" if self.rule else ""
        return f"{self.file}:{self.line}: {self.message}{reason}"


class Misfit(Enum):
    """The ways in which an object can be wrong."""

    MISSING = auto()
    """A required key is missing."""
    UNKNOWN = auto()
    """A key is unknown."""
    WRONG = auto()
    """The value of a key doesn't fit."""


class FormError(ValueError):
    """JSON has the wrong form: where, how, what is there, and what would fit."""

    def __init__(
        self,
        misfit: Misfit,
        place: tuple[str | int, ...] = (),
        found: object = None,
        why: str = "",
        known: tuple[str, ...] = (),
    ) -> None:
        """Take the misfit with its place; `known` are the keys next to an unknown one."""
        super().__init__(misfit, place, found, why, known)
        self.misfit, self.place, self.found, self.why, self.known = misfit, place, found, why, known

    def __str__(self) -> str:
        where = ".".join(str(part) for part in self.place) or "line"
        if self.misfit is Misfit.UNKNOWN:
            return f"unknown key {where!r}{nearest(str(self.place[-1]), self.known)}"
        if self.misfit is Misfit.MISSING:
            return f"the key {where!r} is missing"
        return f"{where}: {quoted(self.found)} is not valid; {self.why}"


def quoted(found: object) -> str:
    """Return a value from a record as an error shows it: a long text or list is cut, but keeps its closing mark."""
    if isinstance(found, str):
        return repr(_cut(found))
    text = "null" if found is None else str(found).lower() if isinstance(found, bool) else repr(found)
    return text if len(text) <= MOST_ECHOED else _cut(text) + text[-1]


def _cut(text: str) -> str:
    return text if len(text) <= MOST_ECHOED else f"{text[: MOST_ECHOED - 1]}…"

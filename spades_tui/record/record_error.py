"""What is said of a record that does not make sense."""

from enum import Enum, auto

from spades_tui.language.quoting import nearest
from spades_tui.system.output import MOST_ECHOED


class RecordError(Exception):
    """A line of a record is wrong: file, line from 1, what is wrong, and the rule where one was broken."""

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
    """How an object can fail to have its form."""

    MISSING = auto()
    """A key that must stand there doesn't."""
    UNKNOWN = auto()
    """A key stands there that nobody knows."""
    WRONG = auto()
    """What stands under a key is not what may stand there."""


class FormError(ValueError):
    """JSON has not the form that it should have: where, how, what stands there, and what would fit."""

    def __init__(
        self,
        misfit: Misfit,
        place: tuple[str | int, ...] = (),
        found: object = None,
        why: str = "",
        known: tuple[str, ...] = (),
    ) -> None:
        """`known`: the keys beside an unknown one."""
        super().__init__(misfit, place, found, why, known)
        self.misfit, self.place, self.found, self.why, self.known = misfit, place, found, why, known

    def __str__(self) -> str:
        where = ".".join(str(part) for part in self.place) or "line"
        if self.misfit is Misfit.UNKNOWN:
            return f"unknown key {where!r}{nearest(str(self.place[-1]), self.known)}"
        if self.misfit is Misfit.MISSING:
            return f"the key {where!r} is missing"
        return f"{where}: {quoted(self.found)} found: {self.why}"


def quoted(found: object) -> str:
    """What stands in a record, as an error shows it: of a long text or list the beginning, with its closing mark."""
    if isinstance(found, str):
        return repr(_cut(found))
    text = "null" if found is None else repr(found)
    return text if len(text) <= MOST_ECHOED else _cut(text) + text[-1]


def _cut(text: str) -> str:
    return text if len(text) <= MOST_ECHOED else f"{text[: MOST_ECHOED - 1]}…"

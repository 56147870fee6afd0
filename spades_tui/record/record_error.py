"""What is said of a record that does not make sense."""

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


class FormError(ValueError):
    """A line has not the form of its event: what is wrong, without its place."""


def quoted(found: object) -> str:
    """What stands in a record, as an error shows it: of a long text or list the beginning, with its closing mark."""
    if isinstance(found, str):
        return repr(_cut(found))
    text = "null" if found is None else repr(found)
    return text if len(text) <= MOST_ECHOED else _cut(text) + text[-1]


def _cut(text: str) -> str:
    return text if len(text) <= MOST_ECHOED else f"{text[: MOST_ECHOED - 1]}…"

"""The game record: the format in which games are saved and shared (JSON Lines, ``spades-record/1``)."""


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

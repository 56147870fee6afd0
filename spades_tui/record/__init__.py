"""The game record, in which games are saved and shared (JSON Lines, ``spades-record/1``)."""

from collections.abc import Sequence

from spades_tui.language.mistakes import FileError


class RecordError(FileError):
    """A line of a record is wrong: file, line from 1, what is wrong, and any broken rule."""

    line: int
    more: "Sequence[RecordError]" = ()

    def __init__(self, line: int, message: str, rule: str | None = None, file: str = "-") -> None:
        super().__init__(line, message, rule, file)
        self.line, self.message, self.rule, self.file = line, message, rule, file

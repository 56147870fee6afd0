"""Print lines and read answers, on any terminal or through pipes."""

import os
from typing import TextIO

from spades_tui.system.output import printable, writing_errors

LINE_MOST = 400
"""Maximum letters of an answer; the rest is ignored."""
PAGE = 60
"""Minimum number of blank lines to hide a hand; a taller terminal gets more."""


class GoneError(Exception):
    """The input has ended, so no more answers will come."""


class Console:
    """The terminal at which a person reads and types."""

    def __init__(self, reads: TextIO, writes: TextIO) -> None:
        self._reads, self._writes = reads, writes

    def tell(self, *lines: str) -> None:
        """Print lines, except empty ones. Raises OutputError."""
        with writing_errors():
            for line in lines:
                if line:
                    self._writes.write(f"{printable(line)}\n")
            self._writes.flush()

    def ask(self, question: str) -> str:
        """Ask a question, and return the answer without its line end. Raises GoneError at the end of the input."""
        self.tell(question)
        return self.answer()

    def answer(self) -> str:
        """Return what is typed, without its line end. Raises GoneError at the end of the input."""
        line = self._reads.readline(LINE_MOST + 1)
        if not line:
            raise GoneError
        rest = line
        while len(rest) > LINE_MOST and not rest.endswith("\n"):
            rest = self._reads.readline(LINE_MOST + 1)
        return line.strip()

    def page(self) -> None:
        """Scroll everything out of sight, in a terminal of any height."""
        try:
            rows = os.get_terminal_size(self._writes.fileno()).lines
        except (OSError, ValueError):  # not a terminal
            rows = 0
        with writing_errors():
            self._writes.write("\n" * max(PAGE, rows))
            self._writes.flush()

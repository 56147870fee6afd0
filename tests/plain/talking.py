"""A person at a console who types answers, for tests."""

import io
from collections.abc import Iterable

from spades_tui.plain.console import Console, GoneError


class Typist(Console):
    """Types these answers one after another, and at the end nothing more. `lines` is what was said."""

    def __init__(self, answers: Iterable[str] = ()) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.answers = list(answers)
        self.lines: list[str] = []

    def tell(self, *lines: str) -> None:
        """Note the lines."""
        self.lines += [line for line in lines if line]

    def answer(self) -> str:
        """The next answer. Raises GoneError where there is none."""
        if not self.answers:
            raise GoneError
        return self.answers.pop(0)

    def page(self) -> None:
        """Nothing is pushed out of sight."""

    @property
    def text(self) -> str:
        """All that was said."""
        return "\n".join(self.lines)

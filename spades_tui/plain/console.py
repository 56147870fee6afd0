"""The console of plain text: print sentences, ask, and answer questions that people may type at any time."""

import os
from collections.abc import Callable
from typing import ClassVar, TextIO

from spades_tui.language.sentence_parts import capitalized
from spades_tui.plain import answers, speech
from spades_tui.plain.speech import Spoken
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
        self.tell(*self.wrapped(question))
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

    def confirmed(self, question: str) -> bool:
        """Ask for Enter; return False for ``quit``, or at the end of the input."""
        try:
            return self.ask(question).casefold() != "quit"
        except GoneError:
            return False

    def page(self) -> None:
        """Scroll everything out of sight, in a terminal of any height."""
        with writing_errors():
            self._writes.write("\n" * max(PAGE, self._size().lines))
            self._writes.flush()

    def wrapped(self, text: str) -> list[str]:
        """Return a text in lines that fit on the terminal; in files and pipes they are as long as in a wide one."""
        columns = self._size().columns or speech.LINE_LETTERS
        return speech.lines(text, max(speech.SHORT_LINE, min(columns, speech.LINE_LETTERS)))

    def _size(self) -> os.terminal_size:
        """Return the size of the terminal, with zeros if there is none."""
        try:
            return os.get_terminal_size(self._writes.fileno())
        except (OSError, ValueError):  # not a terminal
            return os.terminal_size((0, 0))


class LeftError(Exception):
    """The person has typed quit."""


class Face:
    """A person at a console."""

    HELP: ClassVar[tuple[str, ...]] = ("Say quit to leave.",)

    def __init__(self, console: Console, look: Spoken) -> None:
        self.console, self.look = console, look

    def say(self, *sentences: str) -> None:
        """Print sentences with cards by name; skip empty ones."""
        for sentence in sentences:
            self.console.tell(*self.console.wrapped(capitalized(self.look.words(sentence))))

    def answer(self, question: str, enter: bool = False, options: Callable[[], None] | None = None) -> str:
        """Return the person's answer to a question, after answering any questions of theirs.

        `enter`: accept an empty answer, or ``take``. `options` explains the choices; then the question is asked again.
        Raises LeftError, GoneError.
        """
        while True:
            self.say(question)
            line = self.console.answer()
            word = " ".join(line.casefold().split())
            if word == "quit":
                raise LeftError
            if word in ("help", "?"):
                self.say(*self.HELP)
            elif word == "options":
                if options is not None:
                    options()
            elif not self.answers_aside(word):
                if enter and word == "take":
                    return ""
                return line

    def answers_aside(self, words: str) -> bool:
        """Answer a question that people may ask at any time; return whether it was one."""
        return False

    def wrong(self, line: str, wanted: str = "") -> None:
        """Print that an answer wasn't understood, and which would be."""
        problem = "You didn't say anything."
        if line.strip():
            problem = f"You can't choose {shown(line)} here."
        self.say(f"{problem} {wanted}".rstrip())

    def among(self, question: str, *words: str) -> str:
        """Ask until the answer is one of these words, and return it. Raises LeftError, GoneError."""
        while True:
            line = self.answer(question)
            word = answers.chosen(line, dict(zip(words, words, strict=True)))
            if word is not None:
                return word
            self.wrong(line)


def shown(line: str) -> str:
    """Return what was typed, in quotation marks, cut if it is long."""
    return f'"{line[:40]}"'

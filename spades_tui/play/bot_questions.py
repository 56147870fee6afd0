"""Questions for computer players, and where they are answered: in place, or by a process (`worker`)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

import spades_tui.bots as bots

if TYPE_CHECKING:
    from spades_tui.bots.valued_choice import Advice
    from spades_tui.fair import Stream
    from spades_tui.game.events import SeatEvent
    from spades_tui.seats import Observation


class Choose(Struct, frozen=True):
    """Ask what a player of this level would do."""

    level: str
    seen: "Observation"
    stream: "Stream"

    def answer(self) -> "SeatEvent":
        """Return the decision, made here."""
        return bots.choose(self.level, self.seen, self.stream)


class Advise(Struct, frozen=True):
    """Ask what the choices are worth."""

    level: str
    seen: "Observation"

    def answer(self) -> "tuple[Advice, ...]":
        """Return the advice, computed here."""
        from spades_tui.bots.advice import advise

        return advise(self.level, self.seen)


class WarmUp:
    """Import what thinking needs; nobody waits for the answer."""

    def answer(self) -> None:
        """Import; unpickling the question has done the rest."""
        import spades_tui.bots.club
        import spades_tui.bots.search.search_players  # noqa: F401


class Question(Protocol):
    """What a brain can be asked, such as the above; it must be possible to pickle it and its answer."""

    def answer(self) -> Any:
        """Compute the answer here."""


class Brain(Protocol):
    """Where decisions are made: in a worker, or in place."""

    def ask(self, question: Question) -> Any:
        """Wait for the answer and return it. Raises the errors of the question's `answer`."""


class InPlace:
    """Makes decisions where they are asked for."""

    def ask(self, question: Question) -> Any:
        """Compute the answer."""
        return question.answer()


class Later:
    """A brain that is started at the first question."""

    def __init__(self, begin: "Callable[[], Brain]") -> None:
        self._begin = begin

    def ask(self, question: Question) -> Any:
        """Ask the brain, started if needed. Raises the errors of the question's `answer`."""
        return self._begin().ask(question)

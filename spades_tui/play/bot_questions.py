"""What is asked of computer players, and where it is answered: in place, or by a process (`worker`)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from spades_tui.frozen import dataclass

if TYPE_CHECKING:
    from spades_tui.bots.valued_choice import Advice
    from spades_tui.fair import Stream
    from spades_tui.game.events import SeatEvent
    from spades_tui.seats import Observation


@dataclass(frozen=True, slots=True)
class Choose:
    """What would a player of this level do?"""

    level: str
    seen: "Observation"
    stream: "Stream"

    def answer(self) -> "SeatEvent":
        """The decision, made here."""
        import spades_tui.bots as bots  # half as slow, at every card, as from its package

        return bots.choose(self.level, self.seen, self.stream)


@dataclass(frozen=True, slots=True)
class Advise:
    """What are the choices worth?"""

    level: str
    seen: "Observation"

    def answer(self) -> "tuple[Advice, ...]":
        """The advice, worked out here."""
        from spades_tui.bots.advice import advise

        return advise(self.level, self.seen)


class Warm:
    """Import what thinking needs; nobody waits for the answer."""

    def answer(self) -> None:
        """Done by the unpickling of it, and this."""
        import spades_tui.bots.club
        import spades_tui.bots.search.search_players  # noqa: F401


Question = Choose | Advise | Warm


class Brain(Protocol):
    """Where decisions are made: in a worker, or in place."""

    def ask(self, question: Question) -> Any:
        """The answer, waited for. Raises what the question's own `answer` raises."""


class InPlace:
    """Decisions are made where they are asked for."""

    def ask(self, question: Question) -> Any:
        """Work it out."""
        return question.answer()


class Later:
    """Whoever thinks, begun when the first question is asked."""

    def __init__(self, begin: "Callable[[], Brain]") -> None:
        self._begin = begin

    def ask(self, question: Question) -> Any:
        """The answer of whoever thinks by now. Raises what the question's own `answer` raises."""
        return self._begin().ask(question)

"""Questions for computer players, which a brain answers in this process or in another (`bot_process`)."""

from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

import spades_tui.bots as bots

if TYPE_CHECKING:
    from spades_tui.bots.valued_choice import Advice
    from spades_tui.fair import Stream
    from spades_tui.game.events import SeatEvent
    from spades_tui.seats import Observation


class Choose(Struct, frozen=True):
    """Ask for the decision of a player of this level."""

    level: str
    seen: "Observation"
    stream: "Stream"

    def answer(self) -> "SeatEvent":
        """Return the decision, computed in this process."""
        return bots.choose(self.level, self.seen, self.stream)


class Advise(Struct, frozen=True):
    """Ask for the value of each choice."""

    level: str
    seen: "Observation"

    def answer(self) -> "tuple[Advice, ...]":
        """Return the advice, computed in this process."""
        from spades_tui.bots.advice import advise

        return advise(self.level, self.seen)


class WarmUp:
    """Import everything that thinking needs, ahead of the first real question."""

    def answer(self) -> None:
        """Import the rest; unpickling this question has imported most of it."""
        import spades_tui.bots.club
        import spades_tui.bots.search.search_players  # noqa: F401


class Question(Protocol):
    """A question for a brain, such as those above. It and its answer must be picklable."""

    def answer(self) -> Any:
        """Compute the answer in this process."""


class Brain(Protocol):
    """Something that answers questions: a worker process, or this one."""

    def ask(self, question: Question) -> Any:
        """Wait for the answer and return it. Raises the errors of the question's `answer`."""


class InPlace:
    """A brain that answers in the calling thread."""

    def ask(self, question: Question) -> Any:
        """Compute the answer."""
        return question.answer()

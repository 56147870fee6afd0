"""What every event must answer. A kind of event is one room: a frozen record that tells all there is to know of itself.

What is missing in such a room is an error of mypy, for nothing that matters has a default: least of all what others
get to see of it.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Iterable
from functools import cache
from typing import ClassVar, Self

from spades_tui.frozen import dataclass
from spades_tui.game.events.record_form import Form, JsonLine, line_of
from spades_tui.game.findings import Finding
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset

Outcome = tuple[GameState, tuple[Finding, ...]]
"""The state after an event, and what follows from it."""


class EventKind(ABCMeta):
    """Make `isinstance` quick for abstract classes of events: it is asked some ten times a card.

    Python's own check also looks for classes that were registered later, and takes five times as long.
    """

    __instancecheck__ = type.__instancecheck__


class Event(metaclass=EventKind):
    """What happens in a game (docs/record.md, "Events")."""

    __slots__ = ()

    def seated(self, state: GameState) -> Refusal | None:
        """Why nobody can do anything in the seat that it names, if it names one (C-8); asked before `refusal`."""
        return None

    @abstractmethod
    def refusal(self, state: GameState) -> Refusal | None:
        """Why it cannot happen now, in the words of the rule, or None if it can (C-8)."""

    @abstractmethod
    def apply(self, state: GameState) -> Outcome:
        """What it leads to. It has been asked before whether it is refused."""

    @abstractmethod
    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        """One line for the log, with nothing in it that somebody may not see; empty for what needs none."""

    def kept_back(self, after: GameState) -> int:
        """The cards, as a bit set, that its sentence keeps back; they are told where the whole hand is opened."""
        return 0

    def announced(
        self, before: GameState, after: GameState, names: tuple[str, ...], side_names: tuple[str, ...]
    ) -> str:
        """What is announced right after it because of it; empty for most."""
        return ""


class RecordedEvent(Event):
    """An event that is a line of a record."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def form(cls) -> Form:
        """Its form in a record."""

    @abstractmethod
    def told_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """The line that the player of a seat, its owner or another, is told of it (C-9): what he may see is named."""

    def line(self) -> JsonLine:
        """All of it, as the line of a record."""
        return line_of(self, _form_of(type(self)))


@cache
def _form_of(kind: type[RecordedEvent]) -> Form:
    """The form of a kind of event, made once."""
    return kind.form()


class Public(RecordedEvent):
    """An event of which everybody is told everything."""

    __slots__ = ()

    def told_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """All of it."""
        return self.line()


@dataclass(frozen=True, slots=True)
class SeatEvent(RecordedEvent):
    """An event that a seat decides."""

    seat: int

    def seated(self, state: GameState) -> Refusal | None:
        """That there is no such seat."""
        if 0 <= self.seat < state.rules.seats:
            return None
        return Refusal("C-8", f"Seat {self.seat} is not at this table")

    final: ClassVar[bool] = False
    """At a table it stays for good, and so does all that was done before it (3B-11)."""

    def undo_refusal(self, showed: bool, undo: bool) -> str:
        """Why it cannot be taken back, or nothing (3B-11). `showed`: it has let somebody see a card; `undo`: the table
        has that option, which lets more be taken back.

        What others were shown since then is not for an event to say.
        """
        return "That cannot be taken back" if showed and not undo else ""

    def final_reason(self, now: GameState) -> str:
        """Why it stays for good as the game stands now, at any table; nothing for most (3B-11).

        Then nobody takes it back, nor anything before it.
        """
        return ""

    @abstractmethod
    def undo_label(self, card: Callable[[int], str]) -> str:
        """What is taken back, for everybody to hear: ``the bid of 3``; `card` writes a card."""


class TurnEvent(SeatEvent):
    """A decision of the seat on turn."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def phases(cls) -> tuple[Phase, ...]:
        """Those in which it may be offered."""

    @classmethod
    @abstractmethod
    def offered(cls, state: GameState, seat: int) -> Iterable[Self]:
        """All of this kind that the seat on turn may do, and perhaps more: what is refused is left out afterwards.

        It is asked in its `phases` and in no other.
        """

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """All of this kind that the seat on turn may do, and no more; the game is not suspended."""
        return [event for event in cls.offered(state, seat) if event.refusal(state) is None]

    @abstractmethod
    def short_label(self, card: Callable[[int], str]) -> str:
        """The choice in two words, as tables and lists of choices name it; `card` writes a card."""


class AsideEvent(SeatEvent):
    """Something that a seat may say out of turn."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def possible_in(cls, rules: Ruleset) -> bool:
        """Whether it can be said at all in a hand by these rules; where it cannot, `aside` is not asked."""

    @classmethod
    @abstractmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """All of this kind that a seat may say now, and perhaps more: what is refused is left out afterwards.

        What has been said in just this way is not offered again. None of it depends on a card that the seat cannot see.
        """

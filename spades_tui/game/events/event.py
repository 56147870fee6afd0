"""The answers that every kind of event must give. Each is a frozen record that knows everything about itself.

mypy reports a missing answer, because nothing important has a default: above all what others may see of an event.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import cache
from typing import ClassVar, Self

from spades_tui.game.events.record_form import Form, JsonLine, line_of
from spades_tui.game.findings import Finding
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset
from spades_tui.secrecy import PartlyHidden

Outcome = tuple[GameState, tuple[Finding, ...]]
"""The state after an event, and its findings."""


class Event(PartlyHidden, frozen=True, tag_field="event"):
    """Something that happens in a game (docs/record.md, "Events")."""

    def seated(self, state: GameState) -> Refusal | None:
        """Return why the seat that it names can't act at all, or None (C-8); called before `refusal`."""
        return None

    @abstractmethod
    def refusal(self, state: GameState) -> Refusal | None:
        """Return why it can't happen now, in the words of the rule, or None if it can (C-8)."""

    @abstractmethod
    def apply(self, state: GameState) -> Outcome:
        """Return its effect. The caller has checked that it isn't refused."""

    @abstractmethod
    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        """Return a line for the log without anything that a player may not see; empty if it needs none."""

    def hidden_cards(self, after: GameState) -> int:
        """Return the cards, as a bit set, that its sentence hides; they are shown with the whole open hand."""
        return 0

    def announced(
        self, before: GameState, after: GameState, names: tuple[str, ...], side_names: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return the sentences that are announced right after it, without their stops; none for most."""
        return ()


class RecordedEvent(Event, frozen=True):
    """An event that is a line of a record."""

    @classmethod
    @abstractmethod
    def form(cls) -> Form:
        """Return its form in a record."""

    @abstractmethod
    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the line that a seat's player sees of it (C-9): it names what is allowed."""

    def line(self) -> JsonLine:
        """Return all of it, as the line of a record."""
        return line_of(self, _form_of(type(self)))


@cache
def _form_of(kind: type[RecordedEvent]) -> Form:
    """Return the cached form of a kind of event."""
    return kind.form()


class Public(RecordedEvent, frozen=True):
    """An event of which everybody sees everything."""

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return all of it."""
        return self.line()


class SeatEvent(RecordedEvent, frozen=True):
    """An event that a seat decides."""

    seat: int

    def seated(self, state: GameState) -> Refusal | None:
        """Refuse an unknown seat."""
        if 0 <= self.seat < state.rules.seats:
            return None
        return Refusal("C-8", f"Seat {self.seat} is not at this table")

    final: ClassVar[bool] = False
    """Whether it is final at a table, with everything before it (3B-11)."""

    def undo_refusal(self, showed: bool, undo: bool) -> str:
        """Return why it can't be taken back, or an empty text (3B-11).

        `showed`: whether it let a player see a card; `undo`: whether the table has that option, which allows more. What
        others have seen since then is checked elsewhere.
        """
        return "You can't undo that" if showed and not undo else ""

    def final_reason(self, now: GameState) -> str:
        """Return why it is final at any table in this state, with everything before it; empty for most (3B-11)."""
        return ""

    @abstractmethod
    def undo_label(self, card: Callable[[int], str]) -> str:
        """Say what is taken back, for everybody to read: ``the bid of 3``; `card` writes a card."""


class TurnEvent(SeatEvent, frozen=True):
    """A decision of the seat on turn."""

    @classmethod
    @abstractmethod
    def phases(cls) -> tuple[Phase, ...]:
        """Return the phases in which it may be offered."""

    @classmethod
    @abstractmethod
    def offered(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return all events of this kind that the seat on turn may do, perhaps with some that will be refused.

        It is called only in its `phases`.
        """

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return exactly the events of this kind that the seat on turn may do; the game isn't suspended."""
        return [event for event in cls.offered(state, seat) if event.refusal(state) is None]

    @abstractmethod
    def short_label(self, card: Callable[[int], str]) -> str:
        """Return the choice in two words, for tables and lists of choices; `card` writes a card."""


class AsideEvent(SeatEvent, frozen=True):
    """Something that a seat may say out of turn."""

    @classmethod
    @abstractmethod
    def possible_in(cls, rules: Ruleset) -> bool:
        """Return whether it can be said at all in a hand with these rules; if not, `aside` isn't called."""

    @classmethod
    @abstractmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return all events of this kind that a seat may say now, perhaps with some that will be refused.

        What has been said in exactly this way isn't offered again. Nothing depends on a card that the seat can't see.
        """

"""The base classes of events, and the methods that each kind of event must have.

Methods that matter have no default, so mypy reports a kind without them. This matters most for `shown_to`, which
decides who sees what.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, ClassVar, Literal, Self

from spades_tui.game.findings import Finding
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.record_form import FieldKind, JsonLine, keyed
from spades_tui.game.state import GameState
from spades_tui.language.sentence_parts import does
from spades_tui.rules.ruleset import Ruleset
from spades_tui.secrecy import PartlyHidden

Outcome = tuple[GameState, tuple[Finding, ...]]
"""The state after an event, and its findings."""


class Event(PartlyHidden, frozen=True, tag_field="event"):
    """Something that happens in a game (docs/record.md, "Events")."""

    message_name: ClassVar[str] = ""
    """The name of its kind in messages between hosts and guests, if it isn't the name in records."""

    @classmethod
    def event_name(cls) -> str:
        """Return the name of its kind in logs, and in messages between hosts and guests."""
        return cls.message_name or str(cls.__struct_config__.tag)

    glossary_word: ClassVar[str] = ""
    """The word of the glossary that its sentence uses, if it's one to explain."""

    def seated(self, state: GameState) -> Refusal | None:
        """Return why the seat named in the event can't act at all, or None (C-8). Call it before `refusal`."""
        return None

    @abstractmethod
    def refusal(self, state: GameState) -> Refusal | None:
        """Return why the event can't happen now, with its rule, or None if it can (C-8)."""

    @abstractmethod
    def apply(self, state: GameState) -> Outcome:
        """Return the state after the event, and its findings. Call it only if `refusal` returns None."""

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        """Return the line for the public log, without hidden cards; empty if the event needs no line."""
        return ""

    def hidden_cards(self, after: GameState) -> int:
        """Return the cards, as a bit set, that its sentence hides; open hands show them."""
        return 0

    def announced(
        self, before: GameState, after: GameState, names: tuple[str, ...], side_names: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return the sentences to announce right after it, without full stops; most events have none."""
        return ()


class RecordedEvent(Event, frozen=True):
    """An event that is a line of a record."""

    beside_play: ClassVar[bool] = False
    """Whether it may come after the last card, so that the scorebook's name of a game doesn't depend on it."""

    @abstractmethod
    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the line that a seat's player sees (C-9).

        List the keys to show, rather than removing those to hide.
        """

    def line(self) -> JsonLine:
        """Return the complete line for a record, hidden cards included."""
        return {"event": self.__struct_config__.tag, **keyed(self)}


class Public(RecordedEvent, frozen=True):
    """An event that hides nothing: everybody sees the whole line."""

    def shown_to(self, seat: int, before: GameState, after: GameState) -> JsonLine:
        """Return the complete line."""
        return self.line()


class SeatEvent(RecordedEvent, frozen=True):
    """An event that a seat decides."""

    seat: Annotated[int, FieldKind.SEAT]

    def seated(self, state: GameState) -> Refusal | None:
        """Refuse an unknown seat."""
        if 0 <= self.seat < state.rules.seats:
            return None
        return Refusal("C-8", f"Seat {self.seat} is not at this table")

    verb: ClassVar[str]
    """What the seat does, for the log: ``draws the extra card``; events with more to say override `sentence`."""
    undone: ClassVar[str]
    """What is undone, in public words: ``the draw``; events with more to say override `undo_label`."""
    undoable: ClassVar[Literal["always", "unseen", "by_option", "never"]] = "unseen"
    """``unseen``: if it has shown no player a card, or with the option `undo`; ``by_option``: only with that option."""
    final: ClassVar[bool] = False
    """Whether no table lets players undo this event, or anything before it (3B-11)."""

    def undo_refusal(self, showed: bool, undo: bool) -> str:
        """Return why the event can't be taken back, or an empty string (3B-11).

        `showed`: whether it let a player see a card; `undo`: whether the table has that option, which allows more.
        `History` checks what others have seen since.
        """
        free = {"always": True, "unseen": undo or not showed, "by_option": undo, "never": False}
        if free[self.undoable]:
            return ""
        return "You can't undo that"

    def final_reason(self, now: GameState) -> str:
        """Return why no table lets players undo this event or anything before it; empty for most (3B-11)."""
        return ""

    def undo_label(self, card: Callable[[int], str]) -> str:
        """Return public words for what is undone, such as ``the bid of 3``; `card` returns a card's name."""
        return self.undone

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        """Return the line for the public log, without hidden cards."""
        return does(names[self.seat], self.verb)


class TurnEvent(SeatEvent, frozen=True):
    """A decision of the seat on turn."""

    phases: ClassVar[tuple[Phase, ...]]
    """The phases in which it may be legal."""
    label: ClassVar[str]
    """The choice in about two words: ``draw``; events with more to say override `short_label`."""

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return exactly the legal events of this kind for the seat on turn; events with a choice override this.

        The machine calls this only in one of its `phases`, in a game that isn't suspended.
        """
        only = cls(seat)
        if only.refusal(state) is not None:
            return []
        return [only]

    def short_label(self, card: Callable[[int], str]) -> str:
        """Return the choice in about two words, for tables and lists of choices. `card` returns a card's name."""
        return self.label


class AsideEvent(SeatEvent, frozen=True):
    """Something that a seat may say out of turn."""

    word: ClassVar[str] = ""
    """The word for it in plain text, and the variety of its key; empty if it has neither."""
    absent: ClassVar[Refusal]
    """Why its key does nothing in a game without it; events with a `word` have it."""
    later: ClassVar[Refusal]
    """Why its key does nothing now, in a game that has it; events with a `word` have it."""
    question: ClassVar[tuple[str, ...]] = ()
    """The sentences that ask which of these events happens; empty if a screen has its own question."""
    yes_or_no: ClassVar[bool] = False
    """Whether there is only one such event, to be confirmed."""
    compulsory: ClassVar[bool] = False
    """Whether the player must choose one."""

    @classmethod
    @abstractmethod
    def in_game(cls, rules: Ruleset) -> bool:
        """Return whether a game has this event; the machine calls `aside` only if it does."""

    def choice(self, rules: Ruleset, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """Return the event as an answer to `question`: a label, and sentences that explain it."""
        return "", ()

    def matters(self, bids: Sequence[int | None]) -> bool:
        """Return whether it can change anything for its seat in a hand with these bids."""
        return True

    @classmethod
    @abstractmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return all events of this kind that a seat may choose now; some may still be refused.

        Leave out anything that has already happened in the same way. Use no card that the seat can't see.
        """


class EndDecision(AsideEvent, frozen=True):
    """A decision about the end of a game, between its last score and its end (3B-27)."""

    compulsory = True
    beside_play = True
    entitlement: ClassVar[str]
    """Why the seat decides, as a verb: ``holds …``."""
    not_yours: ClassVar[Refusal]
    """Why another seat can't decide."""

    def seated(self, state: GameState) -> Refusal | None:
        """Accept any seat: `refusal` checks who may decide."""
        return None

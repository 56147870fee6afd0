"""Answers that screens put into the inbox of their table: decisions of a seat, and these."""

from msgspec import Struct

from spades_tui.game.events import EndDecision, SeatEvent

DECISION: type[SeatEvent] = SeatEvent  # type: ignore[type-abstract]  # to wait for one of any kind
END_DECISION: type[EndDecision] = EndDecision  # type: ignore[type-abstract]


class CutAnswer(Struct, frozen=True):
    """Cut the deck, perhaps with a word, or decline (None)."""

    depth: int | None
    word: str = ""


class LeaveOver(Struct, frozen=True):
    """Leave the card at this place in the deck over, as the dealer."""

    place: int


class OpenCurtain(Struct, frozen=True):
    """Show the table to the person whom the curtain names."""


class TakeBackLast(Struct, frozen=True):
    """Take back the last person's action, while the curtain is down (3B-11)."""


class Continue(Struct, frozen=True):
    """Continue after a sheet or a text has been read."""


class PlayAgain(Struct, frozen=True):
    """Play another game at this table; the deal moves to the next player."""

    sides_changed: bool = False
    """Whether everybody but the first person moves one seat further."""


class QuestionClosed(Struct, frozen=True):
    """A question over the table was closed without an answer."""


class Hurry(Struct, frozen=True):
    """A key has been pressed that ends the pause."""


class Arrived(Struct, frozen=True):
    """Something has happened at a table elsewhere."""


Answer = (
    SeatEvent | CutAnswer | LeaveOver | OpenCurtain | TakeBackLast | Continue | PlayAgain | QuestionClosed
    | Hurry | Arrived
)  # fmt: skip

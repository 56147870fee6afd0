"""The interface between a table's screens and the code that runs the game.

Only plain data crosses it: `Shown` one way, events and effects the other, so the table can be in another process.
`Controller` implements it for a table in this one, `LessonHost` for a lesson.

The host calls methods of its current screen, such as `show` and `refuse`, when something happens.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_tui.game.events import SeatEvent
    from spades_tui.play.shown import Shown
    from spades_tui.record.open_hands import OpenGame
    from spades_tui.tui.table.effects import Effect
    from spades_tui.tui.table.pauses import Pauses
    from spades_tui.tui.widgets.card_faces import CardStyle


class TableHost:
    """A table as its screens see it."""

    look: "CardStyle"
    """The players' names and seats, and how this user likes cards to look."""
    pauses: "Pauses"
    """The running pause, which screens end early or, at a table that the user watches, stop."""
    late = False
    """Whether the time to cut ran out.

    Until the user presses a new key on purpose, keys meant for the cut are ignored.
    """

    @property
    def shown(self) -> "Shown":
        """The table as the person at the keyboard may see it; while the curtain is down, as everyone may."""
        raise NotImplementedError

    def open_game(self) -> "OpenGame":
        """Return the scored hands with all cards open; at a table without people, also the current one."""
        raise NotImplementedError

    def stars(self, then: "Callable[[dict[str, int]], object]") -> None:
        """Call `then` with each person's wins in today's session (3B-28), if there is a scorebook."""

    @property
    def opens_later(self) -> bool:
        """Whether the scored hands open only when the game is over."""
        return False

    def hint(self, card: int | None = None) -> "SeatEvent | None":
        """Return the suggested action; with a card, how to play that card."""
        return None

    def act(self, wanted: "SeatEvent | Effect") -> None:
        """Apply a decision of the person at the keyboard, or carry out an effect.

        If a decision is refused, show why and change nothing.
        """
        raise NotImplementedError

    def leave(self) -> None:
        """Save the game and go home."""
        raise NotImplementedError

    def question_closed(self) -> None:
        """Continue after a question over the table was closed without an answer."""
        raise NotImplementedError

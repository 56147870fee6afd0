"""The interface between a table's screens and the code that runs the game.

Only plain data crosses it: `Shown` one way, events and effects the other, so the table can be in another process.
`Controller` implements it for a table in this one.

The host calls methods of its current screen, such as `show` and `refuse`, when something happens.
"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_tui.game.events import SeatEvent
    from spades_tui.play.shown import Shown
    from spades_tui.record.open_hands import OpenGame
    from spades_tui.tui.table.effects import Effect
    from spades_tui.tui.widgets.card_faces import CardStyle

class TableHost(Protocol):
    """A table as its screens see it."""

    # Shown

    look: "CardStyle"
    """The players' names and seats, and how this user likes cards to look."""
    late: bool
    """Whether the time to cut ran out.

    Until the user presses a new key on purpose, keys meant for the cut are ignored.
    """

    @property
    def shown(self) -> "Shown":
        """The table as the person at the keyboard may see it; while the curtain is down, as everyone may."""
        ...

    def open_game(self) -> "OpenGame":
        """Return the scored hands with all cards open; at a table without people, also the current one."""
        ...

    def stars(self, then: "Callable[[dict[str, int]], object]") -> None:
        """Call `then` with each person's wins in today's session (3B-28), if there is a scorebook."""
        ...

    @property
    def opens_later(self) -> bool:
        """Whether the scored hands open only when the game is over."""
        ...

    def hint(self, card: int | None = None) -> "SeatEvent | None":
        """Return the suggested action; with a card, how to play that card."""
        ...

    # Actions

    def act(self, wanted: "SeatEvent | Effect") -> None:
        """Apply a decision of the person at the keyboard, or carry out an effect.

        If a decision is refused, show why and change nothing.
        """
        ...

    def leave(self) -> None:
        """Save the game and go home."""
        ...

    # The pace

    def hurry(self) -> bool:
        """End the running pause. Return whether there was one."""
        ...

    @property
    def awaits_key(self) -> bool:
        """Whether a pause is running that only a key ends."""
        ...

    def too_soon(self) -> bool:
        """Whether the turn has just begun, so that the user may have meant a key for the pause before."""
        ...

    def question_closed(self) -> None:
        """Continue after a question over the table was closed without an answer."""
        ...


class WatchedHost(TableHost, Protocol):
    """A table of computer players only, which the watching user can pause."""

    @property
    def paused(self) -> bool:
        """Whether the watched table is paused."""
        ...

    def pause(self, on: bool) -> None:
        """Pause the watched table, or resume it."""
        ...

    def step_on(self) -> None:
        """Pause the table after the next event."""
        ...

"""The seam between the screens of a table and whatever runs it: what is shown, and what may be done.

What comes through it is plain data, and what goes back is an event or a number. Nothing that crosses it holds the table
or can call it, so that a table in another process could stand behind it. Today the `Controller` does, with the table
of this process; for a guest at another terminal it would be something that sends events and is sent `Shown`.

What happens is pushed: the host calls `show`, `refuse` and the like of the screen that stands.
"""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_tui.game.events import SeatEvent
    from spades_tui.play.shown import Shown
    from spades_tui.record.open_hands import OpenGame
    from spades_tui.tui.widgets.card_faces import CardStyle


class TableHost(Protocol):
    """A table as its screens know it."""

    # What is shown

    look: "CardStyle"
    """Who sits where, and how the user at this keyboard likes cards to look."""
    late: bool
    """The time to cut ran out: keys meant for the cut must decide nothing else, until one is pressed on purpose."""

    @property
    def shown(self) -> "Shown":
        """The table as it is now, as whoever sits at this keyboard may see it; nobody while the curtain is down."""
        ...

    def open_game(self) -> "OpenGame":
        """The hands that have been scored, with everything open; where no person plays, also the one that goes on."""
        ...

    def stars(self, then: "Callable[[dict[str, int]], object]") -> None:
        """Call `then` with the wins of each person at this table in today's session (3B-28), if a book knows them."""
        ...

    @property
    def opens_later(self) -> bool:
        """Whether the hands that have been scored are laid open only when the game is over."""
        ...

    def hint(self, card: int | None = None) -> "SeatEvent | None":
        """What the program would do; with a card, how it would play that one."""
        ...

    # What may be done

    def act(self, event: "SeatEvent") -> None:
        """What the person at the keyboard has decided. A refusal is shown, and nothing has changed."""
        ...

    def cut(self, depth: int | None, word: str = "") -> None:
        """The pack is cut, perhaps with a word, or not."""
        ...

    def designate(self, place: int) -> None:
        """The dealer has chosen the card that is left over."""
        ...

    def curtain_opened(self, seat: int) -> None:
        """The person named looks now."""
        ...

    def may_take_back_behind_curtain(self) -> int | None:
        """The person who acted last, if that may still be taken back (3B-11)."""
        ...

    def take_back_behind_curtain(self) -> None:
        """Take it back."""
        ...

    def score_seen(self) -> None:
        """The sheet has been looked at."""
        ...

    def play_again(self) -> None:
        """The same table, the deal moved on."""
        ...

    def leave(self) -> None:
        """Go home; the game is kept."""
        ...

    # The pace

    def hurry(self) -> bool:
        """End the pause that is going on; True if there was one."""
        ...

    @property
    def awaits_key(self) -> bool:
        """Whether a pause lasts until a key, and any goes on."""
        ...

    def too_soon(self) -> bool:
        """Whether a key that takes something would take it by mistake."""
        ...

    def go_on(self) -> None:
        """A question over the table has been closed without an answer."""
        ...


class WatchedHost(TableHost, Protocol):
    """A table at which nobody but computer players sits, so that it may wait for the one who watches."""

    @property
    def paused(self) -> bool:
        """Whether a table that is watched waits for the user."""
        ...

    def pause(self, on: bool) -> None:
        """Let a table that is watched wait, or go on."""
        ...

    def step_on(self) -> None:
        """Let it wait after the next thing that happens."""
        ...

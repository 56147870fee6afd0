"""What the screens of a table may ask of the one who runs it; `spades_tui.screens.controller.Controller` is the one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from spades_tui.game.facts import SeatFact
    from spades_tui.game.state import Trick
    from spades_tui.seats import Observation
    from spades_tui.table.table import Table
    from spades_tui.widgets.faces import Look


@dataclass(frozen=True, slots=True)
class Lying:
    """A complete trick that has not been gathered yet."""

    trick: "Trick"
    winner: int


class TableHost(Protocol):
    """A table as its screens know it. They look at observations of `viewer` only, and say what was decided."""

    table: "Table"
    look: "Look"
    viewer: int | None
    """Who sits at the keyboard; None while the curtain is down."""
    lying: Lying | None
    cut_words: str

    @property
    def waiting(self) -> bool:
        """A pause is going on, which any key ends."""
        ...

    def hurry(self) -> bool:
        """End the pause that is going on; True if there was one."""
        ...

    def too_soon(self) -> bool:
        """Whether a key that takes something would take it by mistake."""
        ...

    def act(self, fact: "SeatFact") -> None:
        """What the person at the keyboard has decided. A refusal is shown, and nothing has changed."""
        ...

    def go_on(self) -> None:
        """A question over the table has been closed without an answer."""
        ...

    def hint(self, card: int | None = None) -> "SeatFact | None":
        """What the program would do; with a card, how it would play that one."""
        ...

    def public_log(self, seen: "Observation") -> list[str]:
        """The hand in words, as everybody may read it."""
        ...

    def news(self) -> str:
        """What has been announced lately."""
        ...

    def waiting_words(self) -> str:
        """Who is waited for, and what happened last."""
        ...

    def cut(self, depth: int | None) -> None:
        """The pack is cut, or not."""
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

    def next_dealer(self) -> int:
        """Who deals the next hand (C-2)."""
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

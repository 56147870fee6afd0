"""The interface between a table's screens and the code that runs the game, and the effects that cross it.

Only plain data crosses it: `Shown` one way, events and effects the other, so the table can be in another process.
`Controller` implements it for a table in this one, `LessonHost` for a lesson.

The host calls methods of its current screen, such as `show` and `refuse`, when something happens.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from textual.screen import Screen

if TYPE_CHECKING:
    from spades_tui.game.events import SeatEvent
    from spades_tui.game.refusal import Refusal
    from spades_tui.play.shown import Shown
    from spades_tui.record.open_hands import OpenGame
    from spades_tui.tui.table.pauses import Pauses
    from spades_tui.tui.widgets.card_faces import CardStyle


class Effect(Struct, frozen=True):
    """Something that should happen at a table; parts of the controller return it, and `Controller.act` carries it out.

    Apart from a screen to show and its first action, each effect is plain data, so tests can read it.
    """


Effects = tuple[Effect, ...]
"""Effects in order. Those that follow from the first come before the second."""

# Written to disk before anything is shown


class Happen(Effect, frozen=True):
    """Apply a player's action."""

    event: "SeatEvent"


class Cut(Effect, frozen=True):
    """Cut the deck, perhaps with a word, or decline (None); the dealer may then choose the extra card."""

    depth: int | None
    word: str = ""


class DealCards(Effect, frozen=True):
    """Deal with the cut that was made, and animate it."""

    extra_at: int | None
    """The place in the deck of the extra card; None for the last."""


class TakeBackLast(Effect, frozen=True):
    """Take back the last person's action, behind a curtain (3B-11)."""


class ScoreHand(Effect, frozen=True):
    """Score the hand that has been played, and show its sheet."""


class EndGame(Effect, frozen=True):
    """Show the next part of the end of a game that is over."""


class DecideAfterGame(Effect, frozen=True):
    """Record a decision made after the game."""

    event: "SeatEvent"


# Shown


class ShowHand(Effect, frozen=True):
    """Show the table as the viewer sees it, on the screen for its phase."""


class FillScreen(Effect, frozen=True):
    """Update the screen of the hand, if it is the table's current screen."""


class ShowScreen(Effect, frozen=True):
    """Replace the table's screen; `then` is called when the new one is laid out."""

    screen: Screen[None]
    then: Callable[[], object] | None = None


class LowerCurtain(Effect, frozen=True):
    """Hide the table until this person opens the curtain."""

    seat: int
    words: tuple[str, ...] = ()
    """The question for this person, if it isn't one of the game."""


class OpenCurtain(Effect, frozen=True):
    """Show the table to this person, who has opened the curtain."""

    seat: int


class SayRefusal(Effect, frozen=True):
    """Say why an action was refused."""

    refusal: "Refusal"


class RingBell(Effect, frozen=True):
    """Ring the bell: it is the viewer's turn, and others have acted."""


class OfferBooks(Effect, frozen=True):
    """Offer to look for reneges in the hand that has been played."""


# The next step, and its time


class Step(Effect, frozen=True):
    """Begin the next step of the game."""


class GatherTrick(Effect, frozen=True):
    """Let the winner gather the trick."""


class RemoveTrick(Effect, frozen=True):
    """Stop showing the complete trick."""


class PlayOnlyCard(Effect, frozen=True):
    """Play the viewer's only card, if the user still wants that."""


class LeaveScore(Effect, frozen=True):
    """Continue after the score sheet; a trial hand ends here."""


class PlayAgain(Effect, frozen=True):
    """Play another game at this table; the deal moves to the next player."""


class Pause(Effect, frozen=True):
    """Replace any running pause: `then` happens after these seconds, or at the next key if None.

    A key ends the pause early, but not before `least` seconds.
    """

    seconds: float | None
    then: Effect
    least: float = 0.0


# Computer players


class AskComputer(Effect, frozen=True):
    """Let the computer player on turn decide and act."""


class Think(Effect, frozen=True):
    """Ask a slow computer player without blocking the keys."""

    seat: int
    happened: int
    """The number of events before it was asked."""


class Answered(Effect, frozen=True):
    """Use a slow player's answer; None if the turn was over before the player was asked."""

    seat: int
    happened: int
    event: "SeatEvent | None"


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

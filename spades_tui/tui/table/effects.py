"""Effects: things that should happen at a table.

Parts of the controller return them, and `Controller.act` carries them out.

Apart from a screen to show and its first action, each effect is plain data, so tests can read it.
"""

from collections.abc import Callable
from enum import Enum

from msgspec import Struct
from textual.screen import Screen

from spades_tui.game.events import SeatEvent
from spades_tui.game.refusal import Refusal


class Do(Enum):
    """Effects without details."""

    # Written to disk before anything is shown
    TAKE_BACK_LAST = "take back the last person's action, behind a curtain (3B-11)"
    SCORE_HAND = "score the hand that has been played, and show its sheet"
    END_GAME = "show the next part of the end of a game that is over"

    # Shown
    SHOW_HAND = "show the table as the viewer sees it, on the screen for its phase"
    FILL_SCREEN = "update the screen of the hand, if it is the table's current screen"
    OFFER_BOOKS = "offer to look for reneges in the hand that has been played"

    # The next step
    STEP = "begin the next step of the game"
    GATHER_TRICK = "let the winner gather the trick"
    REMOVE_TRICK = "stop showing the complete trick"
    PLAY_ONLY_CARD = "play the viewer's only card, if the user still wants that"
    ASK_COMPUTER = "let the computer player on turn decide and act"
    THINK = "ask a slow computer player without blocking the keys"
    LEAVE_SCORE = "continue after the score sheet; a trial hand ends here"
    PLAY_AGAIN = "play another game at this table; the deal moves to the next player"


class Detailed(Struct, frozen=True):
    """An effect with details."""


Effect = Do | Detailed
Effects = tuple[Effect, ...]
"""Effects in order. Those that follow from the first come before the second."""

# Written to disk before anything is shown


class Happen(Detailed, frozen=True):
    """Apply a player's action."""

    event: SeatEvent


class Cut(Detailed, frozen=True):
    """Cut the deck, perhaps with a word, or decline (None); the dealer may then choose the extra card."""

    depth: int | None
    word: str = ""


class DealCards(Detailed, frozen=True):
    """Deal with the cut that was made, and animate it."""

    extra_at: int | None
    """The place in the deck of the extra card; None for the last."""


class DecideAfterGame(Detailed, frozen=True):
    """Record a decision made after the game."""

    event: SeatEvent


# Shown


class ShowScreen(Detailed, frozen=True):
    """Replace the table's screen; `then` is called when the new one is laid out."""

    screen: Screen[None]
    then: Callable[[], object] | None = None


class LowerCurtain(Detailed, frozen=True):
    """Hide the table until this person opens the curtain."""

    seat: int


class OpenCurtain(Detailed, frozen=True):
    """Show the table to this person, who has opened the curtain."""

    seat: int


class SayRefusal(Detailed, frozen=True):
    """Say why an action was refused."""

    refusal: Refusal


# The next step, and its time


class Pause(Detailed, frozen=True):
    """Replace any running pause: `then` happens after these seconds, or at the next key if None.

    A key ends the pause early, but not before `least` seconds.
    """

    seconds: float | None
    then: Effect
    least: float = 0.0


class Answered(Detailed, frozen=True):
    """Use a slow player's answer; None if the turn was over before the player was asked."""

    happened: int
    """The number of events before it was asked."""
    event: SeatEvent | None

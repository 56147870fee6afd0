"""Effects: things that should happen at a table.

Parts of the controller return them, and `Controller.act` carries them out.

Apart from a screen to show and its first action, each effect is plain data, so tests can read it.
"""

from collections.abc import Callable

from msgspec import Struct
from textual.screen import Screen

from spades_tui.game.events import SeatEvent
from spades_tui.game.refusal import Refusal


class Effect(Struct, frozen=True):
    """Something that should happen at a table."""


Effects = tuple[Effect, ...]
"""Effects in order. Those that follow from the first come before the second."""

# Written to disk before anything is shown


class Happen(Effect, frozen=True):
    """Apply a player's action."""

    event: SeatEvent


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

    event: SeatEvent


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

    refusal: Refusal


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

    happened: int
    """The number of events before it was asked."""


class Answered(Effect, frozen=True):
    """Use a slow player's answer; None if the turn was over before the player was asked."""

    happened: int
    event: SeatEvent | None

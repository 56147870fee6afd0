"""Sentences that every lesson uses, on screen and in plain text."""

from spades_tui.system.output import os_words

RIGHT, WRONG = "Right.", "Not that one."
AGAIN, TURN, END = "Try again.", "Your turn.", "That's the end."
ABOUT = (
    "A lesson is a hand with fixed cards. You make every decision; if one is wrong, the lesson explains why and you "
    "try again. A puzzle is one decision with one right answer."
)
NOT_READ = "can't be read"


def not_saved(error: OSError) -> str:
    """Return the sentence for progress that can't be saved."""
    return f"Your progress can't be saved ({os_words(error)})."

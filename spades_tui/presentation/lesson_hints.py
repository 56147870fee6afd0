"""What a lesson says beside its own words, wherever it is gone through."""

RIGHT, WRONG = "Right.", "Not that one."
AGAIN, TURN, END = "Try again.", "Your turn.", "That is the end."
ABOUT = (
    "A lesson is a hand that explains itself: the cards are fixed, every decision is yours, a wrong one is "
    "explained and may be tried again. A puzzle is one decision with one right answer."
)
NOT_READ = "cannot be read"


def not_kept(error: OSError) -> str:
    """What has been done cannot be written down."""
    return f"What you have done cannot be kept ({error.strerror or error})."

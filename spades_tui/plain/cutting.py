"""Ask people who may cut the deck, or choose the extra card."""

from functools import partial

from spades_tui.fair import is_word
from spades_tui.plain import answers, speech
from spades_tui.plain.console import Face
from spades_tui.play.shown import CutOffered

LEAVES = "Enter leaves it as it is."
AT_CUT = (
    "Say how many cards to cut. You can add a word after the number; both go into the shuffle.",
    "Say seal for the seal that fixes this deal, seal last for what opens the last one. Enter declines the cut.",
)
AT_PLACE = "The card at that place of the deck, counted from the top, is the extra card."


def ask_cut(face: Face, offer: CutOffered) -> tuple[int | None, str]:
    """Ask for the depth of the cut, and the word for the shuffle."""
    wanted = f"Say 1 to {offer.cards - 1}, with a word after it if you like, or seal; {LEAVES}"
    asked = "Cut the deck? "
    while True:
        line = face.answer(f"{asked}{wanted}", enter=True, options=partial(face.say, *AT_CUT))
        number, _, word = line.partition(" ")
        asked = ""
        if not line:
            return None, ""
        depth = answers.number_in(number)
        if line.casefold() == "seal":
            face.say("The seal fixes this deal before you cut; spades-tui verify checks that afterwards.",
                     f"It is {speech.spelt(offer.commitment)}.")  # fmt: skip
        elif depth is None or not 1 <= depth < offer.cards:
            face.wrong(line)
        elif word.strip() and not is_word(word.strip()):
            face.say("The word may have at most 64 letters.")
        else:
            return depth, word.strip()


def ask_place(face: Face, offer: CutOffered) -> int | None:
    """Ask which card of the deck to set aside; None for the last one."""
    asked = "You deal. Which card of the deck is set aside, face down? "
    while True:
        wanted = f"Say 1 to {offer.cards}; Enter takes the last one."
        line = face.answer(f"{asked}{wanted}", enter=True, options=partial(face.say, AT_PLACE))
        number = answers.number_in(line)
        if not line or number == offer.cards:
            return None
        if number is not None and 1 <= number < offer.cards:
            return number - 1
        face.wrong(line)
        asked = ""

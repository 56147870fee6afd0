"""What somebody is told before it is his turn: at a curtain, and of the cards that a decision has brought."""

from spades_tui.game.phase import Phase
from spades_tui.presentation import draft_words, pass_words
from spades_tui.presentation.decisions import ASKED
from spades_tui.presentation.wording import Wording
from spades_tui.seats import Observation


def what_came(seen: Observation, look: Wording) -> str:
    """The cards that the viewer's last decision, or his partner's, has brought him, in a sentence; else nothing."""
    return pass_words.came(seen, look) or draft_words.came(seen, look)


def curtain_words(theirs: Observation) -> tuple[str, ...]:
    """What the person named on the curtain is asked for; nothing of what that person sees."""
    if theirs.phase == Phase.BID and theirs.may_choose_blind:
        return ("It is your turn to bid.", "You may still bid blind: your cards have not been shown.")
    return (ASKED.get(theirs.phase, "It is your turn."),)

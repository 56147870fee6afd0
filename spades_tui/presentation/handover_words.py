"""Sentences for the player who comes next: on the curtain, and about cards that just came."""

from spades_tui.game.phase import Phase
from spades_tui.presentation import draft_words, pass_words
from spades_tui.presentation.decisions import ASKED
from spades_tui.presentation.wording import Wording
from spades_tui.seats import Observation


def words_of_got_cards(seen: Observation, look: Wording) -> str:
    """Return a sentence about the cards the viewer just got by a draft or a pass; "" if there are none."""
    return pass_words.cards_from_partner(seen, look) or draft_words.last_draft(seen, look)


def curtain_words(theirs: Observation) -> tuple[str, ...]:
    """Return what the player named on the curtain has to do, without anything only they may see."""
    if theirs.phase == Phase.BID and theirs.may_choose_blind:
        return ("It's your turn to bid.", "You haven't seen your cards, so you can still bid blind.")
    return (ASKED.get(theirs.phase, "It's your turn."),)

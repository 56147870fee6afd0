"""Play a hand with random legal choices."""

import random

from spades_tui.game import events, machine
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant
from tests.game.at_random import check_cards, random_deal


def play_a_hand(variant: Variant, seed: str = "hand") -> None:
    """Deal, bid, play and score one hand at random, with a limited number of changed bids and new deals."""
    chance = random.Random(seed)
    course = History(new_game(ruleset(variant), 0))
    for count in range(600):
        state = course.state
        check_cards(state)
        if state.standing.hands or state.phase == Phase.OVER:
            return
        if state.phase == Phase.DEAL:
            course.do(random_deal(state, chance))
        elif state.phase == Phase.PLAYED:
            course.do(events.Score())
        else:
            legal = machine.legal(state)
            # Changed bids and new deals could repeat endlessly.
            ending = tuple(one for one in legal if isinstance(one, events.Play)) or legal[-1:]
            course.do(chance.choice(ending if count > 200 else legal))
    raise AssertionError("the hand never ends")

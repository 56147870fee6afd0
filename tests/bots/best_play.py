"""The value of a hand's last tricks by best play of everybody, found by trying every card."""

from random import Random

from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.end_values import EndValues
from spades_tui.bots.search.playout import packed_tricks
from spades_tui.game import machine
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observer import observe
from tests.bots.at_random import any_card, bid


def hand_with_cards_left(rules: Ruleset, cards: int, random: Random) -> GameState:
    """Play a hand at random until this many cards are left."""
    state = bid(rules, random)
    while sum(held.bit_count() for held in state.current.holding) > cards:
        state = machine.apply(state, any_card(state, random))[0]
    return state


def worth_at_the_end(state: GameState, ends: EndValues) -> float:
    by_unit = [0] * len(ends.table.worth)
    for player, unit in enumerate(ends.table.unit_of):
        by_unit[unit] += state.current.took[state.current.table[player]]
    return ends.outcomes().of(packed_tricks(by_unit), list(ends.start.winners)).value


def best(state: GameState, ends: EndValues, ours: list[bool]) -> float:
    """Return a hand's value if every player does the best for their side, trying every card."""
    if state.phase == Phase.PLAYED:
        return worth_at_the_end(state, ends)
    seat = state.current.player
    found = [best(machine.apply(state, event)[0], ends, ours) for event in fair_plays(observe(state, seat))]
    return max(found) if ours[state.current.table.index(seat)] else min(found)

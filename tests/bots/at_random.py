"""Bid and play hands at random, and build the end values of a search from them."""

from random import Random

from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.end_values import EndValues, ends_as_bid
from spades_tui.game import machine
from spades_tui.game.events import Play, Redeal
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observer import observe
from tests.bench.bots import deal


def any_card(state: GameState, random: Random) -> Play:
    """Return a random card that follows suit; aces are called."""
    return random.choice(fair_plays(observe(state, state.current.player)))


def ends_at(state: GameState) -> EndValues:
    """Return the end values that a search builds from the view of the seat on turn."""
    seat = state.current.player
    return ends_as_bid(observe(state, seat), seat)


def bid(rules: Ruleset, random: Random) -> GameState:
    """Return a game before the first card of its first hand."""
    course = History(new_game(rules, random.randrange(rules.seats)))
    deal(course, random.randbytes(32))
    while course.state.phase != Phase.PLAY:
        course.do(random.choice([event for event in machine.legal(course.state) if not isinstance(event, Redeal)]))
    return course.state

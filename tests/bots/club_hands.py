"""Play hands between club players from a seed, up to a decision."""

from spades_tui import bots
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game import machine
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench.bots import deal


def played_to(rules: Ruleset, seed: str, decisions: int) -> GameState:
    """Return a hand between club players after this many decisions, or after its last card."""
    course = History(new_game(rules, 0))
    deal(course, seeded_secret(seed, 1, 1, 1))
    for n in range(decisions):
        turn = machine.on_turn(course.state)
        if turn is None or course.state.phase == Phase.PLAYED:
            break
        seen = observe(course.state, turn)
        course.do(bots.choose("club", seen, Stream(f"{seed}{n}".encode())))
        if course.state.phase == Phase.DEAL:
            deal(course, seeded_secret(seed, 1, 1, n + 2))
    return course.state


def on_turn(state: GameState) -> Observation | None:
    """Return the view of the seat on turn; None if there is none."""
    turn = machine.on_turn(state)
    return None if turn is None else observe(state, turn)

"""The hands of games as columns, for tables with millions of rows: one row for each seat in each hand."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from spades_tui.analysis.simulate import GameInMemory, no_tick
from spades_tui.game.findings import HandScore
from spades_tui.game.state import HandState
from spades_tui.play.setup import TableSetup
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import Ruleset

Value = int | bool | str | None

COLUMNS = {
    "game": "int32",
    "hand": "int16",
    "seat": "int8",
    "left_of_dealer": "int8",
    "side": "int8",
    "bid": "int8",
    "blind": "bool",
    "tricks": "int8",
    "outcome": "string",
    "bags": "int8",
    "points": "int32",
    "total": "int32",
    "won": "bool",
}
"""Names and types. `bags`, `points`, `total` and `won` are the side's; `total` is after the hand."""

_OUTCOMES = (Decided.ZERO_MADE, Decided.ZERO_FAILED, Decided.MADE, Decided.SET)


class GameRows(Struct, frozen=True):
    """The rows of one game, and whether it has ended."""

    game: int
    ended: bool
    rows: tuple[tuple[Value, ...], ...]


def play_for_rows(setup: TableSetup, tick: Callable[[], None] = no_tick) -> GameRows:
    """Play one game and return its rows."""
    game = GameInMemory(setup)
    for _ in game.play():
        tick()
    over = game.loop.course.game_over()
    winners = over.winners if over is not None else None
    rows = (
        (setup.game, *row, side in winners if winners is not None else None)
        for hand, score in game.scores
        if not hand.skipped
        for side, row in _rows(game.rules, hand, score)
    )
    return GameRows(setup.game, over is not None, tuple(rows))


def _rows(rules: Ruleset, hand: HandState, score: HandScore) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Yield the side and the row of each seat that played, without the game and its winner."""
    for seat in sorted(hand.order):
        side = rules.side_of[seat]
        own = {note.what for note in score.notes if seat in note.seats}
        bags = sum(note.tricks for note in score.notes if note.what is Decided.OVER and note.side == side)
        outcome = next((one.value for one in _OUTCOMES if one in own), None)
        yield side, (
            score.hand, seat, (seat - hand.dealer) % rules.seats, side, score.bids[seat], hand.blind[seat],
            score.tricks[seat], outcome, bags, score.points[side], score.totals[side],
        )  # fmt: skip

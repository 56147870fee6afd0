"""Play games between computer players.

They become records with findings, or one row for each seat in each hand. Trial games show that a
variant ends.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from spades_tui.game.events import Deal, SeatEvent
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.history import History
from spades_tui.game.state import GameState, HandState, new_game
from spades_tui.play.brain import IN_PLACE, Brain
from spades_tui.play.game_loop import GameLoop
from spades_tui.play.outside_player import OutsideSeats
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.record.writer import JsonLine, record_text
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import Variant, options_of, with_options
from spades_tui.rules.variant_check import MOST_HANDS
from spades_tui.rules.variant_reader import VariantError, line_in

if TYPE_CHECKING:
    from spades_tui.system.jobs import Jobs


DoneT = TypeVar("DoneT")

_MOST_SAID = 20
"""Maximum number of actions out of turn between two turns."""


class Simulated(Struct, frozen=True):
    """One game: its record as text, and whether it has ended."""

    game: int
    text: str
    ended: bool
    missed: tuple[str, ...] = ()
    """Sentences about outside players for which the table's beginner had to play."""


def no_tick() -> None:
    """Do nothing: no caller wants progress."""


class GameInMemory:
    """The loop of a game with its lines in memory.

    `person` chooses for the people, if there are any.

    `before`: a state between two hands to begin with. `brain` answers for slow players.
    """

    def __init__(
        self,
        setup: TableSetup,
        person: Callable[[GameLoop, int], SeatEvent] | None = None,
        before: GameState | None = None,
        brain: Brain = IN_PLACE,
    ) -> None:
        self.setup = setup
        self._person = person
        self.rules = ruleset(with_options(setup.variant, setup.options))
        self.lines: list[JsonLine] = []
        self.scores: list[tuple[HandState, HandScore]] = []
        """The hands that have been scored, as they were before."""
        course = History(before or new_game(self.rules, setup.dealer))
        keep = self.lines.extend  # not `self`, so that a game is gone as soon as nobody needs it
        self.loop = GameLoop(setup, course, OutsideSeats(setup), lambda *lines: keep(lines))
        self.loop.brain = brain

    def play(self, tick: Callable[[], None] = no_tick) -> GameOver | None:
        """Play the whole game, and return how it has ended; `tick` is called after each step."""
        try:
            self.loop.begin()
            while self._step():
                tick()
            self.loop.end()
        finally:
            self.loop.outside.close()
        return self.loop.course.game_over()

    def _step(self) -> bool:
        """Do the next step; return False when there is none."""
        match self.loop.next():
            case CutOffered():
                if self.loop.course.state.standing.hands >= MOST_HANDS:
                    return False
                self.loop.deal()
            case Turn(seat, human):
                asked = self._person if human else None
                self.loop.do(asked(self.loop, seat) if asked else self.loop.choose())
                if self.rules.challenge is not None:
                    self._let_speak()
            case HandPlayed():
                self._let_speak()
                hand = self.loop.course.state.hand
                for finding in self.loop.score():
                    if hand is not None and isinstance(finding, HandScore):
                        self.scores.append((hand, finding))
            case GameEnded():
                return False
        return True

    def play_hand(self, deal: Deal) -> bool:
        """Play one hand from its deal to its score; return False if its cards are dealt again."""
        self.loop.do(deal)
        self.loop.dealt = deal
        while isinstance(step := self.loop.next(), Turn | HandPlayed):
            self._step()
            if isinstance(step, HandPlayed):
                return True
        return False

    def _let_speak(self) -> None:
        """Let players act out of turn, until none has anything to do."""
        for _ in range(_MOST_SAID):
            action = self.loop.speak()
            if action is None:
                break
            self.loop.do(action)


def play_game(setup: TableSetup, tick: Callable[[], None] = no_tick) -> Simulated:
    """Play one game. With a seed in the setup, the text is the same every time."""
    game = GameInMemory(setup)
    over = game.play(tick)
    missed = []
    for seat, why in game.loop.outside.missed.items():
        missed.append(f"a beginner played for {setup.seats[seat].name}'s program: {why}")
    return Simulated(setup.game, record_text(game.lines), over is not None, tuple(missed))


def in_order(
    work: Callable[..., DoneT], setups: Iterable[TableSetup], jobs: "Jobs | None" = None,
    tick: Callable[[], None] = no_tick,
) -> Iterator[DoneT]:  # fmt: skip
    """Yield the results of work on games in the order of their setups.

    Other processes do it if there are any. `work` takes a setup and `tick`, which is called now and
    then. Raises JobsLost if processes are killed from outside again and again.
    """
    if jobs is not None:
        yield from jobs.in_order(work, setups, tick)
        return
    for setup in setups:
        yield work(setup, tick)


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
"""Names and types.

`bags`, `points`, `total` and `won` are the side's; `total` is after the hand.
"""

_OUTCOMES = (Decided.ZERO_MADE, Decided.ZERO_FAILED, Decided.MADE, Decided.SET)


class GameRows(Struct, frozen=True):
    """The rows of one game, and whether it has ended."""

    game: int
    ended: bool
    rows: tuple[tuple[Value, ...], ...]


def play_for_rows(setup: TableSetup, tick: Callable[[], None] = no_tick) -> GameRows:
    """Play one game and return its rows."""
    game = GameInMemory(setup)
    over = game.play(tick)
    rows = list[tuple[Value, ...]]()
    for hand, score in game.scores:
        if hand.skipped:
            continue
        for side, row in _rows(game.rules, hand, score):
            won = side in over.winners if over is not None else None
            rows.append((setup.game, *row, won))
    return GameRows(setup.game, over is not None, tuple(rows))


def _rows(
    rules: Ruleset, hand: HandState, score: HandScore
) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Yield the side and the row of each seat that played, without the game and its winner."""
    for seat in sorted(hand.order):
        side = rules.side_of[seat]
        outcomes = set[str]()
        bags = 0
        for note in score.notes:
            if seat in note.seats and note.what in _OUTCOMES:
                outcomes.add(note.what.value)
            if note.side == side and note.what is Decided.OVER:
                bags += note.tricks
        outcome = next((decided.value for decided in _OUTCOMES if decided.value in outcomes), None)
        yield side, (
            score.hand, seat, (seat - hand.dealer) % rules.seats, side, score.bids[seat],
            hand.blind[seat],
            score.tricks[seat], outcome, bags, score.points[side], score.totals[side],
        )  # fmt: skip


TRIALS = 3
"""The number of games to try, because one or two without an end may be chance."""

MOST_TRIAL_HANDS = 12
"""Maximum number of hands of a trial game; more would be like these."""


def trial(variant: Variant, file: str) -> None:
    """Play a variant between beginners with fixed seeds.

    Play it with its defaults, and with each switch reversed. Raises VariantError if no game ends.
    """
    if not _ends(variant, {}, file):
        message = (
            f"none of {TRIALS} trial games ended within {MOST_HANDS} hands; "
            "add an ending that players reach"
        )
        raise VariantError(file, line_in(file, ("endings",)), ("endings",), message)
    flipped: dict[str, object] = {}
    for option in options_of(variant):
        if not option.bounds:
            flipped[option.name] = next(value for value in option.values if value != option.usual)
    if flipped and not _ends(variant, flipped, file):
        message = (
            "with every option switched, "
            f"none of {TRIALS} trial games ended within {MOST_HANDS} hands"
        )
        raise VariantError(file, line_in(file, ("options",)), ("options",), message)


def _ends(variant: Variant, options: dict[str, object], file: str) -> bool:
    played = with_options(variant, options).changed(options=()).shortened(MOST_TRIAL_HANDS)
    for game in range(1, TRIALS + 1):
        setup = TableSetup(played, {}, bot_seats(variant.seats, "beginner"), 0, "trial", game)
        try:
            if GameInMemory(setup).play() is not None:
                return True
        except Exception as error:
            kind = type(error).__name__
            message = f"a trial game failed ({kind}); this is a fault of the program"
            raise VariantError(file, None, (), message) from error
    return False

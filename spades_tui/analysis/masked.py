"""A record for somebody else to read: hands that are over with all their cards, and of a hand that goes on what may be
known of it.

Nothing is taken out of a line. Of a hand that is not scored there is what `told_to` names for the only person at the
table (docs/seat.md), with his own cards; where several people play, or nobody, what every seat is told alike.
"""

import io

from msgspec import UNSET

from spades_tui.frozen import dataclass
from spades_tui.game import events
from spades_tui.game.findings import Finding
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.play.outside_player import events_for
from spades_tui.record.journal_lines import whole_lines
from spades_tui.record.line_forms import GameLine
from spades_tui.record.reader import Read, raw_lines, read
from spades_tui.record.record_error import RecordError
from spades_tui.record.replay import Replayer
from spades_tui.record.writer import JsonLine, dump, event_line

BESIDE = ("at", "stand_in")
"""Keys of an event's line that say nothing of cards."""
FROM_A_SEED = ("seed", "game")
"""Keys of the first line from which every deal of the game could be computed."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A record without what is nobody's to know yet."""

    lines: tuple[str, ...]
    """Without their ends."""
    hidden: tuple[int, ...]
    """Of the last game: the hands whose cards are left out."""
    alone: bool
    """One person plays in it, and has the cards of those hands that he sees."""
    names: tuple[str, ...]
    seed_left_out: bool
    over: bool
    """The last game has ended: nothing of it is left out."""
    broken: str = ""
    """A sentence, where the record could not be read to its end."""


def masked(raw: bytes, *, until_over: bool = False) -> Masked:
    """A record, or several one after another, as far as they can be read.

    `until_over`: the cards of all hands are left out until the game is over, not only those of the last.
    """
    lines: list[str] = []
    game: _Game | None = None
    broken, number = "", 0
    stream = enumerate(raw_lines(io.BytesIO(whole_lines(raw, by_hand=True))), 1)
    try:
        for read_line in read(line for number, line in stream):
            if game is None or isinstance(read_line.line, GameLine):
                if game is not None:
                    lines += game.told(until_over)
                game = _Game(read_line)
            else:
                game.take(read_line)
    except RecordError as error:
        broken = f"It is broken at line {error.line or number}, which is left out with all that follows."
    if game is None:
        return Masked((), (), False, (), False, False, broken or "It is empty.")
    lines += game.told(until_over)
    names = tuple(entry.name for entry in game.head.seats)
    seed = game.seeded and not game.over
    return Masked(
        tuple(lines), game.hidden(until_over), len(game.people) == 1, names, seed, game.over, broken
    )


class _Hand:
    """The lines of a hand: as they stand in the record, and as they may be told."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.whole: list[JsonLine] = []
        self.allowed: list[JsonLine] = []
        self.scored = False


class _Game:
    """Takes the lines of one game. What is wrong with one is raised as RecordError, and nothing of it is kept."""

    def __init__(self, first: Read) -> None:
        self._replayer = Replayer(first, lines=False)
        self._replayer.heard = self._hear
        self.head = self._replayer.result.head
        self.people = [seat for seat, entry in enumerate(self.head.seats) if entry.kind == "human"]
        self.seeded = self.head.seed is not UNSET
        self._first = first.data
        self._before: list[JsonLine] = []
        """What stands before the first deal."""
        self._hands: list[_Hand] = []
        self._heard: list[JsonLine] = []

    @property
    def over(self) -> bool:
        """Whether nothing of it is secret any more."""
        return self._replayer.result.course.state.phase == Phase.OVER

    def take(self, read_line: Read) -> None:
        """One more line. Raises RecordError."""
        self._heard = []
        self._replayer.take(read_line)
        event = read_line.event
        if isinstance(event, events.Deal) and (not self._hands or self._hands[-1].number != event.number):
            self._hands.append(_Hand(event.number))
        beside = {key: read_line.data[key] for key in BESIDE if key in read_line.data}
        allowed = [_without_sum(read_line.data)] if event is None else [{**line, **beside} for line in self._heard]
        if self._hands:
            self._hands[-1].whole.append(read_line.data)
            self._hands[-1].allowed += allowed
        else:
            self._before.append(read_line.data)

    def _hear(self, event: events.Event, before: GameState, after: GameState, findings: tuple[Finding, ...]) -> None:
        if isinstance(event, events.Score):
            self._hands[-1].scored = True
        elif len(self.people) == 1:
            self._heard += [_without_proof(line) for line in events_for(self.people[0], event, before, after)]
        elif isinstance(event, events.RecordedEvent):
            self._heard.append(_told_to_all(event, before, after))

    def hidden(self, until_over: bool) -> tuple[int, ...]:
        """The hands whose cards are left out."""
        if self.over:
            return ()
        return tuple(hand.number for hand in self._hands if until_over or not hand.scored)

    def told(self, until_over: bool) -> list[str]:
        """The lines as they may be told; with their sums if that is all of them, as they stand."""
        if self.over:
            whole = [self._first, *self._before, *(line for hand in self._hands for line in hand.whole)]
            return [dump(line) for line in whole]
        hidden = self.hidden(until_over)
        first = {key: value for key, value in self._first.items() if not (self.seeded and key in FROM_A_SEED)}
        lines = [first, *self._before]
        for hand in self._hands:
            lines += hand.allowed if hand.number in hidden else hand.whole
        return [dump(_without_sum(line)) for line in lines]


def _told_to_all(event: events.RecordedEvent, before: GameState, after: GameState) -> JsonLine:
    """What every seat is told alike of an event."""
    first, *others = (_without_proof(event.told_to(seat, before, after)) for seat in range(after.rules.seats))
    same = {key: value for key, value in first.items() if all(key in told and told[key] == value for told in others)}
    return {"event": event_line(event)["event"], **same}


def _without_sum(line: JsonLine) -> JsonLine:
    """A sum is taken of the whole line: whoever has it can try which cards it fits."""
    return {key: value for key, value in line.items() if key != "sum"}


def _without_proof(line: JsonLine) -> JsonLine:
    """Of a deal's proof the version alone: the commitment fits one secret, and a secret may come from a short seed."""
    proof = line.get("fair")
    return {**line, "fair": {"v": proof["v"]}} if isinstance(proof, dict) else line

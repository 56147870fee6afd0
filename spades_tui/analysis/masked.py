"""Mask a record for others to read.

Keep hands that are over, and only the public part of the current one. Lines of an unscored hand are
built from what `shown_to` lists (docs/seat.md), with the cards of the only person at the table. If
there are several people or none, the hand has no hidden cards at all.
"""

import io

from msgspec import UNSET, Struct

from spades_tui.game import events
from spades_tui.game.history import Step
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.play.outside_player import events_for
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import unsummed, whole_lines
from spades_tui.record.line_forms import GameLine
from spades_tui.record.reader import Read, raw_lines, read
from spades_tui.record.replay import Replayer
from spades_tui.record.writer import JsonLine, event_line
from spades_tui.system.output import json_text

BESIDE = ("at", "stand_in", "coached", "hinted")
"""Keys of an event's line that reveal nothing about cards."""
FROM_A_SEED = ("seed", "game")
"""Keys of the first line that would reveal every deal of the game."""


class Masked(Struct, frozen=True):
    """A record without the cards that are still secret."""

    lines: tuple[str, ...]
    """Without line ends."""
    hidden: tuple[int, ...]
    """The numbers of the last game's hands whose cards are left out."""
    alone: bool
    """Whether exactly one person plays in it; their cards of those hands are kept."""
    names: tuple[str, ...]
    seed_left_out: bool
    over: bool
    """Whether the last game has ended, so that nothing of it is left out."""
    broken: str = ""
    """A sentence if the record couldn't be read to its end."""


def masked(raw: bytes, *, until_over: bool = False) -> Masked:
    """Mask one record or several, as far as they can be read.

    `until_over`: leave out the cards of all hands until the game is over, not just the cards of the
    last hand.
    """
    lines: list[str] = []
    game: _Game | None = None
    broken = ""
    try:
        for read_line in read(raw_lines(io.BytesIO(whole_lines(raw, by_hand=True)))):
            if game is None or isinstance(read_line.line, GameLine):
                if game is not None:
                    lines += game.masked_lines(until_over)
                game = _Game(read_line)
            else:
                game.take(read_line)
    except RecordError as error:
        broken = f"Line {error.line} is damaged; it and all lines after it are left out."
    if game is None:
        why = broken or "The file is empty."
        return Masked((), (), alone=False, names=(), seed_left_out=False, over=False, broken=why)
    lines += game.masked_lines(until_over)
    names = game.head.names
    seed = game.seeded and not game.over
    hidden, alone = game.hidden(until_over), len(game.people) == 1
    return Masked(tuple(lines), hidden, alone, names, seed, game.over, broken)


class _Hand:
    """The lines of a hand: as in the record, and as others may read them."""

    def __init__(self, number: int, *whole: JsonLine) -> None:
        self.number = number
        self.whole = [*whole]
        self.allowed: list[JsonLine] = []
        self.open = not number
        """Whether others may read all its lines.

        It has been scored, or is what came before the first deal.
        """


class _Game:
    """Collects the lines of one game.

    An invalid line raises RecordError, and nothing of it is kept.
    """

    def __init__(self, first: Read) -> None:
        self._replayer = Replayer(first, lines=False)
        self._replayer.heard = self._hear
        self.head = self._replayer.result.head
        self.people = self.head.people
        self.seeded = self.head.seed is not UNSET
        self._hands = [_Hand(0, first.data)]
        """The lines before the first deal, and each hand."""
        self._heard: list[JsonLine] = []

    @property
    def over(self) -> bool:
        """Whether the game is over, so that nothing of it is secret."""
        return self._replayer.result.course.state.phase == Phase.OVER

    def take(self, read_line: Read) -> None:
        """Add one line. Raises RecordError."""
        self._heard = []
        self._replayer.take(read_line)
        event = read_line.event
        if isinstance(event, events.Deal) and self._hands[-1].number != event.number:
            self._hands.append(_Hand(event.number))
        hand = self._hands[-1]
        hand.whole.append(read_line.data)
        if event is None:
            hand.allowed.append(unsummed(read_line.data))  # a sum would help to guess the cards
        else:
            beside = {key: read_line.data[key] for key in BESIDE if key in read_line.data}
            hand.allowed += (line | beside for line in self._heard)

    def _hear(self, step: Step) -> None:
        if isinstance(step.event, events.Score):
            self._hands[-1].open = True
        elif len(self.people) == 1:
            self._heard += map(_without_proof, events_for(self.people[0], step))
        elif isinstance(step.event, events.RecordedEvent):
            self._heard.append(_public_line(step.event, step.before, step.after))

    def hidden(self, until_over: bool) -> tuple[int, ...]:
        """Return the hands whose cards are left out."""
        if self.over:
            return ()
        return tuple(hand.number for hand in self._hands[1:] if until_over or not hand.open)

    def masked_lines(self, until_over: bool) -> list[str]:
        """Return the lines as others may read them, with checksums if nothing is left out."""
        hidden = self.hidden(until_over)
        lines: list[JsonLine] = []
        for hand in self._hands:
            lines += hand.allowed if hand.number in hidden else hand.whole
        if self.over:
            return [*map(json_text, lines)]
        if self.seeded:
            lines[0] = {key: value for key, value in lines[0].items() if key not in FROM_A_SEED}
        return [json_text(unsummed(line)) for line in lines]


def _public_line(event: events.RecordedEvent, before: GameState, after: GameState) -> JsonLine:
    """Return what every seat may see of an event."""
    same, *others = (event.shown_to(seat, before, after) for seat in range(after.rules.seats))
    same = _without_proof(same)
    for line in map(_without_proof, others):
        same = {key: same[key] for key in same if key in line and line[key] == same[key]}
    return {"event": event_line(event)["event"], **same}


def _without_proof(line: JsonLine) -> JsonLine:
    """Keep only the version of a deal's proof.

    Its secret may come from a short seed that others can guess.
    """
    proof = line.get("fair")
    if isinstance(proof, dict):
        return {**line, "fair": {"v": proof["v"]}}
    return line

"""Taking up a suspended game: its journal, played through the rules."""

import io
from dataclasses import dataclass
from pathlib import Path

from spades_tui.record.errors import RecordError
from spades_tui.record.journal_lines import read_record, whole_lines
from spades_tui.record.lines import GameLine
from spades_tui.record.read import raw_lines, read
from spades_tui.record.replay import Replayed, Replayer
from spades_tui.record.write import JsonLine
from spades_tui.table.open_hand import HandRecorder, recorder_of
from spades_tui.table.setup import SeatSetup, TableSetup

Marks = dict[int, tuple[tuple[int, int, int], ...]]
"""For each hand its ZB marks: by whom, whose, which card."""


@dataclass(frozen=True, slots=True)
class Suspended:
    """A game as its journal tells it, and where the journal goes on."""

    replayed: Replayed
    size: int
    """Where the last whole line ends: one that was cut off in the middle was never shown to anybody."""
    last_sum: str
    lacking: tuple[JsonLine, ...]
    """Findings that should follow the last fact, and do not stand there."""
    marks: Marks
    recorder: HandRecorder
    """Has heard all of it."""

    @property
    def setup(self) -> TableSetup:
        """Who sits there, and what is played."""
        head = self.replayed.head
        seats = tuple(SeatSetup(entry.name, entry.kind, entry.level) for entry in head.seats)
        return TableSetup(self.replayed.variant, dict(head.options), seats, head.dealer, head.seed, head.game)


def read_journal(path: Path) -> Suspended:
    """Read the journal of a game that is not over. Raises RecordError, OSError."""
    raw = whole_lines(read_record(path))
    replayer: Replayer | None = None
    recorder: HandRecorder | None = None
    last_sum, last_is_fact = "", False
    marks: Marks = {}
    closed = False
    try:
        for read_line in read(raw_lines(io.BytesIO(raw))):
            if replayer is None:
                replayer = Replayer(read_line)
                recorder = recorder_of(replayer)
            elif isinstance(read_line.line, GameLine):
                raise RecordError(read_line.number, "a second game in one journal")
            else:
                replayer.take(read_line)
            hand = replayer.result.course.state.hand
            if hand is not None:
                marks[hand.number] = hand.marks
            last_sum = read_line.line.sum if read_line.line.has("sum") else ""
            last_is_fact = read_line.data["event"] not in ("trick", "hand_score", "game_over")
            closed = read_line.data["event"] == "game_over"
        if replayer is None or recorder is None:
            raise RecordError(1, "the journal is empty")
    except RecordError as error:
        error.file = str(path)
        raise
    replayed = replayer.result
    lacking: list[JsonLine] = []
    for line in reversed(replayed.lines if last_is_fact else []):
        if line["event"] not in ("trick", "hand_score"):
            break
        lacking.insert(0, line)
    if closed:
        raise RecordError(raw.count(b"\n"), "the game is over; there is nothing to go on with", file=str(path))
    return Suspended(replayed, len(raw), last_sum, tuple(lacking), marks, recorder)


def check_journal(path: Path) -> None:
    """Whether a suspended game can be gone on with. Raises RecordError, OSError."""
    read_journal(path)

"""Resume a suspended game: read its journal, and replay its events by the rules."""

import io
from pathlib import Path

from msgspec import UNSET

from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record, whole_lines
from spades_tui.record.line_forms import GameLine
from spades_tui.record.open_hands import HandRecorder, recorder_of
from spades_tui.record.reader import raw_lines, read
from spades_tui.record.replay import Replayed, Replayer
from spades_tui.record.writer import JsonLine, finding_line
from spades_tui.secrecy import Hidden, PartlyHidden


class Suspended(PartlyHidden, frozen=True):
    """A game from its journal, and where the journal continues."""

    path: Path
    replayed: Replayed
    text: Hidden[bytes]
    """The complete lines. An incomplete last line is ignored, because its event was never shown."""
    size: int
    """The length of the file in bytes."""
    same: int
    """The number of bytes at its start that equal `text`."""
    last_sum: str
    lacking: tuple[JsonLine, ...]
    """Findings that follow from the last event but aren't in the file yet."""
    recorder: HandRecorder
    """The history after all events of the file."""

    @property
    def cut_off(self) -> bool:
        """Whether a last line was cut off and ignored."""
        return self.size > self.same == len(self.text)

    @property
    def setup(self) -> TableSetup:
        """The seats and the game."""
        return setup_of_record(self.replayed)


def setup_of_record(played: Replayed) -> TableSetup:
    """Return the seats and the game of a record."""
    head = played.head
    seats = tuple(SeatSetup(entry.name, entry.kind, entry.level or None) for entry in head.seats)
    seed = None if head.seed is UNSET else head.seed
    return TableSetup(played.variant, dict(head.options), seats, head.dealer, seed, head.game)


def read_journal(path: Path) -> Suspended:
    """Read the journal of a game that isn't over. Raises RecordError, OSError."""
    found = read_record(path)
    raw = whole_lines(found, by_hand=True)
    replayer: Replayer | None = None
    recorder: HandRecorder | None = None
    last_sum, last_is_event = "", False
    closed = False
    try:
        for read_line in read(raw_lines(io.BytesIO(raw))):
            if replayer is None:
                replayer = Replayer(read_line, lines=False)
                recorder = recorder_of(replayer)
            elif isinstance(read_line.line, GameLine):
                raise RecordError(read_line.number, "a second game begins here; a journal has only one")
            else:
                replayer.take(read_line)
            last_sum = read_line.sum
            last_is_event = read_line.data["event"] not in ("trick", "hand_score", "game_over")
            closed = read_line.data["event"] == "game_over"
        if replayer is None or recorder is None:
            raise RecordError(1, "the record is empty")
    except RecordError as error:
        error.file = str(path)
        raise
    text = raw if raw.endswith(b"\n") else raw + b"\n"
    replayed = replayer.result
    lacking = tuple(map(finding_line, replayer.followed if last_is_event else ()))
    if closed:
        raise RecordError(text.count(b"\n"), "the game is over; only an unfinished game can be resumed", file=str(path))
    return Suspended(path, replayed, text, len(found), len(raw), last_sum, lacking, recorder)

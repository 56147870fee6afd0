"""Resume a suspended game: read its journal, and replay its events by the rules."""

import io
from pathlib import Path

from msgspec import UNSET

from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record, whole_lines
from spades_tui.record.open_hands import HandRecorder, recorder_of
from spades_tui.record.reader import Read, raw_lines, read
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
    cut = head.cut is UNSET
    return TableSetup(played.variant, dict(head.options), seats, head.dealer, seed, head.game, cut)


def replay_journal(path: Path, raw: bytes, *, lines: bool) -> tuple[Replayer, HandRecorder, Read]:
    """Replay the one game of a journal; return also a recorder of its hands, and its last line.

    `lines`: whether to keep all lines in the result. Raises RecordError.
    """
    try:
        found = read(raw_lines(io.BytesIO(raw)))
        last = next(found, None)
        if last is None:
            raise RecordError(1, "the record is empty")
        replayer = Replayer(last, lines=lines)
        recorder = recorder_of(replayer)
        for last in found:
            replayer.take(last)
    except RecordError as error:
        error.is_in(str(path))
        raise
    return replayer, recorder, last


def read_journal(path: Path) -> Suspended:
    """Read the journal of a game that isn't over. Raises RecordError, OSError."""
    found = read_record(path)
    raw = whole_lines(found, by_hand=True)
    replayer, recorder, last = replay_journal(path, raw, lines=False)
    if replayer.closed:
        raise RecordError(last.number, "the game is over; only an unfinished game can be resumed", file=str(path))
    text = raw if raw.endswith(b"\n") else raw + b"\n"
    lacking = tuple(map(finding_line, replayer.followed))
    return Suspended(path, replayer.result, text, len(found), len(raw), last.sum, lacking, recorder)

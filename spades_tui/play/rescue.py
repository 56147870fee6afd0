"""Rescue a broken journal: copy its good lines into a new game file, and keep the broken one."""

import io
from contextlib import suppress
from pathlib import Path

from spades_tui.language.sentence_parts import plural
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record, whole_lines
from spades_tui.record.reader import raw_lines, read
from spades_tui.record.replay import Replayer
from spades_tui.secrecy import Hidden, PartlyHidden
from spades_tui.system.disk import make_folder, write_new
from spades_tui.system.folders import forks_folder, games_folder, is_fork, new_game_file
from spades_tui.system.output import resume_command


class GoodPart(PartlyHidden, frozen=True):
    """The lines of a broken journal before the first invalid one."""

    path: Path
    """The broken journal."""
    slug: str
    text: Hidden[bytes]
    lines: int
    hand: int
    """The number of the hand in which they end; 0 before the first deal."""
    over: bool
    """Whether they reach the end of the game, so that there is nothing to resume but a record for the scorebook."""

    @property
    def words(self) -> str:
        """The good part in a sentence, such as ``The first 41 lines are good, up to hand 3.``."""
        first = "The first line is" if self.lines == 1 else f"The first {plural(self.lines, 'line')} are"
        if self.over:
            return f"{first} good: a finished game."
        if self.hand:
            return f"{first} good, up to hand {self.hand}."
        return f"{first} good, before the first deal."


def good_part(path: Path) -> GoodPart | None:
    """Return the good part of a broken journal; None if no line is good, all are, or it can't be read."""
    try:
        raw = whole_lines(read_record(path), by_hand=True)
    except OSError:
        return None
    replayer: Replayer | None = None
    stream = io.BytesIO(raw)
    size = 0
    with suppress(RecordError):
        for read_line in read(raw_lines(stream)):
            if replayer is None:
                replayer = Replayer(read_line, lines=False)
            else:
                replayer.take(read_line)
            size = stream.tell()
    if replayer is None or size == len(raw):
        return None
    text = raw[:size]
    lines = len(text.rstrip(b"\n").split(b"\n"))
    slug = replayer.result.variant.slug
    hand = replayer.result.course.state.hand
    number = 0 if hand is None else hand.number
    return GoodPart(path, slug, text, lines, number, replayer.closed)


def hint(path: Path) -> str:
    """Return a sentence with the command that rescues a broken journal; empty if nothing can. Never raises."""
    part = good_part(path)
    if part is None:
        return ""
    does = "copy them into a new file" if part.over else "resume a copy of them"
    return f"{part.words} To {does}: {resume_command(path, '--good-part')}"


def rescue(part: GoodPart, folder: Path | None = None) -> Path:
    """Write the good part as a new game file, and return its path. Raises OSError."""
    if folder is None:
        folder = forks_folder() if is_fork(part.path) else games_folder()
    path = new_game_file(folder, part.slug)
    make_folder(folder)
    write_new(path, part.text.removesuffix(b"\n") + b"\n")
    return path

"""Refused claims (C-12), on disk next to the journal, because a record has only accepted claims."""

import re
from contextlib import suppress
from pathlib import Path

from spades_tui.system.disk import write_whole
from spades_tui.system.folders import open_plain, refused_claims_file

_MOST = 4096  # bytes to read; a hand has at most one line for each of six seats
_LINE = re.compile(rb"^(\d{1,6}) (\d) (\d{1,6})$", re.MULTILINE | re.ASCII)


class RefusedClaims:
    """Seats that may not claim again, by hands scored before and seat.

    With a `journal` the file outlives the program.
    """

    def __init__(self, journal: Path | None = None) -> None:
        """Read what an earlier run of the game has noted."""
        self._refused: dict[tuple[int, int], int] = {}
        """By hands scored before and seat: the number of events in the hand before the claim."""
        self._file: Path | None = None
        if journal is not None:
            self._file = refused_claims_file(journal)
            with suppress(OSError), open_plain(self._file) as stream:
                found = (map(int, numbers) for numbers in _LINE.findall(stream.read(_MOST)))
                self._refused = {(hands, seat): events for hands, seat, events in found}

    def __contains__(self, claim: tuple[int, int]) -> bool:
        return claim in self._refused

    def __bool__(self) -> bool:
        return bool(self._refused)

    def after(self, hands: int, events: int) -> bool:
        """Return whether a claim was refused in a hand after more than `events` events."""
        return any(count > events for (hand, _), count in self._refused.items() if hand == hands)

    def add(self, hands: int, seat: int, events: int) -> None:
        """Note a refusal, and drop all from earlier hands. It is on disk when this returns, unless the disk fails."""
        self._refused = {claim: count for claim, count in self._refused.items() if claim[0] == hands}
        self._refused[hands, seat] = events
        self._write()

    def moved(self, journal: Path) -> None:
        """Continue next to another journal."""
        self._file = refused_claims_file(journal)
        if self._refused:
            self._write()

    def end(self) -> None:
        """Remove the file: the game is over."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _write(self) -> None:
        if self._file is not None:
            lines = "".join(f"{hand} {seat} {events}\n" for (hand, seat), events in sorted(self._refused.items()))
            with suppress(OSError):  # the journal reports the disk error
                write_whole(self._file, lines)

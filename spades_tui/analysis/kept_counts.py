"""Keep the counts of measured games in a file, so that a stopped measurement can be resumed."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from spades_tui.play.setup import TableSetup
from spades_tui.record.writer import game_line
from spades_tui.system.folders import open_plain
from spades_tui.system.output import json_text

_Count = Annotated[int, Meta(ge=-(10**9), le=10**9)]
_Hands = Annotated[int, Meta(ge=0, le=10_000)]
MOST_LINE_BYTES = 10_000
"""Maximum bytes of a line."""


class GameCounts(Struct, frozen=True):
    """For each measure, the count and the total of one game."""

    hands: _Hands
    ended: bool
    counts: dict[str, tuple[_Count, _Count]]


class _Line(Struct, frozen=True):
    """One game in the file."""

    run: str
    game: int
    counted: GameCounts


_decode = msgspec.json.Decoder(_Line).decode
_BEGINS = b'{"run":'
"""The first bytes of every such file, if there was room for them."""


class KeptCounts:
    """The games in a file, one per line. Lines of other runs and broken lines are ignored.

    A run is everything that decides a game's course: program, rules, options, players and seed.
    """

    def __init__(self, path: Path) -> None:
        """Read the file if it exists, and open it to add games.

        Raises OSError, and ValueError for a file of another kind.
        """
        self._games: dict[tuple[str, int], GameCounts] = {}
        whole = True
        with suppress(FileNotFoundError), open_plain(path) as stream:
            if not _BEGINS.startswith(stream.read(len(_BEGINS))):
                raise ValueError("not a file of counted games; name a new file")
            stream.seek(0)
            while line := stream.readline(MOST_LINE_BYTES):
                whole = line.endswith(b"\n")
                with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                    found = _decode(line)
                    self._games[found.run, found.game] = found.counted
        self._stream = path.open("ab")
        if not whole:  # the disk was full in the middle of a line
            self._stream.write(b"\n")

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def get(self, setup: TableSetup) -> GameCounts | None:
        """Return the counts of a game, if they are in the file."""
        return self._games.get((run_of(setup), setup.game))

    def add(self, setup: TableSetup, counted: GameCounts) -> None:
        """Write the counts of a game to the file. Raises OSError."""
        self._stream.write(msgspec.json.encode(_Line(run_of(setup), setup.game, counted)) + b"\n")
        self._stream.flush()


def run_of(setup: TableSetup) -> str:
    """Return a short name for a run: everything that decides its games' course, except their numbers."""
    seats = [seat.to_json() for seat in setup.seats]
    first = game_line(setup.variant, setup.options, seats, 0, setup.seed, 1)
    return sha256(json_text(first).encode()).hexdigest()[:16]

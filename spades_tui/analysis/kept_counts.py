"""Keep the counts of measured games in a file, so that a stopped measurement can be resumed."""

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from spades_tui.play.setup import TableSetup
from spades_tui.record.journal_lines import line_sum
from spades_tui.record.writer import game_line
from spades_tui.system.folders import open_plain
from spades_tui.system.output import json_text

_Count = Annotated[int, Meta(ge=-(10**9), le=10**9)]
_Hands = Annotated[int, Meta(ge=0, le=10_000)]
MOST_LINE_BYTES = 10_000
"""Maximum bytes of a line."""


class GameCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """For each measure, the count and the total of one game."""

    hands: _Hands
    ended: bool
    counts: dict[str, tuple[_Count, _Count]]


class _GameLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game in the file."""

    run: str
    game: int
    counted: GameCounts
    sum: str = ""
    """The sum of the line, as of a record's first line."""

    @property
    def right_sum(self) -> str:
        """The sum that fits the line."""
        return line_sum("", msgspec.to_builtins(self))


_decode = msgspec.json.Decoder(_GameLine).decode
_BEGINS = b'{"run":'
"""The first bytes of every such file, if there was room for them."""


class KeptCounts:
    """The games in a file, one per line.

    Lines of other runs are ignored; damaged ones are in `damaged`. A run is everything that decides
    a game's course: program, rules, options, players and seed. A line that breaks off at the end
    was never counted, so it's removed.
    """

    def __init__(self, path: Path) -> None:
        """Read the file if it exists, and open it to add games.

        Raises OSError, and ValueError for a file of another kind.
        """
        self._games: dict[tuple[str, int], GameCounts] = {}
        self.damaged: list[int] = []
        """The numbers of damaged lines, whose games are played again."""
        whole = 0
        with suppress(FileNotFoundError), open_plain(path) as stream:
            if not _BEGINS.startswith(stream.read(len(_BEGINS))):
                raise ValueError("not a file of counted games; name a new file")
            stream.seek(0)
            whole = self._read(stream)
        self._stream = path.open("ab")
        # the program was killed, or the disk was full, in the middle of a line
        self._stream.truncate(whole)

    def _read(self, stream: BinaryIO) -> int:
        """Read the games, and return the size of the whole lines in bytes."""
        number = 1
        whole = 0
        while line := stream.readline(MOST_LINE_BYTES):
            if not line.endswith(b"\n"):
                continue
            whole = stream.tell()
            try:
                game = _decode(line)
                if game.sum != game.right_sum:
                    raise ValueError("the line was changed")
                self._games[game.run, game.game] = game.counted
            except ValueError:
                self.damaged.append(number)
            number += 1
        return whole

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def get(self, setup: TableSetup) -> GameCounts | None:
        """Return the counts of a game, if they are in the file."""
        return self._games.get((run_of(setup), setup.game))

    def add(self, setup: TableSetup, counted: GameCounts) -> None:
        """Write the counts of a game to the file. Raises OSError."""
        line = _GameLine(run_of(setup), setup.game, counted)
        self._stream.write(msgspec.json.encode(replace(line, sum=line.right_sum)) + b"\n")
        self._stream.flush()


def run_of(setup: TableSetup) -> str:
    """Return a short name for a run.

    It depends on everything that decides its games' course, except their numbers.
    """
    first = game_line(setup.variant, setup.options, setup.seats_json(), 0, setup.seed, 1)
    return sha256(json_text(first).encode()).hexdigest()[:16]

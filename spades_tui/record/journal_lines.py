"""Files written line by line: where they end, and the checksums that chain their lines.

An incomplete last line was never confirmed to anyone (promise 4). Journals and the scorebook's
notes are such files. This module imports little, because the first screen needs it.
"""

import errno
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from spades_tui.system.folders import open_plain

if TYPE_CHECKING:
    from collections.abc import Callable
    from hashlib import _Hash

_PLAIN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
"""Encodes the text that a checksum is computed from."""

LARGEST = 32 * 1024 * 1024  # maximum bytes in the record of a game; 300 hands have about 2 million
MAX_LINE = 256 * 1024  # maximum bytes in a line; the longest, with rules, has about 10,000
MOST_LINES = 400_000  # maximum lines in the record of a game; 300 hands have about 22,000
MOST_IN_HAND = 10_000
"""Maximum events between two deals. A hand has about 70, but take-backs and suspensions may repeat.
"""


def read_record(path: Path) -> bytes:
    """Return the bytes of a record.

    Raises OSError, also if it isn't a regular file or is far too large.
    """
    with open_plain(path) as stream:
        return read_record_from(stream, str(path))


def read_record_from(stream: BinaryIO, name: str) -> bytes:
    """Return the bytes of a record from a stream of any kind. Raises OSError."""
    raw = stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise OSError(errno.EFBIG, "too large for the record of a game", name)
    if raw.count(b"\n") > 2 * MOST_IN_HAND * (raw.count(b'"deal"') + 1):
        raise OSError(errno.EFBIG, "too many lines for the record of a game", name)
    return raw


def ends_suspended(raw: bytes) -> bool:
    """Return whether a record ends with its only game suspended, so that no game is over.

    It does when you leave a table.

    Check nothing, because resuming the game reads all of it.
    """
    last = raw[raw.rfind(b"\n", 0, -1) + 1 :]
    suspends = last.startswith(b'{"event": "suspend"') and last.endswith(b"\n") and _is_json(last)
    return suspends and b'"game_over"' not in raw and raw.count(b'"variant"') == 1


def whole_lines(raw: bytes, *, by_hand: bool = False) -> bytes:
    """Return the bytes up to the end of the last complete line.

    `by_hand`: also count a complete last line without its line end, or with another byte there, as
    in an edited file. To continue such a file, add the missing line end first.
    """
    end = raw.rfind(b"\n") + 1
    if by_hand and end < len(raw) <= end + MAX_LINE:
        if _is_json(raw[end:]):
            return raw
        if _is_json(raw[end:-1]):
            return raw[:-1]
    return raw[:end]


def line_sum(previous: str, line: dict[str, Any]) -> str:
    """Return the `sum` of a line after one whose sum is `previous` (empty for the first line)."""
    return sum_of(previous, plain_text(line))


def plain_text(line: dict[str, Any]) -> str:
    """Return a line as the text that its `sum` is computed from."""
    return _PLAIN.encode(unsummed(line))


def unsummed(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line without its `sum`."""
    return {key: value for key, value in line.items() if key != "sum"}


def sum_of(previous: str, text: str) -> str:
    """Return the `sum` of a line with this plain text after one whose sum is `previous`."""
    return _sha256()((previous + text).encode()).hexdigest()[:16]


@cache
def _sha256() -> "Callable[[bytes], _Hash]":
    """Return the hash function; importing it each time takes longer than a checksum."""
    from hashlib import sha256  # hashlib loads a large library that the first screen doesn't need

    return sha256


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True

"""Which lessons a person has been through, and whether the first one has been offered. Little is imported.

A file that is not understood counts as empty for reading and is left as it is.
"""

import errno
import json
from dataclasses import replace
from pathlib import Path

from spades_tui.frozen import dataclass
from spades_tui.system.disk import make_folder, write_whole
from spades_tui.system.folders import data_folder, open_plain
from spades_tui.system.strict_json import loads

FILE_NAME = "lessons.json"
FILE_MOST = 50_000
FIRST = "01-first-hand"
"""The lesson that is offered at the first start."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What is remembered."""

    done: tuple[str, ...] = ()
    """The names of lessons that were gone through to their end."""
    offered: bool = False
    """The first lesson has been offered, and was taken or declined."""
    broken: bool = False


def learned_file() -> Path:
    """Where it is kept."""
    return data_folder() / FILE_NAME


def read_learned(path: Path | None = None) -> Learned:
    """What is remembered. Never raises."""
    file = path or learned_file()
    try:
        with open_plain(file) as stream:
            content = stream.read(FILE_MOST + 1)
    except FileNotFoundError:
        return Learned()
    except OSError:
        return Learned(broken=True)
    try:
        data = loads(content if len(content) <= FILE_MOST else b"")
        done, offered = data["done"], data["offered"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return Learned(broken=True)
    if not isinstance(done, list) or not all(isinstance(name, str) for name in done) or type(offered) is not bool:
        return Learned(broken=True)
    return Learned(tuple(dict.fromkeys(done)), offered)


def remember_done(name: str, path: Path | None = None) -> None:
    """A lesson was gone through to its end. Raises OSError if it cannot be written down."""
    was = read_learned(path)
    if name not in was.done:
        _write(replace(was, done=(*was.done, name), offered=was.offered or name == FIRST), path)


def remember_offered(path: Path | None = None) -> None:
    """The first lesson need not be offered again. Raises OSError if it cannot be written down."""
    was = read_learned(path)
    if not was.offered:
        _write(replace(was, offered=True), path)


def offers_first(path: Path | None = None) -> bool:
    """Whether the first lesson is offered now: it never was, and it has not been gone through."""
    known = read_learned(path)
    return not (known.broken or known.offered or FIRST in known.done)


def _write(learned: Learned, path: Path | None) -> None:
    file = path or learned_file()
    if learned.broken:
        raise OSError(errno.EIO, f"{file.name} can't be read, and is left as it is")
    make_folder(file.parent)
    data = {"done": list(learned.done), "offered": learned.offered}
    write_whole(file, json.dumps(data, ensure_ascii=False) + "\n")

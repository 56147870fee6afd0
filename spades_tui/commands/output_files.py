"""Check the files of figures before anything is played, so that nothing is lost or overwritten hours later."""

import errno
import os
from pathlib import Path
from tempfile import TemporaryFile

from spades_tui.system.exit_status import UsageError, about_file
from spades_tui.system.folders import open_plain

_MOST_READ = 2000  # bytes from the beginning of a file that say what kind it is
KINDS = {"a Parquet": b"PAR1", "an SVG": b"<svg"}  # by kind of file: what is in its first bytes


def check_output(option: str, name: str, kind: str) -> None:
    """Raise UsageError if a file exists and isn't of this kind, or couldn't be written."""
    file = Path(name)
    with about_file(name):
        try:
            with open_plain(file) as stream:
                first = stream.read(_MOST_READ)
        except FileNotFoundError:
            first = b""
        if first and KINDS[kind] not in first:
            raise UsageError(f"{option}: {name} exists already and isn't {kind} file; choose another name")
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, "read-only")
        try_folder(file.resolve().parent)


def try_folder(folder: Path) -> None:
    """Write an empty file in a folder, and delete it. Raises OSError if nothing can be written there."""
    with TemporaryFile(dir=folder):
        pass


def check_different(**files: str | None) -> None:
    """Raise UsageError if two options name the same file."""
    by_file: dict[str, str] = {}
    for option, name in files.items():
        if name is not None:
            other = by_file.setdefault(os.path.realpath(name), option)
            if other != option:
                raise UsageError(f"--{option}: {name!r} is also the file of --{other}; choose another name")

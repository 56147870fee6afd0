"""Write files that are safely on disk when a function returns, even if power fails right after."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    fcntl = None  # type: ignore[assignment]

REPLACES_OPEN_FILES = os.name != "nt"
"""Whether the system can give an open file's name to another file; Windows can't."""

_OWNER = 0o600
_FOLDER = 0o700


def write_whole(path: Path, content: str | bytes, *, mode: int = _OWNER, sync: bool = True) -> None:
    """Write a file completely or not at all; an old one stays until the new one is complete.

    An existing file keeps its mode; a new one gets `mode`, less the umask. Without `sync` a power
    cut may lose the file, but a killed program can't. Raises OSError, and then the old file stays.
    """
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode & 0o777
    scratch = _scratch(path, content, mode, sync)
    try:
        os.replace(scratch, path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    if sync:
        sync_folder(path.parent)


def write_new(path: Path, content: str | bytes) -> None:
    """Write a whole file under a new name.

    Raises FileExistsError if the name is taken, and OSError.
    """
    if os.path.lexists(path):
        raise FileExistsError(17, "the file exists already", str(path))
    scratch = _scratch(path, content, _OWNER, sync=True)
    try:
        os.link(scratch, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        os.replace(scratch, path)
    finally:
        scratch.unlink(missing_ok=True)
    sync_folder(path.parent)


def free_name(path: Path, ending: str) -> Path:
    """Return a path plus an ending, or the first free one with a number: ``a.txt``, ``a-2.txt``."""
    numbers = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{path.name}{number}{ending}") for number in numbers)
    return next(name for name in names if not os.path.lexists(name))


def damaged_name(path: Path) -> Path:
    """Return a free name for a damaged file, such as ``book.damaged-2026-11-21-200115.sqlite3``."""
    name, ending = path.name.split(".", 1)
    return free_name(
        path.with_name(f"{name}.damaged-{datetime.now():%Y-%m-%d-%H%M%S}"), f".{ending}"
    )


def _scratch(path: Path, content: str | bytes, mode: int, sync: bool) -> Path:
    """Write a hidden file next to a path. Raises OSError, and leaves nothing."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(scratch, flags, mode), "wb") as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
            if sync:
                stream.flush()
                flush_to_disk(stream.fileno())
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    return scratch


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, for their owner only; existing ones stay. Raises OSError."""
    missing = [one for one in (folder, *folder.parents) if not one.is_dir()]
    for one in reversed(missing):
        one.mkdir(exist_ok=True, mode=_FOLDER)
        sync_folder(one.parent)


def flush_on_macos(handle: int) -> bool:
    """Write an open file or folder to the disk itself, on macOS.

    Return False if that's left to `os.fsync`. On macOS, `os.fsync` leaves it in the drive's own
    memory, which a power cut empties.
    """
    if hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):  # a disk that can't, such as some network drives
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return True
    return False


def flush_to_disk(handle: int) -> None:
    """Write an open file or folder to the disk itself. Raises OSError."""
    if not flush_on_macos(handle):
        os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            flush_to_disk(handle)
        finally:
            os.close(handle)


def lock(handle: int, *, wait: bool = True, shared: bool = False) -> None:
    """Lock an open file or folder until it is closed, alone or `shared` with other readers.

    Does nothing if the disk has no locks. Raises BlockingIOError instead of waiting if `wait` is
    false. On Windows, it locks files only, and never shared.
    """
    if fcntl is None:
        _lock_on_windows(handle, wait)
        return
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    try:
        fcntl.flock(handle, kind if wait else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a disk without locks, such as some network drives
        return


# place in a file; Windows lets nobody else read a locked byte, so it's behind all content
_LOCKED_BYTE = 1 << 30
_LOCK_STEP = 0.05  # seconds between two attempts to lock


def _lock_on_windows(handle: int, wait: bool) -> None:
    place = os.lseek(handle, 0, os.SEEK_CUR)
    try:
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
                return
            except PermissionError as error:  # another program has the lock
                if not wait:
                    raise BlockingIOError(*error.args) from None
            except OSError:  # a disk without locks
                return
            time.sleep(_LOCK_STEP)
    finally:
        os.lseek(handle, place, os.SEEK_SET)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Lock a folder in a block, so that other programs that lock it wait.

    Without locks, none waits. Raises OSError.
    """
    make_folder(folder)
    if fcntl is None:  # Windows can't open folders
        handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, _OWNER)
    else:
        handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle)
        yield
    finally:
        os.close(handle)

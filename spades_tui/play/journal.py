"""The journal of a running game. Each line is on disk before its event is shown.

During the game, someone may remove, replace or truncate the file, or the disk may be full. The write then fails, and
the event doesn't happen. The whole game stays in memory, so that it can be saved again.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from spades_tui.play.saved_games import NOT_SAVED, NotSaved
from spades_tui.record.journal_lines import line_sum
from spades_tui.record.writer import JsonLine
from spades_tui.system.disk import REPLACES_OPEN_FILES, flush_on_macos, free_name, lock, make_folder, sync_folder
from spades_tui.system.folders import SUFFIX
from spades_tui.system.output import json_text, os_words

if TYPE_CHECKING:
    from spades_tui.play.resume import Suspended

UNKEPT = f"{NOT_SAVED} What isn't on disk is lost when you leave."


class JournalBusy(OSError):
    """The journal is open in another program."""


class _Elsewhere(NotSaved):
    """Raised when the file has been moved, replaced or changed."""


class Journal:
    """An open journal, which appends lines with checksums and keeps all of them in memory.

    `trouble`: a sentence for the screen while the game continues unsaved.
    """

    def __init__(self, path: Path, resumed: "Suspended | None" = None) -> None:
        """Create a journal, or open that of a game to resume. Raises OSError, JournalBusy."""
        self.path = path
        self.trouble: str | None = None
        if resumed is None:
            self._text, self._sum, self._size, self._on_disk = bytearray(), "", 0, 0
            make_folder(path.parent)
            self._stream = _create(path)
        else:
            self._text, self._sum = bytearray(resumed.text), resumed.last_sum
            self._size, self._on_disk = resumed.size, resumed.same
            self._stream = _open(path, os.O_RDWR)

    def write(self, *lines: JsonLine) -> None:
        """Write these lines, after any that aren't on disk yet: all of them or none.

        Raises NotSaved if that fails. While the game continues unsaved, it keeps new lines in memory instead.
        """
        end, last_sum = len(self._text), self._sum
        added = bytearray()
        for line in lines:
            self._sum = line_sum(self._sum, line)
            added += (json_text({**line, "sum": self._sum}) + "\n").encode()
        self._text += added
        try:
            self._look()
            data = bytes(self._text[self._on_disk :])
            if data:
                self._stream.seek(self._on_disk)
                self._stream.truncate(self._on_disk)
                _write_all(self._stream, data)
        except OSError as error:
            if not isinstance(error, NotSaved):
                with suppress(OSError):
                    self._stream.truncate(self._on_disk)
                with suppress(OSError):
                    self._size = os.fstat(self._stream.fileno()).st_size
            if lines and self.trouble is not None:
                return
            del self._text[end:]
            self._sum = last_sum
            raise error if isinstance(error, NotSaved) else _refused(error) from error
        self._size = self._on_disk = len(self._text)
        self.trouble = None

    def check(self) -> None:
        """Check that everything is on disk, in the original file. Raises NotSaved."""
        if self.trouble is not None and self._on_disk < len(self._text):
            self.write()
        self._look()

    def save(self, path: Path | None = None) -> None:
        """Write everything to the original file, or to a new one in which the journal then continues.

        Raises NotSaved.

        It never overwrites a file that someone has created: it saves under a free name next to it.
        """
        if path is not None:
            try:
                self._move(_create(path, self._text), path)
            except FileExistsError as error:
                raise NotSaved(f"The file {path} exists already; choose another name.") from error
            except (OSError, ValueError) as error:
                raise _refused(error) from error
            return
        try:
            with suppress(_Elsewhere):
                self.write()
                return
            make_folder(self.path.parent)
            name = self.path.with_name(self.path.name.removesuffix(SUFFIX))
            if not REPLACES_OPEN_FILES:
                self.save(free_name(name, SUFFIX))
                return
            target = self.path if self._may_replace() else free_name(name, SUFFIX)
            scratch = target.with_name(f"{target.name}.new")
            scratch.unlink(missing_ok=True)
            stream = _create(scratch, self._text)
            try:
                os.replace(scratch, target)
            except OSError:
                stream.close()
                scratch.unlink(missing_ok=True)
                raise
            sync_folder(target.parent)
            self._move(stream, target)
        except NotSaved:
            raise
        except OSError as error:
            raise _refused(error) from error

    def continue_unsaved(self) -> None:
        """Continue the game even if it can't be saved. Later writes try again to save everything."""
        self.trouble = UNKEPT

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def _look(self) -> None:
        """Check that the file is the one that was opened, and as long as it was. Raises NotSaved."""
        try:
            mine, there = os.fstat(self._stream.fileno()), os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            if self.path.parent.is_dir():
                raise _Elsewhere(f"The file of this game is gone: {self.path}") from None
            raise _Elsewhere(f"The folder of this game is gone: {self.path.parent}") from None
        except OSError as error:
            raise _refused(error) from error
        if not os.path.samestat(mine, there):
            raise _Elsewhere(f"Another file has replaced the file of this game: {self.path}")
        if mine.st_size != self._size:
            done = "shortened" if mine.st_size < self._size else "written to"
            raise _Elsewhere(f"Another program has {done} the file of this game: {self.path}")

    def _may_replace(self) -> bool:
        """Return whether the path is free, or still has this file, cut short."""
        try:
            mine, there = os.fstat(self._stream.fileno()), os.stat(self.path)
        except FileNotFoundError:
            return True
        return os.path.samestat(mine, there) and mine.st_size < self._size

    def _move(self, stream: BinaryIO, path: Path) -> None:
        """Continue in this file."""
        self._stream.close()
        self._stream, self.path = stream, path
        self._size = self._on_disk = len(self._text)
        self.trouble = None


def _refused(error: Exception) -> NotSaved:
    return NotSaved(f"The game can't be saved ({os_words(error)}).")


def _write_all(stream: BinaryIO, data: bytes | bytearray) -> None:
    written = 0
    while written < len(data):
        written += stream.write(data[written:])
    if not flush_on_macos(stream.fileno()):
        os.fsync(stream.fileno())


def _create(path: Path, text: bytes | bytearray = b"") -> BinaryIO:
    """Create a locked file with this text, safely on disk. Raises OSError, and leaves no file then."""
    stream = _open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL)
    try:
        _write_all(stream, text)
    except OSError:
        stream.close()
        path.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return stream


def _open(path: Path, flags: int) -> BinaryIO:
    handle = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o600)
    stream: BinaryIO = os.fdopen(handle, "r+b", buffering=0)
    try:
        lock(handle, wait=False)  # without locks, two windows can open the same game
    except BlockingIOError as error:
        stream.close()
        raise JournalBusy(f"{path.name} is open in another window") from error
    return stream

"""The words of the table that the people at this keyboard have met, so that each is explained once.

They are in a small file. Without it, or if it can't be read or written, a word is explained again.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from spades_tui.record.json_form import checked
from spades_tui.record.small_file import read_small, write_small
from spades_tui.system.folders import data_folder

FILE_NAME = "words.json"
FILE_MOST = 5_000
"""Maximum size of the file, in bytes; with every word of the glossary it has about 1,000."""


class _Met(Struct, frozen=True):
    """The content of the file."""

    met: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=100)]


class KnownWords:
    """The words that somebody has met; with a file, also in earlier games."""

    def __init__(self, file: Path | None = None) -> None:
        """Remember them in a file, or only while this object exists."""
        self._file = file
        self._met: set[str] = set()
        if file is not None:
            with suppress(OSError, ValueError):
                self._met.update(checked(_Met, read_small(file, FILE_MOST)).met)

    @classmethod
    def here(cls) -> "KnownWords":
        """Return those of the people at this keyboard."""
        return cls(data_folder() / FILE_NAME)

    def meet(self, words: Iterable[str]) -> list[str]:
        """Return those of the words that are new, and remember them."""
        new = [word for word in dict.fromkeys(words) if word not in self._met]
        if new:
            self._met.update(new)
            if self._file is not None:
                with suppress(OSError):
                    write_small(self._file, {"met": sorted(self._met)})
        return new

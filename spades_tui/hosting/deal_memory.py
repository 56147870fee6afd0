"""What a guest's program remembers of a deal, so that it can compare the host's proof with it after the hand.

`join` keeps it on disk: a program that was ended and started again still knows which cut it sent.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from spades_tui.hosting.invitations import save, saved
from spades_tui.hosting.messages import CutMessage, Designate, TableUpdate, encode
from spades_tui.system.folders import data_folder

TABLES_MOST = 50  # maximum number of tables whose last deal is kept


class DealMemory(Struct):
    """One deal as a guest's program has seen it, and what it has sent for it."""

    game: str  # a fingerprint of the rules, the names of the seats, and the own seat
    hand: int  # the number of the hand
    seal: str | None = None  # the commitment shown before the cut; None if this program came later
    cutter: int | None = None  # the person who may cut, if anybody may
    designator: int | None = None  # the person who may choose the place of the extra card (3B-4)
    thrown_in: bool = False  # whether an earlier deal of the same hand was thrown in
    cut: CutMessage | None = None  # the cut that this program has sent
    place: Designate | None = None  # the place of the extra card that it has sent
    dealt: bool = False  # whether the deal has come
    own: int = 0  # the own cards as they were dealt, as a bit set; 0 until they have been looked at


def fingerprint(seat: int | None, moment: TableUpdate) -> str:
    """Return what must stay the same from one moment of a game to the next: rules, names and the own seat."""
    shown = moment.shown
    return hashlib.sha256(encode((seat, shown.names, shown.people, shown.public.rules.whole))).hexdigest()


class MemoryFile:
    """The file of `join` with the last deal of each table, by the address and the code that opened it."""

    def __init__(self, table: str, file: Path | None = None) -> None:
        """Keep the deals of a table; without a `file`, among this user's data."""
        self._table = table
        self._file = file or data_folder() / "hosting" / "deals.json"

    def load(self) -> DealMemory | None:
        """Return the last deal of the table; None if there is none, or the file can't be read."""
        return self._all().get(self._table)

    def store(self, memory: DealMemory) -> None:
        """Keep a deal. If the disk fails, only a program that is started again doesn't know it."""
        tables = self._all()
        tables.pop(self._table, None)
        tables[self._table] = memory
        for oldest in list(tables)[:-TABLES_MOST]:
            del tables[oldest]
        with suppress(OSError):
            save(self._file, tables)

    def _all(self) -> dict[str, DealMemory]:
        try:
            return saved(self._file, dict[str, DealMemory]) or {}
        except (OSError, ValueError):
            return {}

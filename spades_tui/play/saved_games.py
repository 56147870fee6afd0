"""The games folder: games to resume, abandoned ones, and the last table; and errors about games that can't be saved.

The home screen needs this module quickly.
"""

from __future__ import annotations

import os
import re
import tomllib
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from spades_tui.language.player_names import NameLine, Roster, fault, tidy
from spades_tui.record.journal_lines import whole_lines
from spades_tui.record.json_form import checked, loads, mapping
from spades_tui.record.small_file import MOST_BYTES, read_small, write_small
from spades_tui.system import folders

if TYPE_CHECKING:
    from spades_tui.play.setup import TableSetup

LAST_TABLE = "last-table.json"
SCOREBOOK_FILE = "scorebook.sqlite3"
"""The name of the scorebook's file."""
EARLIER_NOTES = "book.spades-book.jsonl"
"""The name of the scorebook's notes up to release 1.1."""
_LOCK_SECONDS = 0.5
"""Seconds to wait for another program that is writing in the scorebook."""
_NEWEST = 200  # the most files to look at, newest first; ``--resume`` opens older games
_TAIL = 16 * 1024
_HEAD = 64 * 1024


ONE_HAND = "-hand"
"""The end of the slug of a game of one hand, from `game_code.one_hand`."""

PLAYED, UNPLAYED, FORK = range(3)
"""The kind of a saved game: people have played in it, nobody has played yet, or it's a fork."""

NOT_SAVED = "This game is no longer being saved."
"""The short notice while a game continues without being saved."""


class NotSaved(OSError):
    """A line of a journal couldn't be written, and nothing has changed. The message is a sentence for the screen."""


class SeatHead(Struct, frozen=True):
    """A seat, in a record's first line or at the last table."""

    name: str
    kind: str = ""
    level: str | None = None


class RecordHead(Roster, Struct, frozen=True):
    """What a record's first line says about its table; the rest of the line isn't read."""

    variant: str
    seats: list[SeatHead]


class _LastTable(Roster, Struct, frozen=True):
    """The content of the last table's file."""

    variant: str
    options: dict[str, Any]
    seats: list[SeatHead]
    rules: dict[str, Any] | None = None
    """The rules of a variant that isn't shipped."""


class _GivenUp(Struct, frozen=True):
    """A scorebook's note about an abandoned game."""

    event: Literal["given_up", "taken_up"]
    file: str


class SavedGame(Struct, frozen=True):
    """A game that can be resumed."""

    path: Path
    title: NameLine
    """``Sandbags · Ann, Bea, Cy, Dot · hand 3``."""
    when: float
    """Time of its last event, in seconds since the epoch."""
    kind: int = PLAYED


def read_head(line: bytes) -> RecordHead:
    """Return what a record's first line says about its table. Raises ValueError."""
    return checked(RecordHead, loads(line))


def suspended(*places: Path) -> list[SavedGame]:
    """Return the games that can be resumed, by kind, and the newest of each kind first.

    `places`: folders instead of those of games and forks. Never raises: unreadable files are skipped.
    """
    games = list(filter(None, map(saved_game, newest(*places))))
    if games:
        abandoned = given_up()
        games = [game for game in games if game.path.name not in abandoned]
    return sorted(games, key=lambda game: (game.kind, -game.when))


def newest(*places: Path) -> list[Path]:
    """Return the game files that were written last, here or in the folders of games and forks, the newest first.

    Never raises: a file may vanish meanwhile.
    """
    files = []
    for place in places or (folders.games_folder(), folders.forks_folder()):
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                with suppress(OSError):
                    if _may_be_a_game(entry):
                        files.append((entry.stat().st_mtime, entry.path))
    return [Path(path) for _, path in sorted(files, reverse=True)[:_NEWEST]]


def _may_be_a_game(entry: os.DirEntry[str]) -> bool:
    """Return whether a file has the name of a game and is a regular file: reading a pipe or device might never end."""
    return folders.is_game_file(entry.name) and entry.name.isprintable() and entry.is_file()


def known_people(folder: Path | None = None) -> list[str]:
    """Return the people of the games here, the last to play first. Never raises."""
    people: dict[str, None] = {}
    for path in newest(folder or folders.games_folder()):
        with suppress(OSError, ValueError), folders.open_plain(path) as file:
            head = read_head(file.readline(_HEAD))
            people |= {head.names[seat]: None for seat in head.people}
    return [name for name in people if tidy(name) == name and fault(name) is None]


def given_up() -> frozenset[str]:
    """Return the names of abandoned journals that weren't reopened, from the scorebook's notes.

    Never raises: if the scorebook can't be read now, no game is abandoned.
    """
    path = folders.data_folder() / SCOREBOOK_FILE
    latest: dict[str, str] = {}
    taken_over = False
    if path.is_file():
        from sqlite3 import Error, connect  # a start without saved games doesn't need it

        notes = "SELECT about, event FROM notes WHERE event IN ('given_up', 'taken_up') ORDER BY place"
        with suppress(Error), closing(connect(path, timeout=_LOCK_SECONDS)) as connection:
            row = connection.execute("SELECT 1 FROM meta WHERE key = 'taken_over'").fetchone()
            taken_over = row is not None
            latest.update(connection.execute(notes))
    if not taken_over:
        latest = _given_up_before(path.with_name(EARLIER_NOTES)) | latest
    return frozenset(file for file, event in latest.items() if event == "given_up")


def _given_up_before(notes: Path) -> dict[str, str]:
    """Return journals and their latest event in the notes of an earlier release."""
    latest: dict[str, str] = {}
    with suppress(OSError), folders.open_plain(notes) as stream:
        for line in whole_lines(stream.read()).splitlines():
            if b"given_up" in line or b"taken_up" in line:
                with suppress(ValueError):
                    note = checked(_GivenUp, loads(line))
                    latest[note.file] = note.event
    return latest


def is_record(path: Path) -> bool:
    """Return whether a file begins with the first line of a record. Never raises."""
    with suppress(OSError, ValueError), folders.open_plain(path) as stream:
        return mapping(loads(stream.readline(_HEAD))).get("event") == "game"
    return False


def saved_game(path: Path) -> SavedGame | None:
    """Return an unfinished game, described without replaying it; None if it is over or can't be read."""
    with suppress(OSError, ValueError), folders.open_plain(path) as stream:
        state = os.fstat(stream.fileno())
        head = whole_lines(stream.readline(_HEAD), by_hand=True)
        stream.seek(max(0, state.st_size - _TAIL))
        tail = whole_lines(stream.read(_TAIL), by_hand=True)
        if b'"game_over"' in tail:
            return None
        game = read_head(head)
        people = [b"%d" % seat for seat in game.people]
        hand = _next_hand(tail)
        words = f"{variant_name(game.variant)} · "
        acts = re.compile(rb'"seat": (%s)[,}]' % b"|".join(people))
        kind = UNPLAYED
        if state.st_size > _TAIL or not people or acts.search(tail, len(head)):
            kind = PLAYED
        if folders.is_fork(path):
            kind, words = FORK, f"copy · {words}"
        title = NameLine((words,), game.names, f" · hand {hand}" if hand else "")
        return SavedGame(path, title, state.st_mtime, kind)
    return None


def _next_hand(tail: bytes) -> int:
    """Return the hand with which a game continues, from the end of its record; 0 before the first deal."""
    hand = max(map(int, re.findall(rb'"hand": (\d{1,6})[,}]', tail)), default=0)
    scored = re.search(rb'"event": "hand_score", "hand": %d[,}]' % hand, tail)
    return hand + (scored is not None)


@lru_cache(maxsize=64)
def variant_name(slug: str) -> str:
    """Return the name of a shipped variant, read straight from its file; for any other, the slug."""
    whole = slug.removesuffix(ONE_HAND)
    if whole != slug and variant_name(whole) != whole:
        return f"{variant_name(whole)}, one hand"
    with suppress(OSError, ValueError, KeyError):
        if slug.isascii() and slug.replace("-", "").isalnum():
            file = folders.shipped_folder("variants") / f"{slug}.toml"
            for line in file.read_text("utf-8").splitlines():
                if line.startswith("name"):
                    return str(tomllib.loads(line)["name"])
    return slug


def remember_setup(setup: TableSetup) -> None:
    """Save the table for Quick game. Raises OSError if it can't be written."""
    from spades_tui.rules.catalogue import is_shipped

    data: dict[str, Any] = {
        "variant": setup.variant.slug,
        "options": setup.options,
        "seats": setup.seats_json(),
    }
    if not is_shipped(setup.variant):
        data["rules"] = setup.variant.to_json()
    _keep_table(data)


def rename_in_last_table(old: str, new: str) -> None:
    """Rename a person at the last table, for Quick game, unless another player there has the name.

    Raises OSError if it can't be written.
    """
    try:
        data = read_small(folders.data_folder() / LAST_TABLE)
        table = checked(_LastTable, data)
    except (OSError, ValueError):
        return
    taken = [seat.name.casefold() for seat in table.seats if seat.name != old]
    for seat, entry in zip(table.seats, data["seats"], strict=True):
        if (seat.name, seat.kind) == (old, "human") and new.casefold() not in taken:
            entry["name"] = new
    _keep_table(data)


def _last_table() -> _LastTable:
    """Return the contents of the last table's file. Raises OSError, and ValueError if it's damaged."""
    return checked(_LastTable, read_small(folders.data_folder() / LAST_TABLE))


def _unchecked_last_table() -> _LastTable:
    """Return the contents of the last table's file, even if it was changed. Raises OSError, ValueError."""
    with folders.open_plain(folders.data_folder() / LAST_TABLE) as stream:
        return checked(_LastTable, loads(stream.read(MOST_BYTES)))


def _keep_table(data: dict[str, Any]) -> None:
    write_small(folders.data_folder() / LAST_TABLE, data)


def last_table_words(length: bool = True, by_sum: bool = True) -> NameLine | None:
    """Return a line about the last table for the home screen, with its chosen `length`; None if there is none.

    Never raises. Without `by_sum`, a changed file counts too: checksums take time, which the first frame doesn't have.
    """
    with suppress(OSError, ValueError):
        table = _last_table() if by_sum else _unchecked_last_table()
        chosen = ""
        for option, unit in (("target", "points"), ("hands", "hands")):
            count = table.options.get(option)
            if length and type(count) is int:
                chosen += f" · {count} {unit}"
        return NameLine((f"{variant_name(table.variant)} · ",), table.names, chosen)
    return None


def last_setup() -> TableSetup | None:
    """Return the last table; None if there is none or it can't be played any more. Never raises."""
    from spades_tui.play.setup import SeatSetup, TableSetup, check_seats
    from spades_tui.rules.catalogue import shipped
    from spades_tui.rules.variant import with_options
    from spades_tui.rules.variant_reader import VariantError, from_data

    try:
        table = _last_table()
        variant = from_data(table.rules) if table.rules is not None else shipped()[table.variant]
        seats = tuple(SeatSetup(seat.name, seat.kind, seat.level) for seat in table.seats)
        check_seats(with_options(variant, table.options), seats)
    except (VariantError, OSError, ValueError, KeyError):  # another version or a person has written it
        return None
    return TableSetup(variant, table.options, seats)

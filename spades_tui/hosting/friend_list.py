"""Whom the host has played with, and the tables where this user was a guest; each list is a small file with a sum.

A friend keeps the code of their first line, and only their key opens it. So the host invites them again without
sending anything: the line that they pasted once leads to the new table.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.hosting.invitations import Invitation, save, saved
from spades_tui.language.player_names import NAME_MOST, name_key
from spades_tui.system.folders import data_folder

FRIENDS_MOST = 200  # maximum number of friends in the list; the one who was here longest ago goes first
TABLES_MOST = 50  # the same, of tables
GAME_MOST = 60  # maximum letters of a game's name


class Friend(Struct, frozen=True):
    """Somebody who has played at a table of this host."""

    key: str  # the fingerprint of their public key
    name: str  # the name they chose last
    code: str  # the code of their line
    day: str  # when they played here last, such as 2026-11-29

    def invitation(self, seat: int) -> Invitation:
        """Return an invitation to a seat that only this friend can take."""
        return Invitation(self.code, seat, key=self.key)


class JoinedTable(Struct, frozen=True):
    """A friend's table where this user has played."""

    line: str  # the line that leads there, as one word
    game: str  # the name of the last game
    names: tuple[str, ...]  # who played
    day: str  # when, such as 2026-11-29


def friends_file() -> Path:
    """Return the file with the host's friends."""
    return data_folder() / "hosting" / "friends.json"


def joined_file() -> Path:
    """Return the file with the tables where this user was a guest."""
    return data_folder() / "hosting" / "joined-tables.json"


def friends() -> list[Friend]:
    """Return the host's friends, the latest first; none if the file can't be used. Never raises."""
    with suppress(OSError, ValueError):
        return saved(friends_file(), list[Friend]) or []
    return []


def joined_tables() -> list[JoinedTable]:
    """Return the tables where this user was a guest, the latest first; none if the file can't be used. Never raises."""
    with suppress(OSError, ValueError):
        return saved(joined_file(), list[JoinedTable]) or []
    return []


def friend_named(name: str) -> Friend | None:
    """Return the friend with this name, in any spelling."""
    return next((one for one in friends() if name and name_key(one.name) == name_key(name)), None)


def remember_friends(invitations: Iterable[Invitation], names: Sequence[str], today: date) -> None:
    """Remember the owners of these invitations, by the names of the seats. Never raises."""
    now = [
        Friend(one.key, names[one.seat], one.code, today.isoformat())
        for one in invitations if one.key is not None and one.seat is not None
    ]  # fmt: skip
    keys = {one.key for one in now}
    rest = [one for one in friends() if one.key not in keys]
    with suppress(OSError):  # without the file, the next invitation needs a new line
        save(friends_file(), (now + rest)[:FRIENDS_MOST])


def remember_table(table: JoinedTable) -> None:
    """Remember a table where this user plays now, without what its host may have made too long. Never raises."""
    names = tuple(name[:NAME_MOST] for name in table.names)
    table = replace(table, game=table.game[:GAME_MOST], names=names)
    rest = [one for one in joined_tables() if one.line != table.line]
    with suppress(OSError):  # without the file, the line must be pasted again
        save(joined_file(), [table, *rest][:TABLES_MOST])

"""The roll of a club: its members and unfinished games, as saved on disk."""

from pathlib import Path

import msgspec

from spades_tui.hosting.invitations import Owner, save, saved
from spades_tui.language.player_names import name_key
from spades_tui.system.disk import locked_folder


class Member(Owner):
    """A member of the club."""

    name: str
    played: bool = True  # whether they have been at a table whose game began; if not, a full club forgets them first


class ClubRoll(msgspec.Struct):
    """The members and the unfinished games of a club, as saved on disk."""

    code: str  # the code that lets people in
    members: list[Member] = []
    games: dict[int, str] = {}  # the files of unfinished games, by table


def remove_member(file: Path, name: str) -> str:
    """Remove a member from a club's file, and return their name as it's spelled there; an open club notices it soon.

    Raises LookupError if there is none of this name, OSError, ValueError if the file is damaged.
    """
    with locked_folder(file.parent):
        roll = saved(file, ClubRoll)
        if roll is not None:
            for member in roll.members:
                if name_key(member.name) == name_key(name):
                    roll.members.remove(member)
                    save(file, roll)
                    return member.name
    raise LookupError(name)

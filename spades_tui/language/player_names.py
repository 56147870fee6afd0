"""Names at the table: what can be one, and what the user's login suggests. Light to import."""

import getpass
import re
import unicodedata
from typing import Literal

NAME_MOST = 20
"""Letters of a name, wherever one is given; a column that is too narrow for them cuts what it shows."""
NOBODY = "Ann"
"""The person's name where none has been given and the login says nothing; "You" would make odd sentences."""
NO_PERSON = ("root", "user", "admin", "administrator", "nobody", "guest")
"""Logins that are nobody's name."""

Fault = Literal["empty", "odd", "long"]
"""What is wrong with a name: there is none, a character in it cannot be shown, it is too long."""


def tidy(name: str) -> str:
    """A name as it will stand at the table: composed letters, no spaces around it and no two in a row."""
    return unicodedata.normalize("NFC", re.sub(" +", " ", name)).strip()


def fault(name: str) -> Fault | None:
    """What is wrong with a tidy name, if anything."""
    if not name:
        return "empty"
    if not name.isprintable():
        return "odd"
    return "long" if too_long(name) else None


def too_long(name: str) -> bool:
    """Whether a name has more letters than a name may have; the one place where it is measured."""
    return len(name) > NAME_MOST


def login_name() -> str:
    """The user's login, as a name; a usual one where it says nothing. ``ann.smith42`` is Ann."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return NOBODY
    login = login.split("\\")[-1].split("@")[0]
    first = re.split("[._+-]", login)[0]
    first = first.rstrip("0123456789") or first
    if not first or login.lower() in NO_PERSON:
        return NOBODY
    name = tidy(first[0].upper() + first[1:])
    return NOBODY if fault(name) else name

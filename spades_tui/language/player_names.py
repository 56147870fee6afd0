"""Names at the table: valid names, and the one that the user's login suggests. Light to import."""

import getpass
import re
import unicodedata
from typing import Literal

NAME_MOST = 20
"""Letters of a name, wherever one is given; a narrower column cuts what it shows."""
NOBODY = "Ann"
"""The person's name if none is given and the login has none; "You" would make odd sentences."""
NO_PERSON = ("root", "user", "admin", "administrator", "nobody", "guest")
"""Logins that aren't a person's name."""

Fault = Literal["empty", "odd", "long"]
"""A fault of a name: it is missing, has a character that can't be shown, or is too long."""


def tidy(name: str) -> str:
    """Return a name as the table uses it: composed letters, no spaces around it and no two in a row."""
    return unicodedata.normalize("NFC", re.sub(" +", " ", name)).strip()


def fault(name: str) -> Fault | None:
    """Return the fault of a tidy name, or None."""
    if not name:
        return "empty"
    if not name.isprintable():
        return "odd"
    return "long" if too_long(name) else None


def too_long(name: str) -> bool:
    """Return whether a name has too many letters; the one place where this is measured."""
    return len(name) > NAME_MOST


def login_name() -> str:
    """Return the user's login as a name, ``Ann`` for ``ann.smith42``; `NOBODY` if it has none."""
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

"""Where the user's own things lie, games and settings, and what the files of games are called.

The environment variable ``SPADES_TUI_HOME`` moves everything into one folder (tests, a memory stick). Nothing here
makes a folder; who writes does, with mode 0700.
"""

import errno
import os
import stat
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

HOME_VARIABLE = "SPADES_TUI_HOME"
APP = "spades-tui"
SUFFIX = ".spades.jsonl"
"""How the name of a journal or record ends."""
REFUSED_CLAIMS = ".claims"
"""The ending after a journal's name for the file of refused claims."""
NEXT_SECRET = ".deal"
"""What the name of a journal is lengthened by for the file with the secret of its next deal."""
_STAMP = "%Y-%m-%d-%H%M%S"
"""How the name of a journal begins: when the game began, to the second."""
_STAMP_LENGTH = len("2026-11-21-200115")


def _own(name: str) -> Path | None:
    """The folder under ``SPADES_TUI_HOME``, if that is set."""
    home = os.environ.get(HOME_VARIABLE)
    return typed_path(home) / name if home else None


def typed_path(text: str) -> Path:
    """The path that somebody has typed, ``~`` being his home. Where nobody has such a home, ``~`` is a name like any
    other. Never raises."""
    return Path(os.path.expanduser(text))


def data_folder() -> Path:
    """Games, and what is remembered between them."""
    own = _own("data")
    if own is not None:
        return own
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def games_folder() -> Path:
    """Journals of games, running and finished."""
    return data_folder() / "games"


def config_folder() -> Path:
    """Settings, and the user's own variants."""
    own = _own("config")
    if own is not None:
        return own
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False)


def forks_folder(games: Path | None = None) -> Path:
    """Where games lie that were taken up again from a review: beside the games, so that no book finds them."""
    return (games if games is not None else games_folder()).parent / "forks"


def is_fork(path: Path) -> bool:
    """Whether a journal is of such a game."""
    return path.parent.name == "forks"


def players_folder(games: Path) -> Path:
    """Where what outside players have said is kept: beside the games."""
    return games.parent / "players"


def new_game_file(folder: Path, slug: str) -> Path:
    """The journal of a game that begins now: ``2026-11-21-200115-bemo-3f2a91.spades.jsonl``."""
    import secrets

    return folder / f"{datetime.now().strftime(_STAMP)}-{slug}-{secrets.token_hex(3)}{SUFFIX}"


def simulated_file(folder: Path, slug: str, game: int, games: int) -> Path:
    """The record of one of so many simulated games: ``bemo-007.spades.jsonl``."""
    return folder / f"{slug}-{game:0{len(str(games))}d}{SUFFIX}"


def open_plain(path: Path) -> BinaryIO:
    """Open a file to read it. Raises OSError, also for what is no plain file: reading a pipe might never end."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    stream = os.fdopen(handle, "rb")
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return stream


def is_game_file(name: str) -> bool:
    """Whether a file is a journal or a record, by its name."""
    return name.endswith(SUFFIX)


def begun(name: str) -> datetime | None:
    """When a game began, by its journal's name; None for a name that does not tell."""
    try:
        return datetime.strptime(name[:_STAMP_LENGTH], _STAMP)
    except ValueError:
        return None


def next_secret_file(journal: Path) -> Path:
    """Beside a journal: the secret of the next deal, from before its commitment is shown until the deal is written."""
    return journal.with_name(journal.name + NEXT_SECRET)


def refused_claims_file(journal: Path) -> Path:
    """Return the file beside a journal that says who may not claim again in this hand (C-12)."""
    return journal.with_name(journal.name + REFUSED_CLAIMS)

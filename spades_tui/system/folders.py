"""The user's folders for games and settings, the program's own, and the names of game files.

The environment variable ``SPADES_TUI_HOME`` moves everything into one folder (for tests or a memory
stick). Nothing here creates a folder; code that writes does, with mode 0700. Each start waits for
this module, so it imports little.
"""

import errno
import os
import stat
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

HOME_VARIABLE = "SPADES_TUI_HOME"
APP = "spades-tui"
SUFFIX = ".spades.jsonl"  # suffix of a journal or record
_STAMP = "%Y-%m-%d-%H%M%S"  # the beginning of a journal's name: when the game began, to the second


def typed_path(text: str) -> Path:
    """Return the path that a user has typed, with ``~`` for a home folder if there is one.

    Never raises.
    """
    return Path(os.path.expanduser(text))


def shipped_folder(name: str) -> Path:
    """Return a folder of the program's own files.

    Inside the installed package, or next to it in a checkout.
    """
    package = Path(__file__).resolve().parent.parent
    inside = package / name
    if inside.is_dir():
        return inside
    return package.parent / name


def data_folder() -> Path:
    """Return the folder for games and everything remembered between them."""
    if home := os.environ.get(HOME_VARIABLE):
        return typed_path(home) / "data"
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def games_folder() -> Path:
    """Return the folder for journals, of running and finished games."""
    return data_folder() / "games"


def invitations_file(journal: Path) -> Path:
    """Return the file with the invitations of a hosted game; a game with one keyboard has none."""
    return data_folder() / "hosting" / f"{journal.name}.invitations.json"


def config_folder() -> Path:
    """Return the folder for settings and the user's own variants."""
    if home := os.environ.get(HOME_VARIABLE):
        return typed_path(home) / "config"
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False)


def forks_folder(games: Path | None = None) -> Path:
    """Return the folder for forks, next to the games, where no scorebook finds them."""
    return (games if games is not None else games_folder()).parent / "forks"


def is_fork(path: Path | None) -> bool:
    """Return whether a journal is a fork's; False for a game without a file."""
    return path is not None and path.parent.name == "forks"


def players_folder(games: Path) -> Path:
    """Return the folder for the output of outside players, next to the games."""
    return games.parent / "players"


def new_game_file(folder: Path, slug: str) -> Path:
    """Return the journal for a new game: ``2026-11-21-200115-bemo-3f2a91.spades.jsonl``."""
    import secrets

    return folder / f"{datetime.now().strftime(_STAMP)}-{slug}-{secrets.token_hex(3)}{SUFFIX}"


def simulated_file(folder: Path, slug: str, game: int, games: int) -> Path:
    """Return the record for one of `games` simulated games: ``bemo-007.spades.jsonl``."""
    return folder / f"{slug}-{game:0{len(str(games))}d}{SUFFIX}"


def open_plain(path: Path) -> BinaryIO:
    """Open a regular file for reading.

    Raises OSError, also for other files: reading a pipe might never end.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    stream = os.fdopen(handle, "rb")
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return stream


def is_game_file(name: str) -> bool:
    """Return whether a file is a journal or a record, by its name."""
    return name.endswith(SUFFIX)


def begin_time(name: str) -> datetime | None:
    """Return when a game began, by its journal's name; None if the name doesn't say."""
    try:
        return datetime.strptime(name[: len("2026-11-21-200115")], _STAMP)
    except ValueError:
        return None


def next_secret_file(journal: Path) -> Path:
    """Return the file next to a journal with the next deal's secret.

    It is there until the deal is written.
    """
    return journal.with_name(f"{journal.name}.deal")


def refused_claims_file(journal: Path) -> Path:
    """Return the file next to a journal with the refused claims of this hand (C-12)."""
    return journal.with_name(f"{journal.name}.claims")

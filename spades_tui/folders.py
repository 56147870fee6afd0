"""Where the user's own things lie: games and settings.

The environment variable ``SPADES_TUI_HOME`` moves everything into one folder (tests, a memory stick). Nothing here
makes a folder; who writes does, with mode 0700.
"""

import os
from pathlib import Path

HOME_VARIABLE = "SPADES_TUI_HOME"
APP = "spades-tui"
SUFFIX = ".spades.jsonl"
"""How the name of a journal or record ends."""


def _own(name: str) -> Path | None:
    """The folder under ``SPADES_TUI_HOME``, if that is set."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser() / name if home else None


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

"""Compare pictures of every screen, and of every theme at a table, with the accepted ones.

The words of all scenes are compared as text (`test_every_scene.py`). After an intended change of looks, run this file
with `--snapshot-update`.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.every_scene import EVERY, stand_still
from tests.quick_cases import slow_but
from tests.sizes import LARGE, SMALL, at_each_size

Compare = Callable[..., bool]

MOST = 120
"""Maximum number of pictures that tests compare; another needs an old one's place, or a text says the same."""

SCREENS = (
    # before a table
    "home", "home-first", "variants", "seats-jokers", "players", "rules", "settings", "own-keys",
    "house-rules", "house-rules-read", "rule-lab",
    # at a table
    "cut", "bid-3b", "pass", "refused", "five-seats", "claim", "curtain-play", "watch", "keys", "log",
    "notes", "why", "moment-set",
    # after a hand and after a game
    "score-bemo", "all-scores", "seal", "open-hands", "hearing-vote", "chit", "tray", "game-over",
    # lessons and the scorebook
    "lesson-list", "lesson-puzzles", "lesson-wrong", "lesson-wrong-card", "lesson-score",
    "book", "book-person", "book-games", "book-players", "book-more",
    "book-correct", "book-table", "book-unfinished", "book-after",
    "book-ladder",
)  # fmt: skip
"""A scene of each screen."""

QUICK = (
    "home", "bid-3b", "five-seats", "lesson-wrong", "book-person",
)  # fmt: skip
"""Screens for the quick tests; their words are compared as text too."""

LOOKS = (
    # themes and settings
    "follow", "letters", "light", "light-bid", "light-score", "contrast", "red-green-score", "warm-bid", "ascii",
    "compact", "two-colours", "solarized-light",
    # decisions that are drawn in their own way
    "ace", "blind", "dealt", "dictated-nil", "draft-came", "raise-side", "renege", "seventeen-cards",
    # a moment
    "moment-nil-made",
)  # fmt: skip
"""Scenes of the same screens with other colours or frames."""


def compare(name: str, size: tuple[int, int], snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a scene looks as accepted."""
    stand_still(monkeypatch)
    scene = EVERY[name]()
    return snap_compare(scene.app(), terminal_size=size, run_before=scene.go)


@at_each_size(SMALL, LARGE)
@pytest.mark.parametrize("name", slow_but(QUICK, SCREENS))
def test_a_screen_looks_as_accepted(
    name: str, size: tuple[int, int], snap_compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compare(name, size, snap_compare, monkeypatch)


@pytest.mark.parametrize("name", slow_but(("light", "ascii", "compact", "ace"), LOOKS))
def test_a_theme_or_decision_looks_as_accepted(
    name: str, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compare(name, SMALL, snap_compare, monkeypatch)


def test_pictures_are_few() -> None:
    assert len([*Path(__file__).parent.parent.rglob("*.svg")]) <= MOST

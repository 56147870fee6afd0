"""Collect all scenes, for tests that look at every screen."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.decision_scenes import DECISIONS
from tests.lessons.scenes import LESSONS
from tests.scenes import SCENES, Scene
from tests.scorebook.games import open_with
from tests.scorebook_screens.scenes import BOOK_SCENES, NOON
from tests.setup_scenes import SETUP_SCENES


def _same(scene: Scene) -> Scene:
    return scene


EVERY: dict[str, Callable[[], Scene]] = {
    **{name: partial(_same, scene) for some in (SCENES, SETUP_SCENES, DECISIONS, BOOK_SCENES)
       for name, scene in some.items()},
    **{f"lesson-{name}": make for name, make in LESSONS.items()},
}  # fmt: skip
"""All scenes by name."""

QUICK = (
    # bids and cards
    "cut", "extra-card", "bid", "bid-bemo", "blind-partner", "new-deal", "promise", "follow", "refused",
    "trick-complete", "three-seats", "five-seats", "ace", "claim", "books", "curtain-play", "watch",
    # decisions of few games
    "pass", "draft", "dictated-number", "no-spade", "league-names",
    # after a hand and after a game
    "score-bemo", "all-scores", "hearing-vote", "tray", "game-over", "log",
    # other characters and colours
    "ascii", "light-bid", "two-colours",
    # without a table
    "settings",
)  # fmt: skip
"""Scenes for the quick tests: one of each kind of screen and decision at a table, and the form with most fields."""


def stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name the user Ann and stop the scorebook's clock."""
    monkeypatch.setenv("LOGNAME", "ann")
    open_with(monkeypatch, clock=lambda: NOON)

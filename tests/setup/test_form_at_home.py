"""The user's form at home: after the first frame, and only if there is a scorebook."""

import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from spades_tui.presentation import scorebook_words
from spades_tui.scorebook.scorebook import open_book
from tests import LONG
from tests.driver import driving
from tests.scorebook.games import Season, open_with
from tests.setup.helpers import NotedApp, Suspend
from tests.sizes import LARGE, SMALL, at_each_size

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)
FORM = "This week: 2 games, 1 won"


@pytest.fixture
def played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play two games of Ann's in this week."""
    season = Season(home / "data", NOW.date())
    season.play((0, 1, 2))
    season.play((1, 2, 0))
    season.book.close()
    open_with(monkeypatch, clock=lambda: NOW)


@pytest.mark.usefixtures("played")
@at_each_size(SMALL, LARGE)
async def test_home_shows_the_form_below_the_menu(app: NotedApp, suspend: Suspend, size: tuple[int, int]) -> None:
    suspend("Xaver", 1_000_000.0)
    async with driving(app, size) as seat:
        await seat.wait(FORM)
        assert seat.sees("Quit", "Continue")
        await seat.press("s", "escape")
        assert seat.sees(FORM)


async def test_home_has_a_row_for_the_form_only_if_there_is_a_scorebook() -> None:
    rows = []
    for _ in range(2):
        async with driving(NotedApp()) as seat:
            rows.append(seat.lines.index(seat.line("Quit")))
        with open_book():
            pass
    assert rows[0] - rows[1] == 1, "the menu is a line higher"


@pytest.mark.usefixtures("played")
async def test_the_first_frame_never_waits_for_the_form(app: NotedApp, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, lines_for = threading.Event(), scorebook_words.lines_for

    def late(*arguments: Any) -> tuple[str, ...]:
        assert shown.wait(LONG)
        return lines_for(*arguments)

    monkeypatch.setattr(scorebook_words, "lines_for", late)
    async with driving(app) as seat:
        assert seat.sees("Quit") and not seat.sees(FORM)
        shown.set()
        await seat.wait(FORM)

"""The user's form at home: after the first frame, and only if there is a scorebook."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from spades_tui.scorebook.scorebook import open_book
from spades_tui.tui.setup import home_widgets
from spades_tui.tui.setup.home_widgets import FormLines
from tests.scorebook.games import Season, open_with
from tests.screens.looking import wait_until
from tests.setup.helpers import NotedApp, Suspend, press, shown
from tests.sizes import LARGE, SMALL, at_each_size

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)


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
    async with app.run_test(size=size) as pilot:
        assert await wait_until(lambda: "This week: 2 games, 1 won" in shown(pilot))
        assert "Quit" in shown(pilot) and "Continue" in shown(pilot)
        await press(pilot, "s")
        await press(pilot, "escape")
        assert "This week: 2 games, 1 won" in shown(pilot)


async def test_without_a_scorebook_home_has_no_row_for_it(app: NotedApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)):
        assert not app.screen.query_one(FormLines).display
        assert not (home / "data" / home_widgets.BOOK).exists()


@pytest.mark.usefixtures("played")
async def test_the_first_frame_never_waits_for_the_form(app: NotedApp, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(FormLines, "ask", lambda self, name: asked.append(app.caught_up))
    async with app.run_test(size=(80, 24)):
        assert await wait_until(lambda: bool(asked))
    assert all(asked)


def test_the_name_of_the_file_is_the_scorebooks(home: Path) -> None:
    with open_book():
        assert (home / "data" / home_widgets.BOOK).exists()

"""A page shows the results of a game in the scorebook."""

from pathlib import Path

import pytest

from spades_tui.scorebook.scorebook import open_book
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.scorebook.games_screen import AfterGameScreen
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from tests.scorebook.games import Season
from tests.scorebook_screens.filled import ANN, BEA
from tests.scorebook_screens.helpers import press, said, shown, wait_for_answer
from tests.sizes import LARGE, SMALL, at_each_size


@pytest.mark.rule("3B-18", "3B-26")
@at_each_size(SMALL, LARGE)
async def test_the_page_after_a_game_names_the_tray_person_and_takes_the_tick(
    app: SpadesApp, home: Path, size: tuple[int, int]
) -> None:
    season = Season(home)
    season.book.tick_carried("Cy", "Lunch")
    path = season.on("2026-04-06").write(ANN, imperfect=(2,))
    season.book.close()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.push_screen(AfterGameScreen(path))
        await wait_for_answer(pilot)
        page = " ".join(shown(pilot).split())
        assert "Cy is the tray person. · Cy carries the trays." in page
        assert "An imperfect day for Cy. · Cy owes a deck of cards." in page
        assert "▲ Cy carries the trays (1 tray)." in page
        await press(pilot, "t", "y")
        assert said(pilot) == "Cy has carried 1 tray."
        assert "▲" not in shown(pilot)
        await press(pilot, "b")
        assert isinstance(app.screen, BookScreen)
        assert app.screen.table is not None
        assert app.screen.table.name == "Lunch"
    with open_book(home) as book:
        assert book.scoreboard("Lunch").violators == ()


async def test_an_unfinished_game_has_no_results_in_the_scorebook(app: SpadesApp, home: Path) -> None:
    season = Season(home)
    path = season.write(BEA)
    season.book.close()
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:4]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.push_screen(AfterGameScreen(path))
        await wait_for_answer(pilot)
        assert "isn't in the scorebook yet" in said(pilot)
        await press(pilot, "t", "b")
        assert isinstance(app.screen, AfterGameScreen)

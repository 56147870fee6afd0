"""A page shows the results of a game in the scorebook."""

from pathlib import Path

import pytest

from spades_tui.scorebook.scorebook import open_book
from tests.scorebook.games import Season
from tests.scorebook_screens.filled import ANN, BEA
from tests.scorebook_screens.helpers import reading
from tests.sizes import LARGE, SMALL, at_each_size


@pytest.mark.rule("3B-18", "3B-26")
@at_each_size(SMALL, LARGE)
async def test_the_page_after_a_game_names_the_tray_person_and_takes_ticks(home: Path, size: tuple[int, int]) -> None:
    season = Season(home)
    season.book.tick_carried("Cy", "Lunch")
    season.on("2026-04-06").play(ANN, imperfect=(2,))
    season.book.close()
    async with reading(size) as seat:
        await seat.press("b", "g", "enter")
        assert seat.sees("Cy is the tray person. · Cy carries the trays.")
        assert seat.sees("An imperfect day for Cy. · Cy owes a deck of cards.")
        assert seat.sees("▲ Cy carries the trays (1 tray).")
        await seat.press("t", "y")
        assert seat.said == "Cy has carried 1 tray."
        assert not seat.sees("▲")
        await seat.press("b")
        assert seat.heading.startswith("Scorebook · Lunch")
    with open_book(home) as book:
        assert book.scoreboard("Lunch").violators == ()


async def test_an_unfinished_game_has_no_results_in_the_scorebook(home: Path) -> None:
    season = Season(home)
    path = season.write(BEA)
    season.book.close()
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:4]))
    async with reading() as seat:
        await seat.show_results(path)
        assert "isn't in the scorebook yet" in seat.said
        await seat.press("t", "b")
        assert seat.heading.startswith("This game in the scorebook")

"""Press keys and wait until the scorebook has answered."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from spades_tui.play.table import Table
from spades_tui.tui.scorebook.games_screen import AfterGameScreen
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from spades_tui.tui.widgets.paragraphs import Page
from tests.driver import Driver, driving, home_app
from tests.screens.looking import settle


async def wait_for_answer(pilot: Pilot[int]) -> None:
    """Wait until no thread uses the scorebook and everything is drawn.

    An answer may lead to another question a little later, and the scorebook's first page always looks for new games.
    """
    quiet = 0
    for _ in range(6000):
        await asyncio.sleep(0.003)
        await settle(pilot.app, rest=1)
        screen = pilot.app.screen
        looks_yet = isinstance(screen, BookScreen) and not screen._caught_up and not screen._troubled
        works = any(worker.is_running and worker.group != "table" for worker in pilot.app.workers)
        quiet = 0 if looks_yet or works else quiet + 1
        if quiet == 4:
            return


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after another, and wait for each answer."""
    for key in keys:
        await pilot.press(key)
        await wait_for_answer(pilot)


def said(pilot: Pilot[int]) -> str:
    """Return the message below the page."""
    return pilot.app.screen.query_one("#message", Page).words


class Reader(Driver):
    """A person at the scorebook, who waits for its answer after each key."""

    async def press(self, *keys: str) -> None:
        """Press keys one after another, and wait for each answer."""
        await press(self._pilot, *keys)

    async def click(self, words: str) -> None:
        """Click on the first of these words, and wait for the answer."""
        await super().click(words)
        await self.answered()

    async def answered(self) -> None:
        """Wait until the scorebook has answered."""
        await wait_for_answer(self._pilot)

    @property
    def said(self) -> str:
        """The message in the last lines above the footer; "" if there is none."""
        rows = takewhile(lambda row: re.match(r" {0,3}[^\s│▸┤][^│┤]*$", row), reversed(self.lines[2:-2]))
        return " ".join(row.strip() for row in [*rows][::-1])

    async def sit_down(self, table: Table) -> None:
        """Sit down at a table, as *Continue* does."""
        self._app.sit_down(table)
        await self.answered()

    async def show_results(self, path: Path) -> None:
        """Show the page after a game that isn't in the scorebook, which no list leads to."""
        self._app.push_screen(AfterGameScreen(path))
        await self.answered()


@asynccontextmanager
async def reading(size: tuple[int, int] = (80, 24), **settings: Any) -> AsyncIterator[Reader]:
    """Start the program for a person who opens the scorebook."""
    app = home_app(**settings)
    async with driving(app, size) as seat:
        yield Reader(app, seat._pilot)

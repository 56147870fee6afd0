"""Press keys and wait until the scorebook has answered."""

import asyncio

from textual.pilot import Pilot

from spades_tui.tui.scorebook.person_screen import NumbersView, figures
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.paragraphs import Page
from spades_tui.tui.widgets.scoreboard_view import ScoreboardView
from tests.screens.looking import settle


async def wait_for_answer(pilot: Pilot[int]) -> None:
    """Wait until no thread uses the scorebook and everything is drawn.

    An answer may lead to another question a little later, and the scorebook's first page always looks for new games.
    """
    quiet = 0
    for _ in range(6000):
        await asyncio.sleep(0.01)
        await settle(pilot.app, rest=1)
        screen = pilot.app.screen
        looks_yet = isinstance(screen, BookScreen) and not screen._caught_up and not screen._troubled
        quiet = 0 if looks_yet or any(worker.is_running for worker in pilot.app.workers) else quiet + 1
        if quiet == 4:
            return


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys one after another, and wait for each answer."""
    for key in keys:
        await pilot.press(key)
        await wait_for_answer(pilot)


def shown(pilot: Pilot[int]) -> str:
    """Return everything on the screen as text."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def numbers(pilot: Pilot[int]) -> str:
    """Return the figures of a person's page, each after its name."""
    state = pilot.app.screen.query_one(NumbersView).state
    assert state is not None
    return "\n".join(f"{name} {value}" for name, value in figures(state[0]))


def all_rows(pilot: Pilot[int]) -> str:
    """Return all rows of the scoreboard, also those that the screen has no room for."""
    view = pilot.app.screen.query_one(ScoreboardView)
    return "\n".join("".join(text for text, _ in row.pieces) for row in view._rows(view.size.width))


def said(pilot: Pilot[int]) -> str:
    """Return the message below the page."""
    return pilot.app.screen.query_one("#message", Page).words


def labels(pilot: Pilot[int]) -> list[str]:
    """Return the lines of the list on the screen."""
    return [choice.label for choice in pilot.app.screen.query_one(ChoiceList).choices]

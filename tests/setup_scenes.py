"""Scenes of the screens before a table: home, choice of a variant, seats, rules, settings."""

import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count

from textual.pilot import Pilot

from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import games_folder
from spades_tui.system.jobs import Jobs
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.games_and_rules import entries
from spades_tui.tui.setup.house_pages import SECONDS, RuleLabScreen
from spades_tui.tui.setup.house_rules_form import HouseRulesScreen
from tests.measured_rules import draft_of, kept
from tests.scenes import Scene, keys, nothing, setup, then
from tests.screens.looking import wait_until


def at_home() -> SpadesApp:
    """Return the program for a user with the login ann."""
    os.environ["LOGNAME"] = "ann"
    return SpadesApp(settings=Settings())


class FirstStart(SpadesApp):
    """Run the program as at its first start."""

    def has_no_name(self) -> bool:
        """Return True."""
        return True


def at_first_start() -> SpadesApp:
    """Return the program as at its first start, for a user with the login ann."""
    os.environ["LOGNAME"] = "ann"
    return FirstStart(settings=Settings())


def with_a_game() -> SpadesApp:
    """Return the program with a game to resume."""
    app = at_home()
    if not list(games_folder().glob("*")):
        table = Table.create(setup("classic"), games_folder())
        table.deal(None)
        table.suspend()
    return app


async def to_small(pilot: Pilot[int]) -> None:
    """Make the terminal too small."""
    await pilot.resize_terminal(60, 18)
    await pilot.pause()


def to_seats(slug: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return a step that opens the seats and options of a variant."""

    async def press(pilot: Pilot[int]) -> None:
        await to_variant(slug)(pilot)
        await keys("enter")(pilot)

    return press


def to_variant(slug: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return a step that selects a variant in the list."""

    async def press(pilot: Pilot[int]) -> None:
        place = next(n for n, entry in enumerate(entries()) if entry.variant and entry.variant.slug == slug)
        await keys("n", *["down"] * place)(pilot)

    return press


def to_house_rules(*pressed: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return a step that opens cutthroat in the form for house rules, and presses these keys there."""

    async def press(pilot: Pilot[int]) -> None:
        await to_variant("cutthroat")(pilot)
        await keys("c", "slash", *"blind", "enter", "right", *["down"] * 4, *"150", "enter")(pilot)
        await keys("slash", *"bags that cost", "enter", "7", "enter")(pilot)
        await keys("slash", *"play to", "enter", *"250", "enter", "home", *["pagedown"], *pressed)(pilot)
        screen = pilot.app.screen
        if isinstance(screen, HouseRulesScreen):
            assert await wait_until(lambda: not any(worker.group == "work" for worker in screen.workers))
            await pilot.pause()

    return press


def to_measured(name: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return a step that shows house rules after they were measured."""

    async def show(pilot: Pilot[int]) -> None:
        seconds = count(step=SECONDS)
        jobs = closing(Jobs(lambda: ThreadPoolExecutor(1), 1))
        screen = RuleLabScreen(draft_of(name))
        screen.played, screen.clock = lambda _: jobs, lambda: next(seconds)
        screen.comparison.measured = kept(name)
        await pilot.app.push_screen(screen)
        assert await wait_until(lambda: not screen.running)
        await pilot.pause()

    return show


def home(*pressed: str) -> Scene:
    """Return the scene of the screen that these keys open from home."""
    return Scene(at_home, keys(*pressed) if pressed else nothing)


SETUP_SCENES: dict[str, Scene] = {
    "home-continue": Scene(with_a_game),
    "home": home(),
    "home-first": Scene(at_first_start),
    "variants": home("n"),
    "variants-bemo": Scene(at_home, to_variant("bemo")),
    "seats": home("n", "enter"),
    "seats-jokers": Scene(at_home, to_seats("jokers")),
    "seats-3b-five": Scene(at_home, to_seats("3b-five")),
    "house-rules": Scene(at_home, to_house_rules()),
    "house-rules-refused": Scene(at_home, to_house_rules("slash", *"board", "enter")),
    "house-rules-read": Scene(at_home, to_house_rules("r")),
    "rule-lab": Scene(at_home, to_measured("bags")),
    "rule-lab-dealer": Scene(at_home, to_measured("dealer")),
    "players": home("n", "enter", "down", "down", "f2", "down", "down", "down"),
    "rules": home("r"),
    "settings": home("s"),
    "own-keys": home("s", "f2", *["down"] * 12, "enter"),
    "too-small": Scene(at_home, then(to_small)),
}

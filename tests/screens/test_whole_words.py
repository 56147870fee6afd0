"""No sentence on a screen is cut at 80 columns, help included; only names that are too long are."""

import json
import re
from collections.abc import Callable
from datetime import datetime

import pytest
from textual.pilot import Pilot

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import SeatSetup, TableSetup, bot_seats
from spades_tui.rules.catalogue import find
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import data_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup.variant_selection import VariantSelectionScreen
from tests.every_scene import EVERY, QUICK, stand_still
from tests.scenes import Scene, then
from tests.scorebook_screens.helpers import calm, press
from tests.screens.looking import screen_text, settle, top_screen, wait_until
from tests.setup_scenes import at_home, home, to_house_rules

CUT = re.compile(r"\S…")
"""Cut words; an ellipsis after a blank means that a list or an action continues."""


def alone() -> SpadesApp:
    """Return the program of a user who has played against the computer, for the first time this week."""
    players = (("Clement", "club"), ("Strong", "strong"), ("Beate", "beginner"))
    seats = (SeatSetup("Ann", "human"), *(SeatSetup(name, "bot", level) for name, level in players))
    folder = data_folder() / "games"
    folder.mkdir(parents=True)
    for game in (1, 2):
        when = datetime(2026, 2, 23 + game)
        text = play_game(TableSetup(find("sandbags"), {"target": 100}, bot_seats(4, "beginner"), 0, "x", game)).text
        head, _, rest = text.partition("\n")
        head = json.dumps({**json.loads(head), "at": f"{when:%Y-%m-%d}T20:00:00+00:00",
                           "seats": [seat.to_json() for seat in seats]})  # fmt: skip
        (folder / f"{when:%Y-%m-%d}-200000-{game:04}.spades.jsonl").write_text(f"{head}\n{rest}", "utf-8")
    return SpadesApp(settings=Settings(name="Ann"))


async def pages(*pressed: str, pilot: Pilot[int]) -> None:
    """Go where these keys lead, once the scorebook has taken the games up."""
    await pilot.pause(0.6)
    await calm(pilot)
    await press(pilot, *pressed)
    await calm(pilot)


async def saved(pilot: Pilot[int]) -> None:
    """Save house rules."""
    await pilot.press("s", "ctrl+s")
    assert await wait_until(lambda: isinstance(pilot.app.screen, VariantSelectionScreen))


MORE: dict[str, Callable[[], Scene]] = {
    "person-alone": lambda: Scene(alone, lambda pilot: pages("b", "p", "enter", pilot=pilot)),
    "computer-alone": lambda: Scene(alone, lambda pilot: pages("b", "p", "down", "enter", pilot=pilot)),
    "people-alone": lambda: Scene(alone, lambda pilot: pages("b", "p", "enter", "right", pilot=pilot)),
    "games-alone": lambda: Scene(alone, lambda pilot: pages("b", "g", pilot=pilot)),
    "house-rules-searched": lambda: Scene(at_home, to_house_rules("slash", *"nilx")),
    "house-rules-named": lambda: Scene(at_home, to_house_rules("s")),
    "house-rules-saved": lambda: Scene(at_home, then(to_house_rules(), saved)),
    "one-name-more": lambda: home("n", "enter", "plus"),
}
"""Screens there are no pictures of."""


@pytest.mark.parametrize("name", [
    name if name in (*QUICK, "house-rules", "person-alone") else pytest.param(name, marks=pytest.mark.slow)
    for name in (*EVERY, *MORE)
    if name != "too-small"  # which is smaller than 80×24
])  # fmt: skip
async def test_no_word_is_cut(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the screen, and on its page of keys."""
    stand_still(monkeypatch)
    scene = {**EVERY, **MORE}[name]()
    app = scene.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await scene.go(pilot)
        await settle(app)
        cut = [line for line in screen_text(app).splitlines() if CUT.search(line)]
        app.open_keys(top_screen(app, SpadesScreen))
        await settle(app)
        cut += [line for line in screen_text(app).splitlines() if CUT.search(line)]
    assert not cut

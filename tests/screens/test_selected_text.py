"""The mouse selects text where no hand is hidden, and Ctrl+C copies it."""

import pytest
from textual import events

from spades_tui.tui.app import SpadesApp
from tests.driver import driving
from tests.scenes import SCENES, Scene
from tests.screens.looking import screen_text, settle
from tests.setup_scenes import SETUP_SCENES


async def drag(app: SpadesApp, y: int, first: int, last: int) -> None:
    """Drag the mouse along a line, with the left button down, as a terminal would report it."""
    steps = ((events.MouseDown, first), (events.MouseMove, first + 1), (events.MouseMove, last), (events.MouseUp, last))
    for kind, x in steps:
        app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await settle(app)


async def copied(scene: Scene, words: str) -> tuple[str, str]:
    """Drag over words of a scene, and press Ctrl+C. Return the clipboard and the footer."""
    app = scene.app()
    async with driving(app) as seat:
        await scene.go(seat._pilot)
        await settle(app)
        lines = screen_text(app).split("\n")
        y, line = next((y, line) for y, line in enumerate(lines) if y > 1 and words in line)
        await drag(app, y, line.index(words), line.index(words) + len(words) + 1)
        await seat.press("ctrl+c")
        return app.clipboard.strip(), seat.footer


@pytest.mark.parametrize(("scene", "words"), [
    (SCENES["why"], "This trick"), (SCENES["log"], "This hand"), (SETUP_SCENES["rules"], "Bidding"),
])  # fmt: skip
async def test_selected_text_is_copied(scene: Scene, words: str) -> None:
    assert await copied(scene, words) == (words, "The text was sent to the clipboard.")


@pytest.mark.parametrize(("name", "words"), [("follow", "Ann"), ("score", "4 made")])
async def test_no_text_is_selected_at_the_table(name: str, words: str) -> None:
    clipboard, footer = await copied(SCENES[name], words)
    assert clipboard == "" and "clipboard" not in footer

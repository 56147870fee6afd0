"""A line as a QR code: it's whole, or the window says why there is none."""

from collections.abc import Iterator

import pytest

pytest.importorskip("segno", reason="the extra `friends` brings it")

from spades_tui.hosting.invite_screen import CodeScreen, code_rows
from spades_tui.hosting.join_line import PUBLIC_RELAYS, JoinLine
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.widgets import glyphs
from tests.screens.looking import screen_text

FAR = "https://" + "a" * 60 + ".example.org/"


@pytest.fixture(autouse=True)
def _all_characters() -> Iterator[None]:
    yield
    glyphs.use(False)


def word(relay: str) -> str:
    """Return a line at a relay."""
    return JoinLine(bytes(range(32)), relay, "K7QF2M9D").word


async def shown(line: str, height: int = 24, ascii_only: bool = False) -> str:
    """Return the screen with the code of a line."""
    app = SpadesApp()
    async with app.run_test(size=(80, height)) as pilot:
        glyphs.use(ascii_only)
        app.push_screen(CodeScreen(f"spades-tui join {line}"))
        await pilot.pause()
        return screen_text(app)


@pytest.mark.parametrize(("relay", "height"), [*[(relay, 24) for relay in PUBLIC_RELAYS], (FAR, 28)])
async def test_every_row_of_the_code_is_shown(relay: str, height: int) -> None:
    text = await shown(word(relay), height)
    assert all(row.strip() in text for row in code_rows(word(relay)))


async def test_a_code_that_doesnt_fit_isnt_cut() -> None:
    text = await shown(word(FAR))
    assert "28 lines" in text
    assert word(FAR)[:60] in text
    assert "█" not in text.partition("QR code of the line")[2].partition("╯")[0]


async def test_plain_ascii_shows_the_line() -> None:
    line = word(PUBLIC_RELAYS[0])
    assert line in await shown(line, ascii_only=True)

"""Every screen uses plain ASCII if the setting or the terminal asks for it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.card_faces import SIDE_MARKS, HandView
from spades_tui.tui.widgets.glyphs import in_ascii, wants_plain
from tests.every_scene import EVERY
from tests.screens.looking import screen_text, settle, wait_until


@pytest.fixture(autouse=True)
def _all_characters_afterwards() -> Iterator[None]:
    yield
    glyphs.use(False)


async def test_textuals_widgets_are_ascii_too() -> None:
    app = EVERY["follow"]().app()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.settings = replace(app.settings, characters="ascii")
        await EVERY["follow"]().go(pilot)
        app.notify("“Something” – is wrong …", severity="warning", timeout=600)
        for keys, words in (((), "Something"), (("ctrl+p",), "Type a game")):
            await pilot.press(*keys)
            assert await wait_until(lambda: words in screen_text(app)), words  # noqa: B023
            assert screen_text(app).isascii()
            assert "??" not in screen_text(app)


@pytest.mark.parametrize("text", ["K♥ …", "Zoë", "王 and Łukasz", "½ − ²", "e\u0301", "👩‍🚀 x", "┏━┓ ●○✚✗", "←→ ⏎"])
def test_text_in_ascii_keeps_its_width(text: str) -> None:
    assert in_ascii(text).isascii()
    assert cell_len(in_ascii(text)) == cell_len(text)


def test_names_in_ascii_keep_as_much_as_possible() -> None:
    assert in_ascii("Zoë Łukasz Bjørn") == "Zoe Lukasz Bjorn"
    assert in_ascii("王") == "??"


UTF = {"LANG": "en_GB.UTF-8", "TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("environment", "coerced", "plain"),
    [
        (UTF, False, False),
        ({**UTF, "LANG": "C"}, True, True),
        ({**UTF, "LANG": "C", "LC_CTYPE": "C.UTF-8"}, True, True),  # as Python decodes it
        ({**UTF, "LANG": "C", "LC_CTYPE": "C.UTF-8"}, False, False),
        ({**UTF, "LC_ALL": "POSIX"}, False, True),
        ({**UTF, "LANG": "de_DE.ISO-8859-1"}, False, True),
        ({**UTF, "LANG": "de_DE.utf8"}, False, False),
        ({**UTF, "TERM": "linux"}, False, True),
        ({**UTF, "TERM": "vt100"}, False, True),
        ({}, False, False),  # no variable says anything about the terminal
        ({"LC_CTYPE": "C.UTF-8"}, True, False),
    ],
)
def test_a_terminal_without_unicode_gets_plain_ascii(environment: dict[str, str], coerced: bool, plain: bool) -> None:
    assert wants_plain("auto", environment, coerced) == plain
    assert wants_plain("ascii", environment, coerced)
    assert not wants_plain("all", environment, coerced)


async def test_changed_characters_and_faces_redraw_the_table_at_once() -> None:
    """With the settings open at a table, a change redraws the hand, the panel at the left and the log."""
    scene = EVERY["follow"]()
    app = scene.app()
    async with app.run_test(size=(140, 45)) as pilot:
        await scene.go(pilot)
        large = app.screen.query_one(HandView).size.height
        app.settings = replace(app.settings, characters="ascii", faces="compact")
        await settle(app)
        text = screen_text(app)
        assert text.isascii()
        assert "A Us" in text
        assert app.screen.query_one(HandView).size.height < large
        app.settings = replace(app.settings, characters="auto", faces="big")
        await settle(app)
        assert "◆ Us" in screen_text(app)
        assert app.screen.query_one(HandView).size.height == large


def test_marks_and_lines_are_distinct_in_ascii() -> None:
    assert len(set(in_ascii(SIDE_MARKS))) == len(SIDE_MARKS)
    assert in_ascii("⠁⠤⢇") == "'.:", "high, low and steep parts of a line"
    assert len(set(in_ascii("●○✗▪"))) == 4

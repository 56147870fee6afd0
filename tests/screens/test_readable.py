"""Every text is readable in every theme, with four colours of suits or two, in every kind of terminal."""

import re
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from rich.color import Color

from spades_tui.settings.settings import OWN_THEMES, Settings, Suits, Theme
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import Window
from spades_tui.tui.terminal import Colours
from spades_tui.tui.themes import FOR_TEXTUAL, grounds_of, theme_of
from tests.quick_cases import slow_but
from tests.scenes import SCENES
from tests.screens.looking import screen_text, settle, wait_until
from tests.screens.readable import WAYS, depth, enough, hard_to_read, is_grey, luminance, plain, ratio, read, styles_of
from tests.setup_scenes import SETUP_SCENES

THEMES: tuple[Theme, ...] = get_args(Theme)
ROLES = tuple(role for role in theme_of("dark").variables if role not in FOR_TEXTUAL)
every_theme = pytest.mark.parametrize("theme", THEMES)
ROOT = Path(__file__).parent.parent.parent
SUITS: tuple[Suits, ...] = ("four", "two")


@every_theme
def test_every_role_is_readable_on_its_grounds(theme: Theme) -> None:
    """This covers text on the table, cards of every suit, face up and face down, and chosen lines."""
    for way, suits in product(WAYS, SUITS):
        styles = styles_of(theme, way, suits)
        for role in ROLES:
            for ground in grounds_of(role):
                for style in (f"${role} on ${ground}", f"bold ${role} on ${ground}"):
                    assert ratio(styles[style], way) >= enough(theme), (way, suits, style)


@every_theme
def test_widgets_of_textual_are_readable(theme: Theme) -> None:
    for way in WAYS:
        styles = styles_of(theme, way)
        for style in ("$foreground on $field", "$foreground on $panel", "$error on $panel", "$warning on $panel",
                      "$block-cursor-foreground on $block-cursor-background"):  # fmt: skip
            assert ratio(styles[style], way) >= enough(theme), (way, style)


@every_theme
def test_playable_cards_are_brighter(theme: Theme) -> None:
    for way in ("true", "256", "16", "8"):
        styles = styles_of(theme, way)
        free, dim, chosen = (styles[f"$foreground on ${face}"].bgcolor for face in ("face", "face-dim", "face-chosen"))
        assert free != chosen
        if way == "8" or (theme, way) == ("contrast", "16"):  # cards are black, and playable ones have brighter text
            assert free == dim
            free, dim = (styles[f"${face}-suit-3 on ${face}"].color for face in ("face", "face-dim"))
        assert bright(free) > bright(dim), way


def bright(color: Color | None) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    assert color is not None
    return luminance(plain(color.get_truecolor()))


@every_theme
def test_suits_have_four_colours_or_two(theme: Theme) -> None:
    for way, suits, kind in product(("true", "16", "8"), SUITS, ("suit", "face-suit")):
        styles = styles_of(theme, way, suits)
        clubs, diamonds, hearts, spades = (styles[f"${kind}-{suit}"].color for suit in range(4))
        few = suits == "two"
        assert len({clubs, diamonds, hearts, spades}) == (2 if few else 4), (way, suits)
        assert (clubs == spades, diamonds == hearts) == (few, few), (way, suits)


def test_every_theme_is_known_to_textual_and_the_settings_page() -> None:
    assert THEMES[: len(OWN_THEMES)] == OWN_THEMES
    for theme in THEMES:
        assert theme_of(theme).name == theme
        assert f"`{theme}`" in (ROOT / "docs" / "settings.md").read_text("utf-8")
    assert theme_of("of another version").name == "dark"


LOOKED_AT = ("follow", "settings", "bid-3b", "refused", "score-bemo")
"""Scenes that are painted in full; of the others, `test_every_scene.py` computes the contrast of every style."""
PAINTED: tuple[tuple[str, Theme], ...] = (
    *((way, theme) for way in WAYS for theme in THEMES[:3]),
    *(("true", theme) for theme in ("red-green", "warm", "nord", "solarized-light", "rose-pine-dawn")),
)


def hard_parts(app: SpadesApp, theme: str, way: str = "true") -> set[tuple[str, str]]:
    """Return the parts of the screen, or of a window over it, whose contrast is too low in a kind of terminal."""
    strips = app.screen._compositor.render_strips(app.size)
    for window in app.screen.query(Window):
        x, y, width, height = window.region
        strips = [strip.crop(x, x + width) for strip in strips[y : y + height]]
    seen = (piece for strip in strips for piece in read(iter(strip)))
    return {(text, str(style)) for text, style in seen if hard_to_read(style, theme, way)}


@pytest.mark.parametrize("name", slow_but(["follow"], LOOKED_AT))
async def test_every_text_has_enough_contrast(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This covers everything drawn: each theme, suits of four colours and of two, each kind of terminal."""
    way = "true"
    monkeypatch.setattr(Colours, "depth", property(lambda colours: depth(way)))
    scene = {**SCENES, **SETUP_SCENES}[name]
    app = scene.app()
    async with app.run_test(size=(100, 30)) as pilot:
        await scene.go(pilot)
        for way, theme in PAINTED:
            app.no_color = is_grey(way)
            suits: Suits = "four" if theme == "dark" else "two"
            app.settings = Settings(theme=theme, suits=suits, cut_patience=0)
            await settle(app)
            assert not hard_parts(app, theme, way), (way, theme)


@pytest.mark.parametrize("theme", ["light", "contrast", "sixteen"])
async def test_commands_and_notices_are_readable(theme: Theme) -> None:
    """This checks Textual's layers over the screens."""
    scene = SCENES["follow"]
    app = scene.app()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await scene.go(pilot)
        app.settings = Settings(theme=theme, cut_patience=0)
        app.notify("Something is wrong.", severity="warning", timeout=600)
        for keys, words in (((), "Something"), (("ctrl+p",), "Claim the remaining tricks"), (("x",), "Search|x")):
            await pilot.press(*keys)
            assert await wait_until(lambda: bool(re.search(words, screen_text(app)))), words  # noqa: B023
            await settle(app)
            assert not hard_parts(app, theme), words


@pytest.mark.parametrize("before", ["dark", "light", "warm"])
async def test_a_theme_is_painted_at_once_with_16_colours(before: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 16 colours, two themes may share a ground but not the inks on it."""
    monkeypatch.setattr(Colours, "depth", property(lambda colours: "16"))
    scene = SCENES["follow"]
    app = scene.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await scene.go(pilot)
        app.settings = Settings(theme=before, cut_patience=0)
        await settle(app)
        app.settings = Settings(theme="contrast", cut_patience=0)
        await settle(app)
        strips = app.screen._compositor.render_strips(app.size)
        grounds = {style.bgcolor.number for strip in strips for _, style in read(iter(strip)) if style.bgcolor}
        assert grounds == {0, 15}

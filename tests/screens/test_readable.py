"""Every text is readable in every theme, with four colours of suits or two, in every kind of terminal."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from rich.color import Color
from rich.style import Style

from spades_tui.cards import cards_of, parse_hand
from spades_tui.settings.settings import OWN_THEMES, Settings, Suits, Theme
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.terminal import Colours
from spades_tui.tui.widgets import palette, theme_paint
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle, paint_card
from tests.scenes import SCENES, SceneApp
from tests.screens.looking import screen_text, settle, wait_until
from tests.screens.readable import WAYS, depth, enough, is_grey, luminance, plain, ratio, read
from tests.setup_scenes import SETUP_SCENES

INKS = {
    "text": palette.text, "bold": palette.bold, "soft": palette.soft, "faint": palette.faint, "gold": palette.gold,
    "green": palette.green, "red": palette.red, "orange": palette.orange, "joker": palette.joker, "key": palette.key,
    **{f"side {n}": style for n, style in enumerate(palette.SIDES)},
    **{f"suit {n}": palette._ink(color) for n, color in enumerate(palette.SUIT_ON_GROUND)},
}  # fmt: skip

THEMES: tuple[Theme, ...] = get_args(Theme)
every_theme = pytest.mark.parametrize("theme", THEMES)
ROOT = Path(__file__).parent.parent.parent
SUITS: tuple[Suits, ...] = ("four", "two")


@pytest.fixture(autouse=True)
def _dark_afterwards() -> Iterator[None]:
    yield
    theme_paint.use("dark")


@every_theme
def test_every_ink_is_readable_on_the_table(theme: Theme) -> None:
    for way, suits in product(WAYS, SUITS):
        theme_paint.use(theme, depth=depth(way), grey=is_grey(way), suits=suits)
        for ground in (palette.GROUND, palette.RAISED):
            for name, ink in INKS.items():
                assert ratio(theme_paint.shade(ink + Style(bgcolor=ground)), way) >= enough(theme), (way, suits, name)
        assert ratio(theme_paint.shade(palette.chosen), way) >= enough(theme), way
        assert ratio(theme_paint.shade(Style(color=palette.ON_BACK, bgcolor=palette.BACK)), way) >= enough(theme), way


def face_styles(*, dim: bool, chosen: bool) -> Iterator[tuple[str, Style]]:
    """Yield the readable parts of cards of every suit, as painted."""
    for card in cards_of(parse_hand("2C 2D 2H 2S BJ LJ")):
        canvas = Canvas(8, 6)
        paint_card(canvas, 0, 0, 8, 6, CardStyle(()), card, dim=dim, chosen=chosen, foot="7")
        for strip in canvas.strips():
            yield from read(iter(strip))


@every_theme
def test_every_card_is_readable(theme: Theme) -> None:
    for way, suits in product(WAYS, SUITS):
        theme_paint.use(theme, depth=depth(way), grey=is_grey(way), suits=suits)
        faces: dict[str, set[str]] = {}
        inks: dict[str, set[str]] = {}
        for state, dim, chosen in (("free", False, False), ("chosen", False, True), ("dim", True, False)):
            for text, style in face_styles(dim=dim, chosen=chosen):
                assert ratio(style, way) >= enough(theme), (way, suits, state, text)
                assert style.bgcolor is not None
                faces.setdefault(state, set()).add(style.bgcolor.name)
                assert style.color is not None
                inks.setdefault(state, set()).add(style.color.name)
        assert all(len(grounds) == 1 for grounds in faces.values())
        if way == "8" or (theme, way) == ("contrast", "16"):  # cards are black, and playable ones have a lighter ground
            assert faces["free"] == faces["dim"] != faces["chosen"]
            assert all(bright(ink) > bright(dim) for dim in inks["dim"] for ink in inks["free"] - {dim})
            continue
        assert bright(faces["free"].pop()) > bright(faces["dim"].pop()), (way, suits)


def bright(color: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    return luminance(plain(Color.parse(color).get_truecolor()))


@every_theme
def test_suits_have_four_colours_or_two(theme: Theme) -> None:
    kinds = ((palette.SUIT_INK, palette.FACE), (palette.SUIT_ON_GROUND, palette.GROUND))
    for way, suits, (inks, ground) in product(("true", "16", "8"), SUITS, kinds):
        theme_paint.use(theme, depth=depth(way), suits=suits)
        clubs, diamonds, hearts, spades = (theme_paint.shade(Style(color=ink, bgcolor=ground)).color for ink in inks)
        few = suits == "two"
        assert len({clubs, diamonds, hearts, spades}) == (2 if few else 4), (way, suits)
        assert (clubs == spades, diamonds == hearts) == (few, few), (way, suits)


@every_theme
def test_the_theme_of_textual_is_readable(theme: Theme) -> None:
    for way in WAYS:
        theme_paint.use(theme, depth=depth(way), grey=is_grey(way))
        colours = theme_paint.theme()
        for ground in (colours.background, colours.surface, colours.panel):
            for ink in (colours.foreground, colours.primary, colours.error, colours.success, colours.warning):
                assert ratio(Style(color=ink, bgcolor=ground), way) >= enough(theme), (way, ink, ground)
        assert ratio(Style(color=colours.foreground, bgcolor=colours.variables["field"]), way) >= enough(theme), way


def test_every_theme_is_known_to_textual_and_the_settings_page() -> None:
    assert THEMES[: len(OWN_THEMES)] == OWN_THEMES
    for theme in THEMES:
        theme_paint.use(theme)
        assert theme_paint.theme().name == f"spades-{theme}"
        assert f"`{theme}`" in (ROOT / "docs" / "settings.md").read_text("utf-8")
    theme_paint.use("of another version")
    assert theme_paint.theme().name == "spades-dark"


def test_the_light_theme_changes_every_colour() -> None:
    theme_paint.use("light")
    for style in (palette.ground, palette.chosen, *INKS.values()):
        assert theme_paint.shade(style) != style
    theme_paint.use("dark")
    assert theme_paint.shade(palette.gold) is palette.gold


AT_ONCE = ("follow",)
LOOKED_AT = (
    *AT_ONCE, "settings", "bid-3b", "refused", "trick-complete", "curtain-play", "score-bemo", "all-scores", "keys",
    "claim", "cut", "open-hands", "hearing-vote", "game-over", "log", "home-continue", "seats", "rules", "variants",
)  # fmt: skip


PAINTED: tuple[tuple[str, Theme], ...] = (
    *((way, theme) for way in WAYS for theme in get_args(Theme)[:3]),
    *(("true", theme) for theme in ("red-green", "warm", "nord", "solarized-light", "rose-pine-dawn")),
)


@pytest.mark.parametrize("name", [name if name in AT_ONCE else pytest.param(name, marks=pytest.mark.slow)
                                  for name in LOOKED_AT])  # fmt: skip
async def test_every_text_has_enough_contrast(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This covers everything drawn: each theme, suits of four colours and of two, each kind of terminal."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
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
            strips = app.screen._compositor.render_strips(app.size)
            bad = {
                (text, str(style))
                for strip in strips
                for text, style in read(iter(strip))
                if ratio(style, way) < enough(theme)
            }
            assert not bad, (way, theme, bad)
    assert isinstance(app, SceneApp | SpadesApp)


def hard_to_read(app: SpadesApp, theme: str) -> set[tuple[str, str]]:
    """Return the parts of the screen whose contrast is too low, in all colours."""
    strips = app.screen._compositor.render_strips(app.size)
    seen = (piece for strip in strips for piece in read(iter(strip)))
    return {(text, str(style)) for text, style in seen if ratio(style, "true") < enough(theme)}


@pytest.mark.parametrize("theme", [theme if theme in ("light", "contrast") else
                                   pytest.param(theme, marks=pytest.mark.slow) for theme in THEMES])  # fmt: skip
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
            assert not hard_to_read(app, theme), words


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
        grounds = {style.bgcolor.name for strip in strips for _, style in read(iter(strip)) if style.bgcolor}
        assert grounds == {"#000000", "#ffffff"}

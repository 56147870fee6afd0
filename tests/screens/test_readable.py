"""Everything can be read: in both themes, with four colours of suits and with two, in every kind of terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import Color
from rich.style import Style

from spades_tui.app import SpadesApp
from spades_tui.cards import cards_of, parse_hand
from spades_tui.table.settings import Settings, Suits, Theme
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas
from spades_tui.widgets.faces import CardStyle, paint_card
from tests.scenes import SCENES, SceneApp
from tests.screens.looking import settle
from tests.screens.readable import ENOUGH, WAYS, depth, is_grey, luminance, plain, ratio, read
from tests.setup_scenes import SETUP_SCENES

INKS = {
    "text": palette.text, "bold": palette.bold, "soft": palette.soft, "faint": palette.faint, "gold": palette.gold,
    "green": palette.green, "red": palette.red, "orange": palette.orange, "joker": palette.joker, "key": palette.key,
    **{f"side {n}": style for n, style in enumerate(palette.SIDES)},
    **{f"suit {n}": palette._ink(color) for n, color in enumerate(palette.SUIT_ON_GROUND)},
}  # fmt: skip

every_way = pytest.mark.parametrize("way", WAYS)
every_theme = pytest.mark.parametrize("theme", palette.THEMES)
every_suits = pytest.mark.parametrize("suits", ["four", "two"])


@pytest.fixture(autouse=True)
def _dark_afterwards() -> Iterator[None]:
    yield
    palette.use("dark")


@every_way
@every_theme
@every_suits
def test_every_ink_can_be_read_on_the_table(theme: Theme, suits: Suits, way: str) -> None:
    palette.use(theme, depth=depth(way), grey=is_grey(way), suits=suits)
    for ground in (palette.GROUND, palette.RAISED):
        for name, ink in INKS.items():
            assert ratio(palette.shade(ink + Style(bgcolor=ground)), way) >= ENOUGH, (name, ground)
    assert ratio(palette.shade(palette.chosen), way) >= ENOUGH
    assert ratio(palette.shade(Style(color=palette.ON_BACK, bgcolor=palette.BACK)), way) >= ENOUGH


def face_styles(*, dim: bool, chosen: bool) -> Iterator[tuple[str, Style]]:
    """What is to be read on cards of every suit, as they are painted."""
    for card in cards_of(parse_hand("2C 2D 2H 2S BJ LJ")):
        canvas = Canvas(8, 6)
        paint_card(canvas, 0, 0, 8, 6, CardStyle(()), card, dim=dim, chosen=chosen, foot="7")
        for strip in canvas.strips():
            yield from read(iter(strip))


@every_way
@every_theme
@every_suits
def test_every_card_can_be_read(theme: Theme, suits: Suits, way: str) -> None:
    palette.use(theme, depth=depth(way), grey=is_grey(way), suits=suits)
    faces: dict[str, set[str]] = {}
    for state, dim, chosen in (("free", False, False), ("chosen", False, True), ("dim", True, False)):
        for text, style in face_styles(dim=dim, chosen=chosen):
            assert ratio(style, way) >= ENOUGH, (state, text)
            assert style.bgcolor is not None
            faces.setdefault(state, set()).add(style.bgcolor.name)
    assert all(len(grounds) == 1 for grounds in faces.values())
    light, dark = (luminance(plain(Color.parse(faces[state].pop()).get_truecolor())) for state in ("free", "dim"))
    assert light > dark


@every_theme
@pytest.mark.parametrize("way", ["true", "16"])
def test_suits_have_four_colours_or_two(theme: Theme, way: str) -> None:
    for suits, count in (("four", 4), ("two", 2)):
        palette.use(theme, depth=depth(way), suits=suits)
        for inks, ground in ((palette.SUIT_INK, palette.FACE), (palette.SUIT_ON_GROUND, palette.GROUND)):
            painted = [palette.shade(Style(color=ink, bgcolor=ground)).color for ink in inks]
            assert len(set(painted)) == count
            clubs, diamonds, hearts, spades = painted
            assert (clubs == spades, diamonds == hearts) == (count == 2, count == 2)


@every_theme
@every_way
def test_the_theme_of_textual_can_be_read(theme: Theme, way: str) -> None:
    palette.use(theme, depth=depth(way), grey=is_grey(way))
    colours = palette.theme()
    for ground in (colours.background, colours.surface, colours.panel):
        for ink in (colours.foreground, colours.primary, colours.error, colours.success, colours.warning):
            assert ratio(Style(color=ink, bgcolor=ground), way) >= ENOUGH, (ink, ground)
    assert ratio(Style(color=colours.foreground, bgcolor=colours.variables["field"]), way) >= ENOUGH


def test_a_theme_is_a_change_of_every_ground_colour() -> None:
    palette.use("light")
    for style in (palette.ground, palette.chosen, *INKS.values()):
        assert palette.shade(style) != style
    palette.use("dark")
    assert palette.shade(palette.gold) is palette.gold


QUICK = ("follow", "settings")
LOOKED_AT = (
    *QUICK, "bid-3b", "refused", "trick-complete", "curtain-play", "score-bemo", "all-scores", "keys", "claim", "cut",
    "open-hands", "hearing-vote", "game-over", "log", "home-continue", "seats", "rules", "variants",
)  # fmt: skip


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
                                  for name in LOOKED_AT])  # fmt: skip
async def test_what_stands_on_a_screen_can_be_read(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is drawn, and by whomever: each theme, suits of four colours and of two, each kind of terminal."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    way = "true"
    monkeypatch.setattr(SpadesApp, "depth", property(lambda app: depth(way)))
    scene = {**SCENES, **SETUP_SCENES}[name]
    app = scene.app()
    async with app.run_test(size=(100, 30)) as pilot:
        await scene.go(pilot)
        for way in WAYS:
            for number, theme in enumerate(palette.THEMES):
                app.no_color = is_grey(way)
                suits: Suits = "two" if number else "four"
                app.settings = Settings(theme=theme, suits=suits, cut_patience=0)  # type: ignore[arg-type]
                await settle(app)
                strips = app.screen._compositor.render_strips(app.size)
                bad = {
                    (text, str(style))
                    for strip in strips
                    for text, style in read(iter(strip))
                    if ratio(style, way) < ENOUGH
                }
                assert not bad, (way, theme, bad)
    assert isinstance(app, SceneApp | SpadesApp)

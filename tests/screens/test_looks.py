"""Colours that can be read in both themes, keys that fit, lines that are told apart, sheets that go on."""

import re
from collections.abc import Iterator

import pytest
from rich.color import ColorSystem
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from spades_tui.cards import cards_of, parse_hand
from spades_tui.screens.table.sheets import GameSheetScreen
from spades_tui.table.settings import Settings, Theme
from spades_tui.widgets import palette
from spades_tui.widgets.canvas import Canvas
from spades_tui.widgets.chart import STROKES, draw_chart
from spades_tui.widgets.faces import CardStyle, paint_card
from spades_tui.widgets.lines import KeyLine
from tests.scenes import SCENES, SceneApp, advance, at, mine, nothing, scored
from tests.screens.looking import screen_text
from tests.sizes import LARGE, MEDIUM, SMALL, at_each_size

INKS = {
    "text": palette.text, "bold": palette.bold, "soft": palette.soft, "faint": palette.faint, "gold": palette.gold,
    "green": palette.green, "red": palette.red, "orange": palette.orange, "joker": palette.joker, "key": palette.key,
    **{f"side {n}": style for n, style in enumerate(palette.SIDES)},
    **{f"suit {n}": palette._ink(color) for n, color in enumerate(palette.SUIT_ON_GROUND)},
}  # fmt: skip


@pytest.fixture(autouse=True)
def _dark_afterwards() -> Iterator[None]:
    yield
    palette.use("dark")


def luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str | None, other: str | None) -> float:
    assert one is not None
    assert other is not None
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def painted(style: Style) -> tuple[str | None, str | None]:
    style = palette.shade(style)
    return style.color.name if style.color else None, style.bgcolor.name if style.bgcolor else None


@pytest.mark.parametrize("theme", palette.THEMES)
@pytest.mark.parametrize("ground", [palette.GROUND, palette.RAISED])
@pytest.mark.parametrize("name", INKS)
def test_every_ink_can_be_read_on_the_table(theme: Theme, ground: str, name: str) -> None:
    palette.use(theme)
    ink, under = painted(INKS[name] + Style(bgcolor=ground))
    assert contrast(ink, under) >= 4.5


@pytest.mark.parametrize("theme", palette.THEMES)
@pytest.mark.parametrize(("face", "inks"), [
    (palette.FACE, (*palette.SUIT_INK, palette.JOKER_INK, palette.CARD_FOOT)),
    (palette.FACE_CHOSEN, (*palette.SUIT_INK, palette.JOKER_INK, palette.CARD_EDGE_HEAVY)),
    (palette.FACE_DIM, (*palette.SUIT_INK_DIM, palette.JOKER_INK_DIM, palette.CARD_FOOT_DIM)),
    (palette.GOLD, (palette.ON_GOLD,)),
    (palette.BACK, (palette.ON_BACK,)),
])  # fmt: skip
def test_every_card_can_be_read(theme: Theme, face: str, inks: tuple[str, ...]) -> None:
    palette.use(theme)
    for ink in inks:
        color, under = painted(Style(color=ink, bgcolor=face))
        assert contrast(color, under) >= 4.5, ink


@pytest.mark.parametrize("theme", palette.THEMES)
def test_the_theme_of_textual_can_be_read(theme: Theme) -> None:
    colours = palette.LIGHT if theme == "light" else palette.DARK
    for ink in (colours.foreground, colours.primary, colours.error, colours.success, colours.warning):
        assert contrast(ink, colours.background) >= 4.5
        assert contrast(ink, colours.panel) >= 4.5
    assert contrast(colours.foreground, colours.variables["field"]) >= 4.5


def test_a_theme_is_a_change_of_every_ground_colour() -> None:
    palette.use("light")
    for style in (palette.ground, palette.chosen, *INKS.values()):
        assert palette.shade(style) != style
    palette.use("dark")
    assert palette.shade(palette.gold) is palette.gold


async def test_the_theme_holds_at_once_on_every_screen() -> None:
    app = SceneApp(at("sandbags", mine("play", 4, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        await pilot.press("s")
        await pilot.pause()
        themes: tuple[tuple[Theme, str | None], ...] = (
            ("light", palette.LIGHT.background),
            ("dark", palette.DARK.background),
        )
        for theme, ground in themes:
            app.settings = Settings(theme=theme, cut_patience=0)
            await pilot.pause()
            await pilot.pause()
            seen = {seg.style.bgcolor.name for strip in app.screen._compositor.render_strips(app.size) for seg in strip
                    if seg.style and seg.style.bgcolor}  # fmt: skip
            assert ground in seen
            other = palette.DARK if theme == "light" else palette.LIGHT
            assert other.background not in seen
        await pilot.press("escape")
        await pilot.pause()
        assert app.theme == "spades-dark"


async def test_no_color_takes_the_colours_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = SceneApp(at("sandbags", mine("play", 4, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        assert app.no_color
        assert "led" in screen_text(app)
        assert "wins" in screen_text(app)


@at_each_size(SMALL, MEDIUM, LARGE)
@pytest.mark.parametrize("name", ["five-seats", "renege", "lead", "bid-3b", "cut", "discard", "score", "game-over-3b"])
async def test_keys_fit_and_help_is_among_them(name: str, size: tuple[int, int]) -> None:
    scene = SCENES[name]
    app = scene.app()
    async with app.run_test(size=size) as pilot:
        await scene.go(pilot)
        await pilot.pause()
        line = screen_text(app).splitlines()[-1]
        assert re.search(r"\? (keys|more)", line)
        assert "q leave" in line or "q home" in line
        shown = line.split()
        keys = app.screen.query_one(KeyLine)
        first, _ = keys._fitting(keys.size.width - 2)
        hidden = [entry for entry in keys._keys if entry[2] not in keys.LAST and entry[0] not in shown]
        assert all(entry[2] in keys.LEAST for entry in hidden)
        assert len(first) + len(hidden) == len([entry for entry in keys._keys if entry[2] not in keys.LAST])
        assert ("? more" in line) == bool(hidden) or not hidden


def test_where_keys_do_not_fit_the_most_important_stay() -> None:
    keys = KeyLine()
    keys._keys = (("←→", "choose", "nothing"), ("⏎", "play", "take"), ("o", "bonehead", "aside('bone')"),
                  ("z", "ZB mark", "aside('mark')"), ("h", "hint", "hint"), ("u", "take back", "take_back"),
                  ("l", "last trick", "last_trick"), ("c", "claim", "claim"), ("s", "scores", "scores"),
                  ("g", "log", "log"), ("?", "keys", "keys"), ("q", "leave", "leave"))  # fmt: skip
    wide, _ = keys._fitting(138)
    assert [entry[1] for entry in wide][2] == "bonehead"
    first, last = keys._fitting(78)
    assert [entry[0] for entry in first] == ["←→", "⏎", "o", "z", "h", "u", "l", "c"]
    assert [entry[:2] for entry in last] == [("?", "more"), ("q", "leave")]


def test_lines_of_the_chart_are_told_apart_without_colour() -> None:
    canvas = Canvas(90, 20)
    draw_chart(canvas, 0, 0, 90, 20, [[10 * n, 10 * n] for n in range(1, 6)], ["Ann", "Bea", "Cy", "Dot", "Eve"])
    rows = ["".join(strip.text) for strip in canvas.strips()]
    for name, stroke in zip(("Ann", "Bea", "Cy", "Dot", "Eve"), STROKES, strict=True):
        row = next(row for row in rows if name in row)
        assert stroke * 5 in row
    assert rows[-1].split() == ["hand", "1", "2"] or rows[-1].split() == ["1", "2"]


async def test_a_long_game_can_be_read_to_its_first_hand() -> None:
    table = advance(at("bemo", scored(14), target=100_000), mine("bid"))
    app = SceneApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, GameSheetScreen)
        assert " 14." in screen_text(app)
        assert " 1." not in screen_text(app)
        assert "earlier" in screen_text(app)
        await pilot.press("home")
        await pilot.pause()
        assert " 1." in screen_text(app)
        assert "later" in screen_text(app)
        await pilot.press("end")
        await pilot.pause()
        assert " 14." in screen_text(app)


def of_sixteen(style: Style) -> tuple[str, str]:
    """Ink and ground as a terminal with 16 colours paints them."""
    style = palette.shade(style)
    assert style.color is not None
    assert style.bgcolor is not None
    ink, under = (
        color.downgrade(ColorSystem.STANDARD).get_truecolor(DEFAULT_TERMINAL_THEME)
        for color in (style.color, style.bgcolor)
    )
    return ink.hex, under.hex


@pytest.mark.parametrize("theme", palette.THEMES)
def test_cards_can_be_read_in_sixteen_colours(theme: Theme) -> None:
    palette.use(theme, few=True)
    faces: dict[str, str] = {}
    for state, dim, chosen in (("free", False, False), ("chosen", False, True), ("dim", True, False)):
        for card in cards_of(parse_hand("2C 2D 2H 2S BJ LJ")):
            canvas = Canvas(8, 6)
            paint_card(canvas, 0, 0, 8, 6, CardStyle(()), card, dim=dim, chosen=chosen, foot="7")
            for strip in canvas.strips():
                for segment in strip:
                    if segment.text.strip("╭─╮│╰╯┏━┓┃┗┛ ") and segment.style is not None:
                        ink, under = of_sixteen(segment.style)
                        assert contrast(ink, under) >= 4.5, (state, card, segment.text)
                        faces[state] = under
    assert luminance(faces["free"]) > luminance(faces["dim"])
    assert len(set(faces.values())) == 3
    ink, under = of_sixteen(palette.chosen)
    assert contrast(ink, under) >= 4.5

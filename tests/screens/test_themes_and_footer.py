"""Themes apply at once, keys fit in the footer, lines of the chart differ, and sheets scroll."""


import pytest
from rich.style import Style

from spades_tui.settings.settings import Settings, Theme
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.themes import theme_of
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import SIDE_MARKS
from spades_tui.tui.widgets.chart import STROKES, draw_chart
from spades_tui.tui.widgets.edge_lines import FooterKey, KeyLine
from tests.scenes import SCENES, SceneApp, advance, at, mine, nothing, scored
from tests.screens.looking import screen_text, settle, wait_until


async def test_a_theme_applies_at_once_on_every_screen() -> None:
    app = SceneApp(at("sandbags", mine("play", 4, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        await pilot.press("s")
        await pilot.pause()
        themes: tuple[Theme, ...] = ("light", "dark")
        grounds = {theme: theme_of(theme).variables["background"] for theme in themes}
        for theme in themes:
            app.settings = Settings(theme=theme, cut_patience=0)
            await settle(app)
            seen = grounds_on(app)
            assert grounds[theme] in seen
            assert not any(other in seen for other in grounds.values() if other != grounds[theme])
        await pilot.press("escape")
        await settle(app)
        assert app.theme == "dark"


def grounds_on(app: SpadesApp) -> set[str]:
    """Return the colours of all backgrounds on the screen."""
    segments = (segment for strip in app.screen._compositor.render_strips(app.size) for segment in strip)
    styles = (segment.style for segment in segments if segment.style is not None)
    return {style.bgcolor.name for style in styles if style.bgcolor is not None}


@pytest.mark.parametrize("scene", ["follow", "bid-3b", "log"])
async def test_the_theme_of_the_terminal_leaves_its_background(scene: str) -> None:
    app = SCENES[scene].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await SCENES[scene].go(pilot)
        app.settings = Settings(theme="terminal", cut_patience=0)
        await settle(app)
        rows = [[(segment.text, segment.style) for segment in strip] for strip in
                app.screen._compositor.render_strips(app.size)]  # fmt: skip
        corners = [rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]]
        assert all(style and style.bgcolor and style.bgcolor.is_default for _, style in corners)
        assert theme_of("dark").variables["background"] not in grounds_on(app)


@pytest.mark.parametrize("theme", ["sixteen", "terminal"])
async def test_no_color_leaves_colours_to_the_terminal(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chosen line of a list has exchanged colours instead."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = SpadesApp(settings=Settings(name="Ann", theme=theme), keep=False)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        app.open_settings("theme")
        words = "16 colours" if theme == "sixteen" else "the terminal's own"
        assert await wait_until(lambda: words in screen_text(app))
        segments = [segment for strip in app.screen._compositor.render_strips(app.size) for segment in strip]
        styles = {segment.text.strip("‹› "): segment.style or Style() for segment in segments}
        assert all(style.color is None and style.bgcolor is None for style in styles.values())
        assert styles[words].reverse
        assert not styles["Theme"].reverse


async def test_sixteen_colours_cover_the_whole_screen() -> None:
    app = SpadesApp(settings=Settings(name="Ann", theme="sixteen"), keep=False)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        app.open_settings("name")
        await settle(app)
        assert "default" not in grounds_on(app)


@pytest.mark.parametrize("value", ["", "1"])
async def test_no_color_switches_colours_off_unless_it_is_empty(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    app = SceneApp(at("sandbags", mine("play", 4, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        assert app.no_color == bool(value)
        assert "led" in screen_text(app) and "wins" in screen_text(app)


async def test_the_action_under_the_mouse_is_underlined() -> None:
    app = SceneApp(at("sandbags", mine("play", 4, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        line = screen_text(app).split("\n")[-1]

        async def underlined(x: int, y: int) -> str:
            await pilot.hover(offset=(x, y))
            await settle(app)
            segments = app.screen._compositor.render_strips(app.size)[-1]
            return "".join(text for text, style, _ in segments if style is not None and style.underline)

        assert await underlined(line.index("claim"), 23) == "m claim"
        assert await underlined(line.index("→"), 23) == "←→ choose"
        assert await underlined(40, 10) == ""


def test_lines_of_the_chart_are_distinct_without_colour() -> None:
    canvas = Canvas(90, 20)
    draw_chart(canvas, 0, 0, 90, 20, [range(10, 60, 10)] * 2, ["Ann", "Bea", "Cy", "Dot", "Eve"])
    rows = ["".join(strip.text) for strip in canvas.strips()]
    assert len(set(STROKES)) == len(STROKES)
    for name, mark in zip(("Ann", "Bea", "Cy", "Dot", "Eve"), SIDE_MARKS, strict=True):
        row = next(row for row in rows if name in row)
        assert f"{mark} {name}" in row
        assert sum(line.count(mark) for line in rows) == 2, "at the first hand and at the end"
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
        await pilot.press("home")
        await pilot.pause()
        assert " 1." in screen_text(app)
        await pilot.press("end")
        await pilot.pause()
        assert " 14." in screen_text(app)


def test_a_narrow_footer_keeps_the_most_important_keys() -> None:
    keys = KeyLine()
    many = (("←→", "choose", "nothing"), ("⏎", "play", "take"), ("o", "bonehead", "aside('bone')"),
            ("z", "ZB mark", "aside('mark')"), ("h", "hint", "hint"), ("u", "undo", "take_back"),
            ("l", "last trick", "last_trick"), ("c", "claim", "claim"), ("s", "scores", "scores"),
            ("g", "log", "log"), ("?", "keys", "keys"), ("q", "leave", "leave"))  # fmt: skip
    keys._keys = tuple(FooterKey(*entry) for entry in many)
    wide, _ = keys._fitting(138)
    assert [entry[1] for entry in wide][2] == "bonehead"
    first, last = keys._fitting(78)
    assert [entry[0] for entry in first] == ["←→", "⏎", "o", "z", "h", "u", "l", "c"]
    assert [entry[:2] for entry in last] == [("?", "more"), ("q", "leave")]
    few = (("←→", "choose", "nothing"), ("⏎", "play", "take"), ("h", "hint", "hint"), ("r", "rules", "rules"),
           ("w", "glossary", "rules(True)"), ("q", "leave", "leave"))  # fmt: skip
    keys._keys = tuple(FooterKey(*entry) for entry in few)
    assert len(keys._fitting(78)[0]) == 5
    assert [entry[:2] for entry in keys._fitting(40)[0]] == [("←→", "choose"), ("⏎", "play"), ("h", "hint")]

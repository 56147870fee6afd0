"""Themes apply at once, keys fit in the footer, lines of the chart differ, and sheets scroll."""

import re
from collections.abc import Iterator

import pytest

from spades_tui.settings.settings import Settings, Theme
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.widgets import palette, theme_paint
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.chart import STROKES, draw_chart
from spades_tui.tui.widgets.edge_lines import KeyLine
from tests.scenes import SCENES, SceneApp, advance, at, mine, nothing, scored
from tests.screens.looking import screen_text
from tests.sizes import LARGE, MEDIUM, SMALL, at_each_size


@pytest.fixture(autouse=True)
def _dark_afterwards() -> Iterator[None]:
    yield
    theme_paint.use("dark")


async def test_a_theme_applies_at_once_on_every_screen() -> None:
    app = SceneApp(at("sandbags", mine("play", 4, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        await pilot.press("s")
        await pilot.pause()
        grounds: dict[Theme, str] = {"light": "#dde8dc", "dark": palette.GROUND}
        for theme, ground in grounds.items():
            app.settings = Settings(theme=theme, cut_patience=0)
            await pilot.pause()
            await pilot.pause()
            seen = {seg.style.bgcolor.name for strip in app.screen._compositor.render_strips(app.size) for seg in strip
                    if seg.style and seg.style.bgcolor}  # fmt: skip
            assert ground in seen
            assert not any(other in seen for other in grounds.values() if other != ground)
        await pilot.press("escape")
        await pilot.pause()
        assert app.theme == "spades-dark"


async def test_no_color_switches_colours_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = SceneApp(at("sandbags", mine("play", 4, 2)))
    async with app.run_test(size=(80, 24)) as pilot:
        await nothing(pilot)
        assert app.no_color
        assert "led" in screen_text(app)
        assert "wins" in screen_text(app)


@at_each_size(SMALL, MEDIUM, LARGE)
@pytest.mark.parametrize("name", ["five-seats", "renege", "lead", "bid-3b", "cut", "discard", "score", "game-over-3b"])
async def test_the_footer_has_the_main_keys_and_the_way_to_others(name: str, size: tuple[int, int]) -> None:
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
        assert all(entry[2] in (*keys.LEAST, *keys.ROOMY) for entry in hidden)
        assert len(first) + len(hidden) == len([entry for entry in keys._keys if entry[2] not in keys.LAST])
        assert ("? more" in line) or all(entry[2] in keys.ROOMY for entry in hidden)


def test_a_narrow_footer_keeps_the_most_important_keys() -> None:
    keys = KeyLine()
    keys._keys = (("←→", "choose", "nothing"), ("⏎", "play", "take"), ("o", "bonehead", "aside('bone')"),
                  ("z", "ZB mark", "aside('mark')"), ("h", "hint", "hint"), ("u", "undo", "take_back"),
                  ("l", "last trick", "last_trick"), ("c", "claim", "claim"), ("s", "scores", "scores"),
                  ("g", "log", "log"), ("?", "keys", "keys"), ("q", "leave", "leave"))  # fmt: skip
    wide, _ = keys._fitting(138)
    assert [entry[1] for entry in wide][2] == "bonehead"
    first, last = keys._fitting(78)
    assert [entry[0] for entry in first] == ["←→", "⏎", "o", "z", "h", "u", "l", "c"]
    assert [entry[:2] for entry in last] == [("?", "more"), ("q", "leave")]
    few = (("←→", "choose", "nothing"), ("⏎", "play", "take"), ("h", "hint", "hint"), ("r", "rules", "rules"),
           ("w", "glossary", "rules(True)"), ("q", "leave", "leave"))  # fmt: skip
    keys._keys = few
    assert len(keys._fitting(78)[0]) == 5
    assert [entry[:2] for entry in keys._fitting(40)[0]] == [("←→", "choose"), ("⏎", "play"), ("h", "hint")]


def test_lines_of_the_chart_are_distinct_without_colour() -> None:
    canvas = Canvas(90, 20)
    draw_chart(canvas, 0, 0, 90, 20, [range(10, 60, 10)] * 2, ["Ann", "Bea", "Cy", "Dot", "Eve"])
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

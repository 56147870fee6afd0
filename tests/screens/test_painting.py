"""The program sends as few bytes to the terminal as possible, and the result looks like Textual's own painting."""

from statistics import median

import pyte
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from spades_tui.settings.settings import Settings
from spades_tui.tui import frame
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.textual_private import PLAIN, CompactUpdate, Near, look_of, switch_codes
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.edge_lines import TopLine
from tests.scenes import SceneApp, advance, at, mine
from tests.screens.looking import TableApp, settle, top_screen, type_keys

WIDTH, HEIGHT = 24, 3

STYLES = [
    Style(),
    Style(color="#ff0000"),
    Style(bgcolor="#003300"),
    Style(color="#ffffff", bgcolor="#003300"),
    Style(color="#ffffff", bgcolor="#003300", bold=True),
    Style(color="#101010", bgcolor="#eeeeee", dim=True),
    Style(color="#101010", bgcolor="#eeeeee", underline=True),
    Style(color="#101010", bgcolor="#eeeeee", reverse=True),
]
segments = st.tuples(st.sampled_from(["A♠", "T♥ ", " ", "   ", "│", "10"]), st.sampled_from(STYLES))
few = hypothesis_settings(max_examples=50, deadline=None)


@st.composite
def rows(draw: st.DrawFn) -> list[Strip]:
    """Draw strips of one width, one per row."""
    return [
        Strip([Segment(text, style) for text, style in draw(st.lists(segments, max_size=12))]).adjust_cell_length(
            WIDTH, draw(st.sampled_from(STYLES))
        )
        for _ in range(HEIGHT)
    ]


def shown(text: str) -> list[tuple[object, ...]]:
    """Return every cell of a terminal after this output, as it looks."""
    screen = pyte.Screen(WIDTH, HEIGHT)
    pyte.Stream(screen).feed(text.replace("\n", "\r\n"))
    cells: list[tuple[object, ...]] = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            cell = screen.buffer[y][x]
            if cell.data == " " and not cell.underscore and not cell.reverse:
                cells.append((" ", cell.bg))
            else:
                cells.append((cell.data, cell.fg, cell.bg, cell.bold, cell.underscore, cell.reverse))
    return cells


@few
@given(rows())
def test_a_whole_frame_looks_as_textual_paints_it(strips: list[Strip]) -> None:
    console = Console(color_system="truecolor")
    update = LayoutUpdate([[s] for s in strips], Region(0, 0, WIDTH, HEIGHT))
    assert shown(CompactUpdate(update).render_segments(console)) == shown(update.render_segments(console))


@few
@given(rows(), rows(), st.data())
def test_a_part_of_a_frame_changes_only_its_cells(before: list[Strip], after: list[Strip], data: st.DataObject) -> None:
    console = Console(color_system="truecolor")
    spans = [
        (y, left, data.draw(st.integers(left + 1, WIDTH)))
        for y in range(HEIGHT)
        for left in [data.draw(st.integers(0, WIDTH - 1))]
    ]
    first = LayoutUpdate([[s] for s in before], Region(0, 0, WIDTH, HEIGHT)).render_segments(console)
    part = ChopsUpdate([{0: s} for s in after], spans, [[WIDTH] for _ in after])
    mixed = [
        Strip.join([old.crop(0, left), new.crop(left, right), old.crop(right, WIDTH)])
        for old, new, (_, left, right) in zip(before, after, spans, strict=True)
    ]
    wanted = LayoutUpdate([[s] for s in mixed], Region(0, 0, WIDTH, HEIGHT)).render_segments(console)
    assert shown(first + CompactUpdate(part).render_segments(console)) == shown(wanted)


@pytest.mark.parametrize("system", list(ColorSystem))
def test_every_style_can_be_switched_on_and_off(system: ColorSystem) -> None:
    for style in STYLES:
        look = look_of(style, system)
        assert switch_codes(look, look) == ""
        assert switch_codes(PLAIN, look) or look == PLAIN
        assert switch_codes(look, PLAIN) == ("\x1b[0m" if look != PLAIN else "")


def test_only_the_cells_that_changed_are_painted() -> None:
    one, two = Canvas(40, 2), Canvas(40, 2)
    one.put(3, 1, "A♠")
    two.put(3, 1, "A♥")
    two.put(30, 1, "x")
    assert two.changes(one) == [Region(4, 1, 1, 1), Region(30, 1, 1, 1)]
    assert one.changes(one) == []


async def test_each_row_of_home_is_rendered_once_and_nothing_below_it() -> None:
    app = SpadesApp(settings=Settings(name="Ann"), keep=False)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        whole = Region(0, 0, 80, 24)
        renders = list(app.screen._compositor._get_renders(whole))
        wide = [y for _, part, _ in renders if part.width == 80 for y in part.line_range]
        assert sorted(wide) == list(range(24))
        assert all(len(strips) == part.height for _, part, strips in renders)
        assert not app.screen_stack[0].children


async def test_a_new_screen_is_painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[object] = []
    paint = Near.render_full_update

    def counted(self: Near, simplify: bool = False) -> LayoutUpdate:
        painted.append(self)
        return paint(self, simplify)

    monkeypatch.setattr(Near, "render_full_update", counted)
    monkeypatch.setattr(frame, "HELD", 60.0)  # even on a slow machine, the screen is complete before it is painted
    app = SpadesApp(settings=Settings(name="Ann"), keep=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert len(painted) == 1
        await pilot.press("s")
        await settle(app)
        assert len(painted) == 2


class CountingApp(TableApp):
    """An app that counts the bytes for the terminal."""

    out = 0

    def _display(self, screen: Screen[None], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            update: CompositorUpdate = CompactUpdate(renderable)
            self.out += len(update.render_segments(Console(color_system="truecolor")).encode())


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_an_arrow_at_the_table_costs_few_bytes(size: tuple[int, int]) -> None:
    app = CountingApp(at("sandbags", mine("play", 0)))
    async with app.run_test(size=size):
        await settle(app)
        counts = []
        for key in ("right", "right", "left", "right", "left", "left", "right"):
            app.out = 0
            type_keys(app, key)
            await settle(app)
            counts.append(app.out)
        assert 0 < median(counts) <= 1500, counts  # at first a whole frame may come in between


async def test_the_place_of_a_removed_widget_is_painted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = SpadesApp(settings=Settings(name="Ann"))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        going = app.screen.query_one(TopLine)
        monkeypatch.setattr(going, "render_lines", lambda crop: [])  # as Textual draws a widget that is being removed
        strips = app.screen._compositor.render_full_update().strips
        assert len(strips) == 24
        assert all(strip is not None for row in strips for strip in row)


async def test_a_card_repaints_only_the_changed_parts_of_the_side_panel() -> None:
    table = at("sandbags", lambda seen: seen.standing.hands >= 2 and mine("play", 3, 1)(seen))
    app = SceneApp(table, cards_out=True, voids=True)
    async with app.run_test(size=(140, 45)):
        await settle(app)
        side = top_screen(app, TableScreen).side
        before: Canvas = side._drawn()
        advance(table, lambda seen: len(seen.trick) > 1)
        assert app.controller is not None
        app.controller.fill()
        await settle(app)
        changed = side._drawn().changes(before)
        assert changed
        assert sum(region.area for region in changed) < side.size.area // 4

"""The program sends as few bytes to the terminal as possible, and the result looks like Textual's own painting."""

from itertools import pairwise
from statistics import median

import pyte
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from spades_tui.tui.terminal_cells import PLAIN, CellLook, Cells, differences, look_of, switch_codes
from spades_tui.tui.textual_private import CompactUpdate
from tests.scenes import at, mine
from tests.screens.looking import TableApp, settle, type_keys
from tests.sizes import LARGE, SMALL

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
    assert shown(CompactUpdate(update, {}).render_segments(console)) == shown(update.render_segments(console))


@few
@given(rows(), rows())
def test_a_second_frame_writes_only_what_differs(before: list[Strip], after: list[Strip]) -> None:
    console = Console(color_system="truecolor")
    first, second = (LayoutUpdate([[s] for s in strips], Region(0, 0, WIDTH, HEIGHT)) for strips in (before, after))
    cells: Cells = {}
    written = [CompactUpdate(update, cells).render_segments(console) for update in (first, second, second)]
    assert shown(written[0] + written[1]) == shown(second.render_segments(console))
    assert written[2] == ""


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
    cuts = [sorted({0, left, right, WIDTH}) for _, left, right in spans]
    pieces = [{x: strip.crop(x, end) for x, end in pairwise(cut)} for strip, cut in zip(after, cuts, strict=True)]
    part = ChopsUpdate(pieces, spans, [cut[1:] for cut in cuts])
    cells: Cells = {}
    CompactUpdate(LayoutUpdate([[s] for s in before], Region(0, 0, WIDTH, HEIGHT)), cells).render_segments(console)
    mixed = [
        Strip.join([old.crop(0, left), new.crop(left, right), old.crop(right, WIDTH)])
        for old, new, (_, left, right) in zip(before, after, spans, strict=True)
    ]
    wanted = LayoutUpdate([[s] for s in mixed], Region(0, 0, WIDTH, HEIGHT)).render_segments(console)
    assert shown(first + CompactUpdate(part, cells).render_segments(console)) == shown(wanted)


@pytest.mark.parametrize("system", list(ColorSystem))
def test_every_style_can_be_switched_on_and_off(system: ColorSystem) -> None:
    for style in STYLES:
        look = look_of(style, system)
        assert switch_codes(look, look) == ""
        assert switch_codes(PLAIN, look) or look == PLAIN
        assert switch_codes(look, PLAIN) == ("\x1b[0m" if look != PLAIN else "")


def test_wide_letters_and_accents_are_written_whole() -> None:
    console, cells = Console(color_system="truecolor"), dict[int, dict[int, tuple[str, CellLook]]]()

    def written(text: str) -> str:
        strip = Strip([Segment(text)]).adjust_cell_length(WIDTH)
        return CompactUpdate(LayoutUpdate([[strip]], Region(0, 0, WIDTH, 1)), cells).render_segments(console)

    texts = ["ab東cd", "a東bcd", "abcdef", "ae\u0301bcd", "aebcd"]
    seen = ""
    for text in texts:
        seen += written(text)
        assert shown(seen)[:WIDTH] == shown("\x1b[H" + text)[:WIDTH], text


@pytest.mark.parametrize(
    "letters",
    [["か\u3099", "b"], ["\U0001f44d\U0001f3fd", "B"], ["\u2764\ufe0f", " ", "A"], ["\U0001f469\u200d\U0001f680", "B"]],
)
def test_a_letter_of_several_signs_fills_as_many_cells_as_textual_measures(letters: list[str]) -> None:
    cells: Cells = {}
    written = differences([(0, 0, [Segment("".join(letters))])], cells, ColorSystem.TRUECOLOR)
    assert [character for character, _ in cells[0].values() if character] == letters
    assert len(cells[0]) == cell_len("".join(letters))
    assert written.endswith(f"  \x1b[1G{letters[0]}\x1b[1;3H{''.join(letters[1:])}"), "in terminals that draw it narrow"


def test_a_wide_letter_comes_back_whole_when_a_window_over_half_of_it_closes() -> None:
    console, cells = Console(color_system="truecolor"), dict[int, dict[int, tuple[str, CellLook]]]()
    row = Strip([Segment("ab東cd東ef")]).adjust_cell_length(WIDTH)
    window = {0: row.crop(0, 3), 3: Strip([Segment("xxxx")]), 7: row.crop(7, WIDTH)}
    CompactUpdate(LayoutUpdate([[row]], Region(0, 0, WIDTH, 1)), cells).render_segments(console)
    CompactUpdate(ChopsUpdate([window], [(0, 3, 7)], [[3, 7, WIDTH]]), cells).render_segments(console)
    written = CompactUpdate(ChopsUpdate([{0: row}], [(0, 3, 7)], [[WIDTH]]), cells).render_segments(console)
    assert written == "\x1b[1;3H東cd東"


class CountingApp(TableApp):
    """An app that counts the bytes for the terminal."""

    out = 0

    def _display(self, screen: Screen[None], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            update: CompositorUpdate = CompactUpdate(renderable, self.cells)
            self.out += len(update.render_segments(Console(color_system="truecolor")).encode())


@pytest.mark.parametrize("size", [SMALL, LARGE])
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
        most = 800 if size == SMALL else 1_000
        assert 0 < median(counts) <= most, counts  # at first a whole frame may come in between

"""What is drawn on cards, as data: pips, pictures and large ranks on their faces, and the patterns of their backs.

Pictures are rows of pixels, `#` for ink. Two rows of pixels make one row of cells, so a pixel is nearly square. They
have the one colour of their suit, so they look the same in 16 colours and without any.
"""

from collections.abc import Iterator
from functools import lru_cache

from spades_tui.cards import LITTLE_JOKER

Pixels = tuple[str, ...]
"""The rows of a picture, an even number of them."""


def _pixels(rows: str) -> Pixels:
    return tuple(rows.split())


LARGE_PICTURES = {
    9: _pixels("""
        .....###. ...####.. .######.. ########. .######## .#.....#. .#.#.#.#.
        .#..#..#. .#.....#. ..#.#.#.. ...###... .##...##. ####.#### #########"""),
    10: _pixels("""
        ....#.... .#.###.#. .#######. .##.#.##. ..#####.. .##...##. ##.#.#.##
        ##..#..## ##.....## ###.#.### ####.#### .##...##. .###.###. #########"""),
    11: _pixels("""
        #...#...# ##.###.## ######### #.#.#.#.# ######### .#.....#. .#.#.#.#.
        .#..#..#. .##...##. .#######. ..#####.. ###...### ####.#### #########"""),
}
"""The jack, the queen and the king, by rank (0 for a deuce)."""
PICTURES = {
    9: _pixels("...## ####. #...# ##.## .#.#. ..#.."),
    10: _pixels("..#.. ##### #...# ##.## #...# #.#.#"),
    11: _pixels("#.#.# ##### #...# ##.## #...# .###."),
}
LARGE_ACES = (
    _pixels("""
        ...###... ..#####.. ..#####.. ..#####.. .#.###.#. ####.#### #########
        ######### ####.#### .##.#.##. ....#.... ...###... ..#####.. ........."""),
    _pixels("""
        ....#.... ...###... ...###... ..#####.. ..#####.. .#######. #########
        .#######. ..#####.. ..#####.. ...###... ...###... ....#.... ........."""),
    _pixels("""
        ......... .###.###. ######### ######### ######### ######### #########
        .#######. .#######. ..#####.. ..#####.. ...###... ....#.... ........."""),
    _pixels("""
        ....#.... ...###... ..#####.. ..#####.. .#######. ######### #########
        ######### ######### ####.#### .##.#.##. ....#.... ...###... ..#####.."""),
)
"""The sign of each suit: clubs, diamonds, hearts, spades."""
ACES = (
    _pixels(".###. .###. #.#.# ##### ..#.. .###."),
    _pixels("..#.. .###. ##### .###. ..#.. ....."),
    _pixels("##.## ##### ##### .###. ..#.. ....."),
    _pixels("..#.. .###. ##### ##### ..#.. .###."),
)
LARGE_RANKS = (
    _pixels("####. ....# ..##. .#... #.... #####"),
    _pixels("####. ....# .###. ....# ....# ####."),
    _pixels("...#. ..##. .#.#. ##### ...#. ...#."),
    _pixels("##### #.... ####. ....# ....# ####."),
    _pixels(".###. #.... ####. #...# #...# .###."),
    _pixels("##### ....# ...#. ..#.. ..#.. ..#.."),
    _pixels(".###. #...# .###. #...# #...# .###."),
    _pixels(".###. #...# .#### ....# ....# .###."),
    _pixels("#.### #.#.# #.#.# #.#.# #.#.# #.###"),
    _pixels("..### ....# ....# ....# #...# .###."),
    _pixels(".###. #...# #...# #.#.# #..#. .##.#"),
    _pixels("#...# #..#. ###.. #..#. #...# #...#"),
    _pixels(".###. #...# #...# ##### #...# #...#"),
)
"""The ranks from the deuce to the ace."""
PIPS = (
    ("..*..", ".....", "..*.."),
    ("..*..", "..*..", "..*.."),
    ("*...*", ".....", "*...*"),
    ("*...*", "..*..", "*...*"),
    ("*...*", "*...*", "*...*"),
    ("*...*", "*.*.*", "*...*"),
    ("*.*.*", "*...*", "*.*.*"),
    ("*.*.*", "*.*.*", "*.*.*"),
    ("*.*.*", "**.**", "*.*.*"),
)
"""The suit signs of a small card, from the deuce to the ten, in cells."""
LARGE_PIPS = (
    ("..*..", ".....", ".....", ".....", ".....", ".....", "..*.."),
    ("..*..", ".....", ".....", "..*..", ".....", ".....", "..*.."),
    ("*...*", ".....", ".....", ".....", ".....", ".....", "*...*"),
    ("*...*", ".....", ".....", "..*..", ".....", ".....", "*...*"),
    ("*...*", ".....", ".....", "*...*", ".....", ".....", "*...*"),
    ("*...*", ".....", "..*..", "*...*", ".....", ".....", "*...*"),
    ("*...*", ".....", "..*..", "*...*", "..*..", ".....", "*...*"),
    ("*...*", ".....", "*...*", "..*..", "*...*", ".....", "*...*"),
    ("*...*", "..*..", "*...*", ".....", "*...*", "..*..", "*...*"),
)

Cells = tuple[str, ...]
"""The rows of a picture in characters; a blank is empty, and `*` the sign of the card's suit."""


@lru_cache(maxsize=128)
def in_cells(pixels: Pixels) -> Cells:
    """Return a picture in half blocks."""
    halves = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
    cells = []
    for pair in zip(pixels[::2], pixels[1::2], strict=True):
        cells.append("".join(halves[upper + lower] for upper, lower in zip(*pair, strict=True)))
    return tuple(cells)


@lru_cache(maxsize=128)
def _doubled(pixels: Pixels) -> Pixels:
    """Return a picture twice as wide and as high."""
    rows: list[str] = []
    for row in pixels:
        rows += 2 * ["".join(pixel * 2 for pixel in row)]
    return tuple(rows)


def _spread(cells: Cells) -> Cells:
    """Return signs with a blank more between their columns."""
    return tuple(map(" ".join, cells))


def face_art(deck: str, card: int) -> Iterator[Cells]:
    """Yield what a deck has on a card's face below its corner, largest first; nothing for a joker or a plain deck."""
    if card >= LITTLE_JOKER or deck == "plain":
        return
    suit, rank = divmod(card, 13)
    if deck == "ranks":
        yield in_cells(_doubled(LARGE_RANKS[rank]))
        yield in_cells(LARGE_RANKS[rank])
    elif rank == 12:
        yield in_cells(LARGE_ACES[suit])
        yield in_cells(ACES[suit])
    elif rank in PICTURES:
        yield in_cells(LARGE_PICTURES[rank])
        yield in_cells(PICTURES[rank])
    else:
        pips = tuple(row.replace(".", " ") for row in LARGE_PIPS[rank])
        yield _spread(pips)
        yield pips
        yield tuple(row.replace(".", " ") for row in PIPS[rank])


BACKS = {
    "weave": ("░",),
    "lattice": ("╳",),
    "zigzag": ("╱╲", "╲╱"),
    "diamonds": ("◆ ", " ◆"),
}
"""The patterns of backs, repeated to the right and downwards."""


def back_rows(back: str, width: int, height: int) -> list[str]:
    """Return the rows of a back's pattern, `width` × `height` cells."""
    pattern = BACKS[back]
    return [(pattern[row % len(pattern)] * width)[:width] for row in range(height)]

"""Measure the contrast of text and its ground in every kind of terminal."""

from collections.abc import Iterator
from functools import cache
from math import inf

from rich._palettes import STANDARD_PALETTE
from rich.color import Color, ColorSystem, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.filter import monochrome_style

from spades_tui.tui.terminal import thin
from spades_tui.tui.themes import Depth, Styles, theme_of

Triplet = tuple[int, int, int]

WAYS = ("true", "256", "16", "8", "grey")
"""All colours, 256, 16, 16 on eight grounds (the Linux console), and NO_COLOR.

With 16 colours, NO_COLOR leaves the terminal's own.
"""

ENOUGH = 4.5
"""The ratio of WCAG 2 (AA) for text."""


def enough(theme: str) -> float:
    """Return the minimum contrast of text in a theme: AAA in the theme of high contrast."""
    return 7.0 if theme == "contrast" else ENOUGH


def plain(color: ColorTriplet) -> Triplet:
    """Return a colour as red, green and blue."""
    return color.red, color.green, color.blue


XTERM: tuple[Triplet, ...] = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
)  # fmt: skip
SIXTEEN: tuple[tuple[Triplet, ...], ...] = (
    tuple(plain(STANDARD_PALETTE[number]) for number in range(16)),  # the Linux console, and VGA before it
    tuple(plain(DEFAULT_TERMINAL_THEME.ansi_colors[number]) for number in range(16)),  # Windows as it was
    XTERM,
)
"""The 16 colours as different terminals show them."""

FRAMES = "🔎▔▏╭─╮│╰╯┏━┓┃┗┛┌┐└┘├┤┬┴┼╎╌┄┈·∙░▒▓▁▂▃▄▅▆▇█▊▌▐▎ "
"""Characters that are drawn and not read."""


def depth(way: str) -> Depth:
    """Return the terminal's number of colours."""
    return "256" if way == "256" else "16" if way == "16" else "8" if way == "8" else "true"


def is_grey(way: str) -> bool:
    """Return whether colours are off."""
    return way == "grey"


class PaintedStyles(Styles):
    """The styles of a theme as they reach the terminal."""

    def __missing__(self, words: str) -> Style:
        """Make the style."""
        self[words] = style = thin(super().__missing__(words))
        return style


@cache
def styles_of(theme: str, way: str = "true", suits: str = "four") -> Styles:
    """Return the styles of a theme in a kind of terminal."""
    return PaintedStyles(theme_of(theme, depth(way), grey=is_grey(way), two=suits == "two").variables)


def luminance(color: Triplet) -> float:
    """Return the relative luminance, from 0 to 1."""
    shares = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Triplet, other: Triplet) -> float:
    """Return the contrast, from 1 (the same) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _numbers(style: Style, way: str) -> tuple[list[int], int]:
    """Return the numbers of ink and ground among the 16 colours.

    Many terminals make bold letters lighter; so does the Linux console, which has only the eight darker grounds.
    """
    assert style.color is not None
    assert style.bgcolor is not None
    ink, under = (color.downgrade(ColorSystem.STANDARD).number for color in (style.color, style.bgcolor))
    assert ink is not None
    assert under is not None
    lighter = [ink + 8] if style.bold and ink < 8 else []
    return [ink, *lighter], under % 8 if depth(way) == "8" else under


def _seen(color: Color, way: str) -> Triplet:
    """Return a colour as people see it, for terminals with more than 16 colours."""
    return plain((color.downgrade(ColorSystem.EIGHT_BIT) if way == "256" else color).get_truecolor())


def ratio(style: Style, way: str) -> float:
    """Return the contrast of painted text in this style, in the worst terminal; infinite on its own background."""
    assert style.color is not None
    assert style.bgcolor is not None
    if style.bgcolor.is_default:
        return inf
    if style.bgcolor.type is not ColorType.STANDARD:
        style = monochrome_style(style) if is_grey(way) else style
        assert style.color is not None
        assert style.bgcolor is not None
        return contrast(_seen(style.color, way), _seen(style.bgcolor, way))
    inks, under = _numbers(style, way)
    terminals = SIXTEEN[:1] if depth(way) == "8" else SIXTEEN
    return min(contrast(colors[ink], colors[under]) for colors in terminals for ink in inks)


def hard_to_read(style: Style, theme: str, way: str) -> bool:
    """Return whether painted text has too little contrast, or the terminal's own background without its theme."""
    own = style.bgcolor is not None and style.bgcolor.is_default
    return ratio(style, way) < enough(theme) or (own and theme != "terminal")


def read(segments: Iterator[Segment]) -> Iterator[tuple[str, Style]]:
    """Yield the readable parts of a screen, text and style, without frames and blanks."""
    for segment in segments:
        text = segment.text.strip(FRAMES)
        if text and segment.style is not None and segment.style.color is not None and segment.style.bgcolor is not None:
            yield text, segment.style

"""Convert the dark theme's colours when painting: to another theme, to fewer colours, or to none.

Code writes every style in the colours of the dark theme (`palette`), and a canvas replaces each by its counterpart
(`shade`). The light theme is defined here, the others in `themes`.
"""

from functools import lru_cache
from typing import Literal

from msgspec import Struct
from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from spades_tui.tui.widgets import palette

Depth = Literal["true", "256", "16", "8"]
"""The number of colours: all, 256, 16, or 16 of which 8 can be backgrounds (the Linux console)."""

_LIGHT_GROUNDS = {
    palette.GROUND: "#dde8dc", palette.RAISED: "#cddccd", palette.FIELD: "#b9cfbb", palette.GOLD: "#1f5c43",
    palette.FACE: "#fffdf6", palette.FACE_DIM: "#b3bfb5",
}  # fmt: skip
_LIGHT_INKS = {
    palette.TEXT: "#16281f", palette.SOFT: "#3c5147", palette.FAINT: "#4a5f54", palette.LINE: "#93a89b",
    palette.GOLD: "#6a4700", palette.GREEN: "#0d6230", palette.RED: "#a8141c", palette.ORANGE: "#7f4500",
    palette.SKY: "#0b4f8a", palette.PEACH: "#93300f", palette.VIOLET: "#5b2a9d", palette.LEMON: "#5c4a00",
    palette.JOKER: "#5b2a9d",
    **dict(zip(palette.SUIT_ON_GROUND, ("#0f5f35", "#8f3d00", "#a8141c", "#14140f"), strict=True)),
}  # fmt: skip
_BLACK, _WHITE, _SILVER, _GREY = "#000000", "#ffffff", "#aaaaaa", "#555555"
_BLUE, _CYAN, _DARK_RED, _PINK = "#0000aa", "#55ffff", "#aa0000", "#ff5555"
_MAGENTA, _ROSE, _LIME, _YELLOW = "#aa00aa", "#ff55ff", "#55ff55", "#ffff55"
"""Colours from a terminal's 16. The nearest ones would put grey on grey, and red on yellow-brown.

Terminals differ in these colours: brown may be yellow, and grey light or dark. So text is on black, white or yellow, in
colours that are readable there on every terminal; tests measure this. A card that may not be played has black text on
light grey. Many terminals lighten bold text, so dark text is never bold.
"""

_DARK_INKS = (_BLACK, _BLUE, _DARK_RED, _MAGENTA)
_ON_BLACK = (_LIME, _CYAN, _YELLOW, _WHITE)
"""Suits on black, in those of the 16 colours that have enough contrast on every terminal."""

_FEW_DARK_INKS = {
    palette.TEXT: _WHITE, palette.LINE: _GREY, palette.GOLD: _YELLOW, palette.GREEN: _LIME, palette.RED: _PINK,
    palette.ORANGE: _YELLOW, palette.SKY: _CYAN, palette.PEACH: _ROSE, palette.LEMON: _YELLOW, palette.JOKER: _WHITE,
    **dict(zip(palette.SUIT_ON_GROUND, (_CYAN, _ROSE, _PINK, _WHITE), strict=True)),
}  # fmt: skip
"""Text colours on black; any other becomes light grey."""

_FEW_LIGHT_INKS = {
    palette.LINE: _SILVER, palette.GOLD: _BLUE, palette.GREEN: _BLUE, palette.RED: _DARK_RED,
    palette.ORANGE: _MAGENTA, palette.SKY: _BLUE, palette.PEACH: _DARK_RED, palette.VIOLET: _MAGENTA,
    **dict(zip(palette.SUIT_ON_GROUND, (_BLUE, _MAGENTA, _DARK_RED, _BLACK), strict=True)),
}  # fmt: skip
"""Text colours on white; any other becomes black."""

_FEW_FACES = {
    palette.FACE: _WHITE, palette.FACE_CHOSEN: _YELLOW, palette.FACE_DIM: _SILVER, palette.GOLD: _YELLOW,
    palette.BACK: _DARK_RED,
}  # fmt: skip
_FEW_FACE_INKS: dict[str, dict[str, str]] = {
    palette.FACE: {
        **dict(zip(palette.SUIT_INK, (_BLUE, _MAGENTA, _DARK_RED, _BLACK), strict=True)),
        palette.CARD_EDGE: _GREY,
    },
    palette.FACE_CHOSEN: dict(zip(palette.SUIT_INK, (_BLUE, _DARK_RED, _DARK_RED, _BLACK), strict=True)),
    palette.FACE_DIM: {palette.CARD_EDGE_DIM: _GREY},
    palette.BACK: {palette.ON_BACK: _WHITE, palette.BACK_EDGE: _SILVER, palette.BACK_WEAVE: _SILVER},
}
"""Text colours on each card face; any other becomes black."""

_FEW_OTHERWISE: dict[str, dict[str, str]] = {
    "contrast": {palette.RED: _YELLOW, palette.PEACH: _YELLOW,
                 **dict(zip(palette.SUIT_ON_GROUND, _ON_BLACK, strict=True))},
    "red-green": {palette.GREEN: _CYAN, palette.SKY: _WHITE},
}  # fmt: skip
"""Exceptions on black, by theme: few of the 16 colours have enough contrast to black everywhere, and red-green blind
people confuse lime and yellow.
"""

_BLACK_FACES = {
    palette.FACE: _BLACK, palette.FACE_CHOSEN: _WHITE, palette.FACE_DIM: _BLACK, palette.GOLD: _WHITE,
    palette.BACK: _BLACK,
}  # fmt: skip
_BLACK_FACE_INKS: dict[str, dict[str, str]] = {
    palette.FACE: {
        **dict(zip(palette.SUIT_INK, _ON_BLACK, strict=True)),
        **dict.fromkeys((palette.CARD_EDGE, palette.CARD_EDGE_HEAVY, palette.JOKER_INK), _WHITE),
    },
    palette.FACE_DIM: {palette.CARD_EDGE_DIM: _GREY},
    palette.BACK: {palette.ON_BACK: _WHITE, palette.BACK_EDGE: _SILVER, palette.BACK_WEAVE: _GREY},
}  # fmt: skip
"""Text colours of cards in high contrast, and on the Linux console, where white is grey and yellow is brown.

Four suits are distinct only on black. Any other colour becomes light grey, or black on the chosen card.
"""

_CLEARER = {
    palette.RAISED: "#262626",
    palette.FACE_CHOSEN: "#ffffaf",
    palette.FACE_DIM: "#9e9e9e",
    **{_LIGHT_INKS[ink]: "#5f5f00" for ink in (palette.ORANGE, palette.PEACH, palette.SUIT_ON_GROUND[1])},
}
"""Replacements in 256 colours, if the nearest colour isn't readable."""

_GREY_INKS = {palette.RED: "#ff9a93"}
"""Replacements in the dark theme without colours (NO_COLOR)."""

_ONE_BLACK = {lists[0]: lists[3] for lists in (palette.SUIT_INK, palette.SUIT_INK_DIM, palette.SUIT_ON_GROUND)}
_ONE_RED = {lists[1]: lists[2] for lists in (palette.SUIT_INK, palette.SUIT_INK_DIM, palette.SUIT_ON_GROUND)}
_TWO_SUITS = {**_ONE_BLACK, **_ONE_RED}
"""Replacements for two-coloured suits, on a card's face and on the background: clubs like spades, diamonds like hearts.
"""


class Looks(Struct, frozen=True):
    """The current look."""

    theme: str = "dark"
    light: bool = False
    """Whether this theme has a light background."""
    depth: Depth = "true"
    """The number of the terminal's colours."""
    grey: bool = False
    """Whether colours are off (NO_COLOR): Textual makes everything grey."""
    two: bool = False
    """Whether suits are red and black, instead of a colour for each."""


_HERE = ("dark", "light")
"""Themes whose colours are defined here."""

_PLAIN = Looks()
_looks = _PLAIN


def use(theme: str, *, depth: Depth = "true", grey: bool = False, suits: str = "four") -> None:
    """Paint like this from now on, with a theme by name (the dark one if unknown); the rest as in `Looks`.

    The Linux console has no light background, so light themes become dark there.
    """
    global _looks
    light = theme == "light"
    if theme not in _HERE:
        from spades_tui.tui.widgets import themes

        theme = theme if themes.known(theme) else "dark"
        light = theme not in _HERE and themes.scheme(theme).light
    looks = Looks(theme, light and depth != "8", depth, grey, suits == "two")
    _looks = _PLAIN if looks == _PLAIN else looks


def shade(style: Style) -> Style:
    """Return a style converted to the current look."""
    return style if _looks is _PLAIN else _shaded(style, _looks)


@lru_cache(maxsize=8192)
def _shaded(style: Style, looks: Looks) -> Style:
    ink, under = _name(style.color), _name(style.bgcolor)
    if looks.two:
        ink = _TWO_SUITS.get(ink, ink)
    if looks.depth in ("16", "8"):
        ink, under = _of_sixteen(ink, under, looks)
        style += Style(bold=False if ink in _DARK_INKS else None)
    elif looks.theme not in _HERE:
        from spades_tui.tui.widgets import themes

        ink, under = themes.painted(ink, under, looks.theme, grey=looks.grey, few=looks.depth == "256")
    else:
        ink, under = _by_theme(ink, under, looks)
        if looks.depth == "256":
            ink, under = _CLEARER.get(ink, ink), _CLEARER.get(under, under)
    return style + Style(color=ink or None, bgcolor=under or None)


def _by_theme(ink: str, under: str, looks: Looks) -> tuple[str, str]:
    if not looks.light:
        return _GREY_INKS.get(ink, ink) if looks.grey else ink, under
    if under == palette.GOLD:
        ink = "#ffffff"
    elif under in ("", palette.GROUND, palette.RAISED, palette.FIELD):
        ink = _LIGHT_INKS.get(ink, ink)
    return ink, _LIGHT_GROUNDS.get(under, under)


def _of_sixteen(ink: str, under: str, looks: Looks) -> tuple[str, str]:
    paper, pen = (_WHITE, _BLACK) if looks.light else (_BLACK, _WHITE)
    if under in _FEW_FACES:
        if not looks.grey:
            if looks.theme == "contrast" or looks.depth == "8":
                few = _BLACK if _BLACK_FACES[under] == _WHITE else _SILVER
                return _BLACK_FACE_INKS.get(under, {}).get(ink, few), _BLACK_FACES[under]
            return _FEW_FACE_INKS.get(under, {}).get(ink, _BLACK), _FEW_FACES[under]
        if under in (palette.GOLD, palette.BACK):
            return paper, pen
        return _BLACK, _SILVER if under == palette.FACE_DIM else _WHITE
    if under == palette.FIELD and not looks.grey:
        return pen, _YELLOW if looks.light else _BLUE
    dark = {**_FEW_DARK_INKS, **_FEW_OTHERWISE.get(looks.theme, {})}
    few = _FEW_LIGHT_INKS.get(ink, _BLACK) if looks.light else dark.get(ink, _SILVER)
    return pen if looks.grey else few, under and paper


def theme() -> Theme:
    """Return the current colours as a theme for Textual's widgets."""
    looks = _looks
    name = f"spades-{looks.theme}"
    name += ("-grey" if looks.grey else "") + ("" if looks.depth == "true" else f"-{looks.depth}")

    def ink(color: str) -> str:
        return _name(_shaded(Style(color=color, bgcolor=palette.GROUND), looks).color)

    def ground(color: str) -> str:
        return _name(_shaded(Style(color=palette.TEXT, bgcolor=color), looks).bgcolor)

    return Theme(
        name, dark=not looks.light, foreground=ink(palette.TEXT), background=ground(palette.GROUND),
        surface=ground(palette.RAISED), panel=ground(palette.RAISED), primary=ink(palette.GOLD),
        secondary=ink(palette.SKY), accent=ink(palette.GOLD), warning=ink(palette.ORANGE), error=ink(palette.RED),
        success=ink(palette.GREEN),
        variables={"footer-background": ground(palette.GROUND), "field": ground(palette.FIELD)},
    )  # fmt: skip


def _name(color: Color | None) -> str:
    return color.name if color is not None else ""

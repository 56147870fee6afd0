"""The colours of the table, as rich styles for what is drawn cell by cell, and the themes for everything else.

Every style is written in the colours of the dark table. Where the light one is chosen, a canvas changes each colour for
its light counterpart as it is painted (`shade`), so nobody who draws has to know which table it is.
"""

from functools import lru_cache

from rich.style import Style
from textual.theme import Theme

GROUND = "#0f2a22"
RAISED = "#17382e"
FIELD = "#2c5a49"
"""Under the text of a field that is being written in."""
TEXT = "#ece7d8"
SOFT = "#9db5aa"
FAINT = "#86a294"
LINE = "#4c6a5d"
GOLD = "#ffd166"
GREEN = "#7ddf9a"
RED = "#ff7b72"
ORANGE = "#ffb454"
SKY = "#8ecbff"
PEACH = "#ffb38a"
VIOLET = "#d6b4ff"
LEMON = "#f3e37c"
JOKER = "#cfa6ff"
ON_GOLD = "#1c1a12"


def _ink(color: str, bold: bool = False) -> Style:
    return Style(color=color, bold=bold or None)


text = _ink(TEXT)
bold = _ink(TEXT, bold=True)
soft = _ink(SOFT)
faint = _ink(FAINT)
line = _ink(LINE)
"""For rules and frames, which nobody reads."""
gold = _ink(GOLD, bold=True)
green = _ink(GREEN)
red = _ink(RED)
orange = _ink(ORANGE)
joker = _ink(JOKER, bold=True)
ground = Style(color=TEXT, bgcolor=GROUND)
chosen = Style(color=ON_GOLD, bgcolor=GOLD, bold=True)
key = _ink(GOLD, bold=True)
SIDES = (
    _ink(SKY, bold=True),
    _ink(PEACH, bold=True),
    _ink(GREEN, bold=True),
    _ink(VIOLET, bold=True),
    _ink(LEMON, bold=True),
)
"""One a side, beside its name and its mark; never the only difference."""

FACE = "#f6f1e4"
FACE_DIM = "#84978c"
FACE_CHOSEN = "#ffe08a"
BACK = "#7a2f3b"
ON_BACK = "#ffe9c9"
BACK_EDGE = "#d8b4b4"
BACK_WEAVE = "#b0616c"
CARD_EDGE = "#8b8573"
CARD_EDGE_DIM = "#3a4a41"
CARD_EDGE_HEAVY = "#7a4f00"
CARD_FOOT = "#6b6552"
CARD_FOOT_DIM = "#14211b"
SUIT_INK = ("#14532d", "#a83c09", "#c1121f", "#14140f")
"""Clubs, diamonds, hearts, spades on a card's face."""
SUIT_INK_DIM = ("#10291a", "#4a1b04", "#52080f", "#0c0c08")
SUIT_ON_GROUND = ("#8fd6a8", "#ffb074", "#ff8b84", "#f4efe1")
"""The same on the table's ground."""
JOKER_INK = "#6a1fb0"
JOKER_INK_DIM = "#2c0d4a"

THEMES = ("dark", "light")
"""The names by which a user chooses."""

_LIGHT_GROUNDS = {GROUND: "#dde8dc", RAISED: "#cddccd", FIELD: "#b9cfbb", GOLD: "#1f5c43", FACE: "#fffdf6",
                  FACE_DIM: "#b3bfb5"}  # fmt: skip
_LIGHT_INKS = {
    TEXT: "#16281f",
    SOFT: "#3c5147",
    FAINT: "#4a5f54",
    LINE: "#93a89b",
    GOLD: "#6a4700",
    GREEN: "#0d6230",
    RED: "#a8141c",
    ORANGE: "#7f4500",
    SKY: "#0b4f8a",
    PEACH: "#93300f",
    VIOLET: "#5b2a9d",
    LEMON: "#5c4a00",
    JOKER: "#5b2a9d",
    **dict(zip(SUIT_ON_GROUND, ("#0f5f35", "#8f3d00", "#a8141c", "#14140f"), strict=True)),
}
_light = False
_few = False

_FEW_FACES = {FACE: "#ffffff", FACE_CHOSEN: "#ffff55", FACE_DIM: "#aaaaaa", GOLD: "#ffff55"}
_FEW_INKS = {
    **dict.fromkeys((SUIT_INK[0], SUIT_INK_DIM[0]), "#0000aa"),
    **dict.fromkeys((*SUIT_INK[1:3], *SUIT_INK_DIM[1:3]), "#aa0000"),
    **dict.fromkeys((JOKER_INK, JOKER_INK_DIM), "#aa00aa"),
    CARD_EDGE: "#555555",
    CARD_EDGE_DIM: "#555555",
}
"""Card faces where the terminal has 16 colours: the nearest ones would put red on yellow-brown, and light grey on grey.

Each stands for one of the 16; what is not named is black.
"""


def use(theme: str, few: bool = False) -> None:
    """Paint in the colours of this theme from now on. `few`: the terminal has 16 colours, or fewer."""
    global _light, _few
    _light, _few = theme == "light", few


def shade(style: Style) -> Style:
    """A style as it is painted now."""
    if _few and style.bgcolor is not None and style.bgcolor.name in _FEW_FACES:
        return _plain(style)
    return _shaded(style) if _light else style


@lru_cache(maxsize=4096)
def _plain(style: Style) -> Style:
    ink = style.color.name if style.color is not None else ""
    under = style.bgcolor.name if style.bgcolor is not None else ""
    plain: Style = style + Style(color=_FEW_INKS.get(ink, "#000000"), bgcolor=_FEW_FACES[under])
    return plain


@lru_cache(maxsize=4096)
def _shaded(style: Style) -> Style:
    color = style.color.name if style.color is not None else None
    under = style.bgcolor.name if style.bgcolor is not None else None
    new: Style = style
    if under == GOLD:
        new += Style(color="#ffffff")
    elif under in (None, GROUND, RAISED, FIELD) and color in _LIGHT_INKS:
        new += Style(color=_LIGHT_INKS[color])
    if under in _LIGHT_GROUNDS:
        new += Style(bgcolor=_LIGHT_GROUNDS[under])
    return new


def _theme(name: str, grounds: dict[str, str], inks: dict[str, str]) -> Theme:
    def ink(color: str) -> str:
        return inks.get(color, color)

    return Theme(
        name=f"spades-{name}",
        primary=ink(GOLD),
        secondary=ink(SKY),
        accent=ink(GOLD),
        warning=ink(ORANGE),
        error=ink(RED),
        success=ink(GREEN),
        foreground=ink(TEXT),
        background=grounds.get(GROUND, GROUND),
        surface=grounds.get(RAISED, RAISED),
        panel=grounds.get(RAISED, RAISED),
        dark=name == "dark",
        variables={"footer-background": grounds.get(GROUND, GROUND), "field": grounds.get(FIELD, FIELD)},
    )


DARK = _theme("dark", {}, {})
LIGHT = _theme("light", _LIGHT_GROUNDS, _LIGHT_INKS)

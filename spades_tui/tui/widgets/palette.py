"""The colours of the dark theme, and Rich styles in them for drawing cell by cell.

Widgets always draw in these colours; for another theme, `theme_paint` replaces each by its counterpart.
"""

from rich.style import Style

GROUND = "#0f2a22"
RAISED = "#17382e"
FIELD = "#2c5a49"
"""Background of a text field that has the focus."""
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
"""For rules and frames, which need less contrast than text."""
gold = _ink(GOLD, bold=True)
green = _ink(GREEN)
red = _ink(RED)
orange = _ink(ORANGE)
joker = _ink(JOKER, bold=True)
ground = Style(color=TEXT, bgcolor=GROUND)
chosen = Style(color=ON_GOLD, bgcolor=GOLD, bold=True)
key = _ink(GOLD, bold=True)
SIDES = tuple(_ink(color, bold=True) for color in (SKY, PEACH, GREEN, VIOLET, LEMON))
"""A colour for each side; names and marks also distinguish sides."""

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
"""Clubs, diamonds, hearts, spades on the table's background."""
JOKER_INK = "#6a1fb0"
JOKER_INK_DIM = "#2c0d4a"

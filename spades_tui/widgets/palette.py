"""The colours of the table, as rich styles for what is drawn cell by cell, and the theme for everything else."""

from rich.style import Style
from textual.theme import Theme

GROUND = "#0f2a22"
RAISED = "#17382e"
FELT = "#14402f"
TEXT = "#ece7d8"
SOFT = "#9db5aa"
FAINT = "#5f7d70"
GOLD = "#ffd166"
GREEN = "#7ddf9a"
RED = "#ff7b72"
SKY = "#8ecbff"
PEACH = "#ffb38a"

THEME = Theme(
    name="spades",
    primary=GOLD,
    secondary=SKY,
    accent=GOLD,
    warning="#ffb454",
    error=RED,
    success=GREEN,
    foreground=TEXT,
    background=GROUND,
    surface=RAISED,
    panel=RAISED,
    dark=True,
    variables={"footer-background": GROUND},
)


def _ink(color: str, bold: bool = False) -> Style:
    return Style(color=color, bold=bold or None)


text = _ink(TEXT)
bold = _ink(TEXT, bold=True)
soft = _ink(SOFT)
faint = _ink(FAINT)
gold = _ink(GOLD, bold=True)
green = _ink(GREEN)
red = _ink(RED)
ground = Style(color=TEXT, bgcolor=GROUND)
chosen = Style(color="#1c1a12", bgcolor=GOLD, bold=True)
key = _ink(GOLD, bold=True)
SIDES = (
    _ink(SKY, bold=True),
    _ink(PEACH, bold=True),
    _ink(GREEN, bold=True),
    _ink("#d6b4ff", bold=True),
    _ink("#f3e37c", bold=True),
)
"""One a side, beside its name and its mark; never the only difference."""

FACE = "#f6f1e4"
FACE_DIM = "#74877c"
FACE_CHOSEN = "#ffe08a"
BACK = "#7a2f3b"
CARD_EDGE = "#8b8573"
CARD_EDGE_DIM = "#4a5c52"
SUIT_INK = ("#14532d", "#b5420b", "#c1121f", "#14140f")
"""Clubs, diamonds, hearts, spades on a card's face."""
SUIT_INK_DIM = ("#10291a", "#4a1b04", "#52080f", "#0c0c08")
SUIT_ON_GROUND = ("#8fd6a8", "#ffb074", "#ff8b84", "#f4efe1")
"""The same on the table's ground."""
JOKER_INK = "#6a1fb0"
JOKER_INK_DIM = "#2c0d4a"

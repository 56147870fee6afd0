"""Styles for drawing, written as in Textual's markup: ``bold $primary on $surface``.

Their variables are colours of the current theme (`spades_tui.tui.themes`). A style without a background is drawn on the
one that is already there.
"""

from typing import NewType

Ink = NewType("Ink", str)

text = Ink("$foreground")
bold = Ink("bold $foreground")
soft = Ink("$soft")
faint = Ink("$faint")
line = Ink("$line")
"""For rules and frames, which need less contrast than text."""
gold = Ink("bold $primary")
green = Ink("$success")
red = Ink("$error")
orange = Ink("$warning")
joker = Ink("bold $joker")
key = gold
ground = Ink("$foreground on $background")
chosen = Ink("bold $on-chosen on $chosen")
SIDES = tuple(Ink(f"bold $side-{side}") for side in range(5))
"""A colour for each side; names and marks also distinguish sides."""
SUITS = tuple(Ink(f"$suit-{suit}") for suit in range(4))
"""Clubs, diamonds, hearts, spades on the table's background."""

face = Ink("on $face")
face_edge = Ink("$face-edge on $face")
back_edge = Ink("$back-edge on $back")
back_weave = Ink("$back-weave on $back")
on_back = Ink("bold $on-back on $back")


def with_style(ink: Ink, attributes: str) -> Ink:
    """Return an ink with more attributes, such as ``italic`` or ``not bold``."""
    return Ink(f"{ink} {attributes}")

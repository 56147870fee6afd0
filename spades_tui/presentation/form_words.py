"""A person's form in a line: this week, the last games as a sparkline, and feats of skill."""

from typing import TYPE_CHECKING

from spades_tui.play.setup import NAMES
from spades_tui.rules.component import plural
from spades_tui.scorebook.figure_words import FEAT_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades_tui.scorebook.form import Form
    from spades_tui.scorebook.scorebook import Book

BARS, ASCII_BARS = "▁▂▃▄▅▆▇█", "_.-~=+*#"
"""Bars from the lowest to the highest; the upper half is for games in which the person was ahead."""


def sparkline(leads: "Sequence[float]", ascii_only: bool = False) -> str:
    """Return a bar for each lead, in points per hand, scaled to the largest; a lead of 0 is in the lower half."""
    bars = ASCII_BARS if ascii_only else BARS
    most, half = max((abs(lead) for lead in leads), default=0) or 1, len(bars) // 2
    steps = (min(half - 1, int(half * abs(lead) / most)) for lead in leads)
    return "".join(bars[half + step if lead > 0 else half - 1 - step] for lead, step in zip(leads, steps, strict=True))


def week_words(form: "Form") -> str:
    """Return this week's figures; empty if they have never finished a game."""
    if not form.leads:
        return ""
    said = [plural(form.games, "game"), f"{form.won} won"] if form.games else ["no game yet"]
    if form.zeros:
        said.append(f"nil {form.zeros_made} of {form.zeros}")
    if form.hands:
        said.append(f"{form.bags_per_hand:.1f} bags a hand")
    return f"This week: {', '.join(said)}"


def form_words(form: "Form", ascii_only: bool = False) -> str:
    """Return this week's figures and the last games as a sparkline; empty without games."""
    return f"{week_words(form)}  {sparkline(form.leads, ascii_only)}" if form.leads else ""


def feat_words(feats: "Sequence[str]", ascii_only: bool = False) -> str:
    """Return the feats of a person; empty without any."""
    star = "*" if ascii_only else "★"
    return "  ".join(f"{star} {FEAT_WORDS[feat]}" for feat in feats)


def lines_for(book: "Book", name: str, ascii_only: bool) -> tuple[str, ...]:
    """Return a person's form and feats from the scorebook; the default name is for a user without one."""
    form = book.form(name or NAMES[0])
    return tuple(words for words in (form_words(form, ascii_only), feat_words(form.feats, ascii_only)) if words)

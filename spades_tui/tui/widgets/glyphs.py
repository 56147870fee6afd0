"""Plain ASCII on screens: for terminals that have no other characters, and for whoever likes it.

What is drawn is drawn with frames, arrows and suits; where plain ASCII is wanted, every line becomes so on its way to
the terminal, in this one place, cell by cell. What would not be understood then, as a key's name, asks `plain`.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

if TYPE_CHECKING:
    from spades_tui.settings.settings import Settings

_SAME = {
    "─·∙−–—": "-", "━": "=", "┅": "~", "┄▒": ":", "│╎▏▕": "|", "╭╮╰╯┌┐└┘├┤┬┴┼": "+", "┏┓┗┛┃█▓═": "#",
    "░…┈╌": ".", "▄▖▗▁▂▃": "_", "▀▘▝": "'", "▌▐▎▍▊▋▉": "|", "▙▟▛▜▚▞▅▆▇": "#", "←‹⌫": "<", "→▶▸›⏎": ">", "↑▲": "^",
    "↓▼": "v", "●★☆✦✪•": "*", "○◇": "o", "✚✓": "+", "✗×": "x", "▪◆■": "#", "△": "A", "⊔": "u", "♠": "S", "♥": "H",
    "♦": "D", "♣": "C", "‘’": "'", "“”„": '"', "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "s",
    "\xa0": " ",
}  # fmt: skip
TABLE = {ord(sign): plain for signs, plain in _SAME.items() for sign in signs} | {ord("▔"): "-", ord("🔎"): "> "}
"""One sign for another, as wide as it is."""

KEYS = {"⏎": "Enter", "⌫": "Backspace", "←→": "<>", "↑↓": "^v"}
"""Names of keys."""

_plain = False


def use(plain: bool) -> None:
    """Draw in plain ASCII from now on, or with all signs."""
    global _plain
    _plain = plain


def plain() -> bool:
    """Whether everything is plain ASCII now."""
    return _plain


def letters(settings: "Settings") -> bool:
    """Whether suits are letters: as the user likes, and wherever all is plain ASCII."""
    return settings.letters or _plain


def key(name: str) -> str:
    """A key's name as it is printed now."""
    return KEYS.get(name, name) if _plain else name


@lru_cache(maxsize=4096)
def in_ascii(text: str) -> str:
    """A text of the same width (in cells) in plain ASCII; what has no likeness there is a question mark."""
    if text.isascii():
        return text
    made = text.translate(TABLE)
    if not made.isascii():
        made = "".join(letter if letter.isascii() else _letter(letter) for letter in made)
    return set_cell_size(made, cell_len(text))


def _letter(letter: str) -> str:
    """A letter without its marks."""
    if "\u2500" <= letter <= "\u259f":  # another piece of a frame
        return "+"
    base = unicodedata.normalize("NFKD", letter)[:1]
    wide = cell_len(letter)
    return base.ljust(wide)[:wide] if base.isascii() else "?" * wide


class Ascii(LineFilter):
    """Makes every line plain ASCII; nothing moves in it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line as it is shown."""
        return [
            segment if segment.control or segment.text.isascii() else Segment(in_ascii(segment.text), segment.style)
            for segment in segments
        ]


COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python writes into LC_CTYPE where it is started in the locale C."""

POOR = ("linux", "vt52", "vt100", "vt102", "vt220", "ansi")
"""Terminals (TERM) whose letters end soon after ASCII."""


def wants_plain(liked: str, environment: Mapping[str, str], coerced: bool) -> bool:
    """Whether screens are plain ASCII: as the settings like it ("auto", "all" or "ascii"), or the terminal wants it.

    `coerced`: Python was started in the locale C, and took UTF-8 all the same (then LC_CTYPE says what it made of it).
    A locale that nobody has named says nothing.
    """
    if liked != "auto":
        return liked == "ascii"
    if environment.get("TERM", "") in POOR:
        return True
    names = ("LC_ALL", "LANG") if coerced else ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    return bool(locale) and "utf" not in locale.lower()

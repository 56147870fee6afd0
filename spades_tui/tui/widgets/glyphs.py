"""Plain ASCII on screens, for terminals without other characters and for users who prefer it.

Widgets always draw with frames, arrows and suit symbols. For plain ASCII, `Ascii` converts each line, cell by cell, on
its way to the terminal. Code that needs other words in ASCII, such as a key's name, asks `plain`.
"""

from collections.abc import Mapping
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from spades_tui.settings.settings import Settings
from spades_tui.system.ascii_letters import TABLE, base_letter

KEYS = {"⏎": "Enter", "⌫": "Backspace", "←→": "<>", "↑↓": "^v"}
"""ASCII names of keys."""

_plain = False


def use(plain: bool) -> None:
    """Draw in plain ASCII from now on, or with all characters."""
    global _plain
    _plain = plain


def plain() -> bool:
    """Return whether everything is plain ASCII now."""
    return _plain


def letters(settings: Settings) -> bool:
    """Return whether suits are letters: by the settings, or because everything is plain ASCII."""
    return settings.letters or _plain


def key(name: str) -> str:
    """Return a key's name to print, in ASCII if everything is."""
    return KEYS.get(name, name) if _plain else name


def sign(signs: str, letters: bool) -> str:
    """Return signs, or for someone who reads suits as letters their ASCII."""
    return in_ascii(signs) if letters else signs


@lru_cache(maxsize=4096)
def in_ascii(text: str) -> str:
    """Return a text of the same width (in cells) in plain ASCII; unknown characters become question marks."""
    if text.isascii():
        return text
    made = text.translate(TABLE)
    if not made.isascii():
        made = "".join(map(_letter, made))
    return set_cell_size(made, cell_len(text))


def _letter(letter: str) -> str:
    """Return a letter without its diacritics."""
    if letter.isascii():
        return letter
    if "\u2500" <= letter <= "\u259f":  # any other piece of a frame
        return "+"
    base = base_letter(letter)
    wide = cell_len(letter)
    return base.ljust(wide)[:wide] if base.isascii() else "?" * wide


class Ascii(LineFilter):
    """Makes every line plain ASCII without changing its width."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in plain ASCII."""
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]


COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
"""Values that Python writes into LC_CTYPE if it is started in the locale C."""

POOR = ("linux", "vt52", "vt100", "vt102", "vt220", "ansi")
"""Terminals (by TERM) with few characters beyond ASCII."""


def wants_plain(liked: str, environment: Mapping[str, str], coerced: bool) -> bool:
    """Return whether screens are plain ASCII, by the setting ("auto", "all" or "ascii") or for the terminal.

    `coerced`: Python was started in the locale C and uses UTF-8 nevertheless (then LC_CTYPE has one of COERCED). An
    unset locale doesn't count.
    """
    if liked != "auto":
        return liked == "ascii"
    if environment.get("TERM", "") in POOR:
        return True
    names = ("LC_ALL", "LANG") if coerced else ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    return bool(locale) and "utf" not in locale.lower()

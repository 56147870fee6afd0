"""What the user likes: pace, how cards are sorted and drawn, the cut's patience, and more; and the user's name.

`spades_tui.settings.settings_file` keeps it in a small TOML file.
"""

from dataclasses import fields, replace
from pathlib import Path
from typing import Literal, get_args, get_origin

from spades_tui.frozen import dataclass
from spades_tui.language.player_names import NAME_MOST, fault, tidy
from spades_tui.system.output import printable

Pace = Literal["instant", "brisk", "leisurely"]
Sort = Literal["alternating", "ranks"]
Order = Literal["high-low", "low-high"]
Trumps = Literal["left", "right"]
Suits = Literal["four", "two"]
Theme = Literal[
    "dark", "light", "contrast", "red-green", "warm",
    "textual-dark", "textual-light", "nord", "gruvbox", "catppuccin-mocha", "catppuccin-macchiato", "catppuccin-frappe",
    "catppuccin-latte", "dracula", "tokyo-night", "monokai", "flexoki", "solarized-dark", "solarized-light",
    "rose-pine", "rose-pine-moon", "rose-pine-dawn", "atom-one-dark", "atom-one-light",
]  # fmt: skip
"""Five of our own, and those of Textual's that say what their colours are."""
OWN_THEMES: tuple[Theme, ...] = ("dark", "light", "contrast", "red-green", "warm")
Characters = Literal["auto", "all", "ascii"]
Faces = Literal["big", "compact"]
Claims = Literal["told", "sheet"]
OpenHands = Literal["hand", "game"]

FILE_MOST = 20_000
"""Bytes; a settings file is never larger."""
CUT_PATIENCE_MOST = 300
"""Seconds; 0 switches the waiting off (C-3)."""


class SettingsError(ValueError):
    """A value that is no setting's, or a file that is left as it is; its text is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user likes. Raises SettingsError for a value out of bounds."""

    pace: Pace = "brisk"
    only_card: bool = False
    """A person's only card is played without a key, after a moment, where nothing else could be said."""
    claims: Claims = "told"
    """After a claim that stands: told at the table for a moment, or the score sheet at once (C-12)."""
    open_hands: OpenHands = "hand"
    """When all hands may be looked at: after each hand, or after the game. It is the keyboard's, not the record's."""
    counting: bool = False
    """The table counts aloud: cards not played yet and voids shown stand beside it, in plain text they are said."""
    bell: bool = False
    """The terminal's bell when it becomes a person's turn after others have acted."""
    letters: bool = False
    """Suits as the letters S H D C instead of their symbols."""
    suits: Suits = "four"
    """A colour for each suit, or red and black."""
    characters: Characters = "auto"
    """What screens are drawn with: what the terminal can show, all characters, or plain ASCII."""
    faces: Faces = "big"
    """Cards as large as there is room for, or always small ones."""
    motion: bool = True
    """Cards and scores move for a moment, so that it is seen what goes where."""
    cut_patience: int = 20
    """How many seconds a person has to cut; 0: as long as they like (C-3)."""
    sort: Sort = "alternating"
    """Suits alternating in colour, or in the order of their rank: spades, hearts, diamonds, clubs."""
    order: Order = "high-low"
    """The ranks of a suit, from left to right."""
    trumps: Trumps = "left"
    """On which side of the hand the spades stand."""
    theme: Theme = "dark"
    """The colours of the table and of everything else."""
    plain: bool = False
    """The game comes as lines of plain text, without being asked to."""
    name: str = ""
    """The user's name at the table; none until it has been asked for."""
    partner: str = ""
    """A computer player who is the user's partner at every new table: ``strong/zeros:Eve``; nobody if it is empty."""
    keys: tuple[tuple[str, str], ...] = ()
    """Keys that are not the usual ones: the name of an action, and its key; a table of its own in the file."""

    def __post_init__(self) -> None:
        """Check every value."""
        for name in NAMES:
            why = problem(name, getattr(self, name))
            if why:
                raise SettingsError(f"{name}: {why}")


def problem(name: str, value: object) -> str:
    """Return why a setting can't have a value, and how to fix that; "" if it can."""
    fix = ""
    if name == "keys":
        if value != ():
            from spades_tui.settings.key_settings import wrong_with_keys

            return wrong_with_keys(value)
    elif name == "name":
        if type(value) is not str or (value and (tidy(value) != value or fault(value))):
            fix = f"write a name of at most {NAME_MOST} letters"
    elif name == "partner":
        if type(value) is not str or (value and not _is_partner(value)):
            fix = "write LEVEL:NAME, such as strong:Eve"
    elif name == "cut_patience":
        if type(value) is not int or not 0 <= value <= CUT_PATIENCE_MOST:
            fix = f"write a number of seconds from 0 to {CUT_PATIENCE_MOST}"
    elif name in CHOICES:
        if type(value) is not str or value not in CHOICES[name]:
            fix = _instead(value, CHOICES[name])
    elif type(value) is not bool:
        fix = "write true or false"
    return fix and f"{_shown(value)} isn't allowed; {fix}"


def _is_partner(text: str) -> bool:
    from spades_tui.bots import is_level  # only for who has one

    level, _, name = text.partition(":")
    return is_level(level) and tidy(name) == name and fault(name) is None


def _instead(found: object, wanted: tuple[str, ...]) -> str:
    """Return what to write instead: one of a few words, or of many the one most like what was found."""
    if len(wanted) <= len(OWN_THEMES):
        return f"write {' or '.join(wanted)}"
    from difflib import get_close_matches

    near = get_close_matches(str(found)[:80], wanted, 1)
    own = " or ".join(OWN_THEMES)
    return f"did you mean {near[0]!r}?" if near else f"write {own} or a theme of Textual's, such as nord"


NAMES = tuple(field.name for field in fields(Settings))
"""All settings."""

CHOICES = {field.name: get_args(field.type) for field in fields(Settings) if get_origin(field.type) is Literal}
"""The values of each setting that is one of several words."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a settings file. As text it is one line: file, line, name, what is wrong and how to fix it."""

    file: str
    line: int
    """From 1; 0: it is about the whole file."""
    name: str
    """Of the setting; "" where none can be told."""
    words: str

    def __str__(self) -> str:
        """``settings.toml:3: theme: drak isn't allowed; did you mean 'dark'?``."""
        parts = (f"{self.file}:{self.line}" if self.line else self.file, _shown(self.name), self.words)
        return ": ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings, and what of their file does not hold; the rest of it does."""

    settings: Settings
    faults: tuple[Fault, ...] = ()

    @property
    def problem(self) -> str | None:
        """A sentence about the faults; None if there are none."""
        if not self.faults:
            return None
        more = f" ({len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
        return f"{self.faults[0]}{more}"

    @property
    def warning(self) -> str:
        """What a screen says of the faults at the start, short; "" if there are none."""
        if not self.faults:
            return ""
        first = replace(self.faults[0], file=Path(self.faults[0].file).name)
        more = f" `spades-tui settings check` names {len(self.faults) - 1} more." if len(self.faults) > 1 else ""
        return f"{first}{'' if str(first).endswith('?') else '.'} The default applies there.{more}"


def _shown(value: object) -> str:
    """A value for an error line: short, and without control characters."""
    text = printable(str(value))
    return text if len(text) <= 80 else text[:79] + "…"

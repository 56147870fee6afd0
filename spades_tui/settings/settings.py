"""What the user likes: pace, how cards are sorted and drawn, the cut's patience, and more; and the user's name.

`spades_tui.settings.settings_file` keeps it in a small TOML file.
"""

from dataclasses import fields, replace
from pathlib import Path
from typing import Literal, get_args

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
        """Hold every value against its bounds."""
        for name, wanted in CHOICES.items():
            value = getattr(self, name)
            if type(value) is not str or value not in wanted:
                raise SettingsError(f"{name}: {_shown(value)} isn't allowed; {_instead(value, wanted)}")
        if type(self.name) is not str or (self.name and (tidy(self.name) != self.name or fault(self.name))):
            raise SettingsError(f"name: {_shown(self.name)} isn't allowed; write a name of at most {NAME_MOST} letters")
        if type(self.partner) is not str or (self.partner and not _is_partner(self.partner)):
            raise SettingsError(f"partner: {_shown(self.partner)} isn't allowed; write LEVEL:NAME, such as strong:Eve")
        for name in SWITCHES:
            value = getattr(self, name)
            if type(value) is not bool:
                raise SettingsError(f"{name}: {_shown(value)} isn't allowed; write true or false")
        if type(self.cut_patience) is not int or not 0 <= self.cut_patience <= CUT_PATIENCE_MOST:
            number = f"a number of seconds from 0 to {CUT_PATIENCE_MOST}"
            raise SettingsError(f"cut_patience: {_shown(self.cut_patience)} isn't allowed; write {number}")
        if self.keys != ():
            from spades_tui.settings.key_settings import wrong_with_keys

            wrong = wrong_with_keys(self.keys)
            if wrong:
                raise SettingsError(wrong)


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


CHOICES: dict[str, tuple[str, ...]] = {
    "pace": get_args(Pace),
    "claims": get_args(Claims),
    "open_hands": get_args(OpenHands),
    "suits": get_args(Suits),
    "characters": get_args(Characters),
    "faces": get_args(Faces),
    "sort": get_args(Sort),
    "order": get_args(Order),
    "trumps": get_args(Trumps),
    "theme": get_args(Theme),
}
"""The values of each setting that is one of several words."""

NAMES = tuple(field.name for field in fields(Settings))
"""All settings."""

SWITCHES = ("only_card", "counting", "bell", "letters", "motion", "plain")
"""Settings that are on or off."""


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
